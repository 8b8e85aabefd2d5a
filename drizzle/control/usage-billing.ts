/** Usage as it is billed: what was metered at Stripe, and what an organization allows itself to spend. Times are ms UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Meter events: one for each call and payer, written before it is sent; sent again under the same identifier until Stripe has it. */
export const meterEvents = sqliteTable(
  "meter_events",
  {
    /** `<call id>:platform` or `<call id>:agency`, Stripe's `identifier`: a repeat changes nothing. */
    identifier: text("identifier").primaryKey(),
    /** Whose call it was. */
    organization_id: text("organization_id").notNull(),
    /** The organization that pays: the caller's own, or its agency. */
    payer_id: text("payer_id").notNull(),
    customer_id: text("customer_id"),
    seconds: integer("seconds").notNull(),
    /** The call's end. */
    at: integer("at").notNull(),
    sent_at: integer("sent_at"),
    /** When it is sent again; null: sent, or there is no customer to send it for. */
    due_at: integer("due_at"),
    attempts: integer("attempts").notNull().default(0),
    last_error: text("last_error"),
  },
  (t) => [
    index("meter_events_due").on(t.due_at).where(sql`due_at is not null`),
    /** With the seconds, so that a period is summed from the index alone. */
    index("meter_events_payer").on(t.payer_id, t.at, t.seconds),
    /** Those that wait for a customer. */
    index("meter_events_waiting").on(t.payer_id, t.at).where(sql`sent_at is null and due_at is null`),
    index("meter_events_old").on(t.at),
    index("meter_events_organization").on(t.organization_id, t.at),
  ],
);

/** The most that an organization wants to spend on minutes beyond its plan, in a period. */
export const spendingCaps = sqliteTable("spending_caps", {
  organization_id: text("organization_id").primaryKey(),
  /** Minor units; null: there is no cap any more. */
  amount: integer("amount"),
  currency: text("currency").notNull(),
  action: text("action", { enum: ["stop_outbound", "stop_all", "warn"] }).notNull(),
  /** The beginning of the period in which what the organization pays for came to the cap; null: in none since the cap was set. */
  reached_in: integer("reached_in"),
  updated_by: text("updated_by").notNull(),
  updated_at: integer("updated_at").notNull(),
});

/** Warnings that were sent, so that each is sent once in a period. */
export const spendingWarnings = sqliteTable(
  "spending_warnings",
  {
    organization_id: text("organization_id").notNull(),
    period_start: integer("period_start").notNull(),
    /** 50, 80 or 100 of the cap; 1050, 1080 or 1100 of the platform's ceiling. */
    percent: integer("percent").notNull(),
    warned_at: integer("warned_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.period_start, t.percent] })],
);
