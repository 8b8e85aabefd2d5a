/** The payment of an order: its session at Stripe, made once for each order. */
import type Stripe from "stripe";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { stripeOf } from "#app/billing/stripe/stripe.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { checkoutSessions } from "#drizzle/control/schema.ts";
import { change, type Order, payable_ms } from "./orders.server.ts";

export type Payer = { readonly name: string; readonly email: string; readonly origin: string };

/** Everything but the customer follows from the row, so that a repeat under the same key is the same request. */
function sessionParams(order: Order, customer: string, origin: string): Stripe.Checkout.SessionCreateParams {
  const shown = internationally(order.phone_number);
  const currency = order.currency.toLowerCase();
  const metadata = { organization_id: order.organization_id, order_id: order.id };
  const line = (name: string, unit_amount: number) => ({
    quantity: 1,
    price_data: { currency, unit_amount, product_data: { name } },
  });
  return {
    mode: "payment",
    ui_mode: "embedded_page",
    customer,
    client_reference_id: order.organization_id,
    metadata,
    payment_intent_data: { metadata, description: `Phone number ${shown}` },
    line_items: [
      line(`${shown}, first month`, order.monthly_amount),
      ...(order.setup_amount > 0 ? [line(`${shown}, setup`, order.setup_amount)] : []),
    ],
    expires_at: Math.floor((order.created_at + payable_ms) / second_ms),
    return_url: `${origin}/checkout-number/return?order=${order.id}`,
  };
}

/**
 * The order with its session, made under the order's own idempotency key: a second press gets the same one.
 * @throws what Stripe's client throws
 */
export async function withSession(env: Env, db: Database, order: Order, payer: Payer, now: number) {
  if (order.session_id !== null) return order;
  const { organization_id, user_id } = order;
  const stripe = await stripeOf(settings(env));
  const customer = await customerOf(env, db, { organization_id, name: payer.name, email: payer.email });
  const session = await stripe.checkout.sessions.create(sessionParams(order, customer, payer.origin), {
    idempotencyKey: `number-order:${order.id}`,
  });
  await tenant(db, organization_id)
    .insert(checkoutSessions)
    .values({
      session_id: session.id,
      organization_id,
      user_id,
      kind: "number",
      order_id: order.id,
      created_at: now,
    })
    .onConflictDoNothing();
  return (await change(db, order.id, "open", { session_id: session.id }, now)) ?? order;
}

/** What Stripe says of an order's payment. */
export type Payment = {
  readonly is: "open" | "paid" | "processing" | "expired";
  readonly client_secret: string | null;
  readonly payment_intent_id: string | null;
};

const idOf = (one: string | { id: string } | null): string | null =>
  typeof one === "string" ? one : (one?.id ?? null);

/** @throws what Stripe's client throws */
export async function paymentOf(env: Env, session_id: string): Promise<Payment> {
  const stripe = await stripeOf(settings(env));
  const { status, payment_status, client_secret, payment_intent } =
    await stripe.checkout.sessions.retrieve(session_id);
  const is =
    payment_status === "paid"
      ? "paid"
      : status === "complete"
        ? "processing"
        : status === "expired"
          ? "expired"
          : "open";
  return { is, client_secret, payment_intent_id: idOf(payment_intent) };
}

/** Ends the session of an order that is too old; one that was paid meanwhile stays. */
export async function expireSession(env: Env, session_id: string): Promise<void> {
  const stripe = await stripeOf(settings(env));
  await stripe.checkout.sessions.expire(session_id, {}, { idempotencyKey: `expire:${session_id}` });
}
