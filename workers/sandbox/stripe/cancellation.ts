/** The end of subscriptions. */
import { z } from "zod";
import type { Desk } from "./desk.ts";
import { fieldsOf, flag, text } from "./fields.ts";
import type { Form } from "./form.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { isMetered, usageLines } from "./lines.ts";
import { invalid } from "./refusals.ts";
import type { Subscription } from "./subscription-shapes.ts";
import { bill } from "./subscription-state.ts";

type How = {
  /** Bills what was used and not billed yet. */
  billsUsage?: boolean;
  reason?: "cancellation_requested" | "payment_failed";
  comment?: string | null;
  feedback?: string | null;
};

/** Ends a subscription at this moment. */
export function cancelNow(desk: Desk, subscription: Subscription, how: How = {}): Subscription {
  const at = desk.now(subscription.customer);
  const lines: LineItem[] = how.billsUsage
    ? subscription.items.data
        .filter(({ price }) => isMetered(price))
        .flatMap((item) =>
          usageLines(desk, subscription, item, { start: item.current_period_start, end: at }),
        )
    : [];
  const billed = lines.some(({ amount }) => amount !== 0)
    ? bill(desk, subscription, {
        lines,
        reason: "subscription_cycle",
        period: { start: lines[0]?.period.start ?? at, end: at },
      }).subscription
    : subscription;
  const schedule = subscription.schedule && desk.objects.find("subscription_schedule", subscription.schedule);
  if (schedule)
    desk.put({ ...schedule, status: "canceled", canceled_at: at }, "subscription_schedule.canceled");
  const ended: Subscription = {
    ...billed,
    status: subscription.status === "incomplete" ? "incomplete_expired" : "canceled",
    canceled_at: billed.canceled_at ?? at,
    ended_at: at,
    cancel_at_period_end: false,
    pending_update: null,
    schedule: null,
    cancellation_details: {
      comment: how.comment ?? billed.cancellation_details.comment,
      feedback: how.feedback ?? billed.cancellation_details.feedback,
      reason: how.reason ?? "cancellation_requested",
    },
  };
  // An expired first attempt is an update; everything else that ends is deleted.
  return desk.put(
    ended,
    ended.status === "incomplete_expired" ? "customer.subscription.updated" : "customer.subscription.deleted",
  );
}

export const details = z.strictObject({ comment: z.string().optional(), feedback: z.string().optional() });

const cancelOrder = z.strictObject({
  cancellation_details: details.optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  expand: z.array(text).optional(),
});

export function cancelSubscription(desk: Desk, id: string, form: Form): Subscription {
  const subscription = desk.need("subscription", id);
  const order = fieldsOf(cancelOrder, form);
  if (["canceled", "incomplete_expired"].includes(subscription.status))
    throw invalid(`No such subscription: '${id}'`, { code: "resource_missing", param: "id" }, 404);
  return cancelNow(desk, subscription, {
    billsUsage: order.invoice_now ?? false,
    comment: order.cancellation_details?.comment ?? null,
    feedback: order.cancellation_details?.feedback ?? null,
  });
}
