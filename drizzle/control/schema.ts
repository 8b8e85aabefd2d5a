/** The control plane (D1): people, organizations, hosts and phone numbers. Fixed column names: docs/product.md, "Fields". Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export * from "./api-keys.ts";
export * from "./audit.ts";
export * from "./billing.ts";
export * from "./brands.ts";
export * from "./calendars.ts";
export * from "./call-shares.ts";
export * from "./carriers.ts";
export * from "./data.ts";
export * from "./dialers.ts";
export * from "./documents.ts";
export * from "./errors.ts";
export * from "./models.ts";
export * from "./number-sales.ts";
export * from "./people.ts";
export * from "./resale.ts";
export * from "./status.ts";
export * from "./usage-billing.ts";
export * from "./vitals.ts";
export * from "./widgets.ts";

export const organizations = sqliteTable(
  "organizations",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    subscription_tier: text("subscription_tier").notNull().default("starter"),
    subscription_status: text("subscription_status").notNull().default("pending"),
    /** Since when a payment is overdue; null: none is. After seven days the organization can only read (R31). */
    past_due_since: integer("past_due_since"),
    /** The plan that follows the present one at the end of what was paid; null: none other does. Until then nothing grows beyond either. */
    next_tier: text("next_tier"),
    /** IANA name. */
    time_zone: text("time_zone").notNull().default("America/New_York"),
    locale: text("locale").notNull().default("en-US"),
    currency: text("currency").notNull().default("USD"),
    /** ISO 3166 country of phone numbers without a prefix. */
    country: text("country").notNull().default("US"),
    /** Location hint of the organization's object, fixed when it is created; null: near its first user. */
    region: text("region"),
    address: text("address"),
    /** Members without a second factor must set one up first. */
    require_two_factor: integer("require_two_factor", { mode: "boolean" }).notNull().default(false),
    /** The agency whose client this organization is; null: it has none. */
    parent_organization_id: text("parent_organization_id"),
    /** When the agency suspended this client; null: it works. */
    suspended_at: integer("suspended_at"),
    /** Whether the agency's people may open this client as support; the client's owner decides. */
    allows_support: integer("allows_support", { mode: "boolean" }).notNull().default(true),
    /** What the agency keeps from this client: the roles that do not see a section of the dashboard. */
    withheld_sections: text("withheld_sections", { mode: "json" }).$type<Record<string, string[]>>(),
    /** What the agency allows this client, where that is less than the plan does. */
    client_limits: text("client_limits", { mode: "json" }).$type<Record<string, number>>(),
    /** When the platform's admins suspended it, whatever its agency says; null: they did not. */
    platform_suspended_at: integer("platform_suspended_at"),
    /** What the platform's admins allow it in place of the plan's numbers, more or less. */
    granted_limits: text("granted_limits", { mode: "json" }).$type<Record<string, number>>(),
    /** Grows with every change by the platform's admins: a form names the one that it was filled with. */
    admin_version: integer("admin_version").notNull().default(0),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    archived_at: integer("archived_at"),
    /** When an archived organization's data is purged: 30 days after it was deleted (R48). Null again after the purge. */
    purge_at: integer("purge_at"),
  },
  (t) => [
    index("organizations_founder").on(t.created_by),
    /** An agency's clients, in the order of their ids. */
    index("organizations_clients")
      .on(t.parent_organization_id, t.id)
      .where(sql`parent_organization_id is not null`),
    index("organizations_purge").on(t.purge_at).where(sql`purge_at is not null`),
  ],
);

/**
 * Settings of /settings beside the organization's own row: read by pages that need them, and not by every request.
 * Closed days and retention have a copy in the organization's object, which calls go by; null: not chosen since D1 is
 * their home, so what the object has counts.
 */
export const organizationSettings = sqliteTable("organization_settings", {
  organization_id: text("organization_id").primaryKey(),
  website: text("website"),
  contact_email: text("contact_email"),
  /** Weekly hours of new agents, in the organization's zone; null: those of their starting point. */
  calling_hours: text("calling_hours", { mode: "json" }).$type<
    Record<string, { opens: string; closes: string }[]>
  >(),
  /** Closed days: `[{ date: "2026-12-25", name: "Christmas" }]`. */
  holidays: text("holidays", { mode: "json" }).$type<{ date: string; name: string }[]>(),
  /** E.164; calls from it send no notices. */
  default_test_number: text("default_test_number"),
  notifications: text("notifications", { mode: "json" }).$type<Record<string, boolean>>(),
  /** After how many days the words of calls are deleted; 0: they are kept. */
  retention_days: integer("retention_days"),
  /** Whether an error is kept with its stack and context. */
  keeps_error_details: integer("keeps_error_details", { mode: "boolean" }).notNull().default(false),
  /** The same for other classes of data, by name (`app/object/settings.schema.ts`); null: none was chosen. */
  retention: text("retention", { mode: "json" }).$type<Record<string, number>>(),
  /** What is removed from calls' words when they are stored, by kind; null: nothing. */
  redaction: text("redaction", { mode: "json" }).$type<Record<string, boolean>>(),
  /** Grows with every change, also within a millisecond: the copy in the object is of the newest. */
  updated_at: integer("updated_at").notNull(),
});

export const organizationMembers = sqliteTable(
  "organization_members",
  {
    organization_id: text("organization_id").notNull(),
    user_id: text("user_id").notNull(),
    role: text("role").notNull(),
    created_at: integer("created_at").notNull(),
    /** When the person last opened this organization, within an hour; null: not yet. */
    last_seen_at: integer("last_seen_at"),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.user_id] }),
    index("organization_members_user").on(t.user_id),
    /** The order of /users: owners first, then by the date of joining. */
    index("organization_members_listed").on(
      t.organization_id,
      sql`(role <> 'owner')`,
      t.created_at,
      t.user_id,
    ),
  ],
);

