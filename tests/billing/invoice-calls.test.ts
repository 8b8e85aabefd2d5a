/** /subscription/invoices/:invoiceId/calls.csv: the calls that an invoice bills, and its recomputation from the file. */
import { beforeAll, expect, test } from "vitest";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { billingCustomers, meterEvents, planPrices } from "#drizzle/control/schema.ts";
import { recomputed } from "../../scripts/statement.mjs";
import { ended, inObject } from "../calls/arrange.ts";
import { plan, stripe } from "../sandbox/stripe.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { advance, deliver } from "../support/stripe.ts";
import { callOf } from "./arrange.ts";
import { terms } from "./periods.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
});

/** Addresses are lower case: the browser is sent to this one. */
const path = (invoice: string) => `/subscription/invoices/${invoice.toLowerCase()}/calls.csv`;

/** A period that goes on now, of two included minutes. */
const present = () => terms({ period_start: Date.now() - 10 * day_ms, period_end: Date.now() + 20 * day_ms });

async function subscribed(owner: Person) {
  const plan = present();
  await owner.store.usage.setTerms([plan], Date.now());
  return plan;
}

test("the period so far is a file whose lines agree with its total", async () => {
  const owner = await memberOf();
  await subscribed(owner);
  await ended(owner, callOf(100, Date.now() - 2 * day_ms), callOf(80, Date.now() - day_ms));
  const response = await owner.get(path("current"));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const text = await response.text();
  expect(text).toContain("+14155550142");
  expect(recomputed(text)).toMatchObject({ wrong: [], calls: 2, minutes: "0.150000", currency: "USD" });
});

test("a billing member gets the file without the callers' numbers, a viewer none, another organization 404", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  await subscribed(owner);
  await ended(owner, callOf(100, Date.now() - day_ms));
  const billing = await memberOf({ role: "billing", organizationId });
  const text = await (await billing.get(path("current"))).text();
  expect(text).not.toContain("+14155550142");
  expect(text).toContain("+14155550100");
  expect((await (await memberOf({ role: "viewer", organizationId })).get(path("current"))).status).toBe(403);
  expect((await (await memberOf()).get(path("current"))).status).toBe(404);
});

