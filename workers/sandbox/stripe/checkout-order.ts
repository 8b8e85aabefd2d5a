/** What a checkout session is ordered with: its fields, its items, its addresses. */
import { z } from "zod";
import { amountOf } from "./amounts.ts";
import { createPrice } from "./catalogue.ts";
import type { CheckoutItem, CheckoutPayment, CheckoutSubscription } from "./checkout-shapes.ts";
import type { Desk } from "./desk.ts";
import { amount, currency, flag, integer, metadata, percent, text, withMetadata } from "./fields.ts";
import { newStripeId } from "./ids.ts";
import { isMetered } from "./lines.ts";
import { invalid } from "./refusals.ts";
import { recurringPrice } from "./subscription-items.ts";
import { transferData, transferOf, trialSettings } from "./subscriptions.ts";

const lineItem = z.strictObject({
  price: text.optional(),
  price_data: z
    .strictObject({
      currency,
      unit_amount: amount,
      product: text.optional(),
      product_data: z
        .strictObject({ name: text, description: text.optional(), metadata: metadata.optional() })
        .optional(),
      recurring: z
        .strictObject({
          interval: z.enum(["day", "week", "month", "year"]),
          interval_count: integer.optional(),
        })
        .optional(),
      tax_behavior: text.optional(),
    })
    .optional(),
  quantity: integer.optional(),
  adjustable_quantity: z.unknown().optional(),
});
export const creation = z.strictObject({
  mode: z.enum(["payment", "subscription", "setup"]),
  ui_mode: z.enum(["embedded_page", "hosted_page"]).default("hosted_page"),
  allow_promotion_codes: flag.optional(),
  automatic_tax: z.unknown().optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  branding_settings: z.unknown().optional(),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  consent_collection: z.unknown().optional(),
  currency: currency.optional(),
  custom_text: z.unknown().optional(),
  customer: text.optional(),
  customer_creation: text.optional(),
  customer_email: text.optional(),
  customer_update: z.unknown().optional(),
  expires_at: integer.optional(),
  invoice_creation: z.unknown().optional(),
  line_items: z.array(lineItem).max(20).optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  name_collection: z.unknown().optional(),
  payment_intent_data: z
    .strictObject({
      application_fee_amount: amount.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      on_behalf_of: text.optional(),
      receipt_email: text.optional(),
      setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
      statement_descriptor: text.optional(),
      statement_descriptor_suffix: text.optional(),
      transfer_data: z.strictObject({ destination: text, amount: amount.optional() }).optional(),
    })
    .optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  payment_method_types: z.array(text).optional(),
  phone_number_collection: z.unknown().optional(),
  redirect_on_completion: z.enum(["always", "if_required", "never"]).optional(),
  return_url: text.optional(),
  saved_payment_method_options: z.unknown().optional(),
  setup_intent_data: z.unknown().optional(),
  submit_type: text.optional(),
  subscription_data: z
    .strictObject({
      application_fee_percent: percent.optional(),
      billing_mode: z
        .strictObject({ type: z.enum(["flexible", "classic"]), flexible: z.unknown().optional() })
        .optional(),
      description: text.optional(),
      invoice_settings: z.unknown().optional(),
      metadata: metadata.optional(),
      on_behalf_of: text.optional(),
      transfer_data: transferData.optional(),
      trial_end: integer.optional(),
      trial_period_days: integer.optional(),
      trial_settings: trialSettings.optional(),
    })
    .optional(),
  success_url: text.optional(),
  tax_id_collection: z.unknown().optional(),
  expand: z.array(text).optional(),
});
type Creation = z.output<typeof creation>;

export function checkAddresses(order: Creation): void {
  if (order.ui_mode === "embedded_page") {
    if (order.success_url ?? order.cancel_url)
      throw invalid("`success_url` and `cancel_url` are not allowed when `ui_mode` is `embedded_page`.", {
        param: "success_url",
      });
    if (order.redirect_on_completion !== "never" && !order.return_url)
      throw invalid("`return_url` is required when `ui_mode` is `embedded_page`.", { param: "return_url" });
  } else if (!order.success_url) throw invalid("`success_url` is required.", { param: "success_url" });
  for (const [param, url] of [
    ["return_url", order.return_url],
    ["success_url", order.success_url],
  ] as const)
    if (url !== undefined && !URL.canParse(url.replace("{CHECKOUT_SESSION_ID}", "id")))
      throw invalid("Not a valid URL", { code: "url_invalid", param });
  if (order.mode !== "subscription" && order.subscription_data)
    throw invalid("You can not pass `subscription_data` unless in `subscription` mode.", {
      param: "subscription_data",
    });
  if (order.mode !== "payment" && order.payment_intent_data)
    throw invalid("You can not pass `payment_intent_data` in `subscription` mode.", {
      param: "payment_intent_data",
    });
}

