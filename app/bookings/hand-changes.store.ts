/** Appointments that members make and change by hand: the same writes as in calls, with the version that they saw. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { agentSpec } from "#app/agents/agents.schema.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { closedDays, isDeleted } from "#app/object/settings.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { agents, bookings } from "#drizzle/organization/schema.ts";
import { whyNotMoved } from "./booking-changes.store.ts";
import type { AgentCalendar, Booking, HandAnswer, HandChange, HandRefusal } from "./booking-terms.ts";
import { doneBefore, giveStatus, moveTo, noteDown, type Step } from "./booking-writes.store.ts";
import { type BookingRequest, bookingsChanged } from "./bookings.schema.ts";
import { type WhyNot, whyNot } from "./calendar.ts";
import { busy, shown } from "./calendar-rows.store.ts";

/** The calendars of the agents that book, the oldest agent first. @param now ms UTC */
export function calendars(db: OrganizationDatabase, now: number): AgentCalendar[] {
  const closed = closedDays(db).map(({ date }) => date);
  return db
    .select({ id: agents.id, name: agents.name, spec: agents.spec })
    .from(agents)
    .where(isNull(agents.archived_at))
    .orderBy(asc(agents.seq))
    .all()
    .flatMap(({ id, name, spec }) => {
      const { actions, hours } = agentSpec.parse(spec);
      return actions.book ? [{ id, name, hours: alsoClosed(hours, closed, now), book: actions.book }] : [];
    });
}

const stepOf = ({ author_id, action_id, now }: Omit<HandChange, "booking_id" | "version">): Step => ({
  by: { author_id },
  action_id,
  now,
});

const refused = (reason: HandRefusal): HandAnswer => ({ ok: false, reason });

/** Changes an appointment as it was seen, once for each step. @param perform why it is refused, or null when it was done */
function changing(
  db: OrganizationDatabase,
  change: HandChange,
  perform: (booking: Booking, step: Step) => HandRefusal | null,
): HandAnswer {
  const step = stepOf(change);
  const before = doneBefore(db, step);
  if (before) return { ok: true, booking_id: before.booking_id, changed: false };
  if (isDeleted(db)) return refused("not_found");
  const booking = db.select(shown).from(bookings).where(eq(bookings.id, change.booking_id)).get();
  if (!booking) return refused("not_found");
  if (booking.version !== change.version) return refused("changed");
  const reason = perform(booking, step);
  if (reason !== null) return refused(reason);
  return { ok: true, booking_id: booking.id, changed: true, announce: bookingsChanged };
}

/** When an appointment is to be, and whose rules count. */
type WantedTime = {
  /** ms UTC */
  starts_at: number;
  /** Null, or an agent that books no more: every free time can be had. */
  agent_id: string | null;
  /** Also outside the agent's rules; a time that is over or taken is refused in any case. */
  anyway: boolean;
  /** IANA */
  time_zone: string;
};

/**
 * Why a time cannot be had, or null.
 * @param own the appointment that moves there; null: it is a new one of `duration_minutes`
 */
function whyNotThen(
  db: OrganizationDatabase,
  { starts_at, agent_id, anyway, time_zone }: WantedTime,
  own: Booking | null,
  duration_minutes: number,
  now: number,
): WhyNot | null {
  if (starts_at <= now) return "past";
  const ends_at = starts_at + duration_minutes * minute_ms;
  const taken = busy(db, starts_at, ends_at).filter(
    ({ from, to }) => own === null || from !== own.starts_at || to !== own.ends_at,
  );
  if (taken.length > 0) return "taken";
  if (anyway) return null;
  const calendar = calendars(db, now).find(({ id }) => id === agent_id);
  if (!calendar) return null;
  const rules = { ...calendar, time_zone, now };
  if (own) return whyNotMoved(own, starts_at, [], rules);
  return whyNot({ ...calendar.book, ...rules, busy: [] }, starts_at, duration_minutes, now);
}

/** Moves an appointment that has not begun. */
export function moveByHand(db: OrganizationDatabase, change: HandChange, wanted: WantedTime): HandAnswer {
  return changing(db, change, (booking, step) => {
    if (booking.status !== "booked" || booking.starts_at <= change.now) return "not_possible";
    const minutes = (booking.ends_at - booking.starts_at) / minute_ms;
    const reason = whyNotThen(db, wanted, booking, minutes, change.now);
    if (reason === null) moveTo(db, booking, wanted.starts_at, step);
    return reason;
  });
}

/** Calls off an appointment that has not ended. */
export function cancelByHand(db: OrganizationDatabase, change: HandChange): HandAnswer {
  return changing(db, change, (booking, step) => {
    if (booking.status !== "booked" || booking.ends_at <= change.now) return "not_possible";
    giveStatus(db, booking, "canceled", step);
    return null;
  });
}

/** Marks that the person of an appointment that has begun did not come. */
export function markNoShow(db: OrganizationDatabase, change: HandChange): HandAnswer {
  return changing(db, change, (booking, step) => {
    if (booking.status !== "booked" || booking.starts_at > change.now) return "not_possible";
    giveStatus(db, booking, "no_show", step);
    return null;
  });
}

/** Makes a canceled appointment stand again if its time is still free, and takes back a no-show. */
export function restore(db: OrganizationDatabase, change: HandChange): HandAnswer {
  return changing(db, change, (booking, step) => {
    if (booking.status === "booked") return "not_possible";
    if (booking.status === "canceled" && booking.starts_at <= change.now) return "past";
    if (busy(db, booking.starts_at, booking.ends_at).length > 0) return "taken";
    giveStatus(db, booking, "restored", step);
    return null;
  });
}

/** Replaces the note of an appointment. */
export function takeNote(db: OrganizationDatabase, change: HandChange, notes: string): HandAnswer {
  return changing(db, change, (booking, step) => {
    noteDown(db, booking, notes, step);
    return null;
  });
}

/** An appointment that a member makes. */
type HandBooking = Omit<BookingRequest, "call_id" | "agent_id" | "starts_at"> & WantedTime;

/** Books by hand; the same step again books once. */
export function bookByHand(
  db: OrganizationDatabase,
  wanted: HandBooking,
  { author_id, action_id, now }: Pick<HandChange, "author_id" | "action_id" | "now">,
): HandAnswer {
  const done = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.author_id, author_id), eq(bookings.action_id, action_id)))
    .get();
  if (done) return { ok: true, booking_id: done.id, changed: false };
  if (isDeleted(db)) return refused("not_found");
  const { starts_at, duration_minutes, agent_id, kind, name, phone_number, email, notes } = wanted;
  const reason = whyNotThen(db, wanted, null, duration_minutes, now);
  if (reason !== null) return refused(reason);
  const id = newId(now);
  const ends_at = starts_at + duration_minutes * minute_ms;
  const booked = { call_id: null, agent_id, kind, starts_at, ends_at, name, phone_number, email, notes };
  const times = { created_at: now, updated_at: now };
  db.insert(bookings)
    .values({ id, action_id, author_id, ...booked, status: "booked", ...times })
    .run();
  enqueue(db, { kind: "booking.made", at: now, payload: { v: 1, booking_id: id, ...booked } });
  return { ok: true, booking_id: id, changed: true, announce: bookingsChanged };
}
