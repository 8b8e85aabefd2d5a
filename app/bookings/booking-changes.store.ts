/** Appointments that a caller has: found, moved and cancelled on the phone, each step of a call once. */
import { and, asc, eq, gt, ne } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { isDeleted } from "#app/object/settings.store.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { bookingChanges, bookings } from "#drizzle/organization/schema.ts";
import type { BusyStretch } from "./bookings.schema.ts";
import { type BookingRules, busy } from "./bookings.store.ts";
import { whyNot } from "./calendar.ts";

/** More coming appointments than these no caller is read out. */
const mostFound = 5;

/** Who calls, as the line knows it, and what they say of themselves. */
export type Caller = {
  /** The number they call from (E.164); null: withheld. */
  line: string | null;
  /** A number that they name, for an appointment made with another one; it counts only with the appointment's name. */
  told: string | null;
  name: string | null;
};

export type CallersAppointment = {
  booking_id: string;
  starts_at: number;
  duration_minutes: number;
  kind: string;
  name: string;
};

/** Names as they are compared: case, accents and everything but letters apart. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, "");

type Row = typeof bookings.$inferSelect;

/** Whether an appointment is the caller's: made with the number they call from, or with the number and the name that they say. */
function isTheirs({ phone_number, name }: Row, caller: Caller): boolean {
  if (phone_number === null) return false;
  if (phone_number === caller.line) return true;
  return phone_number === caller.told && caller.name !== null && plain(name) === plain(caller.name);
}

const coming = (db: OrganizationDatabase, now: number): Row[] =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.calendar, "main"), eq(bookings.status, "booked"), gt(bookings.starts_at, now)))
    .orderBy(asc(bookings.starts_at))
    .all();

/** The caller's coming appointments, the next first. A name alone finds nothing. */
export function ofCaller(db: OrganizationDatabase, caller: Caller, now: number): CallersAppointment[] {
  return coming(db, now)
    .filter((row) => isTheirs(row, caller))
    .slice(0, mostFound)
    .map(({ id, starts_at, ends_at, kind, name }) => ({
      booking_id: id,
      starts_at,
      duration_minutes: Math.round((ends_at - starts_at) / minute_ms),
      kind,
      name,
    }));
}

type Step = { booking_id: string; call_id: string; action_id: string; caller: Caller; now: number };

const doneBefore = (db: OrganizationDatabase, { call_id, action_id }: Step): boolean =>
  db
    .select({ id: bookingChanges.id })
    .from(bookingChanges)
    .where(and(eq(bookingChanges.call_id, call_id), eq(bookingChanges.action_id, action_id)))
    .get() !== undefined;

/** The coming appointment, if it is the caller's. */
const owned = (db: OrganizationDatabase, { booking_id, caller, now }: Step): Row | null =>
  coming(db, now).find((row) => row.id === booking_id && isTheirs(row, caller)) ?? null;

export type MoveAnswer =
  | { ok: true }
  /** `busy` is the current calendar, so that another time can be offered at once. */
  | { ok: false; reason: "slot_taken" | "not_bookable"; busy: BusyStretch[] };

/** Moves an appointment to another free time under the rules of a booking; its own old time counts as free. */
export function move(
  db: OrganizationDatabase,
  step: Step & { starts_at: number },
  rules: Pick<BookingRules, "hours" | "book" | "time_zone">,
): MoveAnswer {
  const { now, starts_at } = step;
  if (doneBefore(db, step)) return { ok: true };
  const found = owned(db, step);
  const taken = busy(db, now, now + (rules.book.horizon_days + 2) * day_ms);
  if (!found || isDeleted(db)) return { ok: false, reason: "not_bookable", busy: taken };
  const others = db
    .select({ from: bookings.starts_at, to: bookings.ends_at })
    .from(bookings)
    .where(
      and(
        eq(bookings.calendar, "main"),
        eq(bookings.status, "booked"),
        gt(bookings.ends_at, now),
        ne(bookings.id, found.id),
      ),
    )
    .all();
  const minutes = Math.round((found.ends_at - found.starts_at) / minute_ms);
  const calendar = { ...rules.book, hours: rules.hours, time_zone: rules.time_zone, busy: others };
  const why = whyNot(calendar, starts_at, minutes, now);
  if (why !== null)
    return { ok: false, reason: why === "taken" ? "slot_taken" : "not_bookable", busy: taken };
  const ends_at = starts_at + minutes * minute_ms;
  const id = newId(now);
  db.update(bookings).set({ starts_at, ends_at, updated_at: now }).where(eq(bookings.id, found.id)).run();
  note(db, step, { id, kind: "moved", from_starts_at: found.starts_at, to_starts_at: starts_at });
  const { call_id } = step;
  const payload = {
    v: 1,
    change_id: id,
    booking_id: found.id,
    call_id,
    from: found.starts_at,
    starts_at,
    ends_at,
  } as const;
  enqueue(db, { kind: "booking.moved", at: now, payload });
  return { ok: true };
}

/** Cancels an appointment: its time is free at once. @returns false when it is no coming appointment of this caller */
export function cancel(db: OrganizationDatabase, step: Step): boolean {
  const { now, call_id } = step;
  if (doneBefore(db, step)) return true;
  const found = owned(db, step);
  if (!found || isDeleted(db)) return false;
  const id = newId(now);
  const { starts_at } = found;
  db.update(bookings).set({ status: "canceled", updated_at: now }).where(eq(bookings.id, found.id)).run();
  note(db, step, { id, kind: "canceled", from_starts_at: starts_at, to_starts_at: null });
  const payload = { v: 1, change_id: id, booking_id: found.id, call_id, starts_at } as const;
  enqueue(db, { kind: "booking.canceled", at: now, payload });
  return true;
}

type Change = Pick<typeof bookingChanges.$inferInsert, "id" | "kind" | "from_starts_at" | "to_starts_at">;

function note(db: OrganizationDatabase, { booking_id, call_id, action_id, now }: Step, change: Change): void {
  db.insert(bookingChanges)
    .values({ ...change, booking_id, call_id, action_id, created_at: now })
    .run();
}
