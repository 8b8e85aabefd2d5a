/** The end of subscriptions. */
import type { Desk } from "./desk.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { isMetered, usageLines } from "./lines.ts";
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
