/** What agencies charge their clients: prices, the account that is paid, monthly statements. Times are ms UTC, money is integer minor units. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
  refreshed_at: integer("refreshed_at").notNull(),
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
    /** Stripe's prices made of it, once clients pay by card; a changed price is a new pair. */
    fee_price_id: text("fee_price_id"),
    minutes_price_id: text("minutes_price_id"),
    updated_by: text("updated_by").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agency_id, t.tier, t.client_id] }),
    index("client_prices_client").on(t.client_id),
  ],
);

/** The terms of a client's month towards its agency, fixed when the month begins: what a statement is computed by. */
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
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.client_id, t.month] }),
    index("client_terms_agency").on(t.agency_id, t.month),
  ],
);
