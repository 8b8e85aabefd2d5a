/** What calls use of the plan. Times are integer milliseconds UTC. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** What each ended call uses of the plan: written once with the call, never changed. */
export const usageRecords = sqliteTable(
  "usage_records",
  {
    call_id: text("call_id").primaryKey(),
    /** The call's end, ms UTC: it decides the period. */
    at: integer("at").notNull(),
    /** Its day in the organization's zone then: YYYY-MM-DD. */
    day: text("day").notNull(),
    direction: text("direction").notNull(),
    billable_seconds: integer("billable_seconds").notNull(),
    /** The part within the period's included minutes, and the part beyond. */
    included_seconds: integer("included_seconds").notNull(),
    overage_seconds: integer("overage_seconds").notNull(),
    /** What the call costs us, and what it is billed at, line by line. */
    cost_lines: text("cost_lines", { mode: "json" }).$type<Json>().notNull(),
    price_lines: text("price_lines", { mode: "json" }).$type<Json>().notNull(),
    /** The terms that it was priced by; null: the organization had no subscription. */
    terms: text("terms", { mode: "json" }).$type<Json>(),
    period_start: integer("period_start"),
    /** The call's place among those of its period, from 1, and the seconds of those before it: what its price follows from. */
    position: integer("position"),
    used_before: integer("used_before"),
    currency: text("currency").notNull(),
    recorded_at: integer("recorded_at").notNull(),
  },
  (t) => [index("usage_records_period").on(t.period_start, t.position), index("usage_records_at").on(t.at)],
);

/** What a period's minutes cost, as the control plane told: fixed when the period began. */
export const usageTerms = sqliteTable("usage_terms", {
  period_start: integer("period_start").primaryKey(),
  period_end: integer("period_end").notNull(),
  subscription_id: text("subscription_id").notNull(),
  tier: text("tier").notNull(),
  included_seconds: integer("included_seconds").notNull(),
  minute_micros: integer("minute_micros").notNull(),
  currency: text("currency").notNull(),
  /** In a trial the included minutes are all there is. */
  is_trial: integer("is_trial", { mode: "boolean" }).notNull(),
  /** When the control plane read them: an older message changes nothing. */
  read_at: integer("read_at").notNull(),
});

/** The billable seconds of each day, counted with the records: a chart reads days, not calls. */
export const usageDays = sqliteTable(
  "usage_days",
  {
    day: text("day").notNull(),
    /** 0: the calls have no terms yet. */
    period_start: integer("period_start").notNull(),
    calls: integer("calls").notNull(),
    seconds: integer("seconds").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.period_start] })],
);
