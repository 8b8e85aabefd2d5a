/** The items of a subscription: made, swapped, prorated. */
import type { Desk } from "./desk.ts";
import { newStripeId } from "./ids.ts";
import type { Invoice, LineItem } from "./invoice-shapes.ts";
import { creditLine, isMetered, periodLine, remainingLine, usageLines } from "./lines.ts";
import { everyOf, type Period, periodAt } from "./periods.ts";
import { invalid, missing } from "./refusals.ts";
import type { Price } from "./shapes-base.ts";
import type { ItemOrder, Subscription, SubscriptionItem } from "./subscription-shapes.ts";

/** A price that can be subscribed to. @throws StripeRefusal for one that is gone, inactive or one-time */
export function recurringPrice(desk: Desk, id: string, param: string): Price {
  const price = desk.need("price", id, param);
  if (!price.active)
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, { param });
  if (!price.recurring)
    throw invalid(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    );
  return price;
}

export function newItem(
  desk: Desk,
  subscription: string,
  order: ItemOrder,
  period: Period,
  index: number,
): SubscriptionItem {
  const param = `items[${index}][price]`;
  if (!order.price) throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  const price = recurringPrice(desk, order.price, param);
  if (isMetered(price) && order.quantity !== undefined)
    throw invalid("Quantity should not be specified where usage_type is `metered`.", {
      param: `items[${index}][quantity]`,
    });
  return {
    id: newStripeId("si", 14),
    object: "subscription_item",
    created: desk.now(),
    current_period_start: period.start,
    current_period_end: period.end,
    discounts: [],
    metadata: order.metadata ?? {},
    price,
    ...(!isMetered(price) && { quantity: order.quantity ?? 1 }),
    subscription,
    tax_rates: [],
  };
}

export const periodOf = ({ current_period_start, current_period_end }: SubscriptionItem): Period => ({
  start: current_period_start,
  end: current_period_end,
});

/** The items after a change. Those that are not named stay. */
export function changedItems(
  desk: Desk,
  subscription: Subscription,
  orders: readonly ItemOrder[],
): SubscriptionItem[] {
  const before = subscription.items.data;
  const now = desk.now(subscription.customer);
  const kept = before.flatMap((item): SubscriptionItem[] => {
    const index = orders.findIndex(({ id }) => id === item.id);
    const order = orders[index];
    if (!order) return [item];
    if (order.deleted) return [];
    const price = order.price ? recurringPrice(desk, order.price, `items[${index}][price]`) : item.price;
    if (price.currency !== subscription.currency)
      throw invalid("The price's currency must be the subscription's.", { param: `items[${index}][price]` });
    const { quantity: _quantity, ...rest } = item;
    return [
      {
        ...rest,
        price,
        ...(!isMetered(price) && { quantity: order.quantity ?? item.quantity ?? 1 }),
        metadata: order.metadata ?? item.metadata,
      },
    ];
  });
  const added = orders.flatMap((order, index): SubscriptionItem[] => {
    if (order.id !== undefined) {
      if (!before.some(({ id }) => id === order.id))
        throw missing("subscription item", order.id, `items[${index}][id]`, 400);
      return [];
    }
    const price = recurringPrice(desk, order.price ?? "", `items[${index}][price]`);
    const period =
      subscription.trial_end !== null && subscription.trial_end > now
        ? { start: subscription.trial_start ?? now, end: subscription.trial_end }
        : periodAt(subscription.billing_cycle_anchor, everyOf(price), now);
    return [newItem(desk, subscription.id, order, period, index)];
  });
  const all = [...kept, ...added];
  const prices = all.map(({ price }) => price.id);
  if (new Set(prices).size < prices.length)
    throw invalid("Cannot add multiple subscription items with the same price.");
  return all;
}

const isSame = (one: SubscriptionItem, other: SubscriptionItem | undefined): boolean =>
  other !== undefined && one.price.id === other.price.id && one.quantity === other.quantity;

/**
 * The lines of a change at `at`: credit for unused time, the charge for the rest (or for a whole new period that
 * begins now), and what was used until now under terms that end. `prorates` false leaves only what is due anyway.
 */
export function changeLines(
  desk: Desk,
  before: Subscription,
  after: Subscription,
  { at, restarts, prorates }: { at: number; restarts: boolean; prorates: boolean },
): LineItem[] {
  const was = before.items.data;
  const is = after.items.data;
  const ended = was.flatMap((item): LineItem[] => {
    const stays =
      isSame(
        item,
        is.find(({ id }) => id === item.id),
      ) && !restarts;
    if (stays) return [];
    if (isMetered(item.price))
      return usageLines(desk, before, item, { start: item.current_period_start, end: at });
    return prorates ? [creditLine(desk, before, item, at)] : [];
  });
  const begun = is.flatMap((item): LineItem[] => {
    if (isMetered(item.price)) return [];
    if (restarts) return [periodLine(desk, after, item, periodOf(item))];
    const stays = isSame(
      item,
      was.find(({ id }) => id === item.id),
    );
    return stays || !prorates ? [] : [remainingLine(desk, after, item, at, periodOf(item))];
  });
  return [...ended, ...begun];
}

/** The items with periods that begin at `at`. */
export const restarted = (items: SubscriptionItem[], at: number): SubscriptionItem[] =>
  items.map((item) => {
    const { start, end } = periodAt(at, everyOf(item.price), at);
    return { ...item, current_period_start: start, current_period_end: end };
  });

/** Applies a change that waited for this invoice to be paid. */
export function applyPending(desk: Desk, subscription: Subscription, invoice: Invoice): Subscription {
  const { pending_update } = subscription;
  if (!pending_update || subscription.latest_invoice !== invoice.id) return subscription;
  desk.tell("customer.subscription.pending_update_applied", subscription);
  const first = pending_update.subscription_items[0];
  const restarts =
    first !== undefined &&
    !subscription.items.data.some((item) => item.current_period_end === first.current_period_end);
  return {
    ...subscription,
    items: { ...subscription.items, data: pending_update.subscription_items },
    ...(restarts && { billing_cycle_anchor: first.current_period_start }),
    pending_update: null,
  };
}
