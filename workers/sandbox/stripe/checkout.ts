/** Checkout sessions: created by the product, paid on the sandbox's form. */
import { z } from "zod";
import { day_ms, day_s, minute_ms, second_ms } from "#app/platform/durations.ts";
import { amountOf } from "./amounts.ts";
import { createPrice } from "./catalogue.ts";
import type { Desk } from "./desk.ts";
import {
  amount,
  currency,
  fieldsOf,
  flag,
  integer,
  metadata,
  paging,
  percent,
  text,
  withMetadata,
} from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { isMetered } from "./lines.ts";
import { listed, paged } from "./lists.ts";
import { invalid } from "./refusals.ts";
import type { CheckoutItem, CheckoutPayment, CheckoutSession, CheckoutSubscription } from "./shapes.ts";
import { recurringPrice } from "./subscription-items.ts";
import { transferData, transferOf, trialSettings } from "./subscriptions.ts";

const longest_s = day_ms / second_ms;
const shortest_s = (30 * minute_ms) / second_ms;

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
const creation = z.strictObject({
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

export function createSession(desk: Desk, form: Form): CheckoutSession {
  const order = fieldsOf(creation, form);
  const customer = order.customer === undefined ? null : desk.customer(order.customer).id;
  const now = desk.now(customer);
  const expires_at = order.expires_at ?? now + longest_s;
  if (expires_at < now + shortest_s - 5 || expires_at > now + longest_s + 5)
    throw invalid(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  checkAddresses(order);
  const items = itemsOf(desk, order);
  const trial = order.subscription_data?.trial_end ?? order.subscription_data?.trial_period_days;
  if (
    order.subscription_data?.trial_period_days !== undefined &&
    order.subscription_data.trial_period_days < 1
  )
    throw invalid("Trial periods must be at least 1 day.", { param: "subscription_data[trial_period_days]" });
  for (const account of [order.subscription_data, order.payment_intent_data].flatMap((given) => [
    given?.on_behalf_of,
    given?.transfer_data?.destination,
  ]))
    if (account !== undefined) desk.need("account", account, "transfer_data[destination]");
  const total = trial === undefined ? items.reduce((sum, item) => sum + dueToday(item), 0) : 0;
  const id = newStripeId("cs_test", 56);
  const made: CheckoutSession = {
    id,
    object: "checkout.session",
    allow_promotion_codes: order.allow_promotion_codes ?? null,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: order.billing_address_collection ?? null,
    cancel_url: order.cancel_url ?? null,
    client_reference_id: order.client_reference_id ?? null,
    client_secret:
      order.ui_mode === "embedded_page" ? `${id}_secret_${newStripeId("fid", 40).slice(4)}` : null,
    created: now,
    currency: items[0]?.price.currency ?? order.currency ?? "usd",
    customer,
    customer_details: null,
    customer_email: order.customer_email ?? null,
    expires_at,
    invoice: null,
    line_items: listed(items.map(lineOf), `/v1/checkout/sessions/${id}/line_items`),
    livemode: false,
    locale: order.locale ?? null,
    metadata: withMetadata({}, order.metadata),
    mode: order.mode,
    payment_intent: null,
    payment_method_collection: order.payment_method_collection ?? "always",
    payment_method_types: ["card"],
    payment_status: total === 0 && order.mode !== "payment" ? "no_payment_required" : "unpaid",
    redirect_on_completion: order.redirect_on_completion ?? "always",
    ...(order.return_url !== undefined && { return_url: order.return_url }),
    setup_intent: null,
    status: "open",
    subscription: null,
    success_url: order.success_url ?? null,
    ui_mode: order.ui_mode,
    url: order.ui_mode === "hosted_page" ? `${desk.asked.origin}/sandbox/stripe/checkout/${id}` : null,
    _items: items,
    _subscription: subscriptionOf(order.subscription_data),
    _payment: paymentOf(order.payment_intent_data),
  };
  return desk.put(made);
}

function checkAddresses(order: Creation): void {
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

function itemsOf(desk: Desk, order: Creation): CheckoutItem[] {
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

const dueToday = ({ price, quantity }: CheckoutItem): number =>
  isMetered(price) ? 0 : amountOf(price, quantity);

const lineOf = (item: CheckoutItem): object => ({
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

const subscriptionOf = (given: Creation["subscription_data"]): CheckoutSubscription => ({
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

const paymentOf = (given: Creation["payment_intent_data"]): CheckoutPayment => ({
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

/** The end of the trial that a session offers (seconds), or null. */
export const trialEndOf = (
  { _subscription: { trial_end, trial_period_days } }: CheckoutSession,
  now: number,
) => trial_end ?? (trial_period_days === null ? null : now + trial_period_days * day_s);

export function expireSession(desk: Desk, id: string): CheckoutSession {
  const session = current(desk, desk.need("checkout.session", id));
  if (session.status !== "open")
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  return expired(desk, session);
}

const expired = (desk: Desk, session: CheckoutSession): CheckoutSession =>
  desk.put({ ...session, status: "expired", client_secret: null, url: null }, "checkout.session.expired");

/** The session as it is now: one whose time is over has expired. */
export const current = (desk: Desk, session: CheckoutSession): CheckoutSession =>
  session.status === "open" && session.expires_at <= desk.now(session.customer)
    ? expired(desk, session)
    : session;

export function updateSession(desk: Desk, id: string, form: Form): CheckoutSession {
  const order = fieldsOf(
    z.strictObject({ metadata: metadata.optional(), expand: z.array(text).optional() }),
    form,
  );
  const session = current(desk, desk.need("checkout.session", id));
  return desk.put({ ...session, metadata: withMetadata(session.metadata, order.metadata) });
}

const query = z.strictObject({
  ...paging,
  customer: text.optional(),
  payment_intent: text.optional(),
  subscription: text.optional(),
  status: z.enum(["open", "complete", "expired"]).optional(),
  created: z.unknown().optional(),
});

export function listSessions(desk: Desk, form: Form) {
  const asked = fieldsOf(query, form);
  const found = desk.objects
    .list("checkout.session", asked.customer === undefined ? undefined : { customer: asked.customer })
    .map((session) => current(desk, session))
    .filter(({ status }) => asked.status === undefined || status === asked.status)
    .filter(({ subscription }) => asked.subscription === undefined || subscription === asked.subscription)
    .filter(
      ({ payment_intent }) => asked.payment_intent === undefined || payment_intent === asked.payment_intent,
    );
  return paged(found, asked, "/v1/checkout/sessions");
}
