/** Payments: an intent, what the card does, the charge, and the shares of connected accounts. */

import { share } from "./amounts.ts";
import { cardOf, type TestCard } from "./cards.ts";
import type { ApplicationFee, Transfer } from "./connect-shapes.ts";
import type { Desk } from "./desk.ts";
import { disputed } from "./disputes.ts";
import { newStripeId } from "./ids.ts";
import type { Charge, PaymentIntent } from "./payment-shapes.ts";
import { StripeRefusal } from "./refusals.ts";
import type { Metadata, PaymentMethod } from "./shapes-base.ts";
import { shown } from "./shown.ts";

export type PaymentOrder = {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  application_fee_amount: number | null;
  on_behalf_of: string | null;
  transfer_data: { destination: string; amount?: number } | null;
  setup_future_usage: "off_session" | "on_session" | null;
};

export function newIntent(desk: Desk, order: PaymentOrder): PaymentIntent {
  const id = newStripeId("pi");
  const made: PaymentIntent = {
    id,
    object: "payment_intent",
    amount: order.amount,
    amount_received: 0,
    application_fee_amount: order.application_fee_amount,
    canceled_at: null,
    capture_method: "automatic",
    client_secret: newStripeId(`${id}_secret`),
    confirmation_method: "automatic",
    created: desk.now(order.customer),
    currency: order.currency,
    customer: order.customer,
    description: order.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: order.metadata,
    next_action: null,
    on_behalf_of: order.on_behalf_of,
    payment_method: null,
    payment_method_types: ["card"],
    receipt_email: null,
    setup_future_usage: order.setup_future_usage,
    status: "requires_payment_method",
    transfer_data: order.transfer_data,
    transfer_group: null,
  };
  return desk.put(made, "payment_intent.created");
}

const asksFor3ds = ({ challenge }: TestCard, method: PaymentMethod, hasPassed: boolean): boolean =>
  !hasPassed && (challenge === "always" || (challenge === "first" && !method._isAuthenticated));

/** Tries to pay. `hasPassed`: the owner has just passed 3-D Secure; null: they failed it. */
export function confirm(
  desk: Desk,
  intent: PaymentIntent,
  method: PaymentMethod,
  hasPassed: boolean | null = false,
): PaymentIntent {
  const card = cardOf(method._number);
  const tried = { ...intent, payment_method: method.id, next_action: null };
  if (hasPassed === null)
    return failed(desk, tried, method, {
      code: "payment_intent_authentication_failure",
      message:
        "The provided PaymentMethod has failed authentication. You can provide a new payment method to attempt this payment again.",
    });
  if (asksFor3ds(card, method, hasPassed))
    return desk.put(
      {
        ...tried,
        status: "requires_action",
        next_action: { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } },
      },
      "payment_intent.requires_action",
    );
  if (card.charging) return failed(desk, tried, method, card.charging);
  if (hasPassed) desk.put({ ...method, _isAuthenticated: true });
  return succeeded(desk, tried, method);
}

type Failure = { code: string; decline_code?: string; message: string };

function failed(desk: Desk, intent: PaymentIntent, method: PaymentMethod, why: Failure): PaymentIntent {
  const charge = desk.put(
    { ...chargeOf(desk, intent, method), failure_code: why.code, failure_message: why.message },
    "charge.failed",
  );
  return desk.put(
    {
      ...intent,
      status: "requires_payment_method",
      payment_method: null,
      latest_charge: charge.id,
      last_payment_error: { type: "card_error", ...why, payment_method: shown(method) },
    },
    "payment_intent.payment_failed",
  );
}

function succeeded(desk: Desk, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const made: Charge = {
    ...chargeOf(desk, intent, method),
    status: "succeeded",
    paid: true,
    captured: true,
    amount_captured: intent.amount,
    balance_transaction: newStripeId("txn"),
  };
  const charge = desk.put({ ...made, ...shares(desk, intent, made) }, "charge.succeeded");
  const { disputing } = cardOf(method._number);
  const paid = desk.put(
    {
      ...intent,
      status: "succeeded",
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
    },
    "payment_intent.succeeded",
  );
  if (disputing) disputed(desk, charge, disputing);
  return paid;
}

const chargeOf = (desk: Desk, intent: PaymentIntent, method: PaymentMethod): Charge => ({
  id: newStripeId("ch"),
  object: "charge",
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  application_fee: null,
  application_fee_amount: intent.application_fee_amount,
  balance_transaction: null,
  billing_details: method.billing_details,
  captured: false,
  created: desk.now(intent.customer),
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: intent.on_behalf_of,
  paid: false,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { type: "card", card: method.card },
  receipt_url: null,
  refunded: false,
  status: "failed",
  transfer: null,
  transfer_data: intent.transfer_data && {
    destination: intent.transfer_data.destination,
    amount: intent.transfer_data.amount ?? null,
  },
});

/** A destination charge: the transfer to the connected account, and the platform's fee out of it. */
function shares(
  desk: Desk,
  intent: PaymentIntent,
  charge: Charge,
): Pick<Charge, "transfer" | "application_fee"> {
  if (!intent.transfer_data) return { transfer: null, application_fee: null };
  const { destination, amount } = intent.transfer_data;
  const created = desk.now(intent.customer);
  const transfer: Transfer = {
    id: newStripeId("tr"),
    object: "transfer",
    amount: amount ?? intent.amount,
    amount_reversed: 0,
    created,
    currency: intent.currency,
    destination,
    livemode: false,
    metadata: {},
    reversed: false,
    source_transaction: charge.id,
  };
  desk.put(transfer, "transfer.created");
  if (!intent.application_fee_amount) return { transfer: transfer.id, application_fee: null };
  const fee: ApplicationFee = {
    id: newStripeId("fee"),
    object: "application_fee",
    account: destination,
    amount: intent.application_fee_amount,
    amount_refunded: 0,
    charge: charge.id,
    created,
    currency: intent.currency,
    livemode: false,
    refunded: false,
  };
  desk.put(fee, "application_fee.created");
  return { transfer: transfer.id, application_fee: fee.id };
}

/** The error of a payment that did not succeed. */
export function declinedError(intent: PaymentIntent): StripeRefusal {
  const why = intent.last_payment_error;
  if (intent.status === "requires_action" || !why)
    return new StripeRefusal(
      402,
      "card_error",
      "Your card was declined. This transaction requires authentication.",
      {
        code: "authentication_required",
        decline_code: "authentication_required",
        payment_intent: shown(intent),
      },
    );
  return new StripeRefusal(402, "card_error", why.message, {
    code: why.code,
    ...(why.decline_code && { decline_code: why.decline_code }),
    payment_intent: shown(intent),
  });
}

/** The fee out of an amount, by percent of two places. */
export const percentOf = (amount: number, percent: number): number =>
  share(amount, Math.round(percent * 100), 10_000);
