/** The simulated Stripe's clock: trials, renewals with usage, failed payments, changes of plan. */
import { beforeAll, expect, test } from "vitest";
import {
  advance,
  cards,
  deliver,
  events,
  invoices,
  pay,
  startClockAt,
  subscriptions,
} from "../support/stripe.ts";
import { plan, stripe } from "./stripe.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
});

type Terms = Awaited<ReturnType<typeof plan>>;

async function subscribed({ fee, minutes }: Terms, { card = cards.good as string, trial = 0 } = {}) {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    ui_mode: "embedded_page",
    customer: customer.id,
    line_items: [{ price: fee.id, quantity: 1 }, { price: minutes.id }],
    return_url: "https://app.test/checkout/return",
    subscription_data: { ...(trial > 0 && { trial_period_days: trial }) },
  });
  expect(await pay(session.id, card)).toMatchObject({ status: "complete" });
  const [found] = await subscriptions(customer.id);
  return { customer: customer.id, id: found?.id ?? "" };
}

const use = (customer: string, seconds: number, identifier: string = crypto.randomUUID()) =>
  stripe.billing.meterEvents.create({
    event_name: "call_seconds",
    identifier,
    payload: { stripe_customer_id: customer, value: String(seconds) },
  });

test("a period renews: the fee of the next one, and what was used as lines of each tier, repeats counted once", async () => {
  const { customer, id } = await subscribed(await plan("Growth", 9900));
  await use(customer, 12_000);
  await use(customer, 1001, "same");
  await use(customer, 1001, "same");
  const upcoming = await stripe.invoices.createPreview({ subscription: id });
  expect(upcoming.total).toBe(9900 + 300);
  await advance({ days: 32 }, customer);
  const [renewal, first] = await invoices(customer);
  expect(first).toMatchObject({ billing_reason: "subscription_create", total: 9900 });
  expect(renewal).toMatchObject({
    billing_reason: "subscription_cycle",
    status: "paid",
    total: 9900 + 300,
    lines: {
      data: [
        { amount: 9900, quantity: 1 },
        { amount: 0, quantity: 12_000 },
        { amount: 300, quantity: 1001, pricing: { unit_amount_decimal: "0.3" } },
      ],
    },
  });
});

test("a yearly fee renews yearly beside monthly minutes", async () => {
  const { customer, id } = await subscribed(await plan("Yearly", 99_000, { interval: "year" }));
  await use(customer, 13_000);
  await advance({ days: 32 }, customer);
  const [renewal] = await invoices(customer);
  expect(renewal).toMatchObject({ total: 300, status: "paid" });
  const { items } = await stripe.subscriptions.retrieve(id);
  expect(
    items.data.map((item) => Math.round((item.current_period_end - item.current_period_start) / 86_400)),
  ).toEqual([365, expect.any(Number)]);
});

test("a trial is announced three days before its end, then billed", async () => {
  const { customer, id } = await subscribed(await plan("Trial", 2900), { trial: 14 });
  await use(customer, 50_000);
  await advance({ days: 12 }, customer);
  expect(
    (await events()).some(
      ({ type, event }) => type === "customer.subscription.trial_will_end" && event.data.object.id === id,
    ),
  ).toBe(true);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("trialing");
  await advance({ days: 3 }, customer);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  expect((await invoices(customer))[0]).toMatchObject({ total: 2900, status: "paid" });
});

test("a card that fails at renewal makes the subscription past due; after the retries it is canceled", async () => {
  const { customer, id } = await subscribed(await plan("Fails", 2900), { trial: 5, card: cards.failsLater });
  await advance({ days: 6 }, customer);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
  expect((await invoices(customer))[0]).toMatchObject({
    status: "open",
    attempt_count: 1,
    amount_remaining: 2900,
  });
  await advance({ days: 20 }, customer);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
});

