/** How appointments changed after they were made: each step of a call once. Times are ms UTC. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const bookingChanges = sqliteTable(
  "booking_changes",
  {
    id: text("id").primaryKey(),
    booking_id: text("booking_id").notNull(),
    call_id: text("call_id").notNull(),
    /** The brain's action id: the same action repeated changes once. */
    action_id: text("action_id").notNull(),
    kind: text("kind", { enum: ["moved", "canceled"] }).notNull(),
    from_starts_at: integer("from_starts_at").notNull(),
    /** Null: it was cancelled. */
    to_starts_at: integer("to_starts_at"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("booking_changes_action").on(t.call_id, t.action_id),
    index("booking_changes_booking").on(t.booking_id),
  ],
);
