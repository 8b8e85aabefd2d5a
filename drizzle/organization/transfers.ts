/** Whom an organization's callers are transferred to, and what came of each attempt. Times are integer milliseconds UTC. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const transferTargets = sqliteTable(
  "transfer_targets",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** E.164 */
    phone_number: text("phone_number").notNull(),
    /** When callers belong here, in the members' words; empty: whenever they want a person. */
    use_when: text("use_when").notNull().default(""),
    mode: text("mode", { enum: ["cold", "announced", "warm"] }).notNull(),
    ring_seconds: integer("ring_seconds").notNull(),
    /** Hours of each weekday in `time_zone`; null: always. */
    hours: text("hours", { mode: "json" }).$type<Json>(),
    time_zone: text("time_zone").notNull(),
    /** Its place among the targets: the lowest is tried first. */
    position: integer("position").notNull(),
    paused_at: integer("paused_at"),
    created_by: text("created_by").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("transfer_targets_position").on(t.position)],
);

/** The attempts of a finished call, with the target as it was then. They go with their call. */
export const transferAttempts = sqliteTable(
  "transfer_attempts",
  {
    call_id: text("call_id").notNull(),
    /** In the call, from 0. */
    n: integer("n").notNull(),
    target_id: text("target_id"),
    name: text("name").notNull(),
    phone_number: text("phone_number").notNull(),
    mode: text("mode").notNull(),
    outcome: text("outcome").notNull(),
    started_at: integer("started_at").notNull(),
    ended_at: integer("ended_at").notNull(),
    talk_seconds: integer("talk_seconds").notNull(),
  },
  (t) => [primaryKey({ columns: [t.call_id, t.n] }), index("transfer_attempts_started").on(t.started_at)],
);
