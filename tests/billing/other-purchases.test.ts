/** No one pays for two plans: what was paid and not heard of counts, of several open checkouts only the newest can be paid, and of two that were paid the later one ends. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { endDoublePlans } from "#app/billing/stripe/double-plans.server.ts";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { advance, cards, deliver, pay, subscriptions } from "../support/stripe.ts";
import { begun, createCheckout, sessionIn } from "./buying.ts";
import { newDatabase, planOf, priceOf, sellPlans, stripe, subscribe } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("R29: a plan that was paid, and whose events were lost, is found by the next checkout, which is refused", async () => {
  const owner = await memberOf();
  const secret = await begun(owner, (await priceOf("starter")).price_id);
  expect(await pay(sessionIn(secret), cards.good)).toMatchObject({ status: "complete" });
  expect(await planOf(owner.organizationId)).toMatchObject({ status: "pending" });
  const second = await createCheckout(owner, (await priceOf("growth")).price_id);
  expect(second).toMatchObject({ status: 409, error: expect.stringContaining("already has a plan") });
  expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter" });
});

test("B34: two owners begin a checkout: only the newer one can be paid", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const other = await memberOf({ organizationId });
  const first = sessionIn(await begun(owner, (await priceOf("starter")).price_id));
  const second = sessionIn(await begun(other, (await priceOf("growth")).price_id));
  expect(await pay(first, cards.good)).toMatchObject({ status: "refused" });
  expect(await pay(second, cards.good)).toMatchObject({ status: "complete" });
  const { customer } = await stripe.checkout.sessions.retrieve(second);
  expect(await subscriptions(String(customer))).toHaveLength(1);
  // The page that was opened first begins anew, and is told.
  expect(await createCheckout(owner, (await priceOf("starter")).price_id)).toMatchObject({ status: 409 });
});

/** Reads a subscription as its event would make it read. */
const read = ({ organizationId }: Person, subscription_id: string) =>
  refreshSubscription(env, newDatabase(), { organization_id: organizationId, subscription_id }, Date.now());

const rowsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select({ id: control.subscriptions.subscription_id, status: control.subscriptions.status })
    .from(control.subscriptions)
    .where(eq(control.subscriptions.organization_id, organizationId))
    .orderBy(control.subscriptions.stripe_created);

/** What a subscription's customer got back, minor units. */
async function refundedTo(customer: string): Promise<number> {
  const { data } = await stripe.refunds.list();
  return data
    .filter((one) => "customer" in one && one.customer === customer)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Two subscriptions that were paid within the same moment, one second apart at Stripe. */
async function twoPaid(owner: Person, cards: [first?: string, second?: string] = []) {
  const first = await subscribe(owner, { tier: "starter", ...(cards[0] && { card: cards[0] }) });
  await stripeSecond();
  const second = await subscribe(owner, { tier: "growth", ...(cards[1] && { card: cards[1] }) });
  expect(second.created).toBeGreaterThan(first.created);
  return { first: first.id, second: second.id, customer: String(first.customer) };
}

/** Stripe counts in seconds. */
const stripeSecond = () => advance({ seconds: 2 });

test("B34: a plan that begins ends the checkouts that are still open", async () => {
  const owner = await memberOf();
  const open = sessionIn(await begun(owner, (await priceOf("growth")).price_id));
  const made = await subscribe(owner, { tier: "starter" });
  await read(owner, made.id);
  expect(await pay(open, cards.good)).toMatchObject({ status: "refused" });
  expect(await subscriptions(String(made.customer))).toHaveLength(1);
});

test.each(["first", "second"] as const)(
  "B34: of two plans that were paid at once, heard of %s first, the later one ends and is paid back, once",
  async (heard) => {
    const owner = await memberOf();
    const { first, second, customer } = await twoPaid(owner);
    const order = heard === "first" ? [first, second] : [second, first];
    for (const id of [...order, ...order]) await read(owner, id);
    await endDoublePlans(env, Date.now());
    expect(await rowsOf(owner)).toEqual([
      { id: first, status: "active" },
      { id: second, status: "canceled" },
    ]);
    expect((await stripe.subscriptions.retrieve(second)).status).toBe("canceled");
    expect((await stripe.subscriptions.retrieve(first)).status).toBe("active");
    expect(await refundedTo(customer)).toBe((await priceOf("growth")).unit_amount);
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter", status: "active" });
    const noted = await controlPlane()
      .select()
      .from(control.auditEvents)
      .where(
        and(
          eq(control.auditEvents.target, second),
          eq(control.auditEvents.action, "subscription.double_ended"),
        ),
      );
    expect(noted).toHaveLength(1);
  },
);

test("B34: a refund that Stripe does not take leaves both, says so, and cron does it", async () => {
  const owner = await memberOf();
  const { first, second, customer } = await twoPaid(owner);
  await read(owner, first);
  await post("/faults", { host: "api.stripe.com", path: "/v1/refunds", status: 500, times: 3 });
  await read(owner, second);
  expect((await rowsOf(owner)).map(({ status }) => status)).toEqual(["active", "active"]);
  const errors = await controlPlane()
    .select()
    .from(control.errorLogs)
    .where(eq(control.errorLogs.organization_id, owner.organizationId));
  expect(errors).toMatchObject([{ severity: "critical", url: "/stripe/double-subscriptions" }]);
  await endDoublePlans(env, Date.now());
  expect((await rowsOf(owner)).map(({ status }) => status)).toEqual(["active", "canceled"]);
  expect(await refundedTo(customer)).toBe((await priceOf("growth")).unit_amount);
});

test("B34: a second trial of the same organization ends without a charge", async () => {
  const owner = await memberOf();
  const first = await subscribe(owner, { trial_days: 14 });
  await stripeSecond();
  const second = await subscribe(owner, { trial_days: 14 });
  for (const { id } of [first, second]) await read(owner, id);
  expect((await rowsOf(owner)).map(({ status }) => status)).toEqual(["trialing", "canceled"]);
  const { data } = await stripe.invoices.list({ customer: String(first.customer) });
  expect(data.reduce((sum, { amount_paid }) => sum + amount_paid, 0)).toBe(0);
});

test("B34: the page after the payment of a plan that ended beside another says so", async () => {
  const owner = await memberOf();
  const session = sessionIn(await begun(owner, (await priceOf("growth")).price_id));
  const { id } = await subscribe(owner, { tier: "starter" });
  await stripeSecond();
  expect(await pay(session, cards.good)).toMatchObject({ status: "complete" });
  await read(owner, id);
  const page = await owner.get(`/checkout/return?session_id=${session}`);
  expect(await pageText(await page.text())).toContain("This one ended right away");
  expect((await rowsOf(owner)).map(({ status }) => status)).toEqual(["active", "canceled"]);
});

test("B34: where one payment is overdue nothing ends by itself: platform admins see both", async () => {
  const owner = await memberOf();
  const { first, second } = await twoPaid(owner);
  await read(owner, first);
  await controlPlane()
    .update(control.subscriptions)
    .set({ status: "past_due" })
    .where(eq(control.subscriptions.subscription_id, first));
  await read(owner, second);
  await endDoublePlans(env, Date.now());
  expect((await stripe.subscriptions.retrieve(second)).status).toBe("active");
  const admin = await memberOf({ isPlatformAdmin: true });
  const words = await pageText(await (await admin.get("/admin/billing-events")).text());
  expect(words).toContain("Two plans at once");
  expect(words).toContain(second);
});
