/** Money: prices, customers, subscriptions and their terms, Stripe's events. Times are integer milliseconds UTC; money is integer minor units, or micro-units where the name says so. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The plans' prices as Stripe has them, found by lookup key (`plan_<tier>_<cadence>_<currency>`). */
export const planPrices = sqliteTable(
  "plan_prices",
  {
    /** Stripe's `price_…` of the plan's fee. */
    price_id: text("price_id").primaryKey(),
    lookup_key: text("lookup_key").notNull().unique(),
    product_id: text("product_id").notNull(),
    tier: text("tier").notNull(),
    cadence: text("cadence", { enum: ["monthly", "yearly"] }).notNull(),
    /** ISO 4217, upper case. */
    currency: text("currency").notNull(),
    unit_amount: integer("unit_amount").notNull(),
    /** The metered price of its minutes; its first tier are the included seconds. */
    minutes_price_id: text("minutes_price_id").notNull(),
    included_seconds: integer("included_seconds").notNull(),
    /** Price of one more minute, in micro-units. */
    minute_micros: integer("minute_micros").notNull(),
    /** False: Stripe has it no longer, or archived it. No one can choose it; subscriptions keep it. */
    is_active: integer("is_active", { mode: "boolean" }).notNull(),
    synced_at: integer("synced_at").notNull(),
  },
  (t) => [index("plan_prices_offered").on(t.currency, t.tier, t.cadence)],
);

/** One Stripe customer for each organization (R30). A customer that was deleted at Stripe leaves the row, and a new one takes its place. */
export const billingCustomers = sqliteTable("billing_customers", {
  organization_id: text("organization_id").primaryKey(),
  customer_id: text("customer_id").notNull().unique(),
  /** Grows when a deleted customer is replaced: part of the idempotency key. */
  generation: integer("generation").notNull().default(0),
  created_at: integer("created_at").notNull(),
});

/** Subscriptions as Stripe last told; the newest living one decides an organization's plan. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    subscription_id: text("subscription_id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    customer_id: text("customer_id").notNull(),
    /** The agency that is paid; null: the platform. */
    payee_id: text("payee_id"),
    /** Stripe's status, also one that this version does not know. */
    status: text("status").notNull(),
    tier: text("tier").notNull(),
    cadence: text("cadence").notNull(),
    price_id: text("price_id").notNull(),
    currency: text("currency").notNull(),
    unit_amount: integer("unit_amount").notNull(),
    plan_item_id: text("plan_item_id").notNull(),
    minutes_item_id: text("minutes_item_id"),
    /** Of the plan's item: what is paid for now. */
    period_start: integer("period_start").notNull(),
    period_end: integer("period_end").notNull(),
    trial_end: integer("trial_end"),
    cancel_at: integer("cancel_at"),
    canceled_at: integer("canceled_at"),
    ended_at: integer("ended_at"),
    /** The plan that follows at the period's end, and Stripe's schedule that brings it; null: the same goes on. */
    next_price_id: text("next_price_id"),
    schedule_id: text("schedule_id"),
    /** Since when a payment is overdue: the grace counts from it. A first payment after a trial has none and stands that much earlier. Null: none is. */
    past_due_since: integer("past_due_since"),
    stripe_created: integer("stripe_created").notNull(),
    /** When it was last read from Stripe. */
    refreshed_at: integer("refreshed_at").notNull(),
    /** How often cron failed to read it since it last succeeded, and when it tries again; null: with the others. */
    failures: integer("failures").notNull().default(0),
    read_after: integer("read_after"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    index("subscriptions_organization").on(t.organization_id, t.stripe_created),
    index("subscriptions_customer").on(t.customer_id),
    /** For cron: those that live, the longest unread first. */
    index("subscriptions_unread").on(t.refreshed_at).where(sql`ended_at is null`),
    index("subscriptions_period").on(t.period_end).where(sql`ended_at is null`),
  ],
);

/** What a period costs beyond its fee, fixed when the period began. */
export const subscriptionTerms = sqliteTable(
  "subscription_terms",
  {
    organization_id: text("organization_id").notNull(),
    /** Of the minutes' item, ms UTC. */
    period_start: integer("period_start").notNull(),
    period_end: integer("period_end").notNull(),
    subscription_id: text("subscription_id").notNull(),
    tier: text("tier").notNull(),
    included_seconds: integer("included_seconds").notNull(),
    minute_micros: integer("minute_micros").notNull(),
    currency: text("currency").notNull(),
    /** In a trial the included minutes are all there is. */
    is_trial: integer("is_trial", { mode: "boolean" }).notNull().default(false),
    created_at: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.subscription_id, t.period_start] })],
);

