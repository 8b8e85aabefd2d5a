/** Busy times of the calendar that the organization connected: as they were last read, and read again before they are old. */
import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { busyTimes, timers } from "#drizzle/organization/schema.ts";
import type { BusyStretch } from "./bookings.schema.ts";

/** The timer that has the connected calendar read; without a calendar it is not set. */
export const calendarTimer = "calendar_read";
/** How old busy times become at most, and how old they are left when someone is about to book. */
export const readEvery_ms = 5 * minute_ms;
const freshFor_ms = minute_ms / 2;

/** The busy times that lie between two instants (ms UTC), the earliest first. */
export const outsideBusy = (db: OrganizationDatabase, from: number, to: number): BusyStretch[] =>
  db
    .select({ from: busyTimes.from, to: busyTimes.to })
    .from(busyTimes)
    .where(and(gt(busyTimes.to, from), lt(busyTimes.from, to)))
    .orderBy(asc(busyTimes.from))
    .all();

/** Has the connected calendar read at once, because someone is about to book; not if it was just read. @param now ms UTC */
export const readSoon = (db: OrganizationDatabase, now: number): void =>
  void db
    .update(timers)
    .set({ due_at: now })
    .where(
      and(
        eq(timers.kind, calendarTimer),
        gt(timers.due_at, now),
        lt(timers.due_at, now + readEvery_ms - freshFor_ms),
      ),
    )
    .run();
