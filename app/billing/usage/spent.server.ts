/** What an organization has spent in a period on minutes beyond its plan: its own calls, and its clients' calls that it pays for. */
import { and, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { meterEvents, subscriptionTerms } from "#drizzle/control/schema.ts";
import { periodPrice, type UsagePrice } from "./usage-price.ts";
import type { UsageTerms } from "./usage-terms.schema.ts";

/** The terms of the period that a moment (ms UTC) belongs to; null: no subscription covered it. */
export async function termsOf(db: Database, organization_id: string, at: number): Promise<UsageTerms | null> {
  const row = await tenant(db, organization_id)
    .select()
    .from(subscriptionTerms)
    .where(
      and(eq(subscriptionTerms.organization_id, organization_id), lte(subscriptionTerms.period_start, at)),
    )
    .orderBy(desc(subscriptionTerms.period_start))
    .limit(1)
    .get();
  if (!row || row.period_end <= at) return null;
  const { organization_id: _, created_at: __, ...terms } = row;
  return terms;
}

/** When the first period began that an organization pays for, as a column: null before there is one. */
export const firstPaidPeriod = (organization_id: AnySQLiteColumn | SQL) =>
  sql<number | null>`(select min(f.period_start) from subscription_terms f
    where f.organization_id = ${organization_id} and f.is_trial = 0)`.as("first_paid_period");

/** The seconds that an organization pays for, from a moment until before another. */
export async function paidSeconds(
  db: Database,
  payer_id: string,
  from: number,
  until: number,
): Promise<{ calls: number; seconds: number }> {
  const found = await platform(db)
    .select({
      calls: sql<number>`count(*)`,
      seconds: sql<number>`coalesce(sum(${meterEvents.seconds}), 0)`,
    })
    .from(meterEvents)
    .where(and(eq(meterEvents.payer_id, payer_id), gte(meterEvents.at, from), lt(meterEvents.at, until)))
    .get();
  return found ?? { calls: 0, seconds: 0 };
}

/** The period of a moment with its price so far. */
export async function spentIn(
  db: Database,
  payer_id: string,
  at: number,
): Promise<{ terms: UsageTerms; price: UsagePrice } | null> {
  const terms = await termsOf(db, payer_id, at);
  if (terms === null) return null;
  const { seconds } = await paidSeconds(db, payer_id, terms.period_start, terms.period_end);
  return { terms, price: periodPrice(terms, seconds) };
}
