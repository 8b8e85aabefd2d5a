/** A customer's plan, limits, trial and credit, changed by a platform admin. */
import { beforeAll, expect, test } from "vitest";
import { day_s } from "#app/platform/durations.ts";
import { planOf, priceOf, sellPlans, stripe, subscribe, told } from "../billing/subscribing.ts";
import { agencyOwner, clientOf, rowOf } from "../clients/arrange.ts";
import { post } from "../sandbox/world.ts";
import { memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
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
  await act(admin, customer, "limits", { agents: "1", clients: "2" });
  expect((await rowOf(customer.organizationId))?.granted_limits).toEqual({ agents: 1, clients: 2 });
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

test("a credit that Stripe did not answer to is in the trail as uncertain", async () => {
  const admin = await adminOf();
  const { person } = await subscribed("growth");
  await post("/faults", { host: "api.stripe.com", path: "/v1/customers", status: 500, times: 6 });
  const answer = await act(admin, person, "credit", { amount: "5", currency: "USD" });
  expect(answer.status).toBe(502);
  expect(await text(answer)).toContain("Check the customer's balance there before you try again.");
  const [row] = await platformTrail(person.organizationId, "customer.credit_failed");
  expect(row?.changes).toMatchObject({ amount: 500 });
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
