/** The seals of the audit trail, and what the watch over it remembers. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Append-only: one row for each event of `audit_events`, chained by hashes (docs/security.md, "The audit chain"). */
export const auditSeals = sqliteTable("audit_seals", {
  /** 1, 2, 3 … without a gap; of two that seal at once one gets the number. */
  sequence: integer("sequence").primaryKey(),
  event_id: text("event_id").notNull().unique(),
  /** The hash of the seal before. */
  previous: text("previous").notNull(),
  /** SHA-256 of the sequence, the hash before, and the event in its canonical form. */
  hash: text("hash").notNull(),
  /** The id of the secret behind the seal. */
  key_id: text("key_id").notNull(),
  /** HMAC-SHA-256 of the hash. */
  seal: text("seal").notNull(),
});

/** Where the chain begins after its oldest events were deleted: one row, signed. */
export const auditAnchors = sqliteTable("audit_anchors", {
  /** The last seal that was deleted. */
  sequence: integer("sequence").primaryKey(),
  hash: text("hash").notNull(),
  key_id: text("key_id").notNull(),
  seal: text("seal").notNull(),
  created_at: integer("created_at").notNull(),
});

/** Since when a deployment's secret is what it is. No secret is stored. */
export const secretAges = sqliteTable("secret_ages", {
  /** The variable: "APP_SECRET". */
  name: text("name").primaryKey(),
  /** Eight digits that change with the secret and do not reveal it. */
  key_id: text("key_id").notNull(),
  /** When this secret was first seen. */
  since: integer("since").notNull(),
});

/** Countries that each person has signed in from. */
export const knownCountries = sqliteTable(
  "known_countries",
  {
    user_id: text("user_id").notNull(),
    /** ISO 3166, as Cloudflare says; "T1" is Tor. */
    country: text("country").notNull(),
    last_used_at: integer("last_used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.country] }), index("known_countries_used").on(t.last_used_at)],
);

/** What was unusual, and whom it was told. */
export const securityAlerts = sqliteTable(
  "security_alerts",
  {
    id: text("id").primaryKey(),
    rule: text("rule").notNull(),
    /** The rule, the person or thing, and the day: a finding is told once. */
    subject: text("subject").notNull().unique(),
    /** Whose it is; null: the platform's, or one person's. */
    organization_id: text("organization_id"),
    user_id: text("user_id"),
    facts: text("facts", { mode: "json" }).$type<Record<string, string | number>>().notNull(),
    created_at: integer("created_at").notNull(),
    /** When and by whom it was marked as looked at. */
    seen_at: integer("seen_at"),
    seen_by: text("seen_by"),
  },
  (t) => [
    index("security_alerts_organization").on(t.organization_id, t.id).where(sql`organization_id is not null`),
    index("security_alerts_user").on(t.user_id),
  ],
);

/** Domains whose people join an organization without an invitation. It counts only while the domain is proven. */
export const joiningDomains = sqliteTable(
  "joining_domains",
  {
    /** The part of an address after the "@", in lower case. */
    domain: text("domain").primaryKey(),
    organization_id: text("organization_id").notNull(),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("joining_domains_organization").on(t.organization_id)],
);
