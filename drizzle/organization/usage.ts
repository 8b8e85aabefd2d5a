/** What calls use of the plan. Times are integer milliseconds UTC. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What each ended call uses of the plan: written once with the call, never changed. */
export const usageRecords = sqliteTable(
  "usage_records",
  {
    call_id: text("call_id").primaryKey(),
    /** The call's end, ms UTC: it decides the period. */
    at: integer("at").notNull(),
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
    currency: text("currency").notNull(),
    recorded_at: integer("recorded_at").notNull(),
  },
  (t) => [index("usage_records_period").on(t.period_start, t.at), index("usage_records_at").on(t.at)],
);
