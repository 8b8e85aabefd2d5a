/** Subscriptions: created, read and listed. Changes are in subscription-changes.ts. */
import { z } from "zod";
import { day_s } from "#app/platform/durations.ts";
import type { Desk } from "./desk.ts";
import {
  fieldsOf,
  flag,
  integer,
  isWithin,
  metadata,
  paging,
  percent,
  range,
  text,
  withMetadata,
} from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { intentOf } from "./invoicing.ts";
import { isMetered, periodLine, trialLine } from "./lines.ts";
import { listed, paged } from "./lists.ts";
import { attach, methodOf } from "./payment-methods.ts";
import { declinedError } from "./payments.ts";
import { everyOf, periodAt } from "./periods.ts";
import { invalid } from "./refusals.ts";
import type { Metadata, PaymentMethod } from "./shapes-base.ts";
import { newItem, periodOf, recurringPrice } from "./subscription-items.ts";
import type { ItemOrder, Subscription, TransferData } from "./subscription-shapes.ts";
import { bill } from "./subscription-state.ts";

export const itemOrder = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: integer.optional(),
  metadata: metadata
    .optional()
    .transform((given) => (given === undefined ? undefined : withMetadata({}, given))),
  deleted: flag.optional(),
  clear_usage: flag.optional(),
  price_data: z.undefined().optional(),
});
export const transferData = z.strictObject({ destination: text, amount_percent: percent.optional() });
export const transferOf = (given: z.output<typeof transferData>): TransferData => ({
  destination: given.destination,
  amount_percent: given.amount_percent ?? null,
});
const paymentBehavior = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);
export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["create_invoice", "cancel", "pause"]) }),
});
const creation = z.strictObject({
  customer: text,
  items: z.array(itemOrder).min(1).max(20),
  application_fee_percent: percent.optional(),
  billing_cycle_anchor: integer.optional(),
  billing_mode: z
    .strictObject({ type: z.enum(["flexible", "classic"]), flexible: z.unknown().optional() })
    .optional(),
  cancel_at: integer.optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.literal("charge_automatically").optional(),
  currency: text.optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  on_behalf_of: text.optional(),
  payment_behavior: paymentBehavior.default("allow_incomplete"),
  payment_settings: z.unknown().optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  transfer_data: transferData.optional(),
  trial_end: z.union([z.literal("now"), integer]).optional(),
  trial_period_days: integer.optional(),
  trial_settings: trialSettings.optional(),
  expand: z.array(text).optional(),
});

export type NewSubscription = {
  customer: string;
  items: ItemOrder[];
  trial_end: number | null;
  metadata: Metadata;
  method: PaymentMethod | null;
  /** The card stays with the subscription, not with the customer. */
  keepsMethod: boolean;
  hasPassed?: boolean | null;
  mode: "flexible" | "classic";
  description: string | null;
  application_fee_percent: number | null;
  on_behalf_of: string | null;
  transfer_data: TransferData | null;
  missing_payment_method: "create_invoice" | "cancel" | "pause";
};

export function createSubscription(desk: Desk, form: Form): Subscription {
  const order = fieldsOf(creation, form);
  const { id: customer } = desk.customer(order.customer);
  const now = desk.now(customer);
  const given = order.default_payment_method
    ? methodOf(desk, order.default_payment_method, "default_payment_method")
    : null;
  const method = given && given.customer === null ? attach(desk, given, customer) : given;
  const trialEnd =
    order.trial_end === undefined || order.trial_end === "now"
      ? order.trial_period_days
        ? now + order.trial_period_days * day_s
        : null
      : order.trial_end;
  const known = desk.objects.find("customer", customer)?.invoice_settings.default_payment_method ?? null;
  if (!method && !known && order.payment_behavior !== "default_incomplete" && trialEnd === null)
    throw invalid("This customer has no attached payment source or default payment method.", {
      code: "resource_missing",
    });
  const { subscription, invoice } = begin(desk, {
    customer,
    items: order.items,
    trial_end: trialEnd,
    metadata: withMetadata({}, order.metadata),
    method:
      order.payment_behavior === "default_incomplete"
        ? null
        : (method ?? (known ? methodOf(desk, known) : null)),
    keepsMethod: method !== null,
    mode: order.billing_mode?.type ?? "flexible",
    description: order.description ?? null,
    application_fee_percent: order.application_fee_percent ?? null,
    on_behalf_of: order.on_behalf_of ?? null,
    transfer_data: order.transfer_data ? transferOf(order.transfer_data) : null,
    missing_payment_method: order.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
  });
  const intent = intentOf(desk, invoice);
  if (order.payment_behavior === "error_if_incomplete" && invoice.status === "open" && intent)
    throw declinedError(intent);
  return subscription;
}

