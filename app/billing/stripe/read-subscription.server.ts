/** A subscription as Stripe tells it, as our rows say it: what is paid, until when, by which terms. */
import type Stripe from "stripe";
import { grace_ms } from "#app/membership/entitlement.ts";
import { log } from "#app/platform/log.ts";
import type { subscriptions, subscriptionTerms } from "#drizzle/control/schema.ts";
import { minuteTerms, type PlanPrice } from "./catalogue.server.ts";
import { planOfKey } from "./plans.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type TermsRow = typeof subscriptionTerms.$inferSelect;

/** A price that a subscription can have: a plan's, or one that an agency made for its clients. */
export type KnownPrice = Pick<
  PlanPrice,
  "price_id" | "minutes_price_id" | "tier" | "cadence" | "included_seconds" | "minute_micros"
> & {
  /** The agency that made it; null: the platform. */
  readonly payee_id: string | null;
};

export type ReadSubscription = { row: SubscriptionRow; terms: TermsRow | null };

type Known = {
  organization_id: string;
  prices: readonly KnownPrice[];
  /** Our row as it stands; null: it is new to us. */
  stored: SubscriptionRow | null;
  /** When Stripe was asked, ms UTC. */
  read_at: number;
};

const ms = (seconds: number): number => seconds * 1000;
const msOrNull = (seconds: number | null | undefined): number | null => (seconds ? ms(seconds) : null);
const idOf = (one: string | { id: string } | null): string | null =>
  typeof one === "string" ? one : (one?.id ?? null);

/** Statuses after which a subscription never lives again. */
const ended: readonly string[] = ["canceled", "incomplete_expired"];

export const hasEnded = ({ status }: Pick<SubscriptionRow, "status">): boolean => ended.includes(status);

/**
 * The rows of a subscription. A plan whose price we don't know stays what it was, and is reported: a price that was made
 * by hand must not take a plan away.
 * @throws Error for a subscription without items
 */
export function readSubscription(
  told: Stripe.Subscription,
  { organization_id, prices, stored, read_at }: Known,
): ReadSubscription {
  const items = told.items.data;
  const priceOf = (item: Stripe.SubscriptionItem | undefined) =>
    prices.find(({ price_id }) => price_id === item?.price.id);
  const minutes = items.find(({ price }) => price.recurring?.usage_type === "metered");
  const fee =
    items.find((item) => priceOf(item) !== undefined) ??
    items.find(({ price }) => planOfKey(price.lookup_key) !== null) ??
    items.find(({ id }) => id === stored?.plan_item_id) ??
    items.find(({ id }) => id !== minutes?.id);
  if (!fee) throw new Error("a subscription without a plan's item");
  const known = priceOf(fee);
  const byKey = planOfKey(fee.price.lookup_key);
  if (!known && !byKey)
    log("warn", "unknown_price", { organization_id, price_id: fee.price.id, subscription_id: told.id });
  const tier = known?.tier ?? byKey?.tier ?? stored?.tier ?? told.metadata.tier ?? "starter";
  const isOver = ended.includes(told.status);
  const schedule = typeof told.schedule === "string" ? null : told.schedule;
  const row: SubscriptionRow = {
    subscription_id: told.id,
    organization_id,
    customer_id: idOf(told.customer) ?? "",
    payee_id: known?.payee_id ?? told.metadata.payee_id ?? stored?.payee_id ?? null,
    status: told.status,
    tier,
    cadence: fee.price.recurring?.interval === "year" ? "yearly" : "monthly",
    price_id: fee.price.id,
    currency: told.currency.toUpperCase(),
    unit_amount: fee.price.unit_amount ?? 0,
    plan_item_id: fee.id,
    minutes_item_id: minutes?.id ?? null,
    period_start: ms(fee.current_period_start),
    period_end: ms(fee.current_period_end),
    trial_end: msOrNull(told.trial_end),
    cancel_at: msOrNull(told.cancel_at) ?? (told.cancel_at_period_end ? ms(fee.current_period_end) : null),
    canceled_at: msOrNull(told.canceled_at),
    ended_at: isOver ? (msOrNull(told.ended_at) ?? stored?.ended_at ?? read_at) : null,
    ...followingOf(told, schedule, fee, prices, stored),
    past_due_since: overdueSince(told, isFirstAfterTrial(told, fee, minutes), stored, read_at),
    stripe_created: ms(told.created),
    refreshed_at: read_at,
    created_at: stored?.created_at ?? read_at,
    failures: 0,
    read_after: null,
  };
  return { row, terms: termsOf(told, row, minutes, known, read_at) };
}