/** Stripe's events: stored before they are answered, processed once. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** Of a connected account; null: the platform's own. */
    account_id: text("account_id"),
    organization_id: text("organization_id"),
    /** The id of the object that it is about. */
    object_id: text("object_id"),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    stripe_created: integer("stripe_created").notNull(),
    received_at: integer("received_at").notNull(),
    processed_at: integer("processed_at"),
    attempts: integer("attempts").notNull().default(0),
    /** When it is tried again; null: processed, or set aside. */
    due_at: integer("due_at"),
    last_error: text("last_error"),
    /** Failed too often: a platform admin looks at it and replays it. */
    set_aside_at: integer("set_aside_at"),
  },
  (t) => [
    index("stripe_events_due").on(t.due_at).where(sql`due_at is not null`),
    index("stripe_events_set_aside").on(t.set_aside_at).where(sql`set_aside_at is not null`),
    index("stripe_events_received").on(t.received_at),
    index("stripe_events_organization").on(t.organization_id, t.received_at),
  ],
);

/** Payments that a card's holder disputes with the bank, as Stripe last told. */
export const disputes = sqliteTable(
  "disputes",
  {
    dispute_id: text("dispute_id").primaryKey(),
    /** Whose payment it is; null: of no customer that we know. */
    organization_id: text("organization_id"),
    charge_id: text("charge_id").notNull(),
    amount: integer("amount").notNull(),
    currency: text("currency").notNull(),
    /** Stripe's words: `fraudulent`, `product_not_received`; `needs_response`, `under_review`, `won`, `lost`. */
    reason: text("reason").notNull(),
    status: text("status").notNull(),
    /** Until when evidence is taken; null: Stripe names no day. */
    due_by: integer("due_by"),
    stripe_created: integer("stripe_created").notNull(),
    /** Null: it is not decided. */
    closed_at: integer("closed_at"),
    refreshed_at: integer("refreshed_at").notNull(),
  },
  (t) => [
    index("disputes_open").on(t.closed_at, t.stripe_created),
    index("disputes_organization").on(t.organization_id),
  ],
);

/**
 * Credits that platform admins give: each is written with its audit row, then given at Stripe under its own id, by cron
 * where Stripe does not answer.
 */
export const customerCredits = sqliteTable(
  "customer_credits",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    /** What is taken off the next invoices. */
    amount: integer("amount").notNull(),
    /** ISO 4217, upper case. */
    currency: text("currency").notNull(),
    /** `owed`: Stripe has not confirmed it. `failed`: Stripe refused it. */
    state: text("state", { enum: ["owed", "given", "failed"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When cron tries it; null: given or failed. */
    due_at: integer("due_at"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    index("customer_credits_due").on(t.due_at).where(sql`due_at is not null`),
    index("customer_credits_organization").on(t.organization_id, t.state),
  ],
);

/** Checkouts that were begun: whose they are, so that a foreign session's id finds nothing. */
export const checkoutSessions = sqliteTable(
  "checkout_sessions",
  {
    session_id: text("session_id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    user_id: text("user_id").notNull(),
    kind: text("kind", { enum: ["plan", "number"] }).notNull(),
    price_id: text("price_id"),
    /** The order that it pays for (`number_orders.id`). */
    order_id: text("order_id"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("checkout_sessions_organization").on(t.organization_id, t.created_at)],
);

/** Who had a trial: an organization, and a keyed hash of its verified owner's address, which outlives the account. */
export const trialGrants = sqliteTable(
  "trial_grants",
  {
    /** `organization:<id>` or `person:<hash>` */
    holder: text("holder").primaryKey(),
    organization_id: text("organization_id").notNull(),
    granted_at: integer("granted_at").notNull(),
  },
  (t) => [index("trial_grants_organization").on(t.organization_id)],
);

/** How far cron came with each of its long tasks, so that the next run goes on there. */
export const cronCursors = sqliteTable("cron_cursors", {
  name: text("name").primaryKey(),
  cursor: text("cursor").notNull(),
  updated_at: integer("updated_at").notNull(),
});
