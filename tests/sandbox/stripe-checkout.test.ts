/** The simulated Stripe: products to a paid subscription, through the official package. */
import { beforeAll, expect, test } from "vitest";
import { cards, deliver, events, pay } from "../support/stripe.ts";
import { plan, stripe } from "./stripe.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
});

async function session(trial?: number) {
  const { fee, minutes } = await plan("Growth", 9900);
  const customer = await stripe.customers.create({
    email: "ada@example.com",
    metadata: { organization_id: "o1" },
  });
  const made = await stripe.checkout.sessions.create({
    mode: "subscription",
    ui_mode: "embedded_page",
    customer: customer.id,
    line_items: [{ price: fee.id, quantity: 1 }, { price: minutes.id }],
    return_url: "https://app.test/checkout/return?session_id={CHECKOUT_SESSION_ID}",
    metadata: { organization_id: "o1" },
    subscription_data: {
      metadata: { organization_id: "o1" },
      billing_mode: { type: "flexible" },
      ...(trial !== undefined && { trial_period_days: trial }),
    },
  });
  return { made, customer, fee, minutes };
}

test("a subscription is paid on the form: active, with a paid invoice and its events in order", async () => {
  const { made, customer } = await session();
  expect(made).toMatchObject({ status: "open", amount_total: 9900, livemode: false, url: null });
  const paid = await pay(made.client_secret ?? "");
  expect(paid).toMatchObject({
    status: "complete",
    return_to: `https://app.test/checkout/return?session_id=${made.id}`,
  });
  const after = await stripe.checkout.sessions.retrieve(made.id, { expand: ["subscription.latest_invoice"] });
  expect(after).toMatchObject({
    status: "complete",
    payment_status: "paid",
    subscription: {
      status: "active",
      customer: customer.id,
      metadata: { organization_id: "o1" },
      items: { data: [{ quantity: 1 }, { price: { recurring: { usage_type: "metered" } } }] },
      latest_invoice: { status: "paid", amount_paid: 9900, billing_reason: "subscription_create" },
    },
  });
  const told = (await events())
    .filter(({ event }) => event.data.object.customer === customer.id)
    .map(({ type }) => type);
  expect(told).toEqual([
    "payment_method.attached",
    "customer.subscription.created",
    "invoice.created",
    "payment_intent.created",
    "invoice.finalized",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
    "checkout.session.completed",
  ]);
});

test("a trial takes the card and no money", async () => {
  const { made } = await session(14);
  expect(made.amount_total).toBe(0);
  await pay(made.id);
  const { subscription } = await stripe.checkout.sessions.retrieve(made.id, { expand: ["subscription"] });
  expect(subscription).toMatchObject({ status: "trialing" });
});

test.each([
  [cards.declined, "card_declined", "generic_decline"],
  [cards.poor, "card_declined", "insufficient_funds"],
])("card %s is refused and leaves the session open", async (card, code, decline_code) => {
  const { made } = await session();
  expect(await pay(made.id, card)).toMatchObject({ status: "refused", code, decline_code });
  expect((await stripe.checkout.sessions.retrieve(made.id)).status).toBe("open");
  expect(await pay(made.id)).toMatchObject({ status: "complete" });
});

test("3-D Secure is asked for; failed it refuses, passed it pays", async () => {
  const { made } = await session();
  expect(await pay(made.id, cards.secure)).toEqual({ status: "requires_action" });
  expect(await pay(made.id, cards.secure, { challenge: "failed" })).toMatchObject({ status: "refused" });
  expect(await pay(made.id, cards.secure, { challenge: "passed" })).toMatchObject({ status: "complete" });
});

test("the same idempotency key makes one customer; with another body it is an error", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const one = await stripe.customers.create({ name: "A" }, key);
  const again = await stripe.customers.create({ name: "A" }, key);
  expect(again.id).toBe(one.id);
  await expect(stripe.customers.create({ name: "B" }, key)).rejects.toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
});

test("what does not exist is resource_missing with 404", async () => {
  await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    code: "resource_missing",
    statusCode: 404,
  });
});
