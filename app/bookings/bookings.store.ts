/** The appointments: written only where opening hours, notice, horizon and the calendar allow, and never twice in one slot. */
import { and, asc, count, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt, newId } from "#app/platform/id.ts";
import { bookingChanges, bookings } from "#drizzle/organization/schema.ts";
import type { Booking } from "./booking-terms.ts";
import {
  type BookingRequest,
  type BookingsChanged,
  type BusyStretch,
  bookingsChanged,
} from "./bookings.schema.ts";
import { whyNot } from "./calendar.ts";
import { type BookingRules, busyAhead, shown } from "./calendar-rows.store.ts";

export { cancel, move, ofCaller } from "./booking-changes.store.ts";
export { busy } from "./calendar-rows.store.ts";
export {
  bookByHand,
  calendars,
  cancelByHand,
  markNoShow,
  moveByHand,
  restore,
  takeNote,
} from "./hand-changes.store.ts";
export { outsideBusy } from "./outside-busy.store.ts";

type FedBooking = Omit<Booking, "email" | "call_id" | "agent_id" | "is_web">;

export type BookingAnswer =
  | { ok: true; booking_id: string; announce?: BookingsChanged }
  /** `busy` is the current calendar, so that another time can be offered at once. */
  | { ok: false; reason: "slot_taken" | "not_bookable"; busy: BusyStretch[] }
  /** More than one caller may book by themselves: the agent takes a message instead. */
  | { ok: false; reason: "too_many"; busy: BusyStretch[] };

/** Appointments that one call may make. */
const mostOfCall = 2;
/** Coming appointments that one number may have booked. */
const mostOfNumber = 3;
/** Appointments that calls from browsers may make with one agent in an hour: their callers prove no number. */
const mostOfWebHour = 5;
/** Coming appointments that were booked from one line, whatever number its callers say: a family has several. */
const mostOfLine = 6;
const lineLooksBack_ms = 60 * day_ms;

/**
 * Whether so many were booked from the line of a call or of a thread of texts that nothing more is booked from it. All who
 * withhold their number are one line, which books as much in an hour as a website does.
 */
function isLineFull(db: OrganizationDatabase, call_id: string, now: number): boolean {
  const ofTexts = sql`text_conversations c join text_threads t on t.id = c.thread_id`;
  const line = db.get<{ other_number: string | null }>(sql`
    select other_number from live_calls where call_id = ${call_id} and number_id is not null
    union all select t.other_number from ${ofTexts} where c.id = ${call_id}`);
  if (!line) return false;
  const { other_number } = line;
  const counted =
    other_number === null
      ? sql`b.created_at > ${now - hour_ms}`
      : sql`b.status = 'booked' and b.starts_at > ${now}`;
  const made = db.get<{ n: number }>(sql`
    select count(*) as n from bookings b where ${counted} and b.call_id in (
      select id from calls where other_number is ${other_number} and status <> 'rejected'
        and number_id is not null and id >= ${firstIdAt(now - lineLooksBack_ms)}
      union all select call_id from live_calls where other_number is ${other_number} and number_id is not null
      union all select c.id from ${ofTexts} where t.other_number is ${other_number})`);
  return (made?.n ?? 0) >= (other_number === null ? mostOfWebHour : mostOfLine);
}

/** Whether a call, a number, or the visitors of a website have booked as much as they may. */
function isTooMany(db: OrganizationDatabase, request: BookingRequest, now: number): boolean {
  const held = (of: SQL | undefined): number =>
    db.select({ made: count() }).from(bookings).where(of).get()?.made ?? 0;
  const { call_id, phone_number, agent_id, is_web = false } = request;
  if (held(eq(bookings.call_id, call_id)) >= mostOfCall || isLineFull(db, call_id, now)) return true;
  const coming = and(eq(bookings.status, "booked"), gt(bookings.starts_at, now));
  if (phone_number !== null && held(and(coming, eq(bookings.phone_number, phone_number))) >= mostOfNumber)
    return true;
  const lately = gt(bookings.created_at, now - hour_ms);
  return (
    is_web && held(and(eq(bookings.is_web, true), eq(bookings.agent_id, agent_id), lately)) >= mostOfWebHour
  );
}

