/** What happens when a person pays a checkout session. */
import { z } from "zod";
import { cardOf } from "./cards.ts";
import { current, trialEndOf } from "./checkout.ts";
import type { CheckoutSession } from "./checkout-shapes.ts";
import { createCustomer } from "./customers.ts";
import type { Desk } from "./desk.ts";
import { intentOf } from "./invoicing.ts";
import { attach, newCard } from "./payment-methods.ts";
import { confirm, declinedError, newIntent } from "./payments.ts";
import { invalid } from "./refusals.ts";
import type { PaymentMethod } from "./shapes-base.ts";
import { begin } from "./subscriptions.ts";

/** The filled form. `challenge`: the outcome of 3-D Secure, once it was asked for. */
export const payment = z.strictObject({
  card: z.string().min(1).max(40),
  exp_month: z.number().int().min(1).max(12).optional(),
  exp_year: z.number().int().min(2000).max(2100).optional(),
  email: z.string().max(320).optional(),
  name: z.string().max(200).optional(),
  country: z.string().max(2).optional(),
  postal_code: z.string().max(20).optional(),
  challenge: z.enum(["passed", "failed"]).optional(),
});
export type Payment = z.output<typeof payment>;
export type Paid = { status: "complete"; session: CheckoutSession } | { status: "requires_action" };

/** @throws StripeRefusal when the card is declined; then nothing of it stays but the failed attempt's words */
export function pay(desk: Desk, id: string, order: Payment): Paid {
  const session = current(desk, desk.need("checkout.session", id));
  if (session.status === "expired") throw invalid("This Checkout Session has expired.");
  if (session.status === "complete") throw invalid("This Checkout Session has already been completed.");
  const { challenge } = cardOf(order.card);
  if (challenge !== "none" && order.challenge === undefined) return { status: "requires_action" };
  if (order.challenge === "failed")
    throw invalid(
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      { code: "payment_intent_authentication_failure" },
      402,
    );
  const email = order.email ?? session.customer_email ?? emailOf(desk, session);
  const customer =
    session.customer ??
    (session.mode === "payment"
      ? null
      : createCustomer(desk, { ...(email && { email }), ...(order.name && { name: order.name }) }).id);
  const hasPassed = order.challenge === "passed";
  const method = cardFrom(desk, order, email);
  const isSaved = session.mode !== "payment" || session._payment.setup_future_usage !== null;
  const kept =
    customer !== null && isSaved
      ? attach(desk, { ...method, _isAuthenticated: hasPassed }, customer)
      : desk.put(method);
  const made =
    session.mode === "payment"
      ? paidOnce(desk, session, kept, customer, hasPassed)
      : subscribed(desk, session, kept, customer ?? "", hasPassed);
  const complete: CheckoutSession = {
    ...session,
    ...made,
    customer,
    customer_details: {
      address: method.billing_details.address,
      email,
      name: order.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    client_secret: null,
    url: null,
    status: "complete",
  };
  return { status: "complete", session: desk.put(complete, "checkout.session.completed") };
}

const emailOf = (desk: Desk, { customer }: CheckoutSession): string | null =>
  customer === null ? null : (desk.objects.find("customer", customer)?.email ?? null);

const cardFrom = (desk: Desk, order: Payment, email: string | null): PaymentMethod =>
  newCard(
    desk,
    {
      number: order.card,
      ...(order.exp_month !== undefined && { exp_month: order.exp_month }),
      ...(order.exp_year !== undefined && { exp_year: order.exp_year }),
    },
    {
      ...(email !== null && { email }),
      ...(order.name !== undefined && { name: order.name }),
      address: {
        ...(order.country !== undefined && { country: order.country }),
        ...(order.postal_code !== undefined && { postal_code: order.postal_code }),
      },
    },
  );

type Made = Pick<CheckoutSession, "payment_status" | "payment_intent" | "subscription" | "invoice">;

function paidOnce(
  desk: Desk,
  session: CheckoutSession,
  method: PaymentMethod,
  customer: string | null,
  hasPassed: boolean,
): Made {
  const intent = newIntent(desk, {
    amount: session.amount_total,
    currency: session.currency,
    customer,
    ...session._payment,
  });
  const done = confirm(desk, intent, method, hasPassed);
  if (done.status !== "succeeded") throw declinedError(done);
  return { payment_status: "paid", payment_intent: done.id, subscription: null, invoice: null };
}

function subscribed(
  desk: Desk,
  session: CheckoutSession,
  method: PaymentMethod,
  customer: string,
  hasPassed: boolean,
): Made {
  if (session.mode === "setup")
    return { payment_status: "no_payment_required", payment_intent: null, subscription: null, invoice: null };
  const { missing_payment_method, billing_mode, description, metadata, ...shares } = session._subscription;
  const { subscription, invoice } = begin(desk, {
    customer,
    items: session._items.map(({ price, quantity }) => ({
      price: price.id,
      ...(price.recurring?.usage_type === "licensed" && { quantity }),
    })),
    trial_end: trialEndOf(session, desk.now(customer)),
    metadata,
    method,
    keepsMethod: true,
    hasPassed,
    mode: billing_mode,
    description,
    application_fee_percent: shares.application_fee_percent,
    on_behalf_of: shares.on_behalf_of,
    transfer_data: shares.transfer_data,
    missing_payment_method,
  });
  const intent = intentOf(desk, invoice);
  if (invoice.status === "open" && intent) throw declinedError(intent);
  return {
    payment_status: subscription.status === "trialing" ? "no_payment_required" : "paid",
    payment_intent: null,
    subscription: subscription.id,
    invoice: invoice.id,
  };
}
