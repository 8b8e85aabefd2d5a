/** How a subscription's status follows its invoices. */
import { day_s, hour_ms, second_ms } from "#app/platform/durations.ts";
import type { Desk } from "./desk.ts";
import type { BillingReason, Invoice, LineItem } from "./invoice-shapes.ts";
import { drafted, finalized, methodFor, tryToPay } from "./invoicing.ts";
import type { PaymentMethod } from "./shapes-base.ts";
import { applyPending } from "./subscription-items.ts";
import type { Subscription } from "./subscription-shapes.ts";

/** A first payment, and a change that waits for its payment, must succeed within this time. */
export const patience_s = (23 * hour_ms) / second_ms;
/** Days after the first failure of a renewal on which the payment is tried again. */
const retryAfter_days = [3, 5, 7];

export type Bill = {
  lines: LineItem[];
  reason: BillingReason;
  period: { start: number; end: number };
  method?: PaymentMethod | null;
  hasPassed?: boolean | null;
};

/** Writes an invoice for a subscription, tries to pay it, and lets the subscription follow. */
export function bill(
  desk: Desk,
  subscription: Subscription,
  order: Bill,
): { invoice: Invoice; subscription: Subscription } {
  const { customer, currency } = subscription;
  const lines = [...takePending(desk, subscription.id), ...order.lines];
  const draft = drafted(desk, { ...order, lines, customer, currency, subscription });
  desk.put(draft, "invoice.created");
  const open = finalized(desk, draft);
  const linked = desk.put({ ...subscription, latest_invoice: open.id });
  const method = order.method === undefined ? methodFor(desk, customer, subscription) : order.method;
  const invoice =
    subscription.pause_collection === null
      ? tryToPay(desk, open, method, order.hasPassed)
      : paused(desk, open, subscription);
  return { invoice, subscription: follow(desk, linked, invoice) };
}

/** Charges and credits that wait for the next invoice; they wait no longer. */
function takePending(desk: Desk, subscription: string): LineItem[] {
  const waiting = desk.objects.list("invoiceitem", { subscription }).reverse();
  for (const one of waiting) desk.remove(one);
  return waiting.map(({ _line }) => _line);
}

/** Collection is paused: the invoice is not paid. */
function paused(desk: Desk, invoice: Invoice, { pause_collection }: Subscription): Invoice {
  const at = desk.now(invoice.customer);
  if (pause_collection?.behavior === "void")
    return desk.put(
      { ...invoice, status: "void", status_transitions: { ...invoice.status_transitions, voided_at: at } },
      "invoice.voided",
    );
  if (pause_collection?.behavior === "mark_uncollectible")
    return desk.put(
      {
        ...invoice,
        status: "uncollectible",
        status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: at },
      },
      "invoice.marked_uncollectible",
    );
  return desk.put({ ...invoice, status: "draft", auto_advance: false });
}

/** The status that an invoice leaves its subscription in. Stores nothing and tells nothing when it stays. */
export function follow(desk: Desk, subscription: Subscription, invoice: Invoice): Subscription {
  const current = desk.objects.find("subscription", subscription.id) ?? subscription;
  if (invoice.status === "paid")
    return desk.put(recovered(desk, current, invoice), "customer.subscription.updated");
  if (invoice.status !== "open" || subscription.pause_collection) return current;
  if (current.pending_update) return current;
  if (invoice.billing_reason === "subscription_create")
    return desk.put({ ...current, status: "incomplete" }, "customer.subscription.updated");
  if (!["active", "trialing", "past_due"].includes(current.status)) return current;
  scheduleRetry(desk, invoice);
  owe(desk, current.customer, true);
  return desk.put({ ...current, status: "past_due" }, "customer.subscription.updated");
}

function recovered(desk: Desk, subscription: Subscription, invoice: Invoice): Subscription {
  const paid = applyPending(desk, subscription, invoice);
  const now = desk.now(subscription.customer);
  if (paid.status === "incomplete")
    return { ...paid, status: paid.trial_end !== null && paid.trial_end > now ? "trialing" : "active" };
  const stillOpen = desk.objects
    .list("invoice", { subscription: subscription.id })
    .some(({ id, status }) => id !== invoice.id && status === "open");
  const recovers = ["past_due", "unpaid"].includes(paid.status) && !stillOpen;
  if (recovers) owe(desk, subscription.customer, false);
  return recovers ? { ...paid, status: "active" } : paid;
}

function owe(desk: Desk, id: string, delinquent: boolean): void {
  const customer = desk.objects.find("customer", id);
  if (customer && customer.delinquent !== delinquent && !customer.deleted)
    desk.put({ ...customer, delinquent }, "customer.updated");
}

/** The next attempt to collect, or none after the last. */
export function scheduleRetry(desk: Desk, invoice: Invoice): Invoice {
  const days = retryAfter_days[invoice.attempt_count - 1];
  const next_payment_attempt = days === undefined ? null : desk.now(invoice.customer) + days * day_s;
  return desk.put({ ...invoice, next_payment_attempt }, "invoice.updated");
}