test("a month of two thousand calls is written whole, in pages", async () => {
  const owner = await memberOf();
  const plan = await subscribed(owner);
  await inObject(owner, (sql) =>
    sql.exec(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into usage_records (call_id, at, day, direction, billable_seconds, included_seconds, overage_seconds,
        cost_lines, price_lines, period_start, position, used_before, currency, recorded_at)
      select 'call-' || i, ?, '2026-11-20', 'inbound', 60, min(60, max(0, 120 - 60 * (i - 1))),
        60 - min(60, max(0, 120 - 60 * (i - 1))), '[]', '[]', ?, i, 60 * (i - 1), 'USD', 0 from n`,
      plan.period_start + minute_ms,
      plan.period_start,
    ),
  );
  const text = await (await owner.get(path("current"))).text();
  expect(recomputed(text)).toMatchObject({ wrong: [], calls: 2000, minutes: "299.700000" });
});

test("an agency's file has its clients' calls too, with no numbers of theirs", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  const client = await memberOf({
    organization: { name: "Harbor Dental", parent_organization_id: agency.organizationId },
  });
  await subscribed(agency);
  const own = callOf(70, Date.now() - 2 * day_ms);
  await ended(agency, own);
  await controlPlane()
    .insert(meterEvents)
    .values([
      meteredCall(agency, agency, own.id, 70, own.ended_at),
      meteredCall(client, agency, "client-call", 80, Date.now() - day_ms),
    ]);
  const text = await (await agency.get(path("current"))).text();
  expect(recomputed(text)).toMatchObject({ wrong: [], calls: 2, minutes: "0.075000" });
  expect(text).toMatch(/client-call,Harbor Dental,,[^,]+,,,,80,70,50,30,/);
});

test("an invoice of a former agency keeps its clients' calls", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "growth" } });
  const client = await memberOf({ organization: { name: "Harbor Dental" } });
  await subscribed(agency);
  await controlPlane()
    .insert(meterEvents)
    .values([meteredCall(client, agency, "left-call", 80, Date.now() - day_ms)]);
  const text = await (await agency.get(path("current"))).text();
  expect(recomputed(text)).toMatchObject({ wrong: [], calls: 1 });
  expect(text).toContain("left-call,Harbor Dental");
});

const meteredCall = (whose: Person, payer: Person, id: string, seconds: number, at: number) => ({
  identifier: `${id}:platform`,
  organization_id: whose.organizationId,
  payer_id: payer.organizationId,
  customer_id: null,
  seconds,
  at,
});

test("usage billed equals usage recorded: an invoice of a generated month, its file and the calls agree", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const { fee, minutes, product } = await plan("Growth", 9900, { per_second: "0.25", included: 600 });
  const rented = await stripe.prices.create({
    currency: "usd",
    unit_amount: 315,
    recurring: { interval: "month" },
    product_data: { name: "Number" },
  });
  const customer = await stripe.customers.create({ metadata: { organization_id: organizationId } });
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: fee.id }, { price: minutes.id }, { price: rented.id }],
    default_payment_method: method.id,
    billing_mode: { type: "flexible" },
  });
  const item = subscription.items.data.find(({ price }) => price.id === minutes.id);
  if (!item) throw new Error("no item of minutes");
  const began = item.current_period_start * 1000;
  const ends = item.current_period_end * 1000;
  await controlPlane()
    .insert(billingCustomers)
    .values({ organization_id: organizationId, customer_id: customer.id, created_at: began });
  await controlPlane().insert(planPrices).values({
    price_id: fee.id,
    lookup_key: fee.id,
    product_id: product.id,
    tier: "growth",
    cadence: "monthly",
    currency: "USD",
    unit_amount: 9900,
    minutes_price_id: minutes.id,
    included_seconds: 600,
    minute_micros: 150_000,
    is_active: true,
    synced_at: began,
  });
  await owner.store.usage.setTerms(
    [terms({ period_start: began, period_end: ends, included_seconds: 600 })],
    began,
  );
  const calls = Array.from({ length: 25 }, (_, place) =>
    callOf(11 + place * 7, began + (place + 1) * minute_ms),
  );
  await ended(owner, ...calls);
  await advance({ days: 1 }, customer.id);
  for (const { id, ended_at, talk_seconds } of calls)
    await stripe.billing.meterEvents.create({
      event_name: "call_seconds",
      identifier: `${id}:platform`,
      timestamp: Math.floor(ended_at / 1000),
      payload: { stripe_customer_id: customer.id, value: String(talk_seconds) },
    });
  await advance({ days: 32 }, customer.id);
  const invoices = await stripe.invoices.list({ customer: customer.id });
  const renewal = invoices.data.find(({ billing_reason }) => billing_reason === "subscription_cycle");
  if (!renewal?.id) throw new Error("the period did not end");
  const billed = renewal.lines.data
    .filter(({ pricing }) => pricing?.price_details?.price === minutes.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  const response = await owner.get(path(renewal.id));
  expect(response.status).toBe(200);
  const file = recomputed(await response.text());
  expect(file).toMatchObject({ wrong: [], calls: 25, fee: "99.00", other: "3.15" });
  expect(Math.round(Number(file.minutes) * 100)).toBe(billed);
  expect(Number(file.total) * 100).toBe(renewal.total);
  const first = invoices.data.find(({ billing_reason }) => billing_reason === "subscription_create");
  const ahead = recomputed(await (await owner.get(path(first?.id ?? ""))).text());
  expect(ahead).toMatchObject({ wrong: [], calls: 0, fee: "99.00", total: "102.15" });
  // Each file is named by its invoice, and the page offers one only where minutes are billed.
  const named = async (id: string) => (await owner.get(path(id))).headers.get("content-disposition");
  expect(await named(renewal.id)).toBe(`attachment; filename="calls-${renewal.number}.csv"`);
  expect(await named(first?.id ?? "")).toBe(`attachment; filename="calls-${first?.number}.csv"`);
  expect(first?.number).not.toBe(renewal.number);
  const page = await (await owner.get("/subscription")).text();
  expect(page).toContain(`Calls of ${renewal.number} as CSV`);
  expect(page).toContain(`PDF of ${first?.number}`);
  expect(page).not.toContain(`Calls of ${first?.number} as CSV`);
  const stranger = await memberOf();
  expect((await stranger.get(path(renewal.id))).status).toBe(404);
  expect((await owner.get(path("in_none"))).status).toBe(404);
});
