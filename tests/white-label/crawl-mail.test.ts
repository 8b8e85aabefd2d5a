/** Every kind of mail in a tenant's name: the platform's name, colors, host and mail address stand in none of them. */

import { env } from "cloudflare:workers";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { accountMails } from "#app/billing/resale/account-mails.server.ts";
import { warnOfSpending } from "#app/billing/usage/spending-warnings.server.ts";
import { mailDueCallBack } from "#app/calls/notices/due-call-back.server.ts";
import { stepExport } from "#app/data-rights/export-steps.server.ts";
import { codeAt, stepAt } from "#app/factors/totp.ts";
import { mailExpired } from "#app/integrations/expired-notices.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { joiningMails } from "#app/organizations/joining-mails.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { endNumbers } from "#app/telephony/sale/ended-numbers.server.ts";
import { excessMails } from "#app/telephony/sale/excess-mails.server.ts";
import { orderMails, receiptMails } from "#app/telephony/sale/order-mails.server.ts";
import { raise } from "#app/watch/alerts.server.ts";
import { mailFailingWebhook } from "#app/webhooks/webhook-notices.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { signUpForm } from "../accounts/arrange.ts";
import { terms } from "../billing/periods.ts";
import { agencyOwner } from "../clients/arrange.ts";
import { quietly } from "../data-rights/arrange.ts";
import { goLive, newHost } from "../domains/domaining.ts";
import { withGoogle, withPassword } from "../security/arrange.ts";
import { askForLink, choosePassword, linkIn } from "../sign-in/resetting.ts";
import { mailsTo, mailTo, type Received } from "../support/inbox.ts";
import { callFinished, campaignEnded, delivered } from "../support/outbox.ts";
import { pageForm } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { database } from "../telephony/sale.ts";
import { callEnds, graphOf, workflowOn } from "../workflows/arrange.ts";
import { ownerWithHost } from "./editing.ts";
import { tracesIn } from "./traces.ts";

const brand = {
  company_name: "Éclair Voices",
  primary_color: "#b45309",
  secondary_color: "#0f766e",
  accent_color: "#be123c",
};

/** What a reader sees of a mail: whom it is from, who is answered, and its words. */
const shownOf = ({ from, reply_to, subject, html, text }: Received): string =>
  [from, reply_to ?? "", subject, html, text].join("\n");

/** An agency on a host of its own; `there` is an address on it. */
async function house() {
  const host = newHost();
  const owner = await agencyOwner({ name: "Éclair, Inc." });
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, custom_domain: host, updated_at: Date.now(), ...brand });
  const { organizationId } = owner;
  const resident = await memberOf({ organizationId, host });
  return { organizationId, resident, there: (path: string) => `https://${host}${path}` };
}
type House = Awaited<ReturnType<typeof house>>;

async function reset({ resident, there }: House): Promise<string> {
  await withPassword(resident.userId);
  await askForLink(anonymous(), resident.email, there("/auth?mode=forgot"));
  return resident.email;
}

async function enrolled(person: Person, there: House["there"]): Promise<void> {
  await person.post(there("/mfa-setup"), { intent: "begin" });
  const page = await (await person.get(there("/mfa-setup"))).text();
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  const factor_id = /name="factor_id" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const code = codeAt(decodeBase32IgnorePadding(secret), stepAt(Date.now()));
  await person.post(there("/mfa-setup"), { intent: "verify", factor_id, code });
}

/** A number that was paid for and could not be had. */
async function orderOf(organization_id: string, user_id: string) {
  const now = Date.now();
  const [order] = await controlPlane()
    .insert(control.numberOrders)
    .values({
      id: newId(),
      number_id: newId(),
      organization_id,
      user_id,
      phone_number: "+442071838750",
      country: "GB",
      kind: "local",
      setup_amount: 200,
      monthly_amount: 400,
      currency: "GBP",
      state: "refunding",
      reason: "taken",
      created_at: now,
      updated_at: now,
    })
    .returning();
  if (!order) throw new Error("no order");
  return order;
}

