/** Other systems that the organization is connected to, and what was done there. Times are integer milliseconds UTC. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

/** One row for each connected provider. */
export const integrations = sqliteTable("integrations", {
  provider: text("provider").primaryKey(),
  /** `expired`: the provider refuses the token; `error`: the last thing asked failed. */
  status: text("status", { enum: ["connected", "expired", "error"] }).notNull(),
  /** How it was connected. */
  auth: text("auth", { enum: ["oauth", "key"] }).notNull(),
  /** The account at the provider: its id there, and as people know it. */
  account_id: text("account_id").notNull(),
  account_label: text("account_label").notNull(),
  scopes: text("scopes").notNull(),
  /** The tokens, sealed; no export has them. */
  sealed: text("sealed").notNull(),
  /** When the access token ends; null: it does not. */
  expires_at: integer("expires_at"),
  /** Grows with every new token: who would replace an older one does not. */
  version: integer("version").notNull().default(0),
  /** Until then one request is asking for a new token, and others wait for it. */
  refreshing_until: integer("refreshing_until"),
  settings: text("settings", { mode: "json" }).$type<Json>().notNull(),
  owner_id: text("owner_id").notNull(),
  connected_at: integer("connected_at").notNull(),
  last_sync_at: integer("last_sync_at"),
  last_error: text("last_error"),
  last_error_at: integer("last_error_at"),
});

/** What was done at providers, for one fact once: the id is made of the fact and the provider. */
export const integrationDeeds = sqliteTable(
  "integration_deeds",
  {
    id: text("id").primaryKey(),
    provider: text("provider").notNull(),
    action: text("action").notNull(),
    /** What it was about, by its id: a call, an appointment, a contact. */
    subject_id: text("subject_id").notNull(),
    state: text("state", { enum: ["begun", "done", "failed"] }).notNull(),
    /** What it is at the provider. */
    outside_id: text("outside_id"),
    error: text("error"),
    attempts: integer("attempts").notNull().default(1),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("integration_deeds_provider").on(t.provider, t.updated_at)],
);

/** The event of each appointment in the connected calendar. */
export const calendarEvents = sqliteTable("calendar_events", {
  booking_id: text("booking_id").primaryKey(),
  calendar_id: text("calendar_id").notNull(),
  event_id: text("event_id").notNull(),
  /** The version of the appointment that the event shows. */
  version: integer("version").notNull(),
  updated_at: integer("updated_at").notNull(),
});

/** Busy times of the connected calendar, end exclusive, as it was last read. */
export const busyTimes = sqliteTable(
  "busy_times",
  {
    event_id: text("event_id").notNull(),
    from: integer("from").notNull(),
    to: integer("to").notNull(),
  },
  (t) => [primaryKey({ columns: [t.event_id, t.from] }), index("busy_times_to").on(t.to)],
);
