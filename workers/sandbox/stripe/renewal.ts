/** What the next period of a subscription costs, and what it consists of. */
import type { Desk } from "./desk.ts";
import { newStripeId } from "./ids.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { isMetered, periodLine, usageLines } from "./lines.ts";
import { everyOf, periodAt } from "./periods.ts";
import { phaseAt } from "./schedules.ts";
import { periodOf, recurringPrice } from "./subscription-items.ts";
import type { SchedulePhase, Subscription, SubscriptionItem } from "./subscription-shapes.ts";

type Renewal = { at: number; lines: LineItem[]; items: SubscriptionItem[]; phase: SchedulePhase | null };

/** The next end of a period: its lines, and the items with the periods that follow. Null: it ends before. */
export function renewalAt(desk: Desk, subscription: Subscription): Renewal | null {
  const before = subscription.items.data;
  const at = Math.min(...before.map(({ current_period_end }) => current_period_end));
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) return null;
  const phase = phaseAt(desk, subscription, at);
  const terms = phase ? inPhase(desk, subscription, phase) : before;
  const isNew = (item: SubscriptionItem): boolean =>
    !before.some(
      (was) => was.id === item.id && was.price.id === item.price.id && was.current_period_end !== at,
    );
  const items = terms.map((item) => {
    if (!isNew(item)) return item;
    const { start, end } = periodAt(subscription.billing_cycle_anchor, everyOf(item.price), at);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  // What was used during the trial is free.
  const isTrial = subscription.trial_end === at;
  const used = before
    .filter((item) => isMetered(item.price) && item.current_period_end === at && !isTrial)
    .flatMap((item) => usageLines(desk, subscription, item, periodOf(item)));
  const begun = items
    .filter((item) => !isMetered(item.price) && isNew(item))
    .map((item) => periodLine(desk, subscription, item, periodOf(item)));
  return { at, lines: [...begun, ...used], items, phase };
}

/** The items of a phase. One of the same kind, metered or not, keeps its id under its new price. */
function inPhase(desk: Desk, subscription: Subscription, phase: SchedulePhase): SubscriptionItem[] {
  const free = [...subscription.items.data];
  const take = (fits: (item: SubscriptionItem) => boolean): SubscriptionItem | null => {
    const index = free.findIndex(fits);
    return index < 0 ? null : (free.splice(index, 1)[0] ?? null);
  };
  const kept = phase.items.map((order) => ({ order, item: take(({ price }) => price.id === order.price) }));
  return kept.map(({ order, item }) => {
    const price = recurringPrice(desk, order.price, "phases[items][price]");
    const heir = item ?? take((one) => isMetered(one.price) === isMetered(price));
    const { quantity: _quantity, ...rest } = heir ?? {
      id: newStripeId("si", 14),
      object: "subscription_item" as const,
      created: desk.now(subscription.customer),
      current_period_start: phase.start_date,
      current_period_end: phase.start_date,
      discounts: [] satisfies [],
      subscription: subscription.id,
      tax_rates: [] satisfies [],
    };
    return {
      ...rest,
      metadata: order.metadata,
      price,
      ...(!isMetered(price) && { quantity: order.quantity ?? 1 }),
    };
  });
}