/** How each mail comes about; who gets it, and how many mails that person has by then. */
const kinds: Record<string, (at: House) => Promise<string | [email: string, count: number]>> = {
  "verification/verification-code": async ({ there }) => {
    const email = newAddress();
    await anonymous().post(there("/auth?mode=signup"), signUpForm(email));
    return email;
  },
  "verification/already-registered": async ({ resident, there }) => {
    await anonymous().post(there("/auth?mode=signup"), signUpForm(resident.email));
    return resident.email;
  },
  "sign-in/reset/reset-link": reset,
  "sign-in/reset/reset-link, without an account": async ({ there }) => {
    const email = newAddress();
    await askForLink(anonymous(), email, there("/auth?mode=forgot"));
    return email;
  },
  "sign-in/reset/reset-link, without an account and where accounts are by invitation": async ({
    organizationId,
    there,
  }) => {
    await controlPlane()
      .update(control.organizationBranding)
      .set({ allows_client_signup: false })
      .where(eq(control.organizationBranding.organization_id, organizationId));
    const email = newAddress();
    await askForLink(anonymous(), email, there("/auth?mode=forgot"));
    expect((await mailTo(email)).text).not.toContain("http");
    return email;
  },
  "passwords/password-notice": async (at) => {
    const email = await reset(at);
    await choosePassword(anonymous(), await linkIn(email, 1));
    return [email, 2];
  },
  "organizations/invitation": async ({ resident, there }) => {
    const email = newAddress();
    await resident.post(there("/users"), { intent: "invite", emails: email, role: "member" });
    return email;
  },
  "organizations/signed-out": async ({ organizationId, resident, there }) => {
    const colleague = await memberOf({ role: "member", organizationId });
    await resident.post(there("/users"), { intent: "sign-out", member: colleague.userId });
    return colleague.email;
  },
  "factors/factor-notice": async ({ resident, there }) => {
    await enrolled(resident, there);
    return resident.email;
  },
  "factors/factor-notice, by a platform admin": async ({ resident }) => {
    const admin = await memberOf({ isPlatformAdmin: true });
    const path = `/customer-management/users/${resident.userId}`;
    for (const intent of ["reset", "sign-out"])
      await admin.post(path, { intent, reason: "They lost their phone" });
    return [resident.email, 2];
  },
  "google/google-notice": async ({ resident, there }) => {
    await withPassword(resident.userId);
    await withGoogle(resident.userId, newAddress());
    await resident.post(there("/security"), { intent: "google-disconnect" });
    return resident.email;
  },
  "security/change-email": async ({ resident, there }) => {
    await withPassword(resident.userId);
    await resident.post(there("/security"), { intent: "email", email: newAddress() });
    return resident.email;
  },
  "security/account-deleted": async ({ resident, there }) => {
    const page = await (await resident.get(there("/security"))).text();
    const { values } = await pageForm(page, "delete-account");
    values.set("email", resident.email);
    values.set("intent", "delete");
    await resident.post(there("/security"), values);
    return resident.email;
  },
  "clients/person-invited": async ({ organizationId, resident, there }) => {
    const client = await memberOf({
      organization: { name: "Éclair Client", parent_organization_id: organizationId },
    });
    const form = { intent: "invite", email: newAddress(), role: "member" };
    await resident.post(there(`/clients/${client.organizationId}`), form);
    return client.email;
  },
  "clients/moved-out": async ({ organizationId, resident, there }) => {
    // Its own domain stays with it.
    const { owner } = await ownerWithHost(brand, {
      organization: { name: "Éclair Client", parent_organization_id: organizationId },
    });
    await resident.post(there(`/clients/${owner.organizationId}`), { intent: "move" });
    return owner.email;
  },
  "clients/client-offered": async ({ resident }) => {
    const agency = await agencyOwner();
    const client = await memberOf({
      organization: { name: "Harborview", parent_organization_id: agency.organizationId },
    });
    const form = { intent: "offer", email: resident.email };
    await agency.post(`/clients/${client.organizationId}`, form);
    return resident.email;
  },
  "clients/taken-over": async ({ resident, there }) => {
    const agency = await agencyOwner();
    const { owner } = await ownerWithHost(brand, {
      organization: { name: "Éclair Client", parent_organization_id: agency.organizationId },
    });
    const form = { intent: "offer", email: resident.email };
    await agency.post(`/clients/${owner.organizationId}`, form);
    const token = /token=([\w-]+)/.exec((await mailTo(resident.email)).text)?.[1] ?? "";
    await resident.post(there(`/clients/accept?${new URLSearchParams({ token })}`), { intent: "accept" });
    return owner.email;
  },
  "domains/domain": async ({ organizationId }) => {
    const owner = await memberOf({ organizationId });
    await goLive(owner, newHost());
    return owner.email;
  },
  "billing/usage/spending": async ({ organizationId, resident }) => {
    const period = { period_start: Date.now() - 10 * day_ms, period_end: Date.now() + 20 * day_ms };
    const plan = terms(period);
    await controlPlane()
      .insert(control.subscriptionTerms)
      .values({ ...plan, organization_id: organizationId, created_at: Date.now() });
    await controlPlane()
      .insert(control.spendingCaps)
      .values({
        ...{ organization_id: organizationId, amount: 100, currency: plan.currency, action: "warn" },
        ...{ updated_by: resident.userId, updated_at: Date.now() },
      });
    await controlPlane()
      .insert(control.meterEvents)
      .values({
        ...{ identifier: `${organizationId}:platform`, organization_id: organizationId },
        ...{ payer_id: organizationId, seconds: 500_000, at: Date.now() },
      });
    await warnOfSpending(env, database(), organizationId, Date.now(), Date.now());
    return resident.email;
  },
  "billing/resale/account-lost": async ({ organizationId, resident }) => {
    const mails = await accountMails(env, database(), organizationId, "gone");
    await Promise.all(mails.map(async (mail) => (await promiseMail(env, mail, Date.now())).send()));
    return resident.email;
  },
  "telephony/sale/refunded": async ({ organizationId, resident }) => {
    const order = await orderOf(organizationId, resident.userId);
    const mails = await orderMails(env, database(), order, Date.now());
    await Promise.all(mails.map(({ send }) => send()));
    return resident.email;
  },
  "telephony/sale/bought": async ({ organizationId, resident }) => {
    const order = await orderOf(organizationId, resident.userId);
    const mails = await receiptMails(env, database(), order, Date.now(), Date.now());
    await Promise.all(mails.map(({ send }) => send()));
    return resident.email;
  },
  "telephony/sale/numbers-end": async ({ organizationId, resident }) => {
    await controlPlane()
      .update(control.organizations)
      .set({ subscription_status: "canceled" })
      .where(eq(control.organizations.id, organizationId));
    await controlPlane()
      .insert(control.numberEndings)
      .values({ organization_id: organizationId, since: Date.now() - 16 * day_ms, due_at: 0 });
    await endNumbers(env, Date.now());
    return resident.email;
  },
  "telephony/sale/numbers-cost": async ({ organizationId, resident }) => {
    const charged = {
      ...{ phone_number: "+14155550100", monthly_amount: 200, currency: "USD" },
      paid_until: Date.now() + 30 * day_ms,
    };
    const mails = await excessMails(env, database(), organizationId, [charged], Date.now());
    await Promise.all(mails.map(({ send }) => send()));
    return resident.email;
  },
  "watch/alert": async ({ resident }) => {
    await raise(
      env,
      database(),
      [{ rule: "new_country", subject: newId(), user_id: resident.userId, facts: { country: "ES" } }],
      Date.now(),
    );
    return resident.email;
  },
  "watch/alert, to owners": async ({ organizationId, resident }) => {
    const facts = { times: 5, who: "Mara", organization: "Éclair, Inc." };
    await raise(
      env,
      database(),
      [{ rule: "role_changes", subject: newId(), organization_id: organizationId, facts }],
      Date.now(),
    );
    return resident.email;
  },
  "organizations/joining": async ({ organizationId, resident }) => {
    const news = { domain: "eclair.test", joined: "sam@eclair.test", by: "sam@eclair.test" };
    const organization = { id: organizationId, name: "Éclair, Inc." };
    const mails = await joiningMails(env, database(), organization, news, Date.now());
    const rows = mails.map(({ row }) => controlPlane().insert(control.mailOutbox).values(row));
    await Promise.all(rows);
    await Promise.all(mails.map(({ send }) => send()));
    return resident.email;
  },
  "data-rights/export-ready": async ({ resident }) => {
    const id = await quietly(resident);
    while ((await stepExport(env, id, Date.now())) !== null);
    return resident.email;
  },
  "data-rights/deletion": async ({ organizationId, resident }) => {
    await controlPlane()
      .update(control.organizations)
      .set({ archived_at: 1, purge_at: 1 })
      .where(eq(control.organizations.id, organizationId));
    await purgeDeleted(env, Date.now());
    return resident.email;
  },
  "campaigns/campaign-ended": async ({ organizationId, resident }) => {
    await delivered([campaignEnded(organizationId, { created_by: resident.userId })]);
    return resident.email;
  },
  "calls/notices/call-notice": async ({ organizationId, resident, there }) => {
    const organization = organizationId;
    await resident.post(there("/profile"), { intent: "notices", organization, booking: "on" });
    await delivered([callFinished(organizationId)]);
    return resident.email;
  },
  "calls/notices/due-call-back": async ({ organizationId, resident, there }) => {
    const organization = organizationId;
    await resident.post(there("/profile"), { intent: "notices", organization, message: "on" });
    const due = {
      ...{ v: 1 as const, call_back_id: newId(), message_id: newId(), call_id: newId(), agent_id: null },
      ...{ due_at: Date.now(), text: "Asks about the invoice", name: null, phone_number: "+14155550142" },
    };
    await mailDueCallBack(env, { mark: newId(), organization_id: organizationId }, due, Date.now());
    return resident.email;
  },
  "integrations/integration-expired": async ({ organizationId, resident }) => {
    const expired = { provider: "google_calendar", owner_id: resident.userId, at: Date.now() };
    await mailExpired(env, newId(), organizationId, expired, Date.now());
    return resident.email;
  },
  "webhooks/webhook-failing": async ({ organizationId, resident }) => {
    const endpoint = { endpoint_id: newId(), name: "Hooks", url: "https://hooks.test/calls" };
    const failing = { v: 1 as const, ...endpoint, failures: 5, failing_since: Date.now() };
    for (const is_disabled of [false, true]) {
      const told = { mark: newId(), organization_id: organizationId, at: Date.now() };
      await mailFailingWebhook(env, told, { ...failing, change_id: newId(), is_disabled }, Date.now());
    }
    return [resident.email, 2];
  },
  "workflows/workflow-email": async ({ organizationId }) => {
    const owner = await memberOf({ organizationId });
    const to = owner.email;
    const email = { to, subject: "Thank you", text: "We call you back tomorrow." };
    await workflowOn(owner, graphOf("call_ended", [["send_email", email]]));
    await callEnds(owner);
    return to;
  },
};