export function itemsOf(desk: Desk, order: Creation): CheckoutItem[] {
  const items = (order.line_items ?? []).map((given, index): CheckoutItem => {
    const param = `line_items[${index}][price]`;
    if (given.price_data) {
      const { product_data, tax_behavior: _, recurring, ...data } = given.price_data;
      const price = createPrice(desk, {
        currency: data.currency,
        unit_amount: String(data.unit_amount),
        ...(data.product
          ? { product: data.product }
          : { product_data: { name: product_data?.name ?? "Item" } }),
        ...(recurring && { recurring: { interval: recurring.interval } }),
      });
      return { price, quantity: given.quantity ?? 1 };
    }
    if (!given.price)
      throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
    const price = desk.need("price", given.price, param);
    if (order.mode === "subscription" && price.recurring) recurringPrice(desk, price.id, param);
    if (!price.active) throw invalid("The price specified is inactive.", { param });
    if (order.mode === "payment" && price.recurring)
      throw invalid(
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
        { param },
      );
    if (isMetered(price) && given.quantity !== undefined)
      throw invalid("Quantity should not be specified where usage_type is `metered`.", {
        param: `line_items[${index}][quantity]`,
      });
    if (!isMetered(price) && given.quantity === undefined)
      throw invalid("Quantity is required. Add `quantity` to `line_items`.", {
        param: `line_items[${index}][quantity]`,
      });
    return { price, quantity: isMetered(price) ? 0 : (given.quantity ?? 1) };
  });
  if (order.mode !== "setup" && items.length === 0)
    throw invalid("`line_items` is required.", { code: "parameter_missing", param: "line_items" });
  if (order.mode === "subscription" && !items.some(({ price }) => price.recurring))
    throw invalid("You must provide at least one recurring price in `subscription` mode.", {
      param: "line_items",
    });
  if (new Set(items.map(({ price }) => price.currency)).size > 1)
    throw invalid("All line items must have the same currency.", { param: "line_items" });
  return items;
}

export const dueToday = ({ price, quantity }: CheckoutItem): number =>
  isMetered(price) ? 0 : amountOf(price, quantity);

export const lineOf = (item: CheckoutItem): object => ({
  id: newStripeId("li"),
  object: "item",
  amount_discount: 0,
  amount_subtotal: dueToday(item),
  amount_tax: 0,
  amount_total: dueToday(item),
  currency: item.price.currency,
  description: item.price.nickname ?? item.price.lookup_key ?? "Item",
  price: item.price,
  quantity: isMetered(item.price) ? null : item.quantity,
});

export const subscriptionOf = (given: Creation["subscription_data"]): CheckoutSubscription => ({
  metadata: withMetadata({}, given?.metadata),
  description: given?.description ?? null,
  trial_end: given?.trial_end ?? null,
  trial_period_days: given?.trial_period_days ?? null,
  missing_payment_method: given?.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
  application_fee_percent: given?.application_fee_percent ?? null,
  on_behalf_of: given?.on_behalf_of ?? null,
  transfer_data: given?.transfer_data ? transferOf(given.transfer_data) : null,
  billing_mode: given?.billing_mode?.type ?? "flexible",
});

export const paymentOf = (given: Creation["payment_intent_data"]): CheckoutPayment => ({
  metadata: withMetadata({}, given?.metadata),
  description: given?.description ?? null,
  application_fee_amount: given?.application_fee_amount ?? null,
  on_behalf_of: given?.on_behalf_of ?? null,
  transfer_data: given?.transfer_data
    ? {
        destination: given.transfer_data.destination,
        ...(given.transfer_data.amount !== undefined && { amount: given.transfer_data.amount }),
      }
    : null,
  setup_future_usage: given?.setup_future_usage ?? null,
});