/**
 * Books an appointment if it can be booked now. One organization's object runs one store function at a time, and the
 * slot has a unique index, so two callers never get the same slot.
 */
export function book(db: OrganizationDatabase, request: BookingRequest, rules: BookingRules): BookingAnswer {
  const { now, time_zone, hours, action_id } = rules;
  const done = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.call_id, request.call_id), eq(bookings.action_id, action_id)))
    .get();
  if (done) return { ok: true, booking_id: done.id };

  if (isDeleted(db)) return { ok: false, reason: "not_bookable", busy: [] };
  const taken = busyAhead(db, rules);
  if (isTooMany(db, request, now)) return { ok: false, reason: "too_many", busy: taken };
  const reason = whyNot(
    { ...rules.book, hours, time_zone, busy: taken },
    request.starts_at,
    request.duration_minutes,
    now,
  );
  if (reason !== null)
    return { ok: false, reason: reason === "taken" ? "slot_taken" : "not_bookable", busy: taken };

  const id = newId(now);
  const appointment = {
    call_id: request.call_id,
    agent_id: request.agent_id,
    kind: request.kind,
    starts_at: request.starts_at,
    ends_at: request.starts_at + request.duration_minutes * minute_ms,
    name: request.name,
    phone_number: request.phone_number,
    email: request.email,
    notes: request.notes,
  };
  db.insert(bookings)
    .values({
      id,
      action_id,
      ...appointment,
      is_web: request.is_web ?? false,
      status: "booked",
      created_at: now,
      updated_at: now,
    })
    .run();
  enqueue(db, { kind: "booking.made", at: now, payload: { v: 1, booking_id: id, ...appointment } });
  return { ok: true, booking_id: id, announce: bookingsChanged };
}

/** Appointments that have not ended at `from` (ms UTC), the next first. */
export function upcoming(db: OrganizationDatabase, from: number, limit: number): Booking[] {
  return db
    .select(shown)
    .from(bookings)
    .where(and(eq(bookings.calendar, "main"), eq(bookings.status, "booked"), gt(bookings.ends_at, from)))
    .orderBy(asc(bookings.ends_at))
    .limit(limit)
    .all();
}

/** The valid appointments that one call made or moved, the earliest first. */
export function ofCall(db: OrganizationDatabase, call_id: string): Booking[] {
  const moved = db
    .select({ id: bookingChanges.booking_id })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.call_id, call_id), eq(bookingChanges.kind, "moved")));
  return db
    .select(shown)
    .from(bookings)
    .where(and(or(eq(bookings.call_id, call_id), inArray(bookings.id, moved)), eq(bookings.status, "booked")))
    .orderBy(asc(bookings.starts_at))
    .all();
}

/** More appointments than these are not shown on one page. */
const mostShown = 500;

/** The appointments that lie in a time range (ms UTC, end exclusive), canceled ones too, the earliest first. */
export function within(db: OrganizationDatabase, from: number, to: number): Booking[] {
  return db
    .select(shown)
    .from(bookings)
    .where(and(eq(bookings.calendar, "main"), gt(bookings.ends_at, from), lt(bookings.starts_at, to)))
    .orderBy(asc(bookings.starts_at), asc(bookings.id))
    .limit(mostShown)
    .all();
}

/** More appointments than these are in no feed: the earliest stay. */
const mostFed = 5000;

/** The same for a calendar feed, without what it never shows. */
export function forFeed(db: OrganizationDatabase, from: number, to: number): FedBooking[] {
  return db
    .select({
      id: bookings.id,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      kind: bookings.kind,
      name: bookings.name,
      phone_number: bookings.phone_number,
      notes: bookings.notes,
      status: bookings.status,
      version: bookings.version,
      updated_at: bookings.updated_at,
    })
    .from(bookings)
    .where(and(eq(bookings.calendar, "main"), gt(bookings.ends_at, from), lt(bookings.starts_at, to)))
    .orderBy(asc(bookings.starts_at), asc(bookings.id))
    .limit(mostFed)
    .all();
}

/** One appointment, or null. */
export function find(db: OrganizationDatabase, id: string): Booking | null {
  return db.select(shown).from(bookings).where(eq(bookings.id, id)).get() ?? null;
}
