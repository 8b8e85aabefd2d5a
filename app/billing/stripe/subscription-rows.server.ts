/** The statements behind a subscription's state: what it is read by, and what is written of it. */
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import {
  organizations,
  planPrices,
  retailPrices,
  stripeEvents,
  subscriptions,
  subscriptionTerms,
} from "#drizzle/control/schema.ts";
import type { KnownPrice, SubscriptionRow, TermsRow } from "./read-subscription.server.ts";

/** What we know of subscriptions before they are read. */
export type Known = {
  readonly prices: readonly KnownPrice[];
  readonly stored: ReadonlyMap<string, SubscriptionRow>;
  /** The newest terms of each subscription. */
  readonly terms: ReadonlyMap<string, TermsRow>;
  /** Organizations that are there and not purged. */
  readonly organizations: ReadonlySet<string>;
};

/** One bound value for any number of ids (R33). */
const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

const priceIdsOf = (told: Stripe.Subscription): string[] => {
  const phases = told.schedule && typeof told.schedule !== "string" ? told.schedule.phases : [];
  const next = phases.flatMap(({ items }) => items.map(({ price }) => price));
  return [
    ...told.items.data.map(({ price }) => price.id),
    ...next.map((price) => (typeof price === "string" ? price : price.id)),
  ];
};

/** Everything that subscriptions are read by, in one trip. */
export async function knownOf(
  db: Database,
  read: readonly { organization_id: string; told: Stripe.Subscription }[],
): Promise<Known> {
  const all = platform(db);
  const ids = read.map(({ told }) => told.id);
  const priceIds = [...new Set(read.flatMap(({ told }) => priceIdsOf(told)))];
  const [prices, retail, stored, terms, living] = await all.batch([
    all
      .select({
        price_id: planPrices.price_id,
        minutes_price_id: planPrices.minutes_price_id,
        tier: planPrices.tier,
        cadence: planPrices.cadence,
        included_seconds: planPrices.included_seconds,
        minute_micros: planPrices.minute_micros,
        payee_id: sql<string | null>`null`,
      })
      .from(planPrices)
      .where(inArray(planPrices.price_id, among(priceIds))),
    all
      .select({
        price_id: sql<string>`price_id`.as("price_id"),
        minutes_price_id: sql<string>`minutes_price_id`.as("minutes_price_id"),
        tier: retailPrices.tier,
        cadence: sql<"monthly">`'monthly'`.as("cadence"),
        included_seconds: sql<number>`included_minutes * 60`.as("included_seconds"),
        minute_micros: retailPrices.minute_micros,
        payee_id: sql<string | null>`agency_id`.as("payee_id"),
      })
      .from(retailPrices)
      .where(inArray(retailPrices.price_id, among(priceIds))),
    all
      .select()
      .from(subscriptions)
      .where(inArray(subscriptions.subscription_id, among(ids))),
    all
      .select()
      .from(subscriptionTerms)
      .where(
        sql`(organization_id, subscription_id, period_start) in (
          select t.organization_id, t.subscription_id, max(t.period_start) from subscriptions s
          join subscription_terms t on t.organization_id = s.organization_id and t.subscription_id = s.subscription_id
          where s.subscription_id in ${among(ids)} group by t.organization_id, t.subscription_id)`,
      ),
    all
      .select({ id: organizations.id })
      .from(organizations)
      .where(
        and(
          inArray(organizations.id, among(read.map(({ organization_id }) => organization_id))),
          // The row of a purged organization stays, and nothing is written about it any more.
          sql`(${organizations.archived_at} is null or ${organizations.purge_at} is not null)`,
        ),
      ),
  ]);
  return {
    prices: [...prices, ...retail],
    stored: new Map(stored.map((row) => [row.subscription_id, row])),
    terms: new Map(terms.map((row) => [row.subscription_id, row])),
    organizations: new Set(living.map(({ id }) => id)),
  };
}

/** The subscription that decides an organization's plan stands first: one that lives, one that is paid, the newest. */
export const deciding = sql`(ended_at is null) desc, (status in ('trialing', 'active', 'past_due')) desc, stripe_created desc, subscription_id desc`;

/** One that is paid to another agency, or to none, says nothing about the plan: the client has moved since. */
export const ofPresentPayee = (organization_id: string) =>
  sql`payee_id is (select parent_organization_id from organizations where id = ${organization_id})`;

/** The subscription that decides an organization's plan; null: it never had one. */
export const currentSubscription = async (
  db: Database,
  organization_id: string,
): Promise<SubscriptionRow | null> =>
  (await tenant(db, organization_id)
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.organization_id, organization_id), ofPresentPayee(organization_id)))
    .orderBy(deciding)
    .limit(1)
    .get()) ?? null;

