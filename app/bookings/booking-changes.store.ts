/** A caller's own appointments: found, moved and cancelled, each change once. */
import { and, asc, eq, gt, or } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { bookings } from "#drizzle/organization/schema.ts";
import type { Booking } from "./booking-terms.ts";
import { doneBefore, giveStatus, moveTo, type Step } from "./booking-writes.store.ts";
import {
  type AppointmentsCaller,
  type BookingsChanged,
  type BusyStretch,
  bookingsChanged,
  type NamedCaller,
} from "./bookings.schema.ts";
import { type WhyNot, whyNot } from "./calendar.ts";
import { type BookingRules, busyAhead, shown } from "./calendar-rows.store.ts";

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
  | { ok: true; starts_at: number; busy: BusyStretch[]; announce?: BookingsChanged }
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
  const step = stepOf(request, rules);
  const before = doneBefore(db, step);
  const taken = busyAhead(db, rules);
  if (before) return { ok: true, starts_at: before.to ?? before.from, busy: taken };
  const booking = changeable(db, request, rules.now);
  if (!booking) return { ok: false, reason: "not_bookable", busy: taken };
  const reason = whyNotMoved(booking, starts_at, taken, rules);
  if (reason !== null)
    return { ok: false, reason: reason === "taken" ? "slot_taken" : "not_bookable", busy: taken };
  moveTo(db, booking, starts_at, step);
  return { ok: true, starts_at, busy: busyAhead(db, rules), announce: bookingsChanged };
}

/** Why an appointment cannot be moved to an instant (ms UTC), or null; the time that it has now counts as free. */
export function whyNotMoved(
  booking: Booking,
  starts_at: number,
  taken: readonly BusyStretch[],
  { book, hours, time_zone, now }: Omit<BookingRules, "action_id">,
): WhyNot | null {
  const busy = taken.filter(({ from, to }) => from !== booking.starts_at || to !== booking.ends_at);
  const minutes = (booking.ends_at - booking.starts_at) / minute_ms;
  return whyNot({ ...book, hours, time_zone, busy }, starts_at, minutes, now);
}

/** Cancels a coming appointment; its time is free at once. The same step repeated cancels once. */
export function cancel(db: OrganizationDatabase, request: ChangeRequest, rules: BookingRules): ChangeAnswer {
  const step = stepOf(request, rules);
  const before = doneBefore(db, step);
  if (before) return { ok: true, starts_at: before.to ?? before.from, busy: busyAhead(db, rules) };
  const booking = changeable(db, request, rules.now);
  if (!booking) return { ok: false, reason: "not_bookable", busy: busyAhead(db, rules) };
  giveStatus(db, booking, "canceled", step);
  return { ok: true, starts_at: booking.starts_at, busy: busyAhead(db, rules), announce: bookingsChanged };
}

const stepOf = ({ call_id, agent_id }: ChangeRequest, { action_id, now }: BookingRules): Step => ({
  by: { call_id, agent_id },
  action_id,
  now,
});

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
