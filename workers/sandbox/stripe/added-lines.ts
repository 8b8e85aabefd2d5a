/** Charges and credits that a request adds to an invoice: with a change of a subscription, or for a preview. */
import { z } from "zod";
import type { Desk } from "./desk.ts";
import { integer, text } from "./fields.ts";
import { newStripeId } from "./ids.ts";
import type { LineItem } from "./invoice-shapes.ts";
import { invalid } from "./refusals.ts";
import type { Subscription } from "./subscription-shapes.ts";

/** One of `add_invoice_items`: a price made for it, whose amount is below zero for a credit. */
export const addedLine = z.strictObject({
  price_data: z.strictObject({ currency: text, product: text, unit_amount: integer }),
  quantity: integer.default(1),
});
/** One of `invoice_items` of a preview. */
export const previewedLine = z.strictObject({ amount: integer, currency: text, description: text });

type Draft = { amount: number; description: string; pricing: LineItem["pricing"]; quantity: number };

function line(desk: Desk, { id, currency, customer, metadata }: Subscription, draft: Draft): LineItem {
  const at = desk.now(customer);
  return {
    id: newStripeId("il"),
    object: "line_item",
    ...draft,
    currency,
    discountable: draft.amount > 0,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata,
    parent: {
      type: "invoice_item_details",
      invoice_item_details: { invoice_item: newStripeId("ii"), proration: false, subscription: id },
      subscription_item_details: null,
    },
    period: { start: at, end: at },
    subscription: id,
    subtotal: draft.amount,
    taxes: [],
  };
}

const sameCurrency = (subscription: Subscription, currency: string): void => {
  if (currency !== subscription.currency)
    throw invalid("The currency of an invoice item must be the subscription's.", { param: "currency" });
};

export const addedLines = (
  desk: Desk,
  subscription: Subscription,
  orders: readonly z.output<typeof addedLine>[],
): LineItem[] =>
  orders.map(({ price_data: { currency, product, unit_amount }, quantity }) => {
    sameCurrency(subscription, currency);
    const { name } = desk.need("product", product, "add_invoice_items[0][price_data][product]");
    const price_details = { price: newStripeId("price"), product };
    return line(desk, subscription, {
      amount: unit_amount * quantity,
      description: name,
      quantity,
      pricing: { type: "price_details", price_details, unit_amount_decimal: String(unit_amount) },
    });
  });

export const previewedLines = (
  desk: Desk,
  subscription: Subscription,
  orders: readonly z.output<typeof previewedLine>[],
): LineItem[] =>
  orders.map(({ amount, currency, description }) => {
    sameCurrency(subscription, currency);
    return line(desk, subscription, { amount, description, quantity: 1, pricing: null });
  });
