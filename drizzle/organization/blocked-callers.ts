/** Callers that an organization does not want to hear from. */
import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A number, or the beginning of numbers, that no agent answers. */
export const blockedCallers = sqliteTable(
  "blocked_callers",
  {
    id: text("id").primaryKey(),
    /** In E.164, or its beginning. */
    pattern: text("pattern").notNull(),
    is_prefix: integer("is_prefix", { mode: "boolean" }).notNull().default(sql`0`),
    note: text("note").notNull().default(""),
    created_by: text("created_by").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("blocked_callers_pattern").on(t.pattern, t.is_prefix)],
);
