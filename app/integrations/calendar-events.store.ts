/** The connected calendar: which appointments it shows in which state, its busy times, and when it is read next. */
import { and, asc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { calendarTimer, readEvery_ms } from "#app/bookings/outside-busy.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { newId } from "#app/platform/id.ts";
import { bookings, busyTimes, calendarEvents } from "#drizzle/organization/schema.ts";
import { bookingOf, eventIdOf } from "./event-id.ts";

/** Every row: what is forgotten here is forgotten as a whole. */
const all = sql`true`;

/** Has the calendar read now, and from then on. */
export const readCalendarFrom = (db: OrganizationDatabase, now: number): void =>
  setTimer(db, calendarTimer, "", now);

/** The timer rings: the calendar is to be read. */
export function readDue(db: OrganizationDatabase, now: number): void {
  enqueueTask(db, { id: newId(now), kind: "calendar_read", payload: {} }, now);
  setTimer(db, calendarTimer, "", now + readEvery_ms);
}

/** @param forgets `events`: also which event shows which appointment, because another calendar follows, or none */
export function forgetCalendar(db: OrganizationDatabase, { events }: { events: boolean }): void {
  db.delete(busyTimes).where(all).run();
  clearTimer(db, calendarTimer, "");
  if (events) db.delete(calendarEvents).where(all).run();
}

type Busy = { event_id: string; from: number; to: number };

/** Replaces the busy times by those that were just read; events that show our own appointments are none. */
export function busyRead(db: OrganizationDatabase, found: readonly Busy[]): void {
  db.delete(busyTimes).where(all).run();
  const ids = found.flatMap(({ event_id }) => bookingOf(event_id) ?? []);
  const own = new Set(
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(sql`${bookings.id} in (select value from json_each(${JSON.stringify(ids)}))`)
      .all()
      .map(({ id }) => eventIdOf(id)),
  );
  for (const busy of found)
    if (!own.has(busy.event_id)) db.insert(busyTimes).values(busy).onConflictDoNothing().run();
}

/** The event that shows an appointment, or null. */
export const eventOf = (db: OrganizationDatabase, booking_id: string) =>
  db.select().from(calendarEvents).where(eq(calendarEvents.booking_id, booking_id)).get() ?? null;

export function keepEvent(
  db: OrganizationDatabase,
  kept: { booking_id: string; calendar_id: string; event_id: string; version: number },
  now: number,
): void {
  const set = { ...kept, updated_at: now };
  db.insert(calendarEvents).values(set).onConflictDoUpdate({ target: calendarEvents.booking_id, set }).run();
}

/** Coming appointments whose event is missing or shows an older version, the next first. */
export const unsynced = (db: OrganizationDatabase, now: number, limit: number): string[] =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .leftJoin(calendarEvents, eq(calendarEvents.booking_id, bookings.id))
    .where(
      and(
        gt(bookings.ends_at, now),
        eq(bookings.calendar, "main"),
        or(
          and(isNull(calendarEvents.booking_id), eq(bookings.status, "booked")),
          ne(calendarEvents.version, sql`${bookings.version}`),
        ),
      ),
    )
    .orderBy(asc(bookings.ends_at))
    .limit(limit)
    .all()
    .map(({ id }) => id);
