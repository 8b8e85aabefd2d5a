/** Disputed payments: reported when they begin and when they are lost, and before platform admins until they are decided. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { cards, decide, deliver, pay } from "../support/stripe.ts";
import { begun, sessionIn } from "./buying.ts";
import { priceOf, sellPlans, stripe, told } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

/** An owner whose first payment of a plan is disputed. */
async function disputing() {
  const owner = await memberOf({ organization: { name: `Quarrel ${newId()}` } });
  const { organizationId: organization_id } = owner;
  await controlPlane()
    .insert(control.trialGrants)
    .values({ holder: `organization:${organization_id}`, organization_id, granted_at: Date.now() });
  const session = sessionIn(await begun(owner, (await priceOf("growth")).price_id));
  expect(await pay(session, cards.disputed)).toMatchObject({ status: "complete" });
  const [dispute] = (await stripe.disputes.list()).data;
  if (!dispute) throw new Error("no dispute");
  return { owner, dispute };
}

const errorsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select({ severity: control.errorLogs.severity, message: control.errorLogs.error_message })
    .from(control.errorLogs)
    .where(eq(control.errorLogs.organization_id, organizationId));

const shown = async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  return pageText(await (await admin.get("/admin/billing-events")).text());
};

test("B30: a dispute is reported once and listed with amount, organization, reason and deadline", async () => {
  const { owner, dispute } = await disputing();
  await told("charge.dispute.created", dispute);
  await told("charge.dispute.created", dispute);
  expect(await errorsOf(owner)).toEqual([
    { severity: "critical", message: expect.stringContaining("9900 USD is disputed (fraudulent)") },
  ]);
  const words = await shown();
  const organization = await controlPlane()
    .select({ name: control.organizations.name })
    .from(control.organizations)
    .where(eq(control.organizations.id, owner.organizationId))
    .get();
  for (const word of [
    "Disputed payments",
    "$99",
    "fraudulent",
    organization?.name ?? "",
    "Respond by",
    dispute.id,
  ])
    expect(words).toContain(word);
});

test("R28: a decided dispute leaves the list, whichever event comes first; a lost one is reported", async () => {
  const [won, lost] = [await disputing(), await disputing()];
  await told("charge.dispute.created", lost.dispute);
  await decide(won.dispute.id, "won");
  await decide(lost.dispute.id, "lost");
  await told("charge.dispute.closed", won.dispute);
  await told("charge.dispute.created", won.dispute);
  await told("charge.dispute.closed", lost.dispute);
  const words = await shown();
  expect(words).not.toContain(won.dispute.id);
  expect(words).not.toContain(lost.dispute.id);
  expect((await errorsOf(lost.owner)).map(({ message }) => message)).toEqual([
    expect.stringContaining("needs_response"),
    expect.stringContaining("lost"),
  ]);
});

test("B32: a dispute of a payment that is none of ours is listed without an organization", async () => {
  const { id: customer } = await stripe.customers.create({});
  const method = await stripe.paymentMethods.attach("pm_card_createDispute", { customer });
  await stripe.paymentIntents.create({
    ...{ amount: 1234, currency: "usd", customer, payment_method: method.id },
    confirm: true,
    off_session: true,
  });
  const [dispute] = (await stripe.disputes.list()).data;
  await told("charge.dispute.created", dispute ?? {});
  const words = await shown();
  expect(words).toContain("$12.34");
  expect(words).toContain("No organization");
});
