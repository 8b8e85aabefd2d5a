/** The appointments: written only where opening hours, notice, horizon and the calendar allow, and never twice in one slot. */
import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { AgentActions } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { bookings } from "#drizzle/organization/schema.ts";
import type { BookingRequest, BusyStretch } from "./bookings.schema.ts";
import { whyNot } from "./calendar.ts";

/** The rules of a booking: the agent's hours and steps as the call knows them, and the id of the brain's action. */
export type BookingRules = {
  /** The same step repeated books once. */
  action_id: string;
  hours: OpeningHours;
  book: NonNullable<AgentActions["book"]>;
  /** IANA */
  time_zone: string;
  /** ms UTC */
  now: number;
};

export type BookingAnswer =
  | { ok: true; booking_id: string }
  /** `busy` is the current calendar, so that another time can be offered at once. */
  | { ok: false; reason: "slot_taken" | "not_bookable"; busy: BusyStretch[] };

/** The busy times between two instants (ms UTC), earliest first. */
export function busy(db: OrganizationDatabase, from: number, to: number): BusyStretch[] {
  return db
    .select({ from: bookings.starts_at, to: bookings.ends_at })
    .from(bookings)
    .where(
      and(
        eq(bookings.calendar, "main"),
        eq(bookings.status, "booked"),
        gt(bookings.ends_at, from),
        lt(bookings.starts_at, to),
      ),
    )
    .orderBy(asc(bookings.starts_at))
    .all();
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
  const taken = busy(db, now, now + (rules.book.horizon_days + 2) * day_ms);
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
    .values({ id, action_id, ...appointment, status: "booked", created_at: now, updated_at: now })
    .run();
  enqueue(db, { kind: "booking.made", at: now, payload: { v: 1, booking_id: id, ...appointment } });
  return { ok: true, booking_id: id };
}

export type Booking = {
  id: string;
  starts_at: number;
  ends_at: number;
  kind: string;
  name: string;
  phone_number: string | null;
  email: string | null;
  notes: string;
  call_id: string | null;
  agent_id: string | null;
};

const shown = {
  id: bookings.id,
  starts_at: bookings.starts_at,
  ends_at: bookings.ends_at,
  kind: bookings.kind,
  name: bookings.name,
  phone_number: bookings.phone_number,
  email: bookings.email,
  notes: bookings.notes,
  call_id: bookings.call_id,
  agent_id: bookings.agent_id,
};

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

/** The valid appointments that one call made, the earliest first. */
export function ofCall(db: OrganizationDatabase, call_id: string): Booking[] {
  return db
    .select(shown)
    .from(bookings)
    .where(and(eq(bookings.call_id, call_id), eq(bookings.status, "booked")))
    .orderBy(asc(bookings.starts_at))
    .all();
}

/** One appointment, or null. */
export function find(db: OrganizationDatabase, id: string): Booking | null {
  return db.select(shown).from(bookings).where(eq(bookings.id, id)).get() ?? null;
}
