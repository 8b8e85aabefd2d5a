/** What an organization's object still has to do: its timers, and the events that it hands over. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** An object has one alarm; these are its timers. */
export const timers = sqliteTable(
  "timers",
  {
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    due_at: integer("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] }), index("timers_due").on(t.due_at)],
);

/** Events for the control plane and the outside: written with the fact itself, handed over until acknowledged. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    kind: text("kind").notNull(),
    payload: text("payload", { mode: "json" }).$type<Json>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When it is sent, or sent again for lack of an acknowledgement. */
    due_at: integer("due_at").notNull().default(0),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("outbox_created").on(t.created_at), index("outbox_due").on(t.due_at)],
);
