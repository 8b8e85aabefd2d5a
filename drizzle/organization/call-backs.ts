/** Calls back that were promised for a time. Who is called, and why, stands in the message of each. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const callBacks = sqliteTable(
  "call_backs",
  {
    id: text("id").primaryKey(),
    /** A trigger deletes it with its message. */
    message_id: text("message_id").notNull(),
    call_id: text("call_id").notNull(),
    due_at: integer("due_at").notNull(),
    /** Of one whose message is done: whether the call was made, or was not needed any more. */
    is_needed: integer("is_needed", { mode: "boolean" }).notNull().default(true),
    /** When the fact that it is due was written; null: it is not due yet. */
    reminded_at: integer("reminded_at"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("call_backs_message").on(t.message_id), index("call_backs_due").on(t.due_at)],
);
