/** A customer's plan, limits, trial and credit, changed by a platform admin. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { giveDueCredits } from "#app/billing/stripe/credits.server.ts";
import { day_ms, day_s } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { planOf, priceOf, sellPlans, stripe, subscribe, told } from "../billing/subscribing.ts";
import { agencyOwner, clientOf, rowOf } from "../clients/arrange.ts";
import { post } from "../sandbox/world.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { deliver, forgetKeys } from "../support/stripe.ts";
import { act, adminOf, doneOf, pathOf, platformTrail, text, versionOf } from "./customers.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

async function subscribed(tier: string, trial_days?: number) {
  const person = await memberOf();
  const subscription = await subscribe(person, { tier, ...(trial_days !== undefined && { trial_days }) });
  await told("customer.subscription.created", subscription);
  return { person, subscription };
}

const balanceOf = async (customer: string) => {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? null : found.balance;
};

test("without a subscription a plan is given as it is, and counts at once", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  expect(doneOf(await act(admin, customer, "plan", { tier: "scale", status: "active" }))).toBe("plan");
  expect(await planOf(customer.organizationId)).toMatchObject({ tier: "scale", status: "active" });
  expect((await customer.get("/clients")).status).toBe(200);
  for (const form of [{ tier: "huge" }, { tier: "scale", status: "canceled" }])
    expect((await act(admin, customer, "plan", form)).status).toBe(422);
});

test("with a subscription Stripe's is changed: at once, without a charge or a credit", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("starter");
  const customer = String(subscription.customer);
  const before = await stripe.invoices.list({ customer });
  expect(doneOf(await act(admin, person, "plan", { tier: "growth" }))).toBe("plan");
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.items.data.map(({ price }) => price.id)).toContain((await priceOf("growth")).price_id);
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(before.data.length);
  expect(await text(await admin.get(pathOf(person)))).toContain("Growth, active");
});

test("when Stripe is down a plan stays as it is, and the page says so", async () => {
  const admin = await adminOf();
  const { person } = await subscribed("starter");
  await post("/faults", { host: "api.stripe.com", path: "/v1/subscriptions", status: 500, times: 3 });
  const answer = await act(admin, person, "plan", { tier: "growth" });
  expect(answer.status).toBe(502);
  expect(await text(answer)).toContain("Nothing was changed.");
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "starter" });
  expect(await versionOf(person)).toBe("0");
});

test("limits stand in place of the plan's, more or less, and go when they are left blank", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  const create = () => customer.post("/agents/new", { kind: "receptionist" });
  const granted = { agents: 1, clients: 2, calls_a_day: 50, calls_a_minute: 4 };
  const typed = Object.fromEntries(Object.entries(granted).map(([name, value]) => [name, String(value)]));
  await act(admin, customer, "limits", typed);
  expect((await rowOf(customer.organizationId))?.granted_limits).toEqual(granted);
  expect((await create()).headers.get("location")).toContain("/agents/");
  const refused = await create();
  expect(refused.headers.get("location")).toBeNull();
  expect((await customer.get("/clients")).status).toBe(200);
  await act(admin, customer, "limits", {});
  expect((await rowOf(customer.organizationId))?.granted_limits).toBeNull();
  expect((await create()).headers.get("location")).toContain("/agents/");
  expect((await act(admin, customer, "limits", { agents: "many" })).status).toBe(422);
});

test("a trial before any plan gets more minutes, which calls and the page of the plan go by", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  expect(doneOf(await act(admin, customer, "trial", { more: "45" }))).toBe("trial");
  expect((await rowOf(customer.organizationId))?.granted_limits).toEqual({ trial_minutes: 75 });
  expect(await text(await customer.get("/subscription"))).toContain("of 75");
  for (const more of ["0", "-5", "1001", "x"])
    expect((await act(admin, customer, "trial", { more })).status, more).toBe(422);
});

test("a plan's trial gets more days at Stripe", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth", 14);
  expect(doneOf(await act(admin, person, "trial", { more: "10" }))).toBe("trial");
  const after = await stripe.subscriptions.retrieve(subscription.id);
  expect(after.trial_end).toBe((subscription.trial_end ?? 0) + 10 * day_s);
  expect(await planOf(person.organizationId)).toMatchObject({ status: "trialing" });
  const paid = await subscribed("growth");
  expect((await act(admin, paid.person, "trial", { more: "10" })).status).toBe(409);
});

test("a credit is given once, however often the form is sent, and is taken off an invoice", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  const customer = String(subscription.customer);
  const version = await versionOf(person);
  const answers = await Promise.all(
    [0, 1, 2].map(() => act(admin, person, "credit", { amount: "12.50", currency: "USD", version })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(await balanceOf(customer)).toBe(-1250);
  for (const amount of ["0", "-3", "1.234", "free"])
    expect((await act(admin, person, "credit", { amount, currency: "USD" })).status, amount).toBe(422);
});

test("a credit is in a currency that plans are sold in, and never in one that only the pages show", async () => {
  const admin = await adminOf();
  const person = await memberOf({ organization: { currency: "JPY" } });
  const page = await (await admin.get(`/customer-management/${person.organizationId}`)).text();
  expect(page).toContain("Amount in USD");
  expect((await act(admin, person, "credit", { amount: "25", currency: "JPY" })).status).toBe(422);
  expect((await act(admin, person, "credit", { amount: "25", currency: "GBP" })).status).toBe(409);
  await act(admin, person, "credit", { amount: "25", currency: "USD" });
  const [row] = await platformTrail(person.organizationId, "customer.credited");
  expect(row?.changes).toMatchObject({ amount: 2500, currency: "USD" });
});

const creditsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.customerCredits)
    .where(eq(control.customerCredits.organization_id, organizationId));

/** Each request is sent three times before it counts as unanswered. */
const silence = (path = "/v1/customers") =>
  post("/faults", { host: "api.stripe.com", path, status: 500, times: 3 });

