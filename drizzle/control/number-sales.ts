/** Numbers that are paid for: orders, and what each held number adds to the subscription. Times are ms UTC, money is integer minor units. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** An order of one number, from the payment to the number, or back to the money. */
export const numberOrders = sqliteTable(
  "number_orders",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    user_id: text("user_id").notNull(),
    /** E.164 */
    phone_number: text("phone_number").notNull(),
    country: text("country").notNull(),
    kind: text("kind").notNull(),
    locality: text("locality"),
    region: text("region"),
    agent_id: text("agent_id"),
    /** What is paid at once: the setup and the first month. */
    setup_amount: integer("setup_amount").notNull(),
    monthly_amount: integer("monthly_amount").notNull(),
    currency: text("currency").notNull(),
    session_id: text("session_id"),
    payment_intent_id: text("payment_intent_id"),
    refund_id: text("refund_id"),
    /** The number in the organization's own rows, once it is being bought. */
    number_id: text("number_id"),
    state: text("state", {
      enum: ["open", "expired", "paid", "bought", "failed", "refunding", "refunded", "refund_failed"],
    }).notNull(),
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    /** When the next step is tried; null: nothing is left to do, or the payment is awaited. */
    due_at: integer("due_at"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    index("number_orders_organization").on(t.organization_id, t.created_at),
    index("number_orders_due").on(t.due_at).where(sql`due_at is not null`),
    /** One living order for a number in an organization: a double click finds the first. */
    uniqueIndex("number_orders_living")
      .on(t.organization_id, t.phone_number)
      .where(sql`state in ('open', 'paid')`),
    uniqueIndex("number_orders_session").on(t.session_id),
  ],
);

/** Numbers whose monthly price is part of the subscription. */
export const numberRents = sqliteTable(
  "number_rents",
  {
    number_id: text("number_id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    phone_number: text("phone_number").notNull(),
    country: text("country").notNull(),
    kind: text("kind").notNull(),
    monthly_amount: integer("monthly_amount").notNull(),
    currency: text("currency").notNull(),
    /** The month until this moment was paid with the order. */
    paid_until: integer("paid_until").notNull(),
    started_at: integer("started_at").notNull(),
    ended_at: integer("ended_at"),
  },
  (t) => [index("number_rents_organization").on(t.organization_id, t.ended_at)],
);