test("a past-due invoice is paid with another card, and the subscription is active again", async () => {
  const { customer, id } = await subscribed(await plan("Recovers", 2900), {
    trial: 5,
    card: cards.failsLater,
  });
  await advance({ days: 6 }, customer);
  const [open] = await invoices(customer);
  await expect(stripe.invoices.pay(open?.id ?? "")).rejects.toMatchObject({
    type: "StripeCardError",
    code: "card_declined",
  });
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
  expect(await stripe.invoices.pay(open?.id ?? "")).toMatchObject({ status: "paid" });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

test("an upgrade is previewed and charged at once: credit, what was used, and a new period", async () => {
  const [small, large] = await Promise.all([
    plan("Starter", 2900),
    plan("Growth", 9900, { per_second: "0.25" }),
  ]);
  const { customer, id } = await subscribed(small);
  await advance({ days: 10 }, customer);
  await use(customer, 12_100);
  // A change bills what was used before its own second.
  await advance({ seconds: 60 }, customer);
  const { items } = await stripe.subscriptions.retrieve(id);
  const [fee, minutes] = items.data;
  const swap = [
    { id: fee?.id ?? "", price: large.fee.id, quantity: 1 },
    { id: minutes?.id ?? "", price: large.minutes.id },
  ];
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: swap,
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "always_invoice",
    },
  });
  const credit = preview.lines.data.find(({ amount }) => amount < 0)?.amount ?? 0;
  expect(credit).toBeLessThan(-1900);
  expect(credit).toBeGreaterThan(-2000);
  expect(preview.total).toBe(9900 + 30 + credit);
  const after = await stripe.subscriptions.update(id, {
    items: swap,
    billing_cycle_anchor: { type: "now" },
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  expect(after).toMatchObject({
    status: "active",
    latest_invoice: { total: preview.total, status: "paid", billing_reason: "subscription_update" },
  });
  expect(after.items.data.map(({ price }) => price.id)).toEqual([large.fee.id, large.minutes.id]);
  await use(customer, 100);
  expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(9900);
});

test("an upgrade whose payment is declined changes nothing, or waits for its payment", async () => {
  const [small, large] = await Promise.all([plan("Starter", 2900), plan("Growth", 9900)]);
  const { customer, id } = await subscribed(small);
  const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.subscriptions.update(id, { default_payment_method: failing.id });
  const { items } = await stripe.subscriptions.retrieve(id);
  const terms = {
    items: [{ id: items.data[0]?.id ?? "", price: large.fee.id }],
    proration_behavior: "always_invoice" as const,
  };
  await expect(
    stripe.subscriptions.update(id, { ...terms, payment_behavior: "error_if_incomplete" }),
  ).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined", statusCode: 402 });
  expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(small.fee.id);
  const waiting = await stripe.subscriptions.update(id, {
    ...terms,
    payment_behavior: "pending_if_incomplete",
  });
  expect(waiting).toMatchObject({ status: "active", pending_update: { expires_at: expect.any(Number) } });
  expect(waiting.items.data[0]?.price.id).toBe(small.fee.id);
  const good = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.invoices.pay(String(waiting.latest_invoice), { payment_method: good.id });
  const applied = await stripe.subscriptions.retrieve(id);
  expect(applied.pending_update).toBeNull();
  expect(applied.items.data[0]?.price.id).toBe(large.fee.id);
});

test("a downgrade waits in a schedule for the period's end, and can be taken back", async () => {
  const [small, large] = await Promise.all([plan("Starter", 2900), plan("Growth", 9900)]);
  const { customer, id } = await subscribed(large);
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = schedule.phases;
  if (!phase) throw new Error("no phase");
  const order = {
    end_behavior: "release" as const,
    phases: [
      {
        start_date: phase.start_date,
        end_date: phase.end_date,
        items: [{ price: large.fee.id, quantity: 1 }, { price: large.minutes.id }],
      },
      {
        items: [{ price: small.fee.id, quantity: 1 }, { price: small.minutes.id }],
        proration_behavior: "none" as const,
      },
    ],
  };
  await stripe.subscriptionSchedules.update(schedule.id, order);
  await use(customer, 12_100);
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
  });
  expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(2900 + 30);
  await advance({ days: 32 }, customer);
  const after = await stripe.subscriptions.retrieve(id);
  expect(after.items.data.map(({ price }) => price.id)).toEqual([small.fee.id, small.minutes.id]);
  expect((await invoices(customer))[0]).toMatchObject({ total: 2900 + 30 });
  await stripe.subscriptionSchedules.release(schedule.id);
  expect((await stripe.subscriptions.retrieve(id)).schedule).toBeNull();
});

test("canceled at the period's end: it ends then, with what was used", async () => {
  const { customer, id } = await subscribed(await plan("Ends", 2900));
  await use(customer, 13_000);
  const marked = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(marked).toMatchObject({ cancel_at_period_end: true, status: "active" });
  expect(marked.cancel_at).toBe(marked.items.data[0]?.current_period_end);
  await advance({ days: 32 }, customer);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
  expect((await invoices(customer))[0]).toMatchObject({ total: 300 });
});

test("a history begins in the past", async () => {
  const { fee, minutes } = await plan("History", 9900);
  const customer = await stripe.customers.create({});
  await startClockAt(new Date(Date.now() - 95 * 86_400_000).toISOString(), customer.id);
  await stripe.paymentMethods
    .attach("pm_card_visa", { customer: customer.id })
    .then((method) =>
      stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } }),
    );
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: fee.id }, { price: minutes.id }],
  });
  await advance({ advance_to: new Date().toISOString() }, customer.id);
  const made = await invoices(customer.id);
  expect(made).toHaveLength(4);
  expect(made.every(({ status }) => status === "paid")).toBe(true);
});
