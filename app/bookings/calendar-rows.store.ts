/** The calendar's rows: what an appointment shows, which times are busy, and the rules that a change of them obeys. */
import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { AgentActions } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { bookings } from "#drizzle/organization/schema.ts";
import type { BusyStretch } from "./bookings.schema.ts";
import { outsideBusy } from "./outside-busy.store.ts";

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

/** The busy times between two instants (ms UTC), earliest first: of appointments, and of the connected calendar. */
export function busy(db: OrganizationDatabase, from: number, to: number): BusyStretch[] {
  const booked = db
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
  const outside = outsideBusy(db, from, to);
  return outside.length === 0 ? booked : [...booked, ...outside].toSorted((a, b) => a.from - b.from);
}

/** The busy times in which the rules allow to book. */
export const busyAhead = (db: OrganizationDatabase, { now, book }: BookingRules): BusyStretch[] =>
  busy(db, now, now + (book.horizon_days + 2) * day_ms);

export const shown = {
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
  is_web: bookings.is_web,
  status: bookings.status,
  version: bookings.version,
  updated_at: bookings.updated_at,
};
