/** What time does at Stripe: trials end, periods renew, payments are tried again, first payments expire. */
import { day_s } from "#app/platform/durations.ts";
import { cancelNow } from "./cancellation.ts";
import { current } from "./checkout.ts";
import type { Desk } from "./desk.ts";
import type { Invoice } from "./invoice-shapes.ts";
import { voidInvoice } from "./invoices.ts";
import { methodFor, tryToPay } from "./invoicing.ts";
import { renewalAt } from "./renewal.ts";
import { releaseSchedule } from "./schedules.ts";
import type { Subscription } from "./subscription-shapes.ts";
import { bill, follow, patience_s, scheduleRetry } from "./subscription-state.ts";

/** What becomes of a subscription when every retry has failed. */
export type AfterRetries = "cancel" | "unpaid" | "past_due";
/** Stripe tells of a trial's end so long before. */
const notice_s = 3 * day_s;
/** A period every minute for years would be a mistake of the sandbox. */
const mostSteps = 5000;

type Step = { at: number; run: () => void };

/** Does everything that is due for a customer until `to` (seconds), in order, each at its own moment. */
export function runUntil(desk: Desk, customer: string, to: number, afterRetries: AfterRetries): void {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const next = nextStep(desk, customer, afterRetries);
    if (!next || next.at > to) return;
    desk.at(next.at, next.run);
  }
}

function nextStep(desk: Desk, customer: string, afterRetries: AfterRetries): Step | null {
  const steps = [
    ...desk.objects.list("subscription", { customer }).flatMap((one) => stepsOf(desk, one)),
    ...desk.objects.list("invoice", { customer }).flatMap((one) => retries(desk, one, afterRetries)),
    ...desk.objects
      .list("checkout.session", { customer })
      .filter(({ status }) => status === "open")
      .map((session) => ({ at: session.expires_at, run: () => void current(desk, session) })),
  ];
  return steps.reduce<Step | null>((first, step) => (first && first.at <= step.at ? first : step), null);
}

/** The next things in a subscription's life; of two at one moment the first here comes first. */
function stepsOf(desk: Desk, subscription: Subscription): Step[] {
  const { status, trial_end, cancel_at, pending_update, pause_collection } = subscription;
  if (status === "incomplete")
    return [{ at: subscription.created + patience_s, run: () => expire(desk, subscription) }];
  if (!["trialing", "active", "past_due", "unpaid"].includes(status)) return [];
  const steps: Step[] = [];
  if (status === "trialing" && trial_end !== null && !subscription._toldTrialEnd)
    steps.push({ at: trial_end - notice_s, run: () => tellTrialEnd(desk, subscription) });
  if (pending_update)
    steps.push({ at: pending_update.expires_at, run: () => expirePending(desk, subscription) });
  if (pause_collection?.resumes_at)
    steps.push({
      at: pause_collection.resumes_at,
      run: () => void desk.put({ ...subscription, pause_collection: null }, "customer.subscription.updated"),
    });
  // What was used during the trial is free.
  const billsUsage = status !== "trialing";
  if (cancel_at !== null)
    steps.push({ at: cancel_at, run: () => void cancelNow(desk, subscription, { billsUsage }) });
  const renewal = renewalAt(desk, subscription);
  if (renewal) steps.push({ at: renewal.at, run: () => renew(desk, subscription) });
  return steps;
}

function tellTrialEnd(desk: Desk, subscription: Subscription): void {
  desk.tell("customer.subscription.trial_will_end", desk.put({ ...subscription, _toldTrialEnd: true }));
}

/** A first payment that did not succeed in time. */
function expire(desk: Desk, subscription: Subscription): void {
  const invoice = subscription.latest_invoice && desk.objects.find("invoice", subscription.latest_invoice);
  if (invoice && invoice.status === "open") voidInvoice(desk, invoice.id);
  cancelNow(desk, subscription, { reason: "payment_failed" });
}

/** A change that was not paid in time. */
function expirePending(desk: Desk, subscription: Subscription): void {
  const invoice = subscription.latest_invoice && desk.objects.find("invoice", subscription.latest_invoice);
  const after = desk.put({ ...subscription, pending_update: null });
  desk.tell("customer.subscription.pending_update_expired", after);
  if (invoice && invoice.status === "open") voidInvoice(desk, invoice.id);
}

function renew(desk: Desk, before: Subscription): void {
  const renewal = renewalAt(desk, before);
  if (!renewal) return;
  const endsTrial = before.trial_end === renewal.at && before.status === "trialing";
  const method = methodFor(desk, before.customer, before);
  const without = before.trial_settings.end_behavior.missing_payment_method;
  if (endsTrial && !method && without === "cancel") {
    cancelNow(desk, before);
    return;
  }
  if (endsTrial && !method && without === "pause") {
    desk.put({ ...before, status: "paused" }, "customer.subscription.paused");
    return;
  }
  const renewed: Subscription = {
    ...before,
    items: { ...before.items, data: renewal.items },
    ...(renewal.phase && { metadata: { ...before.metadata, ...renewal.phase.metadata } }),
    ...(endsTrial && { status: "active" }),
  };
  desk.put(renewed, "customer.subscription.updated");
  followSchedule(desk, renewed, renewal.at);
  const period = {
    start: Math.min(...before.items.data.map(({ current_period_start }) => current_period_start)),
    end: renewal.at,
  };
  const subscription = desk.objects.find("subscription", before.id) ?? renewed;
  if (renewal.lines.length > 0)
    bill(desk, subscription, { lines: renewal.lines, reason: "subscription_cycle", period });
}

/** Moves the schedule to the phase that begins, or lets go after the last one. */
function followSchedule(desk: Desk, subscription: Subscription, at: number): void {
  const schedule = subscription.schedule
    ? desk.objects.find("subscription_schedule", subscription.schedule)
    : null;
  if (schedule?.status !== "active") return;
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= at && at < end_date);
  if (phase) {
    desk.put(
      { ...schedule, current_phase: { start_date: phase.start_date, end_date: phase.end_date } },
      "subscription_schedule.updated",
    );
    return;
  }
  if (schedule.end_behavior === "cancel") {
    desk.put(
      { ...schedule, status: "completed", completed_at: at, current_phase: null },
      "subscription_schedule.completed",
    );
    cancelNow(desk, { ...subscription, schedule: null });
    return;
  }
  releaseSchedule(desk, schedule.id);
}

function retries(desk: Desk, invoice: Invoice, afterRetries: AfterRetries): Step[] {
  const { status, next_payment_attempt: at } = invoice;
  return status === "open" && at !== null ? [{ at, run: () => retry(desk, invoice, afterRetries) }] : [];
}

function retry(desk: Desk, invoice: Invoice, afterRetries: AfterRetries): void {
  const id = invoice.parent?.subscription_details.subscription;
  const subscription = id === undefined ? null : desk.objects.find("subscription", id);
  const tried = tryToPay(desk, invoice, methodFor(desk, invoice.customer, subscription));
  if (tried.status === "paid") {
    if (subscription) follow(desk, subscription, tried);
    return;
  }
  const waiting = scheduleRetry(desk, tried);
  const isGivenUp = waiting.next_payment_attempt === null;
  if (!isGivenUp || !subscription || subscription.status !== "past_due") return;
  if (afterRetries === "cancel") cancelNow(desk, subscription, { reason: "payment_failed" });
  if (afterRetries === "unpaid")
    desk.put({ ...subscription, status: "unpaid" }, "customer.subscription.updated");
}
