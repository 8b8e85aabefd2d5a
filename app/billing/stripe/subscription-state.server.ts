/** The one path by which a subscription's state comes into our rows: read anew from Stripe, written in one batch. */
import type Stripe from "stripe";
import { grantTrial } from "#app/billing/plan/trial-grants.server.ts";
import { movingToCard } from "#app/billing/resale/card-terms.server.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { isPaying, settleOnePlan } from "./one-plan.server.ts";
import { readSubscription, type SubscriptionRow, type TermsRow } from "./read-subscription.server.ts";
import { stripeOf } from "./stripe.server.ts";
import { publishSubscription } from "./subscription-news.server.ts";
import {
  currentSubscription,
  type Known,
  knownOf,
  processing,
  writingPlan,
  writingRow,
  writingTerms,
} from "./subscription-rows.server.ts";

export type { SubscriptionRow } from "./read-subscription.server.ts";
export { currentSubscription } from "./subscription-rows.server.ts";

/** What a reading found. `before`: the row as it stood; null: it is new. */
export type Refreshed = { row: SubscriptionRow; before: SubscriptionRow | null; isChanged: boolean };

/** A subscription as Stripe told it. `read_at`: when it was asked, by this machine's clock: the later reading counts. */
export type Told = { organization_id: string; told: Stripe.Subscription; read_at: number };

/** What is read along with a subscription. */
const alongside = ["schedule", "latest_invoice", "items.data.price.tiers"];

/**
 * Reads a subscription from Stripe and writes what follows from it: its row, the terms of its period, the organization's
 * plan, and the mark of the event that caused it; then the hosts, the edge and the organization's object learn of it. The
 * order of calls changes nothing: an older reading never replaces a newer one, and an ended subscription never lives
 * again (R28, R31).
 * @param now ms UTC
 * @param event the event of Stripe that is processed by this
 * @returns null: the organization is gone
 * @throws what Stripe's client throws
 */
export async function refreshSubscription(
  env: Env,
  db: Database,
  { organization_id, subscription_id }: { organization_id: string; subscription_id: string },
  now: number,
  event?: { id: string },
): Promise<Refreshed | null> {
  const stripe = await stripeOf(settings(env));
  const read_at = Date.now();
  const told = await stripe.subscriptions.retrieve(subscription_id, { expand: alongside });
  const one = { organization_id, told, read_at };
  return writeSubscription(env, db, one, await knownOf(db, [one]), now, event);
}

/** Writes a subscription that was just read, and tells those who go by it. */
export async function writeSubscription(
  env: Env,
  db: Database,
  one: Told,
  known: Known,
  now: number,
  event?: { id: string },
): Promise<Refreshed | null> {
  const all = platform(db);
  const marks = event ? [processing(all, event, now)] : [];
  const read = compare(one, known);
  const compared = read && compare(await withOneTrial(env, db, one, read, now), known);
  if (!compared) {
    const [mark] = marks;
    if (mark) await mark;
    return null;
  }
  const { row, terms, before, isChanged } = compared;
  const { organization_id, subscription_id, tier, status } = row;
  const fact = enqueueFact(env, all, organization_id, {
    kind: "subscription.changed",
    payload: { v: 1, change_id: newId(), subscription_id, tier, status },
    at: now,
  });
  const endsNow = before !== null && before.ended_at === null;
  const [, ...others] = await all.batch([
    writingRow(all, row),
    ...(isChanged ? [fact.statement] : []),
    ...(terms ? [writingTerms(all, terms, now)] : []),
    writingPlan(all, row, endsNow, now),
    ...movingToCard(all, row, now),
    ...marks,
  ]);
  if (!isChanged) return { row, before, isChanged };
  const [written] = others;
  if (Array.isArray(written)) await fact.send(written);
  await publishSubscription(env, db, organization_id, now);
  if (before === null && row.ended_at === null)
    for (const ended of await settleOnePlan(env, db, row)) await refreshSubscription(env, db, ended, now);
  return { row, before, isChanged };
}

/**
 * Notes a trial when it is first read, so that it is given once. Whether there is one was decided when the checkout
 * began: where an owner paid several checkouts that were open at once, this one's trial ends, and it is paid now.
 */
async function withOneTrial(
  env: Env,
  db: Database,
  one: Told,
  { row, before }: Compared,
  now: number,
): Promise<Told> {
  if (row.status !== "trialing" || before?.status === "trialing") return one;
  const { organization_id, subscription_id: id } = row;
  const isTheirs = await grantTrial({ db, env }, organization_id, now);
  if (isTheirs || before !== null || row.payee_id !== null) return one;
  // A second one of the same organization ends as a whole, and is not charged before.
  const current = await currentSubscription(db, organization_id);
  if (current !== null && isPaying(current.status)) return one;
  const stripe = await stripeOf(settings(env));
  log("warn", "second_trial_ended", { organization_id, subscription_id: id });
  await stripe.subscriptions.update(id, { trial_end: "now" }, { idempotencyKey: `second-trial:${id}` });
  const read_at = Date.now();
  return { ...one, told: await stripe.subscriptions.retrieve(id, { expand: alongside }), read_at };
}

export type Compared = Refreshed & { terms: TermsRow | null };

/** A reading beside what is known; null: the organization is gone. */
export function compare({ organization_id, told, read_at }: Told, known: Known): Compared | null {
  const before = known.stored.get(told.id) ?? null;
  // A subscription stays with the organization that it was first read for, whatever its metadata say later.
  const owner = before?.organization_id ?? organization_id;
  if (before === null && !known.organizations.has(owner)) return null;
  const { row, terms } = readSubscription(told, {
    organization_id: owner,
    prices: known.prices,
    stored: before,
    read_at,
  });
  const isChanged =
    before === null ||
    telling.some((field) => before[field] !== row[field]) ||
    (terms !== null && areNew(terms, known.terms.get(told.id)));
  return { row, terms, before, isChanged };
}

/** The fields of a subscription whose change others are told of. */
const telling = [
  "status",
  "tier",
  "price_id",
  "period_start",
  "period_end",
  "trial_end",
  "cancel_at",
  "next_price_id",
  "schedule_id",
  "past_due_since",
  "ended_at",
  "minutes_item_id",
] as const satisfies readonly (keyof SubscriptionRow)[];

const areNew = (terms: TermsRow, newest: TermsRow | undefined): boolean =>
  newest === undefined ||
  newest.period_start !== terms.period_start ||
  newest.period_end !== terms.period_end;