/** Writes the row, unless a later reading stands already, or the subscription has ended and this one says that it lives. */
export const writingRow = (db: PlatformDb, row: SubscriptionRow) =>
  db
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: subscriptions.subscription_id,
      set: { ...row, organization_id: sql`organization_id`, created_at: sql`created_at` },
      setWhere: sql`excluded.refreshed_at >= refreshed_at and (ended_at is null or excluded.ended_at is not null)`,
    });

/** A period's terms stay as they were when it began, except within this time: then no call can have been priced by them. */
const settled_ms = minute_ms;

/** Writes the terms of the minutes' period, if the row of this reading stands. */
export function writingTerms(db: PlatformDb, terms: TermsRow, now: number) {
  const isNew = sql`period_start > ${now - settled_ms}`;
  const newest = (column: string) =>
    sql`case when ${isNew} then excluded.${sql.raw(column)} else ${sql.raw(column)} end`;
  return db
    .insert(subscriptionTerms)
    .select(
      sql`select ${terms.organization_id}, ${terms.period_start}, ${terms.period_end}, ${terms.subscription_id},
        ${terms.tier}, ${terms.included_seconds}, ${terms.minute_micros}, ${terms.currency},
        ${Number(terms.is_trial)}, ${terms.created_at}
        where exists (select 1 from subscriptions
          where subscription_id = ${terms.subscription_id} and refreshed_at = ${terms.created_at})`,
    )
    .onConflictDoUpdate({
      target: [
        subscriptionTerms.organization_id,
        subscriptionTerms.subscription_id,
        subscriptionTerms.period_start,
      ],
      set: {
        period_end: sql`excluded.period_end`,
        tier: newest("tier"),
        included_seconds: newest("included_seconds"),
        minute_micros: newest("minute_micros"),
        currency: newest("currency"),
        is_trial: newest("is_trial"),
      },
    });
}

/**
 * Gives the organization the plan of the subscription that decides. A client whose plan its agency chose keeps that when
 * it hears of a subscription that had ended before: only one that lives, or ends now, changes it.
 */
export function writingPlan(
  db: PlatformDb,
  { organization_id }: Pick<SubscriptionRow, "organization_id">,
  endsNow: boolean,
  now: number,
) {
  const { tier, status, past_due_since, ended_at } = subscriptions;
  const following_tier = sql<string | null>`case when ended_at is null then (select p.tier from plan_prices p
    where p.price_id = next_price_id) end`.as("following_tier");
  const decided = db
    .select({ tier, status, past_due_since, ended_at, following_tier })
    .from(subscriptions)
    .where(and(eq(subscriptions.organization_id, organization_id), ofPresentPayee(organization_id)))
    .orderBy(deciding)
    .limit(1)
    .as("decided");
  const { subscription_tier, subscription_status, past_due_since: since } = organizations;
  return db
    .update(organizations)
    .set({
      subscription_tier: sql`${decided.tier}`,
      subscription_status: sql`${decided.status}`,
      past_due_since: sql`${decided.past_due_since}`,
      next_tier: sql`${decided.following_tier}`,
      updated_at: now,
    })
    .from(decided)
    .where(
      and(
        eq(organizations.id, organization_id),
        or(
          isNull(organizations.parent_organization_id),
          isNull(decided.ended_at),
          sql`${Number(endsNow)} = 1`,
        ),
        sql`(${subscription_tier}, ${subscription_status}, ${since}, ${organizations.next_tier})
          is not (${decided.tier}, ${decided.status}, ${decided.past_due_since}, ${decided.following_tier})`,
      ),
    );
}

/** Marks an event as processed, in the batch of what it caused. */
export const processing = (db: PlatformDb, { id }: { id: string }, now: number) =>
  db
    .update(stripeEvents)
    .set({ processed_at: now, due_at: null, set_aside_at: null, last_error: null })
    .where(and(eq(stripeEvents.id, id), sql`${stripeEvents.processed_at} is null`));

/** The subscription was read and says what is known already. */
export const unchanged = (db: PlatformDb, ids: readonly string[], read_at: number) =>
  db
    .update(subscriptions)
    .set({ refreshed_at: read_at, failures: 0, read_after: null })
    .where(
      and(
        inArray(subscriptions.subscription_id, among(ids)),
        sql`${subscriptions.refreshed_at} < ${read_at}`,
      ),
    );

/** The terms of an organization's latest periods, for its object. */
export const latestTerms = (db: Database, organization_id: string, most: number): Promise<TermsRow[]> =>
  tenant(db, organization_id)
    .select()
    .from(subscriptionTerms)
    .where(eq(subscriptionTerms.organization_id, organization_id))
    .orderBy(sql`period_start desc`)
    .limit(most)
    .all();
