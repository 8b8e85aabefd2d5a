/** What agencies charge their clients: prices, the account that is paid, monthly terms. Times are ms UTC, money is integer minor units, or micro-units where the name says so. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** An agency's Stripe account, to which its clients' payments go. */
export const connectedAccounts = sqliteTable("connected_accounts", {
  organization_id: text("organization_id").primaryKey(),
  account_id: text("account_id").notNull().unique(),
  charges_enabled: integer("charges_enabled", { mode: "boolean" }).notNull(),
  payouts_enabled: integer("payouts_enabled", { mode: "boolean" }).notNull(),
  details_submitted: integer("details_submitted", { mode: "boolean" }).notNull(),
  /** Stripe's names of what is still missing. */
  requirements: text("requirements", { mode: "json" }).$type<string[]>().notNull(),
  country: text("country").notNull(),
  /** What it is paid out in: ISO 4217, upper case. */
  currency: text("currency").notNull(),
  refreshed_at: integer("refreshed_at").notNull(),
  /** Since when the agency sells no more by it; null: it does. Clients that pay by card go on paying to it. */
  disconnected_at: integer("disconnected_at"),
  created_at: integer("created_at").notNull(),
});

/** An agency's price list: for a tier, or for one client (`client_id`), which overrides it. */
export const clientPrices = sqliteTable(
  "client_prices",
  {
    agency_id: text("agency_id").notNull(),
    tier: text("tier").notNull(),
    /** Empty: every client of the tier. */
    client_id: text("client_id").notNull().default(""),
    /** Monthly. */
    fee_amount: integer("fee_amount").notNull(),
    included_minutes: integer("included_minutes").notNull(),
    minute_micros: integer("minute_micros").notNull(),
    currency: text("currency").notNull(),
    updated_by: text("updated_by").notNull(),
    /** Grows with every change, also within a millisecond: a form names the one that it was filled with. */
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agency_id, t.tier, t.client_id] }),
    index("client_prices_client").on(t.client_id),
  ],
);

/**
 * Stripe's prices of what an agency's clients pay by card. A price never changes: one of other figures is a row of its
 * own, and subscriptions that began with the former one keep it.
 */
export const retailPrices = sqliteTable(
  "retail_prices",
  {
    id: text("id").primaryKey(),
    agency_id: text("agency_id").notNull(),
    tier: text("tier").notNull(),
    fee_amount: integer("fee_amount").notNull(),
    included_minutes: integer("included_minutes").notNull(),
    minute_micros: integer("minute_micros").notNull(),
    currency: text("currency").notNull(),
    /** Stripe's `price_…` of the fee and of the minutes; null: Stripe hasn't been asked, or didn't answer. */
    price_id: text("price_id").unique(),
    minutes_price_id: text("minutes_price_id"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("retail_prices_same").on(
      t.agency_id,
      t.tier,
      t.fee_amount,
      t.included_minutes,
      t.minute_micros,
      t.currency,
    ),
    index("retail_prices_unmade").on(t.created_at).where(sql`price_id is null`),
  ],
);

/**
 * The terms of a client's month towards its agency, fixed when the month begins: what a statement is computed by. A
 * client that changes its agency has a row with each, one that comes back in the same month has one more, and so has one
 * that begins to pay by card.
 */
export const clientTerms = sqliteTable(
  "client_terms",
  {
    client_id: text("client_id").notNull(),
    /** YYYY-MM in the client's zone. */
    month: text("month").notNull(),
    agency_id: text("agency_id").notNull(),
    tier: text("tier").notNull(),
    fee_amount: integer("fee_amount").notNull(),
    included_minutes: integer("included_minutes").notNull(),
    minute_micros: integer("minute_micros").notNull(),
    currency: text("currency").notNull(),
    /** Calls that ended from the one up to the other are the agency's to charge. */
    starts_at: integer("starts_at").notNull(),
    ends_at: integer("ends_at").notNull(),
    /** The subscription by which the client pays its agency by card; null: it owes what its statement says. */
    subscription_id: text("subscription_id"),
    created_at: integer("created_at").notNull(),
    /** When the client's object was told of them; null: not yet, or not of their new end. */
    told_at: integer("told_at"),
  },
  (t) => [
    primaryKey({ columns: [t.client_id, t.month, t.agency_id, t.starts_at] }),
    index("client_terms_agency").on(t.agency_id, t.month, t.client_id),
    index("client_terms_untold").on(t.created_at).where(sql`told_at is null`),
  ],
);

/** What a client's calls used in a month, added as each is finished: margins and statements read it instead of the calls. */
export const clientMonths = sqliteTable(
  "client_months",
  {
    client_id: text("client_id").notNull(),
    /** YYYY-MM in the client's zone, of the call's end. */
    month: text("month").notNull(),
    /** The agency that it belonged to when the call ended. */
    agency_id: text("agency_id").notNull(),
    /** Of the terms that the call ended in; 0: there were none. */
    starts_at: integer("starts_at").notNull(),
    calls: integer("calls").notNull(),
    /** Billable. */
    seconds: integer("seconds").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.client_id, t.month, t.agency_id, t.starts_at] }),
    index("client_months_agency").on(t.agency_id, t.month, t.client_id),
  ],
);
