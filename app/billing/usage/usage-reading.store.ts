/** Usage as pages and files show it: a period, its days, its calls. Each reads as many rows as it returns. */
import { and, asc, between, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { calls as callRows, usageDays, usageRecords, usageTerms } from "#drizzle/organization/schema.ts";
import { termsAt, usedIn } from "./usage-period.store.ts";
import type { CallFacts, PeriodUsage, UsageCall, UsageDay } from "./usage-told.schema.ts";

/** The period of a moment (ms UTC) and what its calls have used; null: the organization has no plan that is billed by use. */
export function now(db: OrganizationDatabase, at: number): PeriodUsage | null {
  const terms = termsAt(db, at);
  return terms && { terms, ...usedIn(db, terms.period_start) };
}

/** The period that began then; null: there is none. */
export function ofPeriod(db: OrganizationDatabase, period_start: number): PeriodUsage | null {
  const row = db.select().from(usageTerms).where(eq(usageTerms.period_start, period_start)).get();
  if (!row) return null;
  const { read_at: _, ...terms } = row;
  return { terms, ...usedIn(db, period_start) };
}

/** The days that had calls, local dates included. @param period_start only what belongs to this period; null: all */
export function days(
  db: OrganizationDatabase,
  first: string,
  last: string,
  period_start: number | null = null,
): UsageDay[] {
  return db
    .select({
      day: usageDays.day,
      calls: sql<number>`sum(${usageDays.calls})`,
      seconds: sql<number>`sum(${usageDays.seconds})`,
    })
    .from(usageDays)
    .where(
      and(
        between(usageDays.day, first, last),
        period_start === null ? undefined : eq(usageDays.period_start, period_start),
      ),
    )
    .groupBy(usageDays.day)
    .orderBy(asc(usageDays.day))
    .all();
}

/** The calls of a period after a position, in its order. */
export function calls(
  db: OrganizationDatabase,
  period_start: number,
  after: number,
  limit: number,
): UsageCall[] {
  return db
    .select({
      position: sql<number>`${usageRecords.position}`,
      call_id: usageRecords.call_id,
      started_at: callRows.started_at,
      at: usageRecords.at,
      direction: usageRecords.direction,
      our_number: callRows.our_number,
      other_number: callRows.other_number,
      billable_seconds: usageRecords.billable_seconds,
      used_before: sql<number>`${usageRecords.used_before}`,
      included_seconds: usageRecords.included_seconds,
      overage_seconds: usageRecords.overage_seconds,
    })
    .from(usageRecords)
    .leftJoin(callRows, eq(callRows.id, usageRecords.call_id))
    .where(and(eq(usageRecords.period_start, period_start), gt(usageRecords.position, after)))
    .orderBy(asc(usageRecords.position))
    .limit(limit)
    .all();
}

/** What this organization knows of calls by their ids: those of others are not among them. */
export function callFacts(db: OrganizationDatabase, ids: string[]): CallFacts[] {
  return db
    .select({
      call_id: callRows.id,
      started_at: callRows.started_at,
      direction: callRows.direction,
      our_number: callRows.our_number,
      other_number: callRows.other_number,
    })
    .from(callRows)
    .where(inArray(callRows.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
    .all();
}

/** The billable seconds of calls that ended in a range, and the talk of all calls that began in it (ms UTC, the end excluded). */
export function range(
  db: OrganizationDatabase,
  from: number,
  until: number,
): { billable_seconds: number; talk_seconds: number } {
  const billed = db
    .select({ seconds: sql<number>`coalesce(sum(${usageRecords.billable_seconds}), 0)` })
    .from(usageRecords)
    .where(and(gte(usageRecords.at, from), lt(usageRecords.at, until)))
    .get();
  const talked = db
    .select({ seconds: sql<number>`coalesce(sum(${callRows.talk_seconds}), 0)` })
    .from(callRows)
    .where(and(gte(callRows.id, firstIdAt(from)), lt(callRows.id, firstIdAt(until))))
    .get();
  return { billable_seconds: billed?.seconds ?? 0, talk_seconds: talked?.seconds ?? 0 };
}
