/** Brands, the hosts that wear them, the mail that goes out in their name, and the access of an agency to its clients. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const organizationBranding = sqliteTable("organization_branding", {
  organization_id: text("organization_id").primaryKey(),
  company_name: text("company_name"),
  logo_url: text("logo_url"),
  logo_url_light: text("logo_url_light"),
  primary_color: text("primary_color"),
  secondary_color: text("secondary_color"),
  accent_color: text("accent_color"),
  favicon_url: text("favicon_url"),
  meta_title: text("meta_title"),
  /** Normalised: lower case, without a leading www. */
  custom_domain: text("custom_domain").unique(),
  hero_headline: text("hero_headline"),
  hero_subheadline: text("hero_subheadline"),
  footer_description: text("footer_description"),
  copyright_text: text("copyright_text"),
  social_twitter: text("social_twitter"),
  social_linkedin: text("social_linkedin"),
  social_facebook: text("social_facebook"),
  social_instagram: text("social_instagram"),
  hide_settings_section: integer("hide_settings_section", { mode: "boolean" }).notNull().default(false),
  hide_integrations_section: integer("hide_integrations_section", { mode: "boolean" })
    .notNull()
    .default(false),
  hide_upgrade_button: integer("hide_upgrade_button", { mode: "boolean" }).notNull().default(false),
  hide_subscription_section: integer("hide_subscription_section", { mode: "boolean" })
    .notNull()
    .default(false),
  hide_purchase_numbers: integer("hide_purchase_numbers", { mode: "boolean" }).notNull().default(false),
  auth_hero_headline: text("auth_hero_headline"),
  auth_hero_description: text("auth_hero_description"),
  enable_custom_domain_redirect: integer("enable_custom_domain_redirect", { mode: "boolean" })
    .notNull()
    .default(false),
  support_email: text("support_email"),
  /** The image that a link to a page of the brand shows elsewhere (Open Graph). */
  share_image_url: text("share_image_url"),
  /** Whether newcomers who sign up on this organization's host become its clients, where its plan has clients. */
  allows_client_signup: integer("allows_client_signup", { mode: "boolean" }).notNull().default(true),
  /** The number of the version in force, of `brand_versions`; 0: never saved. */
  version: integer("version").notNull().default(0),
  updated_at: integer("updated_at").notNull(),
});