/** A new subscription with its first invoice. */
export function begin(desk: Desk, order: NewSubscription) {
  const now = desk.now(order.customer);
  const id = newStripeId("sub");
  const prices = order.items.map(({ price }, index) =>
    recurringPrice(desk, price ?? "", `items[${index}][price]`),
  );
  const currency = prices[0]?.currency ?? "usd";
  if (prices.some((price) => price.currency !== currency))
    throw invalid("All prices on a subscription must have the same `currency`.");
  const intervals = new Set(prices.map((price) => everyOf(price).interval));
  if (order.mode === "classic" && intervals.size > 1)
    throw invalid(
      "Currently, all subscription items must have the same billing period. Mixed intervals need billing_mode[type]=flexible.",
    );
  const trialEnd = order.trial_end !== null && order.trial_end > now ? order.trial_end : null;
  const anchor = trialEnd ?? now;
  const items = order.items.map((item, index) => {
    const price = prices[index];
    const period =
      trialEnd !== null || !price ? { start: now, end: anchor } : periodAt(anchor, everyOf(price), now);
    return newItem(desk, id, item, period, index);
  });
  const made: Subscription = {
    id,
    object: "subscription",
    application_fee_percent: order.application_fee_percent,
    billing_cycle_anchor: anchor,
    billing_mode: {
      type: order.mode,
      flexible: order.mode === "flexible" ? { proration_discounts: "included" } : null,
    },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency,
    customer: order.customer,
    days_until_due: null,
    default_payment_method: order.keepsMethod ? (order.method?.id ?? null) : null,
    description: order.description,
    ended_at: null,
    items: listed(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    metadata: order.metadata,
    on_behalf_of: order.on_behalf_of,
    pause_collection: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? "incomplete" : "trialing",
    transfer_data: order.transfer_data,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: order.missing_payment_method } },
    trial_start: trialEnd === null ? null : now,
    _toldTrialEnd: false,
    _pendingOrders: null,
  };
  desk.put(made, "customer.subscription.created");
  const lines =
    trialEnd === null
      ? items
          .filter(({ price }) => !isMetered(price))
          .map((item) => periodLine(desk, made, item, periodOf(item)))
      : items
          .filter(({ price }) => !isMetered(price))
          .map((item) => trialLine(desk, made, item, periodOf(item)));
  return bill(desk, made, {
    lines,
    reason: "subscription_create",
    period: { start: now, end: now },
    method: order.method,
    ...(order.hasPassed !== undefined && { hasPassed: order.hasPassed }),
  });
}

const query = z.strictObject({
  ...paging,
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      "incomplete",
      "incomplete_expired",
      "trialing",
      "active",
      "past_due",
      "canceled",
      "unpaid",
      "paused",
      "all",
      "ended",
    ])
    .optional(),
  created: range.optional(),
  collection_method: text.optional(),
});

/** Without a status: those that have not been canceled. */
export function listSubscriptions(desk: Desk, form: Form) {
  const asked = fieldsOf(query, form);
  const { status } = asked;
  const found = desk.objects
    .list("subscription", asked.customer === undefined ? undefined : { customer: asked.customer })
    .filter((one) => {
      if (status === undefined) return one.status !== "canceled";
      if (status === "ended") return ["canceled", "incomplete_expired"].includes(one.status);
      return status === "all" || one.status === status;
    })
    .filter(
      (one) => asked.price === undefined || one.items.data.some(({ price }) => price.id === asked.price),
    )
    .filter(({ created }) => asked.created === undefined || isWithin(created, asked.created));
  return paged(found, asked, "/v1/subscriptions");
}
