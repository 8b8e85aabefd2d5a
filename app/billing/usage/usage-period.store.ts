/** The terms of a moment, and what a period has used so far: two lookups, whatever the number of calls. */
import { desc, eq, lte } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { usageRecords, usageTerms } from "#drizzle/organization/schema.ts";
import type { UsageTerms } from "./usage-terms.schema.ts";

/** The terms of the period that `at` belongs to: of periods that overlap after a change of the plan, the newest. */
export function termsAt(db: OrganizationDatabase, at: number): UsageTerms | null {
  const row = db
    .select()
    .from(usageTerms)
    .where(lte(usageTerms.period_start, at))
    .orderBy(desc(usageTerms.period_start))
    .limit(1)
    .get();
  if (!row || row.period_end <= at) return null;
  const { read_at: _, ...terms } = row;
  return terms;
}

/** The calls of a period and their seconds, without those that have no terms yet. */
export function usedIn(db: OrganizationDatabase, period_start: number): { calls: number; seconds: number } {
  const last = db
    .select({
      position: usageRecords.position,
      used_before: usageRecords.used_before,
      billable_seconds: usageRecords.billable_seconds,
    })
    .from(usageRecords)
    .where(eq(usageRecords.period_start, period_start))
    .orderBy(desc(usageRecords.position))
    .limit(1)
    .get();
  return {
    calls: last?.position ?? 0,
    seconds: (last?.used_before ?? 0) + (last?.billable_seconds ?? 0),
  };
}
