/** How an appointment is changed, whether a call or a member asks: the row, the note of the change, and its fact. */
import { and, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import { bookingChanges, bookings } from "#drizzle/organization/schema.ts";
import type { Booking } from "./booking-terms.ts";

/** Who changes an appointment: an agent in a call, or a member (or a machine of the organization) by hand. */
export type Changer = { call_id: string; agent_id: string } | { author_id: string };

/** One change: `action_id` again changes nothing. `now`: ms UTC */
export type Step = { by: Changer; action_id: string; now: number };

const columnsOf = (by: Changer) =>
  "call_id" in by
    ? { call_id: by.call_id, agent_id: by.agent_id, author_id: null }
    : { call_id: null, agent_id: null, author_id: by.author_id };

type Done = { booking_id: string; from: number; to: number | null };

/** The key of a step in the table of changes: the same step is the same row. */
const keyOf = ({ by, action_id }: Step) =>
  "call_id" in by
    ? { call_id: by.call_id, action_id }
    : { call_id: "", action_id: `${by.author_id}:${action_id}` };

/** What this step has changed already, or null. */
export function doneBefore(db: OrganizationDatabase, step: Step): Done | null {
  const { call_id, action_id } = keyOf(step);
  return (
    db
      .select({ booking_id: bookingChanges.booking_id, from: bookingChanges.from, to: bookingChanges.to })
      .from(bookingChanges)
      .where(and(eq(bookingChanges.call_id, call_id), eq(bookingChanges.action_id, action_id)))
      .get() ?? null
  );
}

type Kind = "moved" | "canceled" | "no_show" | "restored" | "noted";

/** Moves it; it keeps its length. @param starts_at ms UTC */
export function moveTo(db: OrganizationDatabase, booking: Booking, starts_at: number, step: Step): void {
  const ends_at = starts_at + booking.ends_at - booking.starts_at;
  const change_id = write(db, booking, step, "moved", { starts_at, ends_at });
  enqueue(db, {
    kind: "booking.moved",
    at: step.now,
    payload: {
      ...toldOf(booking, step, change_id),
      moved_from: booking.starts_at,
      starts_at,
      ends_at,
    },
  });
}

/** Calls it off, marks that its person did not come, or makes it stand again. */
export function giveStatus(
  db: OrganizationDatabase,
  booking: Booking,
  kind: "canceled" | "no_show" | "restored",
  step: Step,
): void {
  const status = kind === "restored" ? "booked" : kind;
  const change_id = write(db, booking, step, kind, { status });
  enqueue(db, { kind: `booking.${kind}`, at: step.now, payload: toldOf(booking, step, change_id) });
}

/** Writes the note of an appointment. */
export function noteDown(db: OrganizationDatabase, booking: Booking, notes: string, step: Step): void {
  write(db, booking, step, "noted", { notes });
}

/** @returns the id of the change */
function write(
  db: OrganizationDatabase,
  booking: Booking,
  step: Step,
  kind: Kind,
  changed: Partial<Pick<Booking, "starts_at" | "ends_at" | "status" | "notes">>,
): string {
  const { by, now } = step;
  db.update(bookings)
    .set({ ...changed, version: sql`${bookings.version} + 1`, updated_at: now })
    .where(eq(bookings.id, booking.id))
    .run();
  const id = newId(now);
  const stands = kind !== "canceled" && kind !== "no_show";
  const to = stands ? (changed.starts_at ?? booking.starts_at) : null;
  const change = { id, booking_id: booking.id, ...keyOf(step), author_id: columnsOf(by).author_id, kind };
  db.insert(bookingChanges)
    .values({ ...change, from: booking.starts_at, to, at: now })
    .run();
  return id;
}

const toldOf = (booking: Booking, { by }: Step, change_id: string) => {
  const { id, kind, name, phone_number, email, starts_at, ends_at } = booking;
  return {
    v: 1 as const,
    change_id,
    booking_id: id,
    ...columnsOf(by),
    kind,
    name,
    phone_number,
    email,
    starts_at,
    ends_at,
  };
};
