/** Recordings of calls: what is known of each, its audio being in the bucket. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const callRecordings = sqliteTable(
  "call_recordings",
  {
    call_id: text("call_id").primaryKey(),
    /**
     * `expected`: the carrier was told to record; `going`: it does; `ready`: its file can be fetched; `stored`: it is in
     * the bucket; `declined`: the caller wanted none; `absent`: the carrier has none; `failed`: given up; `deleted`.
     */
    status: text("status", {
      enum: ["expected", "going", "ready", "stored", "declined", "absent", "failed", "deleted"],
    }).notNull(),
    provider: text("provider").notNull(),
    /** The organization's own account at the carrier; null: the platform's. */
    account_id: text("account_id"),
    provider_call_id: text("provider_call_id").notNull(),
    /** The carrier's id of it; null: not told yet. */
    sid: text("sid"),
    seconds: integer("seconds"),
    bytes: integer("bytes"),
    content_type: text("content_type"),
    /** The loudness of each channel in equal parts of the time, 0 to 100; null: not known. */
    peaks: text("peaks", { mode: "json" }).$type<Json>(),
    /** When the call ended: a recording that is not there a day later is given up. */
    ended_at: integer("ended_at"),
    stored_at: integer("stored_at"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("call_recordings_stored").on(t.status, t.call_id)],
);
