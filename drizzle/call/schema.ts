/** One live call's own database: enough to continue after a restart; deleted when the organization has the finished call. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const facts = sqliteTable("facts", {
  key: text("key").primaryKey(),
  value: text("value", { mode: "json" }).$type<Json>().notNull(),
});

/** The script so far: words, speakers, how much was heard, and the actions in between. */
export const lines = sqliteTable("lines", {
  seq: integer("seq").primaryKey(),
  /** The exchange that the line belongs to; late words of an aborted exchange are dropped by it. */
  turn: integer("turn").notNull(),
  type: text("type", { enum: ["agent", "caller", "keys", "note", "action", "mark"] }).notNull(),
  text: text("text").notNull(),
  /** Of an agent's line: what the caller heard before interrupting; null: all of it. */
  heard: text("heard"),
  /** A note, or an action with its outcome and source. */
  detail: text("detail", { mode: "json" }).$type<Json>(),
  /** Milliseconds since the call began. */
  at_ms: integer("at_ms").notNull(),
});

export const timers = sqliteTable(
  "timers",
  {
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    due_at: integer("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);
