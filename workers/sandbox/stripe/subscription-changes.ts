/** Changes of a subscription: other prices with or without proration, cancellation, the trial's end. */
import { z } from "zod";
import { addedLine, addedLines } from "./added-lines.ts";
import { details } from "./cancellation.ts";
import type { Desk } from "./desk.ts";
import { clearable, fieldsOf, flag, integer, metadata, percent, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { intentOf } from "./invoicing.ts";
import { isMetered } from "./lines.ts";
import { attach, methodOf } from "./payment-methods.ts";
import { declinedError } from "./payments.ts";
import { everyOf } from "./periods.ts";
import { invalid } from "./refusals.ts";
import { changedItems, changeLines, restarted } from "./subscription-items.ts";
import type { Subscription } from "./subscription-shapes.ts";
import { bill, patience_s } from "./subscription-state.ts";
import { itemOrder, transferData, transferOf, trialSettings } from "./subscriptions.ts";

/** What a change can contain; a preview takes the same. */
export const termsOrder = {
  items: z.array(itemOrder).max(20).optional(),
  billing_cycle_anchor: z.strictObject({ type: z.enum(["now", "unchanged"]) }).optional(),
  cancel_at: clearable(z.union([z.enum(["min_period_end", "max_period_end"]), integer])).optional(),
  cancel_at_period_end: flag.optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  proration_date: integer.optional(),
  trial_end: z.union([z.literal("now"), integer]).optional(),
};
const change = z.strictObject({
  ...termsOrder,
  add_invoice_items: z.array(addedLine).max(20).optional(),
  application_fee_percent: clearable(percent).optional(),
  cancellation_details: details.optional(),
  collection_method: z.literal("charge_automatically").optional(),
  default_payment_method: clearable(text).optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  on_behalf_of: clearable(text).optional(),
  pause_collection: clearable(
    z.strictObject({
      behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
      resumes_at: integer.optional(),
    }),
  ).optional(),
  payment_behavior: z
    .enum(["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"])
    .default("allow_incomplete"),
  payment_settings: z.unknown().optional(),
  transfer_data: clearable(transferData).optional(),
  trial_settings: trialSettings.optional(),
  expand: z.array(text).optional(),
});
const terms = z.strictObject(termsOrder);
export type Terms = z.output<typeof terms>;

export type Plan = {
  after: Subscription;
  lines: LineItem[];
  /** Whether the lines are billed at once, or wait for the next invoice. */
  billsNow: boolean;
};

/** What a change of terms would do. Stores nothing. */
export function planned(desk: Desk, before: Subscription, order: Terms): Plan {
  const now = desk.now(before.customer);
  const at = order.proration_date ?? now;
  const endsTrial = order.trial_end === "now" && before.trial_end !== null && before.trial_end > now;
  const newTrialEnd = typeof order.trial_end === "number" && order.trial_end > now ? order.trial_end : null;
  const wasTrialing = before.trial_end !== null && before.trial_end > now;
  const isTrialing = newTrialEnd !== null || (wasTrialing && !endsTrial);
  if (isTrialing && order.billing_cycle_anchor?.type === "now")
    throw invalid(
      "You cannot set `billing_cycle_anchor[type]` to `now` while the trial goes on: end it with trial_end=now.",
      {
        param: "billing_cycle_anchor",
      },
    );
  const swapped = order.items ? changedItems(desk, before, order.items) : before.items.data;
  if (swapped.length === 0) throw invalid("A subscription must have at least one item.", { param: "items" });
  const changesInterval = swapped.some((item) => {
    const was = before.items.data.find(({ id }) => id === item.id);
    return was && !isMetered(item.price) && everyOf(was.price).interval !== everyOf(item.price).interval;
  });
  const restarts =
    !isTrialing && (order.billing_cycle_anchor?.type === "now" || endsTrial || changesInterval);
  const items = restarts
    ? restarted(swapped, now)
    : newTrialEnd !== null
      ? swapped.map((item) => ({ ...item, current_period_end: newTrialEnd }))
      : swapped;
  const after: Subscription = {
    ...before,
    ...cancellation(desk, before, order),
    items: { ...before.items, data: items },
    ...(restarts && { billing_cycle_anchor: now }),
    ...(endsTrial && { trial_end: now, status: "active" }),
    ...(newTrialEnd !== null && {
      trial_end: newTrialEnd,
      trial_start: before.trial_start ?? now,
      billing_cycle_anchor: newTrialEnd,
      status: "trialing",
      _toldTrialEnd: false,
    }),
  };
  const prorates = order.proration_behavior !== "none" && !wasTrialing;
  const lines = isTrialing ? [] : changeLines(desk, before, after, { at, restarts, prorates });
  // Usage during a trial is free, and a trial leaves no unused time.
  const billed = wasTrialing ? lines.filter(({ parent }) => !isUsageOf(before, parent)) : lines;
  return { after, lines: billed, billsNow: restarts || order.proration_behavior === "always_invoice" };
}

const isUsageOf = ({ items }: Subscription, { subscription_item_details }: LineItem["parent"]): boolean =>
  items.data.some(({ id, price }) => id === subscription_item_details?.subscription_item && isMetered(price));

function cancellation(desk: Desk, before: Subscription, order: Terms): Partial<Subscription> {
  const ends = before.items.data.map(({ current_period_end }) => current_period_end);
  const now = desk.now(before.customer);
  if (order.cancel_at_period_end !== undefined || order.cancel_at !== undefined) refuseScheduled(before);
  if (order.cancel_at_period_end === true)
    return {
      cancel_at_period_end: true,
      cancel_at: Math.max(...ends),
      canceled_at: now,
      cancellation_details: { ...before.cancellation_details, reason: "cancellation_requested" },
    };
  if (order.cancel_at === null || order.cancel_at_period_end === false)
    return {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, reason: null },
    };
  if (order.cancel_at === undefined) return {};
  const cancel_at =
    order.cancel_at === "min_period_end"
      ? Math.min(...ends)
      : order.cancel_at === "max_period_end"
        ? Math.max(...ends)
        : order.cancel_at;
  if (cancel_at <= now) throw invalid("`cancel_at` must be in the future.", { param: "cancel_at" });
  return {
    cancel_at,
    cancel_at_period_end: false,
    canceled_at: now,
    cancellation_details: { ...before.cancellation_details, reason: "cancellation_requested" },
  };
}

