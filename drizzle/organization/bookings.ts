/** Appointments, and what was done to them after they were made. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const bookings = sqliteTable(
  "bookings",
  {
    id: text("id").primaryKey(),
    calendar: text("calendar").notNull().default("main"),
    starts_at: integer("starts_at").notNull(),
    ends_at: integer("ends_at").notNull(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    phone_number: text("phone_number"),
    email: text("email"),
    notes: text("notes").notNull().default(""),
    status: text("status", { enum: ["booked", "canceled", "no_show"] }).notNull(),
    /** Grows with every change: a change by hand names the version that it was seen in. */
    version: integer("version").notNull().default(0),
    call_id: text("call_id"),
    /** The brain's action id: the same action repeated books once. */
    action_id: text("action_id"),
    agent_id: text("agent_id"),
    /** Who booked it by hand; null: a call did. */
    author_id: text("author_id"),
    contact_id: text("contact_id"),
    /** Whether a call from a browser made it. */
    is_web: integer("is_web", { mode: "boolean" }).notNull().default(false),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("bookings_slot").on(t.calendar, t.starts_at).where(sql`status = 'booked'`),
    uniqueIndex("bookings_action").on(t.call_id, t.action_id),
    uniqueIndex("bookings_author_action").on(t.author_id, t.action_id),
    index("bookings_ends").on(t.calendar, t.ends_at),
    index("bookings_contact").on(t.contact_id).where(sql`contact_id is not null`),
    index("bookings_phone").on(t.phone_number).where(sql`phone_number is not null`),
  ],
);

/** What was done to appointments after they were made: the same action of the same call, or member, does it once. */
export const bookingChanges = sqliteTable(
  "booking_changes",
  {
    id: text("id").primaryKey(),
    booking_id: text("booking_id").notNull(),
    /** Empty: it was changed by hand. */
    call_id: text("call_id").notNull(),
    /** Who changed it by hand; null: a call did. */
    author_id: text("author_id"),
    /** Of a change by hand, it begins with its author. */
    action_id: text("action_id").notNull(),
    kind: text("kind", { enum: ["moved", "canceled", "no_show", "restored", "noted"] }).notNull(),
    /** The start before the change, and after it; null: the appointment stands no longer. */
    from: integer("from").notNull(),
    to: integer("to"),
    at: integer("at").notNull(),
  },
  (t) => [
    uniqueIndex("booking_changes_action").on(t.call_id, t.action_id),
    index("booking_changes_booking").on(t.booking_id),
  ],
);