/** The plan that a schedule brings next. A schedule that was not expanded is the one that we know already, or none. */
function followingOf(
  { schedule: scheduleOrId }: Stripe.Subscription,
  schedule: Stripe.SubscriptionSchedule | null,
  fee: Stripe.SubscriptionItem,
  prices: readonly KnownPrice[],
  stored: SubscriptionRow | null,
): Pick<SubscriptionRow, "next_price_id" | "schedule_id"> {
  const schedule_id = idOf(scheduleOrId);
  if (schedule_id === null) return { next_price_id: null, schedule_id: null };
  if (schedule === null)
    return {
      schedule_id,
      next_price_id: stored?.schedule_id === schedule_id ? stored.next_price_id : null,
    };
  const now = schedule.current_phase?.end_date ?? 0;
  const next = schedule.phases.find(({ start_date }) => start_date >= now);
  const ids = next?.items.map(({ price }) => idOf(price)) ?? [];
  const wanted = ids.find((id) => prices.some(({ price_id }) => price_id === id)) ?? ids[0] ?? null;
  return { schedule_id, next_price_id: wanted === fee.price.id ? null : wanted };
}

/** Whether nothing was ever paid: fee and minutes are both in their first period after the trial. */
const isFirstAfterTrial = (
  { trial_end }: Stripe.Subscription,
  fee: Stripe.SubscriptionItem,
  minutes: Stripe.SubscriptionItem | undefined,
): boolean => fee.current_period_start === trial_end && (minutes ?? fee).current_period_start === trial_end;

/**
 * Since when a payment is overdue: as it was first read, or since the invoice that is overdue was due. The grace of R31
 * counts from it. A first payment after a trial has none, so it counts as overdue for as long as the grace lasts.
 */
function overdueSince(
  { status, latest_invoice }: Stripe.Subscription,
  isFirst: boolean,
  stored: SubscriptionRow | null,
  read_at: number,
): number | null {
  if (status !== "past_due" && status !== "unpaid") return null;
  if (stored?.past_due_since) return stored.past_due_since;
  const grace = isFirst ? grace_ms : 0;
  const invoice = typeof latest_invoice === "string" ? null : latest_invoice;
  if (invoice === null || invoice.status === "paid") return read_at - grace;
  return Math.min(read_at, ms(invoice.status_transitions.finalized_at ?? invoice.created)) - grace;
}

/** The terms of the minutes' period; null: it has no minutes, or ended before it had any. */
function termsOf(
  told: Stripe.Subscription,
  row: SubscriptionRow,
  minutes: Stripe.SubscriptionItem | undefined,
  known: KnownPrice | undefined,
  created_at: number,
): TermsRow | null {
  if (!minutes || told.status === "incomplete" || told.status === "incomplete_expired") return null;
  const price = known?.minutes_price_id === minutes.price.id ? known : minuteTerms(minutes.price);
  const period_start = ms(minutes.current_period_start);
  const period_end = Math.min(ms(minutes.current_period_end), row.ended_at ?? Number.POSITIVE_INFINITY);
  if (period_end <= period_start) return null;
  return {
    organization_id: row.organization_id,
    subscription_id: row.subscription_id,
    period_start,
    period_end,
    tier: row.tier,
    included_seconds: price.included_seconds,
    minute_micros: price.minute_micros,
    currency: row.currency,
    is_trial: told.status === "trialing",
    created_at,
  };
}
