/** Payment intents for the product, and refunds. */
import { z } from "zod";
import { share } from "./amounts.ts";
import type { Desk } from "./desk.ts";
import { amount, currency, fieldsOf, flag, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { attach, methodOf } from "./payment-methods.ts";
import type { Charge, PaymentIntent, Refund } from "./payment-shapes.ts";
import { confirm, declinedError, newIntent } from "./payments.ts";
import { invalid, StripeRefusal } from "./refusals.ts";

const creation = z.strictObject({
  amount,
  currency,
  customer: text.optional(),
  payment_method: text.optional(),
  payment_method_types: z.array(text).optional(),
  automatic_payment_methods: z.unknown().optional(),
  confirm: flag.optional(),
  off_session: flag.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  application_fee_amount: amount.optional(),
  on_behalf_of: text.optional(),
  return_url: text.optional(),
  setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
  transfer_data: z.strictObject({ destination: text, amount: amount.optional() }).optional(),
  expand: z.array(text).optional(),
});

export function createIntent(desk: Desk, form: Form): PaymentIntent {
  const order = fieldsOf(creation, form);
  const customer = order.customer === undefined ? null : desk.customer(order.customer).id;
  const intent = newIntent(desk, {
    amount: order.amount,
    currency: order.currency,
    customer,
    description: order.description ?? null,
    metadata: withMetadata({}, order.metadata),
    application_fee_amount: order.application_fee_amount ?? null,
    on_behalf_of: order.on_behalf_of ?? null,
    transfer_data: order.transfer_data
      ? {
          destination: order.transfer_data.destination,
          ...(order.transfer_data.amount !== undefined && { amount: order.transfer_data.amount }),
        }
      : null,
    setup_future_usage: order.setup_future_usage ?? null,
  });
  if (!order.payment_method) return intent;
  const method = methodOf(desk, order.payment_method);
  if (!order.confirm)
    return desk.put({ ...intent, payment_method: method.id, status: "requires_confirmation" });
  if (order.setup_future_usage && customer && method.customer === null) attach(desk, method, customer);
  const done = confirm(desk, intent, method);
  if (done.status === "requires_payment_method" || (done.status === "requires_action" && order.off_session))
    throw kept(declinedError(done));
  return done;
}

/** The failed attempt stays on record. */
const kept = ({ status, type, message, details }: StripeRefusal): StripeRefusal =>
  new StripeRefusal(status, type, message, details, true);

export function cancelIntent(desk: Desk, id: string): PaymentIntent {
  const intent = desk.need("payment_intent", id);
  if (["succeeded", "canceled"].includes(intent.status))
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: "payment_intent_unexpected_state",
    });
  return desk.put(
    { ...intent, status: "canceled", canceled_at: desk.now(intent.customer) },
    "payment_intent.canceled",
  );
}

export function listIntents(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({ ...paging, customer: text.optional(), created: z.unknown().optional() }),
    form,
  );
  const of = asked.customer === undefined ? undefined : { customer: asked.customer };
  return paged(desk.objects.list("payment_intent", of), asked, "/v1/payment_intents");
}

const refundOrder = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: amount.optional(),
  metadata: metadata.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  refund_application_fee: flag.optional(),
  reverse_transfer: flag.optional(),
  expand: z.array(text).optional(),
});

export function createRefund(desk: Desk, form: Form): Refund {
  const order = fieldsOf(refundOrder, form);
  const charge = chargeOf(desk, order.payment_intent, order.charge);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const refunded = order.amount ?? left;
  if (refunded > left)
    throw invalid(`Refund amount (${refunded}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
  const reversal = order.reverse_transfer ? reverse(desk, charge, refunded) : null;
  if (order.refund_application_fee) giveBackFee(desk, charge, refunded);
  const total = charge.amount_refunded + refunded;
  desk.put(
    { ...charge, amount_refunded: total, refunded: total === charge.amount_captured },
    "charge.refunded",
  );
  const made: Refund = {
    id: newStripeId("re"),
    object: "refund",
    amount: refunded,
    balance_transaction: newStripeId("txn"),
    charge: charge.id,
    created: desk.now(charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    livemode: false,
    metadata: withMetadata({}, order.metadata),
    payment_intent: charge.payment_intent,
    reason: order.reason ?? null,
    status: "succeeded",
    transfer_reversal: reversal,
    source_transfer_reversal: null,
  };
  return desk.put(made, "refund.created");
}

function chargeOf(desk: Desk, payment_intent: string | undefined, id: string | undefined): Charge {
  if (id !== undefined) return desk.need("charge", id, "charge");
  if (payment_intent === undefined)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const intent = desk.need("payment_intent", payment_intent, "payment_intent");
  const charge = intent.latest_charge === null ? null : desk.objects.find("charge", intent.latest_charge);
  if (intent.status !== "succeeded" || !charge)
    throw invalid(`This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  return charge;
}

function reverse(desk: Desk, charge: Charge, amount: number): string {
  const transfer = charge.transfer === null ? null : desk.objects.find("transfer", charge.transfer);
  if (!transfer)
    throw invalid("Cannot reverse transfer on charge because it does not have an associated transfer.", {
      param: "reverse_transfer",
    });
  const part = Math.min(
    share(transfer.amount, amount, charge.amount),
    transfer.amount - transfer.amount_reversed,
  );
  const amount_reversed = transfer.amount_reversed + part;
  desk.put(
    { ...transfer, amount_reversed, reversed: amount_reversed === transfer.amount },
    "transfer.reversed",
  );
  return newStripeId("trr");
}

function giveBackFee(desk: Desk, charge: Charge, amount: number): void {
  const fee =
    charge.application_fee === null ? null : desk.objects.find("application_fee", charge.application_fee);
  if (!fee)
    throw invalid(
      "Cannot refund application fee on charge because it does not have an associated application fee.",
      {
        param: "refund_application_fee",
      },
    );
  const part = Math.min(share(fee.amount, amount, charge.amount), fee.amount - fee.amount_refunded);
  const amount_refunded = fee.amount_refunded + part;
  desk.put({ ...fee, amount_refunded, refunded: amount_refunded === fee.amount }, "application_fee.refunded");
}

export function listRefunds(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({
      ...paging,
      payment_intent: text.optional(),
      charge: text.optional(),
      created: z.unknown().optional(),
    }),
    form,
  );
  const of = asked.payment_intent === undefined ? undefined : { payment_intent: asked.payment_intent };
  const found = desk.objects
    .list("refund", of)
    .filter(({ charge }) => asked.charge === undefined || charge === asked.charge);
  return paged(found, asked, "/v1/refunds");
}
