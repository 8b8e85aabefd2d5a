/** What the next period of a subscription costs. */
import type { Desk } from "./desk.ts";
import { isMetered, periodLine, usageLines } from "./lines.ts";
import { everyOf, periodAt } from "./periods.ts";
import type { LineItem, Subscription, SubscriptionItem } from "./shapes.ts";
import { periodOf } from "./subscription-items.ts";

export type Renewal = { at: number; lines: LineItem[]; items: SubscriptionItem[] };

/** The next end of a period: its lines, and the items with the periods that follow. Null: it ends before. */
export function renewalAt(desk: Desk, subscription: Subscription): Renewal | null {
  const items = subscription.items.data;
  const at = Math.min(...items.map(({ current_period_end }) => current_period_end));
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) return null;
  const endsTrial = subscription.trial_end === at;
  const renewed = items.map((item) => {
    if (item.current_period_end !== at) return item;
    const { start, end } = periodAt(subscription.billing_cycle_anchor, everyOf(item.price), at);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const lines = items.flatMap((item, index): LineItem[] => {
    const next = renewed[index];
    if (item.current_period_end !== at || !next) return [];
    // What was used during the trial is free.
    if (isMetered(item.price)) return endsTrial ? [] : usageLines(desk, subscription, item, periodOf(item));
    return [periodLine(desk, subscription, next, periodOf(next))];
  });
  return { at, lines, items: renewed };
}