/** The mails of the product, by their files. */
const files = Object.keys(import.meta.glob("../../app/**/*.mail.tsx"));

test("every kind of mail has its way here", () => {
  const names = files.map((file) => file.replace("../../app/", "").replace(".mail.tsx", ""));
  const reached = new Set(Object.keys(kinds).map((kind) => kind.split(",")[0]));
  expect([...reached].sort()).toEqual(names.sort());
});

test.each(Object.keys(kinds))("no mail of %s tells of the platform", async (kind) => {
  const at = await house();
  const made = (await kinds[kind]?.(at)) ?? "";
  const [email, count] = typeof made === "string" ? [made, 1] : made;
  await mailTo(email, count);
  for (const mail of await mailsTo(email)) {
    expect(tracesIn(shownOf(mail)), mail.subject).toEqual([]);
    expect(shownOf(mail)).toContain("Éclair");
  }
});

test("nor does one to a client that wears its agency's brand", async () => {
  const { organizationId, there } = await house();
  const client = await memberOf({
    host: new URL(there("/")).host,
    organization: { name: "Harborview Plumbing", parent_organization_id: organizationId },
  });
  await withPassword(client.userId);
  await askForLink(anonymous(), client.email, there("/auth?mode=forgot"));
  const email = newAddress();
  await client.post(there("/users"), { intent: "invite", emails: email, role: "member" });
  for (const to of [client.email, email]) {
    const shown = shownOf(await mailTo(to));
    expect(tracesIn(shown)).toEqual([]);
    expect(shown).toContain("Éclair Voices");
  }
});
