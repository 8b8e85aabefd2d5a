/** The lines of running calls: one row for each, which its `seq` replaces. */
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const liveLines = sqliteTable(
  "live_lines",
  {
    call_id: text("call_id").notNull(),
    /** Its place in the call, from 0. */
    seq: integer("seq").notNull(),
    line: text("line", { mode: "json" }).$type<Json>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.call_id, t.seq] })],
);