const daysLater = (days: number) => giveDueCredits(env, Date.now() + days * day_ms);

test("a credit that Stripe does not answer to is recorded, and given by cron", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  const customer = String(subscription.customer);
  await silence();
  expect(doneOf(await act(admin, person, "credit", { amount: "5", currency: "USD" }))).toBe("owed");
  const said = await text(await admin.get(`${pathOf(person)}?done=owed`));
  expect(said).toContain("it will be given automatically");
  expect(said).not.toContain("try again");
  expect(said).toContain("given as soon as our payment provider answers: $5.");
  expect(await creditsOf(person)).toMatchObject([
    { amount: 500, currency: "USD", state: "owed", attempts: 1 },
  ]);
  expect(await balanceOf(customer)).toBe(0);

  await giveDueCredits(env, Date.now());
  expect(await balanceOf(customer)).toBe(0);
  await silence();
  await daysLater(1);
  expect(await creditsOf(person)).toMatchObject([{ state: "owed", attempts: 2 }]);
  for (const days of [2, 3]) await daysLater(days);
  expect(await balanceOf(customer)).toBe(-500);
  expect(await creditsOf(person)).toMatchObject([{ state: "given", due_at: null }]);
  expect(await text(await admin.get(pathOf(person)))).not.toContain("as soon as our payment provider");
  expect(await platformTrail(person.organizationId, "customer.credited")).toHaveLength(2);
});

test("a credit whose answer was lost is given once, also when Stripe has forgotten its key", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  const customer = String(subscription.customer);
  await silence(`/v1/customers/${customer}/balance_transactions`);
  expect(doneOf(await act(admin, person, "credit", { amount: "5", currency: "USD" }))).toBe("owed");
  const [credit] = await creditsOf(person);
  // What reached Stripe before the answer was lost.
  await stripe.customers.createBalanceTransaction(
    customer,
    { amount: -500, currency: "usd", metadata: { credit_id: credit?.id ?? "" } },
    { idempotencyKey: `credit:${credit?.id}:${customer}` },
  );
  await forgetKeys();
  expect(await balanceOf(customer)).toBe(-500);
  await daysLater(1);
  expect(await creditsOf(person)).toMatchObject([{ state: "given" }]);
  expect(await balanceOf(customer)).toBe(-500);
});

test("two credits are two, whatever became of the first", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  await silence();
  expect(doneOf(await act(admin, person, "credit", { amount: "5", currency: "USD" }))).toBe("owed");
  expect(doneOf(await act(admin, person, "credit", { amount: "7", currency: "USD" }))).toBe("credit");
  await daysLater(1);
  expect(await balanceOf(String(subscription.customer))).toBe(-1200);
});

test("a credit that Stripe refuses is failed and audited, and is never tried again", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  const path = `/v1/customers/${subscription.customer}/balance_transactions`;
  await post("/faults", { host: "api.stripe.com", path, status: 400 });
  const answer = await act(admin, person, "credit", { amount: "5", currency: "USD" });
  expect(answer.status).toBe(409);
  expect(await text(answer)).toContain("Our payment provider refused the credit. Nothing was credited.");
  expect(await creditsOf(person)).toMatchObject([{ state: "failed", due_at: null }]);
  const [row] = await platformTrail(person.organizationId, "customer.credit_refused");
  expect(row?.changes).toMatchObject({ amount: 500 });
  expect(await text(await admin.get(pathOf(person)))).toContain("refused a credit by support");
  await daysLater(1);
  expect(await balanceOf(String(subscription.customer))).toBe(0);
});

test("a credit that Stripe refuses later is failed and audited by cron", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  await silence();
  await act(admin, person, "credit", { amount: "5", currency: "USD" });
  // Stripe refuses a second currency.
  await controlPlane()
    .update(control.customerCredits)
    .set({ currency: "EUR" })
    .where(eq(control.customerCredits.organization_id, person.organizationId));
  for (const days of [1, 2]) await daysLater(days);
  expect(await creditsOf(person)).toMatchObject([{ state: "failed", attempts: 1, due_at: null }]);
  expect(await platformTrail(person.organizationId, "customer.credit_refused")).toHaveLength(2);
  expect(await balanceOf(String(subscription.customer))).toBe(0);
});

test("the credit of a deleted organization waits until it is restored", async () => {
  const admin = await adminOf();
  const { person, subscription } = await subscribed("growth");
  await silence();
  await act(admin, person, "credit", { amount: "5", currency: "USD" });
  expect(doneOf(await act(admin, person, "delete"))).toBe("deleted");
  await daysLater(1);
  expect(await creditsOf(person)).toMatchObject([{ state: "owed", attempts: 1 }]);
  expect(doneOf(await act(admin, person, "restore"))).toBe("restored");
  await daysLater(1);
  expect(await balanceOf(String(subscription.customer))).toBe(-500);
});

test("a client's plan, limits and credit are its agency's", async () => {
  const admin = await adminOf();
  const agency = await agencyOwner();
  const client: Person = await clientOf(agency);
  const forms = [
    ["plan", { tier: "growth" }],
    ["limits", { agents: "1" }],
    ["trial", { more: "5" }],
    ["credit", { amount: "5", currency: "USD" }],
  ] as const;
  for (const [intent, form] of forms)
    expect((await act(admin, client, intent, form)).status, intent).toBe(409);
  const page = await text(await admin.get(pathOf(client)));
  expect(page).toContain("is its agency, and chooses its plan and limits.");
  expect(page).not.toContain("Save limits");
});