/** What a brand was, so that it can be restored: the last 20 of an organization. */
export const brandVersions = sqliteTable(
  "brand_versions",
  {
    organization_id: text("organization_id").notNull(),
    version: integer("version").notNull(),
    /** The columns of `organization_branding` that the editor writes. */
    fields: text("fields", { mode: "json" }).$type<Record<string, string | boolean | null>>().notNull(),
    saved_by: text("saved_by"),
    saved_at: integer("saved_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.version] })],
);

/** Images that an organization uploaded; the bytes are in R2, in the organization's folder, under the id. */
export const brandImages = sqliteTable(
  "brand_images",
  {
    /** 128 random bits: part of a public address. */
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    /** image/png, image/jpeg, image/webp or image/x-icon, by the magic bytes. */
    type: text("type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("brand_images_organization").on(t.organization_id, t.created_at)],
);

/**
 * Custom domains on their way. A host answers for an organization only once it stands in
 * `organization_branding.custom_domain`, which only a proof of ownership writes.
 */
export const customDomains = sqliteTable(
  "custom_domains",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    /** Normalized: lower case, ASCII, without a leading www. */
    host: text("host").notNull(),
    state: text("state").notNull(),
    /** The organization's main host; its other hosts lead there. */
    is_primary: integer("is_primary", { mode: "boolean" }).notNull().default(false),
    /** The host belongs to another organization until this one proves that it owns it. */
    is_claim: integer("is_claim", { mode: "boolean" }).notNull().default(false),
    /** The value of the TXT record that proves ownership to us. */
    proof: text("proof").notNull(),
    /** When that record was first seen; null: not yet. */
    proven_at: integer("proven_at"),
    /** The id of the custom hostname at Cloudflare; null: none was asked for yet. */
    provider_id: text("provider_id"),
    /** Whether www. of the host leads to it, and the id of that custom hostname. */
    has_www: integer("has_www", { mode: "boolean" }).notNull().default(false),
    www_provider_id: text("www_provider_id"),
    /** What Cloudflare said last: its statuses, its records and its errors. */
    provider: text("provider", { mode: "json" }).$type<Record<string, unknown>>(),
    /** The last failure to ask, in words; null: the last check was answered. */
    check_error: text("check_error"),
    checked_at: integer("checked_at"),
    /** When cron looks again; null: never. */
    check_at: integer("check_at"),
    checks: integer("checks").notNull().default(0),
    live_at: integer("live_at"),
    /** Since when a live host does not point here; null: it does. */
    failing_since: integer("failing_since"),
    told_at: integer("told_at"),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    /** Of two organizations that add a host at the same time one gets it. */
    uniqueIndex("custom_domains_host").on(t.host).where(sql`is_claim = 0`),
    uniqueIndex("custom_domains_own").on(t.organization_id, t.host),
    index("custom_domains_due").on(t.check_at).where(sql`check_at is not null`),
  ],
);

/** Hosts that organizations gave up: for 30 days only the same organization may add one again. */
export const releasedHosts = sqliteTable("released_hosts", {
  host: text("host").primaryKey(),
  organization_id: text("organization_id").notNull(),
  released_at: integer("released_at").notNull(),
});

/** The domain that an organization's mail comes from, at the mail provider. */
export const sendingDomains = sqliteTable(
  "sending_domains",
  {
    organization_id: text("organization_id").primaryKey(),
    domain: text("domain").notNull(),
    /** The part of the sender's address before the @. */
    local_part: text("local_part").notNull(),
    provider_id: text("provider_id"),
    /** not_started, pending, verified, failed, temporary_failure: as the provider says. */
    status: text("status").notNull(),
    records: text("records", { mode: "json" }).$type<Record<string, unknown>[]>(),
    check_error: text("check_error"),
    checked_at: integer("checked_at"),
    check_at: integer("check_at"),
    checks: integer("checks").notNull().default(0),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    /** A domain that is only claimed keeps none from proving that it is theirs. */
    uniqueIndex("sending_domains_domain").on(t.domain).where(sql`status = 'verified'`),
    index("sending_domains_due").on(t.check_at).where(sql`check_at is not null`),
  ],
);

/** An agency's setups for new clients; the file itself is in R2 under the id. */
export const clientTemplates = sqliteTable(
  "client_templates",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    name: text("name").notNull(),
    /** What it contains, in numbers. */
    contents: text("contents", { mode: "json" }).$type<Record<string, number>>().notNull(),
    /** What clients made from it pay, in place of their plan's price; null: they pay that. Columns of `client_prices`. */
    price: text("price", { mode: "json" }).$type<{
      fee_amount: number;
      included_minutes: number;
      minute_micros: number;
      currency: string;
    }>(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("client_templates_organization").on(t.organization_id, t.id)],
);

/** Visits of an agency's people in a client's organization; they end by themselves within the hour. */
export const supportVisits = sqliteTable(
  "support_visits",
  {
    id: text("id").primaryKey(),
    /** The client. */
    organization_id: text("organization_id").notNull(),
    agency_id: text("agency_id").notNull(),
    user_id: text("user_id").notNull(),
    /** The name as it was, for the client's list. */
    user_name: text("user_name").notNull(),
    /** The session that the visit is part of, on its host. */
    session_id: text("session_id").notNull(),
    reason: text("reason").notNull(),
    may_write: integer("may_write", { mode: "boolean" }).notNull().default(false),
    started_at: integer("started_at").notNull(),
    ends_at: integer("ends_at").notNull(),
    ended_at: integer("ended_at"),
  },
  (t) => [
    index("support_visits_session").on(t.session_id, t.ends_at),
    index("support_visits_organization").on(t.organization_id, t.started_at),
    index("support_visits_agency").on(t.agency_id, t.started_at),
    /** Visits that cron has not closed yet. */
    index("support_visits_open").on(t.ends_at).where(sql`ended_at is null`),
  ],
);
