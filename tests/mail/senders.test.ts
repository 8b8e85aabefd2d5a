/** Who each kind of mail is from: the tenant's verified address, its agency's, the neutral sender, or the platform. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, signIn } from "../accounts/arrange.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { agencyOwner, branded, press } from "../clients/arrange.ts";
import { page as domainsPage, goLive, newHost, setRecords } from "../domains/domaining.ts";
import { provenByCode, withAuthenticator } from "../factors/arrange.ts";
import { invited } from "../organizations/inviting.ts";
import { withGoogle, withPassword } from "../security/arrange.ts";
import { askForLink, choosePassword, linkIn } from "../sign-in/resetting.ts";
import { mailTo, type Received } from "../support/inbox.ts";
import {
  anonymous,
  controlPlane,
  goodPassword,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";

/** An owner, where their organization's people sign in, and how its mails must be headed. */
type Tenant = {
  readonly owner: Person;
  /** Before each path: the tenant's host, or nothing for the main one. */
  readonly site: string;
  readonly from: string;
  readonly reply_to: string | null;
};

// All of them come from one network.
beforeEach(() => forgetLimits());

const platform = '"AI Voice Agents" <no-reply@mail.localhost>';

/** Gives an organization a sending domain; the address. */
async function sendingFrom({ organizationId }: Person, status = "verified"): Promise<string> {
  const domain = `mail-${newId()}.test`;
  const now = Date.now();
  await controlPlane().insert(control.sendingDomains).values({
    organization_id: organizationId,
    domain,
    local_part: "hello",
    status,
    created_at: now,
    updated_at: now,
  });
  return `hello@${domain}`;
}

const brand = { company_name: "Harbor Dental" };
const siteOf = async (...of: Parameters<typeof branded>) => `https://${await branded(...of)}`;

const tenants: Record<string, () => Promise<Tenant>> = {
  "its own verified domain": async () => {
    const owner = await memberOf();
    const from = `"Harbor Dental" <${await sendingFrom(owner)}>`;
    const site = await siteOf(owner, { ...brand, support_email: "care@harbor.test" });
    return { owner, site, from, reply_to: "care@harbor.test" };
  },
  "its agency's verified domain": async () => {
    const agency = await agencyOwner();
    const from = `"Harbor Dental" <${await sendingFrom(agency)}>`;
    await branded(agency, { company_name: "Northwind", support_email: "help@northwind.test" });
    const owner = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
    return { owner, site: await siteOf(owner, brand), from, reply_to: "help@northwind.test" };
  },
  "no verified domain": async () => {
    const owner = await memberOf();
    await sendingFrom(owner, "pending");
    const from = '"Harbor Dental via Callmail" <no-reply@callmail.example>';
    return { owner, site: await siteOf(owner, brand), from, reply_to: null };
  },
  "the platform's brand": async () => ({
    owner: await memberOf(),
    site: "",
    from: platform,
    reply_to: null,
  }),
};

const done = async (answer: Promise<Response>): Promise<void> => {
  expect((await answer).status).toBeLessThan(400);
};

/** The newest mail to an address whose subject has these words. */
async function mailAbout(email: string, words: string): Promise<Received> {
  const mail = await mailTo(email);
  expect(mail.subject).toContain(words);
  return mail;
}

const kinds: Record<string, (tenant: Tenant) => Promise<Received>> = {
  "a code": async ({ owner, site }) => {
    const { userId, email } = await memberOf({ role: "member", organizationId: owner.organizationId });
    await withPassword(userId);
    await controlPlane()
      .update(control.users)
      .set({ email_confirmed_at: null })
      .where(eq(control.users.id, userId));
    const form = { intent: "sign-in", email, password: goodPassword };
    await done(site === "" ? signIn(anonymous(), email) : anonymous().post(`${site}/auth`, form));
    return mailAbout(email, "verification code");
  },
  "an invitation": async ({ owner }) => mailTo((await invited(owner)).email),
  "a reset link": async ({ owner, site }) => {
    const { email } = await memberOf({ role: "member", organizationId: owner.organizationId });
    await done(askForLink(anonymous(), email, `${site}/auth?mode=forgot`));
    return mailAbout(email, "Reset your");
  },
  "a reset link for an address without an account": async ({ site }) => {
    const email = newAddress();
    await done(askForLink(anonymous(), email, `${site}/auth?mode=forgot`));
    return mailTo(email);
  },
  "a password that was reset": async ({ owner, site }) => {
    const { userId, email } = await memberOf({ role: "member", organizationId: owner.organizationId });
    await withPassword(userId);
    await askForLink(anonymous(), email, `${site}/auth?mode=forgot`);
    await done(choosePassword(anonymous(), await linkIn(email, 1)));
    return mailTo(email, 2);
  },
  "a password that was changed": async ({ owner }) => {
    const person = await memberOf({ role: "member", organizationId: owner.organizationId });
    await withPassword(person.userId);
    const password = "Maple-lantern-38";
    const form = { current_password: goodPassword, password, confirm_password: password };
    await done(person.post("/security", { intent: "password", ...form }));
    return mailAbout(person.email, "Your password was changed");
  },
  "a change of address, to the new one": async ({ owner }) => {
    const email = newAddress();
    await withPassword(owner.userId);
    await done(owner.post("/security", { intent: "email", email }));
    return mailTo(email);
  },
  "a notice about two-factor": async ({ owner }) => {
    const person = await memberOf({ role: "member", organizationId: owner.organizationId });
    await withAuthenticator(person.userId);
    await provenByCode(person);
    await done(person.post("/mfa-setup", { intent: "codes" }));
    return mailAbout(person.email, "recovery codes");
  },
  "a notice about Google": async ({ owner }) => {
    const person = await memberOf({ role: "member", organizationId: owner.organizationId });
    await withPassword(person.userId);
    await withGoogle(person.userId, person.email);
    await done(person.post("/security", { intent: "google-disconnect" }));
    return mailAbout(person.email, "Google");
  },
  "a call": async ({ owner }) => {
    const wanted = { intent: "notices", organization: owner.organizationId, booking: "on" };
    await done(owner.post("/profile", wanted));
    await ended(owner, finishedCall({ outcome: "booked", summary: "Booked a cleaning" }));
    return mailTo(owner.email);
  },
  "a colleague who is signed out": async ({ owner }) => {
    const { userId, email } = await memberOf({ role: "member", organizationId: owner.organizationId });
    await done(owner.post("/users", { intent: "sign-out", member: userId }));
    return mailAbout(email, "You were signed out");
  },
};

