/** Checkout sessions: created by the product, paid on the sandbox's form. */
import { z } from "zod";
import { day_ms, day_s, minute_ms, second_ms } from "#app/platform/durations.ts";
import {
  checkAddresses,
  creation,
  dueToday,
  itemsOf,
  lineOf,
  paymentOf,
  subscriptionOf,
} from "./checkout-order.ts";
import type { CheckoutSession } from "./checkout-shapes.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { listed, paged } from "./lists.ts";
import { invalid } from "./refusals.ts";

const longest_s = day_ms / second_ms;
const shortest_s = (30 * minute_ms) / second_ms;

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
