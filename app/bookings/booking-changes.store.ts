/** A caller's own appointments: found, moved and cancelled, each change once. */
import { and, asc, eq, gt, or } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { bookingChanges, bookings } from "#drizzle/organization/schema.ts";
import type { AppointmentsCaller, BusyStretch, NamedCaller } from "./bookings.schema.ts";
import { whyNot } from "./calendar.ts";
import { type Booking, type BookingRules, busyAhead, shown } from "./calendar-rows.store.ts";

/** More appointments than these are not told on the phone. */
const mostFound = 10;

/** A name as it is compared: without case, accents, marks and repeated spaces. */
const folded = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const isComing = (now: number) =>
  and(eq(bookings.calendar, "main"), eq(bookings.status, "booked"), gt(bookings.starts_at, now));

/**
 * The coming appointments of a caller, the next first: those made in this call, and those under the name that the
 * caller said and the number of the line, or a number that the caller said. A number proves nothing alone, because a
 * line can show any; neither does a name.
 * @param now ms UTC
 */
export function ofCaller(
  db: OrganizationDatabase,
  caller: AppointmentsCaller,
  named: NamedCaller | null,
  now: number,
): Booking[] {
  const { call_id, line_number } = caller;
  const number = named === null ? null : (named.phone_number ?? line_number);
  const isTheirs = ({ name, call_id: made_in }: Booking): boolean =>
    made_in === call_id || (named !== null && isNamed(name, named));
  const ofNumber = number === null ? undefined : eq(bookings.phone_number, number);
  return db
    .select(shown)
    .from(bookings)
    .where(and(isComing(now), or(eq(bookings.call_id, call_id), ofNumber)))
    .orderBy(asc(bookings.starts_at))
    .all()
    .filter(isTheirs)
    .slice(0, mostFound);
}

const isNamed = (name: string, named: NamedCaller): boolean =>
  folded(name) !== "" && folded(name) === folded(named.name);

/** A change as a call asks for it. */
export type ChangeRequest = AppointmentsCaller & {
  booking_id: string;
  agent_id: string;
  /** The appointments that were found for this caller by name and number. */
  found: readonly string[];
};

export type ChangeAnswer =
  /** `starts_at`: of the appointment, as it is now; of a cancelled one as it was. */
  | { ok: true; starts_at: number; busy: BusyStretch[] }
  /** `busy` is the current calendar, so that another time can be offered at once. */
  | { ok: false; reason: "slot_taken" | "not_bookable"; busy: BusyStretch[] };

/**
 * Moves an appointment to a time that can be booked now; the time that it leaves counts as free, and is free at once.
 * The same step repeated moves once.
 * @param starts_at ms UTC; the appointment keeps its length
 */
export function move(
  db: OrganizationDatabase,
  request: ChangeRequest,
  starts_at: number,
  rules: BookingRules,
): ChangeAnswer {
  const { now, time_zone, hours } = rules;
  const before = changedBy(db, request, rules);
  if (before !== null) return { ok: true, starts_at: before, busy: busyAhead(db, rules) };
  const taken = busyAhead(db, rules);
  const booking = changeable(db, request, now);
  if (!booking) return { ok: false, reason: "not_bookable", busy: taken };
  const length = booking.ends_at - booking.starts_at;
  const others = taken.filter(({ from, to }) => from !== booking.starts_at || to !== booking.ends_at);
  const reason = whyNot(
    { ...rules.book, hours, time_zone, busy: others },
    starts_at,
    length / minute_ms,
    now,
  );
  if (reason !== null)
    return { ok: false, reason: reason === "taken" ? "slot_taken" : "not_bookable", busy: taken };

  const ends_at = starts_at + length;
  db.update(bookings).set({ starts_at, ends_at, updated_at: now }).where(eq(bookings.id, booking.id)).run();
  const change_id = note(db, request, rules, { kind: "moved", from: booking.starts_at, to: starts_at });
  enqueue(db, {
    kind: "booking.moved",
    at: now,
    payload: {
      ...toldOf(booking, request, change_id),
      moved_from: booking.starts_at,
      starts_at,
      ends_at,
    },
  });
  return { ok: true, starts_at, busy: busyAhead(db, rules) };
}

/** Cancels a coming appointment; its time is free at once. The same step repeated cancels once. */
export function cancel(db: OrganizationDatabase, request: ChangeRequest, rules: BookingRules): ChangeAnswer {
  const { now } = rules;
  const before = changedBy(db, request, rules);
  if (before !== null) return { ok: true, starts_at: before, busy: busyAhead(db, rules) };
  const booking = changeable(db, request, now);
  if (!booking) return { ok: false, reason: "not_bookable", busy: busyAhead(db, rules) };

  const { starts_at, ends_at } = booking;
  db.update(bookings).set({ status: "canceled", updated_at: now }).where(eq(bookings.id, booking.id)).run();
  const change_id = note(db, request, rules, { kind: "canceled", from: starts_at, to: null });
  enqueue(db, {
    kind: "booking.canceled",
    at: now,
    payload: { ...toldOf(booking, request, change_id), starts_at, ends_at },
  });
  return { ok: true, starts_at, busy: busyAhead(db, rules) };
}

/** The start of the appointment that this step of the call has changed already; null: nothing was changed yet. */
function changedBy(
  db: OrganizationDatabase,
  { call_id }: ChangeRequest,
  { action_id }: BookingRules,
): number | null {
  const done = db
    .select({ from: bookingChanges.from, to: bookingChanges.to })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.call_id, call_id), eq(bookingChanges.action_id, action_id)))
    .get();
  return done ? (done.to ?? done.from) : null;
}

/** The appointment of a request, if it is coming and the caller's own; else null. */
function changeable(db: OrganizationDatabase, request: ChangeRequest, now: number): Booking | null {
  if (isDeleted(db)) return null;
  const booking = db
    .select(shown)
    .from(bookings)
    .where(and(eq(bookings.id, request.booking_id), isComing(now)))
    .get();
  if (!booking) return null;
  const { call_id, found } = request;
  return booking.call_id === call_id || found.includes(booking.id) ? booking : null;
}

/** @returns the id of the change */
function note(
  db: OrganizationDatabase,
  { booking_id, call_id }: ChangeRequest,
  { action_id, now }: BookingRules,
  change: { kind: "moved" | "canceled"; from: number; to: number | null },
): string {
  const id = newId(now);
  db.insert(bookingChanges)
    .values({ id, booking_id, call_id, action_id, ...change, at: now })
    .run();
  return id;
}

const toldOf = (
  { id, kind, name, phone_number, email }: Booking,
  { call_id, agent_id }: ChangeRequest,
  change_id: string,
) => ({ v: 1 as const, change_id, booking_id: id, call_id, agent_id, kind, name, phone_number, email });
