/** Numbers that are paid for: orders, and what each held number adds to the subscription. Times are ms UTC, money is integer minor units. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
    /** The number's id in the organization's own rows, fixed before it is bought. */
    number_id: text("number_id").notNull(),
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
    /** One living order for a number: a double click finds the first, and no other organization orders it meanwhile. */
    uniqueIndex("number_orders_living").on(t.phone_number).where(sql`state in ('open', 'paid')`),
    /** For platform admins: money that could not be given back yet. */
    index("number_orders_owed").on(t.created_at).where(sql`state = 'refund_failed'`),
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
    /** True: it was not ordered; the plan included it once and has no room for it any more. */
    is_excess: integer("is_excess", { mode: "boolean" }).notNull().default(false),
    /** The month until this moment was paid with the order; of an excess one, it is the notice. */
    paid_until: integer("paid_until").notNull(),
    started_at: integer("started_at").notNull(),
    ended_at: integer("ended_at"),
    /** The subscription that charges it; null: none does yet. */
    subscription_id: text("subscription_id"),
    /** When the subscription's items are compared with it; null: they agree. */
    due_at: integer("due_at"),
  },
  (t) => [
    index("number_rents_organization").on(t.organization_id, t.ended_at),
    index("number_rents_due").on(t.due_at).where(sql`due_at is not null`),
  ],
);

/** Places in a plan that purchases have taken which the number index does not show yet. */
export const numberClaims = sqliteTable(
  "number_claims",
  {
    number_id: text("number_id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    claimed_at: integer("claimed_at").notNull(),
  },
  (t) => [index("number_claims_organization").on(t.organization_id)],
);

/** Stripe's prices of rents: one for each country, kind, currency and amount. */
export const numberPrices = sqliteTable(
  "number_prices",
  {
    country: text("country").notNull(),
    kind: text("kind").notNull(),
    currency: text("currency").notNull(),
    monthly_amount: integer("monthly_amount").notNull(),
    price_id: text("price_id").notNull().unique(),
  },
  (t) => [primaryKey({ columns: [t.country, t.kind, t.currency, t.monthly_amount] })],
);

/** Organizations whose numbers are given back soon, because their plan is not paid. */
export const numberEndings = sqliteTable(
  "number_endings",
  {
    organization_id: text("organization_id").primaryKey(),
    /** Since when the plan is not paid. */
    since: integer("since").notNull(),
    /** How many warnings were sent. */
    warnings: integer("warnings").notNull().default(0),
    /** When the next warning is due, or the end. */
    due_at: integer("due_at").notNull(),
  },
  (t) => [index("number_endings_due").on(t.due_at)],
);