const cases = Object.keys(tenants).flatMap((tenant) => Object.keys(kinds).map((kind) => [tenant, kind]));

test.each(cases)("R42: with %s, %s is from who the reader knows", async (tenant, kind) => {
  const found = await tenants[tenant]?.();
  if (!found) throw new Error(`no tenant ${tenant}`);
  const mail = await kinds[kind]?.(found);
  expect(mail).toMatchObject({ from: found.from, reply_to: found.reply_to });
});

test.each(["its own verified domain", "its agency's verified domain", "no verified domain"])(
  "with %s, a mail about a custom domain is from who the owner knows",
  async (tenant) => {
    const found = await tenants[tenant]?.();
    if (!found) throw new Error(`no tenant ${tenant}`);
    await goLive(found.owner, newHost());
    const { from, reply_to } = await mailTo(found.owner.email);
    expect({ from, reply_to }).toEqual({ from: found.from, reply_to: found.reply_to });
  },
);

test("a client that is moved out is told in the name and from the address that it knows", async () => {
  const agency = await agencyOwner();
  const address = await sendingFrom(agency);
  await branded(agency, { company_name: "Northwind", support_email: "help@northwind.test" });
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  await done(press(agency, client, "move"));
  expect(await mailTo(client.email)).toMatchObject({
    from: `"Northwind" <${address}>`,
    reply_to: "help@northwind.test",
  });
});

const setSender = async (owner: Person): Promise<string> => {
  const domain = `mail-${newId()}.test`;
  await done(owner.post(domainsPage, { intent: "sender", address: `hello@${domain}` }));
  return domain;
};

/** Who a reset link is from that is asked for on a host. */
async function fromOn(site: string): Promise<string> {
  await forgetLimits();
  const email = newAddress();
  await done(askForLink(anonymous(), email, `${site}/auth?mode=forgot`));
  return (await mailTo(email)).from;
}

test("a host mails from the address as soon as it is verified, its clients' hosts follow, and neither after it is removed", async () => {
  const owner = await agencyOwner();
  const site = await siteOf(owner, { company_name: "Northwind" });
  const client = await memberOf({ organization: { parent_organization_id: owner.organizationId } });
  const clientSite = await siteOf(client, brand);
  const neutral = (name: string) => `"${name} via Callmail" <no-reply@callmail.example>`;
  expect(await fromOn(site)).toBe(neutral("Northwind"));
  expect(await fromOn(clientSite)).toBe(neutral("Harbor Dental"));

  const domain = await setSender(owner);
  expect(await fromOn(site)).toBe(neutral("Northwind"));
  await setRecords(domain);
  await done(owner.post(domainsPage, { intent: "sender-check" }));
  expect(await fromOn(site)).toBe(`"Northwind" <hello@${domain}>`);
  const ofClient = () => fromOn(clientSite);
  await expect.poll(ofClient, { timeout: 20_000 }).toBe(`"Harbor Dental" <hello@${domain}>`);

  await done(owner.post(domainsPage, { intent: "sender-remove" }));
  expect(await fromOn(site)).toBe(neutral("Northwind"));
  await expect.poll(ofClient, { timeout: 20_000 }).toBe(neutral("Harbor Dental"));
});

test("people of two organizations on the main host get mail from the one that they look at", async () => {
  const owner = await memberOf();
  const address = await sendingFrom(owner);
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, ...brand, updated_at: Date.now() });
  await withPassword(owner.userId);
  const other = await memberOf();
  await controlPlane().insert(control.organizationMembers).values({
    organization_id: other.organizationId,
    user_id: owner.userId,
    role: "member",
    created_at: Date.now(),
  });
  const asked = async (): Promise<string> => {
    await forgetLimits();
    const email = newAddress();
    await done(owner.post("/security", { intent: "email", email }));
    return (await mailTo(email)).from;
  };
  expect(await asked()).toBe(`"Harbor Dental" <${address}>`);
  await done(owner.post("/organizations/switch", { to: other.organizationId }));
  expect(await asked()).toBe(platform);
});

test("a brand's logo heads its mails, from its own host; without one its letter does", async () => {
  const owner = await memberOf();
  const logo_url = "/brand-images/abcdefghijklmnopqrstuv.png";
  const site = await siteOf(owner, { ...brand, logo_url });
  const { email } = await invited(owner);
  const { html } = await mailTo(email);
  expect(html).toContain(`<img src="${site}${logo_url}" alt="Harbor Dental" height="32"`);
  const onHost = newAddress();
  await done(askForLink(anonymous(), onHost, `${site}/auth?mode=forgot`));
  expect((await mailTo(onHost)).html).toContain(`<img src="${site}${logo_url}" alt="Harbor Dental"`);
  const plain = await memberOf();
  expect((await mailTo((await invited(plain)).email)).html).not.toContain("<img");
});
