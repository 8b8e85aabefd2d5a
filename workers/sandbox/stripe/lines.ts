/** Lines of invoices: a period of a price, measured usage, credit for unused time. */
import { second_ms } from "#app/platform/durations.ts";
import { amountOf, money, share, stepsOf } from "./amounts.ts";
import type { Desk } from "./desk.ts";
import { newStripeId } from "./ids.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { everyOf, type Period } from "./periods.ts";
import type { Price } from "./shapes-base.ts";
import type { Subscription, SubscriptionItem } from "./subscription-shapes.ts";

type Draft = {
  subscription: Subscription;
  item: { id: string };
  price: Price;
  amount: number;
  quantity: number;
  description: string;
  period: Period;
  proration?: boolean;
  unit_amount_decimal?: string | null;
};

const line = ({
  subscription,
  item,
  price,
  amount,
  quantity,
  description,
  period,
  ...more
}: Draft): LineItem => ({
  id: newStripeId("il"),
  object: "line_item",
  amount,
  currency: price.currency,
  description,
  discountable: more.proration !== true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: subscription.metadata,
  parent: {
    type: "subscription_item_details",
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: more.proration ?? false,
      subscription: subscription.id,
      subscription_item: item.id,
    },
  },
  period,
  pricing: {
    type: "price_details",
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal:
      more.unit_amount_decimal === undefined ? price.unit_amount_decimal : more.unit_amount_decimal,
  },
  quantity,
  subscription: subscription.id,
  subtotal: amount,
  taxes: [],
});

const nameOf = (desk: Desk, price: Price): string =>
  price.nickname ?? desk.objects.find("product", price.product)?.name ?? price.id;

const dated = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(at * second_ms);

export const isMetered = (price: Price): boolean => price.recurring?.usage_type === "metered";

/** A whole period of a licensed item. */
export function periodLine(
  desk: Desk,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): LineItem {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const { interval } = everyOf(price);
  return line({
    subscription,
    item,
    price,
    quantity,
    amount: amountOf(price, quantity),
    description: `${quantity} × ${nameOf(desk, price)} (at ${money(price.unit_amount_decimal ?? "0", price.currency)} / ${interval})`,
    period,
  });
}

export function trialLine(
  desk: Desk,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): LineItem {
  const { price } = item;
  return line({
    subscription,
    item,
    price,
    quantity: item.quantity ?? 1,
    amount: 0,
    description: `Free trial for ${item.quantity ?? 1} × ${nameOf(desk, price)}`,
    period,
    unit_amount_decimal: "0",
  });
}

/** What was used in a period: one line for each tier. */
export function usageLines(
  desk: Desk,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): LineItem[] {
  const { price } = item;
  const meter = price.recurring?.meter ? desk.objects.find("billing.meter", price.recurring.meter) : null;
  const used = meter ? desk.usage.sum(meter.event_name, subscription.customer, period.start, period.end) : 0;
  return stepsOf(price, used).map(({ tier, quantity, unit_amount_decimal, amount }) =>
    line({
      subscription,
      item,
      price,
      quantity,
      amount,
      unit_amount_decimal,
      period,
      description:
        tier === null
          ? `${quantity} × ${nameOf(desk, price)}`
          : `${quantity} × ${nameOf(desk, price)} (Tier ${tier} at ${money(unit_amount_decimal ?? "0", price.currency)})`,
    }),
  );
}

/** Credit for the rest of a period that was paid. */
export function creditLine(
  desk: Desk,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): LineItem {
  const { price, current_period_start: start, current_period_end: end } = item;
  const quantity = item.quantity ?? 1;
  return line({
    subscription,
    item,
    price,
    quantity,
    amount: -share(amountOf(price, quantity), end - at, end - start) || 0,
    description: `Unused time on ${quantity > 1 ? `${quantity} × ` : ""}${nameOf(desk, price)} after ${dated(at)}`,
    period: { start: at, end },
    proration: true,
  });
}

/** The charge for the rest of a period under new terms. */
export function remainingLine(
  desk: Desk,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
  whole: Period,
): LineItem {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  return line({
    subscription,
    item,
    price,
    quantity,
    amount: share(amountOf(price, quantity), whole.end - at, whole.end - whole.start),
    description: `Remaining time on ${quantity > 1 ? `${quantity} × ` : ""}${nameOf(desk, price)} after ${dated(at)}`,
    period: { start: at, end: whole.end },
    proration: true,
  });
}