export const userInvitations = sqliteTable(
  "user_invitations",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    email: text("email").notNull(),
    role: text("role").notNull(),
    /** SHA-256 of the mailed token (R21). */
    token: text("token").notNull().unique(),
    expires_at: integer("expires_at").notNull(),
    accepted_at: integer("accepted_at"),
    accepted_by: text("accepted_by"),
    revoked_at: integer("revoked_at"),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    index("user_invitations_organization").on(t.organization_id, t.created_at),
    /** Pending invitations in the order of /users, without answered ones. */
    index("user_invitations_waiting")
      .on(t.organization_id, t.id)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
);

/** Append-only (R46). */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: text("id").primaryKey(),
    actor_id: text("actor_id"),
    organization_id: text("organization_id"),
    action: text("action").notNull(),
    target: text("target"),
    ip_prefix: text("ip_prefix"),
    user_agent_hash: text("user_agent_hash"),
    request_id: text("request_id"),
    changes: text("changes", { mode: "json" }).$type<Record<string, string | number | boolean | null>>(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    index("audit_events_organization").on(t.organization_id, t.created_at),
    /** The trail of one organization, and of one person, in the order of the whole. */
    index("audit_events_organization_listed").on(t.organization_id, t.id),
    index("audit_events_actor_listed").on(t.actor_id, t.id),
    index("audit_events_actor").on(t.actor_id, t.created_at),
    /** The list of /security without a sort: a person's own actions, and strangers' attempts. */
    index("audit_events_account_listed")
      .on(t.actor_id, t.created_at, t.id)
      .where(sql`organization_id is null`),
    index("audit_events_tried_listed").on(t.target, t.created_at, t.id).where(sql`actor_id is null`),
  ],
);

/** Number to organization: the index that a carrier's webhook reads. */
export const phoneNumbers = sqliteTable(
  "phone_numbers",
  {
    /** E.164 */
    phone_number: text("phone_number").primaryKey(),
    organization_id: text("organization_id").notNull(),
    number_id: text("number_id").notNull(),
    provider: text("provider").notNull(),
    provider_sid: text("provider_sid"),
    /** The row of `carrier_accounts` that holds it; null: the platform's account itself. */
    account_id: text("account_id"),
    /** The name of the agent that answers; null: none. */
    agent_name: text("agent_name"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("phone_numbers_organization").on(t.organization_id)],
);

/** Outgoing mail: written with the fact itself, sent at once, and again by cron until it is accepted. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    /** Also the provider's idempotency key. */
    id: text("id").primaryKey(),
    /** The whole message, encrypted: it may hold codes and links. Emptied when sent. */
    sealed: text("sealed"),
    /** A hash of the folded address, with which the verification step finds the state of its mail. */
    recipient: text("recipient"),
    attempts: integer("attempts").notNull().default(0),
    next_attempt_at: integer("next_attempt_at"),
    sent_at: integer("sent_at"),
    failed_at: integer("failed_at"),
    last_error: text("last_error"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    index("mail_outbox_due").on(t.next_attempt_at),
    index("mail_outbox_recipient").on(t.recipient, t.created_at),
  ],
);

/** Exact rate limits (R38): one row per purpose, subject and window. */
export const rateCounters = sqliteTable(
  "rate_counters",
  {
    key: text("key").notNull(),
    window_start: integer("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window_start] }), index("rate_counters_window").on(t.window_start)],
);

/** Facts of the control plane that subscribers must be told of: written with the fact itself, handed over until acknowledged. */
export const eventOutbox = sqliteTable(
  "event_outbox",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    kind: text("kind").notNull(),
    payload: text("payload", { mode: "json" }).notNull(),
    attempts: integer("attempts").notNull(),
    /** When it is sent again, because it was not acknowledged. */
    due_at: integer("due_at").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("event_outbox_due").on(t.due_at), index("event_outbox_organization").on(t.organization_id)],
);

/** What subscribers have done already, by fact and subscriber, so that a repeated delivery changes nothing. */
export const appliedEvents = sqliteTable(
  "applied_events",
  {
    id: text("id").primaryKey(),
    organization_id: text("organization_id").notNull(),
    applied_at: integer("applied_at").notNull(),
  },
  (t) => [index("applied_events_applied").on(t.applied_at)],
);

/** Which agents an organization has, as its object told: an agency counts its clients' agents without asking each object. */
export const agentIndex = sqliteTable(
  "agent_index",
  {
    organization_id: text("organization_id").notNull(),
    agent_id: text("agent_id").notNull(),
    /** Null: it is in the organization's list. */
    archived_at: integer("archived_at"),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.agent_id] })],
);

/** Usage of each organization by quarter of an hour: zones at half past cannot be formed from hours of UTC. */
export const usageRollups = sqliteTable(
  "usage_rollups",
  {
    organization_id: text("organization_id").notNull(),
    quarter_start: integer("quarter_start").notNull(),
    calls: integer("calls").notNull().default(0),
    answered: integer("answered").notNull().default(0),
    bookings: integer("bookings").notNull().default(0),
    seconds: integer("seconds").notNull().default(0),
    cost_micros: integer("cost_micros").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.quarter_start] }),
    uniqueIndex("usage_rollups_quarter").on(t.quarter_start, t.organization_id),
  ],
);

/** An insert of null here stops a batch whose guard matched no row (R34). */
export const assertOk = sqliteTable("assert_ok", { ok: integer("ok").notNull() });
