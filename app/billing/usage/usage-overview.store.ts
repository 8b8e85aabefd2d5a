/** Everything that the usage panel shows of an organization's own calls, in one trip. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { usageDays } from "#drizzle/organization/schema.ts";
import { days, now } from "./usage-reading.store.ts";
import type { UsageOverview } from "./usage-told.schema.ts";

/** The period of a moment (ms UTC), or the calendar month in the zone, with its days so far. */
export function overview(db: OrganizationDatabase, at: number, time_zone: string): UsageOverview {
  const last = localDate(at, time_zone);
  const period = now(db, at);
  if (period !== null) {
    const first = localDate(period.terms.period_start, time_zone);
    return { ...period, first, last, days: days(db, first, last, period.terms.period_start) };
  }
  const first = `${last.slice(0, 8)}01`;
  const month = db
    .select({
      calls: sql<number>`coalesce(sum(${usageDays.calls}), 0)`,
      seconds: sql<number>`coalesce(sum(${usageDays.seconds}), 0)`,
    })
    .from(usageDays)
    .where(sql`${usageDays.day} between ${first} and ${last}`)
    .get();
  return { terms: null, calls: 0, seconds: 0, ...month, first, last, days: days(db, first, last) };
}