function refuseScheduled({ schedule }: Subscription): void {
  if (schedule)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
}

export function updateSubscription(desk: Desk, id: string, form: Form): Subscription {
  const before = desk.need("subscription", id);
  const order = fieldsOf(change, form);
  if (["canceled", "incomplete_expired"].includes(before.status)) {
    const others = Object.keys(form).filter(
      (name) => !["metadata", "cancellation_details", "expand"].includes(name),
    );
    if (others.length > 0)
      throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  }
  const { after, billsNow, ...due } = planned(desk, before, order);
  const lines = [...due.lines, ...addedLines(desk, before, order.add_invoice_items ?? [])];
  const method = order.default_payment_method
    ? methodOf(desk, order.default_payment_method, "default_payment_method")
    : null;
  if (method && method.customer === null) attach(desk, method, before.customer);
  const kept = <Value>(given: Value | undefined, was: Value): Value => (given === undefined ? was : given);
  const wanted: Subscription = {
    ...after,
    application_fee_percent: kept(order.application_fee_percent, before.application_fee_percent),
    on_behalf_of: kept(order.on_behalf_of, before.on_behalf_of),
    transfer_data:
      order.transfer_data === undefined
        ? before.transfer_data
        : order.transfer_data && transferOf(order.transfer_data),
    default_payment_method: method
      ? method.id
      : kept(order.default_payment_method, before.default_payment_method),
    description: kept(order.description, before.description),
    metadata: withMetadata(before.metadata, order.metadata),
    pause_collection:
      order.pause_collection === undefined
        ? before.pause_collection
        : order.pause_collection && {
            behavior: order.pause_collection.behavior,
            resumes_at: order.pause_collection.resumes_at ?? null,
          },
    trial_settings: order.trial_settings ?? before.trial_settings,
    cancellation_details: {
      ...after.cancellation_details,
      ...(order.cancellation_details?.comment !== undefined && {
        comment: order.cancellation_details.comment,
      }),
      ...(order.cancellation_details?.feedback !== undefined && {
        feedback: order.cancellation_details.feedback,
      }),
    },
  };
  if (lines.length === 0) return desk.put(wanted, "customer.subscription.updated");
  if (!billsNow) {
    for (const line of lines) wait(desk, wanted, line);
    return desk.put(wanted, "customer.subscription.updated");
  }
  return charged(desk, before, wanted, lines, order.payment_behavior);
}

/** A line for the next invoice. */
function wait(desk: Desk, { id, customer }: Subscription, line: LineItem): void {
  desk.put(
    {
      id: newStripeId("ii"),
      object: "invoiceitem",
      created: desk.now(customer),
      livemode: false,
      customer,
      _subscription: id,
      _line: line,
    },
    "invoiceitem.created",
  );
}

/** Bills a change at once; `behavior` says what a payment that fails does to it. */
function charged(
  desk: Desk,
  before: Subscription,
  after: Subscription,
  lines: LineItem[],
  behavior: z.output<typeof change>["payment_behavior"],
): Subscription {
  const now = desk.now(before.customer);
  const waits = behavior === "pending_if_incomplete";
  const shown: Subscription = waits
    ? {
        ...before,
        pending_update: {
          expires_at: now + patience_s,
          subscription_items: after.items.data,
          trial_end: null,
        },
      }
    : after;
  desk.put(shown, "customer.subscription.updated");
  const { invoice, subscription } = bill(desk, shown, {
    lines,
    reason: "subscription_update",
    period: { start: now, end: now },
    ...(behavior === "default_incomplete" && { method: null }),
  });
  const intent = intentOf(desk, invoice);
  if (behavior === "error_if_incomplete" && invoice.status === "open" && intent) throw declinedError(intent);
  return subscription;
}

/** Ends a pause that began when a trial ended without a card. */
export function resumeSubscription(desk: Desk, id: string): Subscription {
  const before = desk.need("subscription", id);
  if (before.status !== "paused") throw invalid("Only a paused subscription can be resumed.");
  const now = desk.now(before.customer);
  const after: Subscription = {
    ...before,
    status: "active",
    billing_cycle_anchor: now,
    items: { ...before.items, data: restarted(before.items.data, now) },
  };
  desk.put(after, "customer.subscription.resumed");
  const lines = changeLines(desk, { ...before, items: { ...before.items, data: [] } }, after, {
    at: now,
    restarts: true,
    prorates: false,
  });
  return bill(desk, after, { lines, reason: "subscription_cycle", period: { start: now, end: now } })
    .subscription;
}
