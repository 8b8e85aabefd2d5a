/** Webhooks: the addresses that are told of events, what each is told, and every attempt. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const webhookEndpoints = sqliteTable("webhook_endpoints", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  /** Names of the catalogue (app/webhooks/catalogue.ts). */
  events: text("events", { mode: "json" }).$type<string[]>().notNull(),
  /** The secret that signs. An archive does not contain it. */
  sealed: text("sealed").notNull(),
  /** The secret before, which signs too until then. */
  previous_sealed: text("previous_sealed"),
  previous_until: integer("previous_until"),
  is_enabled: integer("is_enabled", { mode: "boolean" }).notNull().default(true),
  /** When it was turned on last: what happened before is not told. */
  enabled_at: integer("enabled_at").notNull().default(0),
  /** When it was disabled because too many attempts failed; null: it was not. */
  disabled_at: integer("disabled_at"),
  /** Attempts that failed in a row, and since when. */
  failures: integer("failures").notNull().default(0),
  failing_since: integer("failing_since"),
  /** While it fails, nothing is sent before this. */
  quiet_until: integer("quiet_until").notNull().default(0),
  last_attempt_at: integer("last_attempt_at"),
  created_by: text("created_by").notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    /** What receivers know it by: the same for every attempt. */
    id: text("id").notNull().unique(),
    endpoint_id: text("endpoint_id").notNull(),
    /** Of the fact: one delivery of it to each endpoint. */
    event_id: text("event_id").notNull(),
    type: text("type").notNull(),
    /** As it is sent, letter by letter. */
    body: text("body").notNull(),
    is_test: integer("is_test", { mode: "boolean" }).notNull().default(false),
    status: text("status", { enum: ["waiting", "delivered", "failed"] }).notNull(),
    /** In all, and since it was put into the queue last: those decide how long it waits. */
    attempts: integer("attempts").notNull().default(0),
    tries: integer("tries").notNull().default(0),
    next_at: integer("next_at"),
    /** Until when a worker may be sending it; one that is lost frees it by itself. */
    leased_until: integer("leased_until"),
    last_status: integer("last_status"),
    /** Why it failed, by name (app/webhooks/webhook-terms.schema.ts). */
    why: text("why"),
    created_at: integer("created_at").notNull(),
    done_at: integer("done_at"),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event").on(t.endpoint_id, t.event_id),
    index("webhook_deliveries_due").on(t.endpoint_id, t.next_at).where(sql`status = 'waiting'`),
    index("webhook_deliveries_leased").on(t.endpoint_id, t.leased_until).where(sql`leased_until is not null`),
    index("webhook_deliveries_status").on(t.endpoint_id, t.status, t.seq),
    index("webhook_deliveries_listed").on(t.endpoint_id, t.seq),
    index("webhook_deliveries_age").on(t.created_at),
  ],
);

export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    delivery_id: text("delivery_id").notNull(),
    /** From 1. */
    n: integer("n").notNull(),
    at: integer("at").notNull(),
    ms: integer("ms").notNull(),
    status: integer("status"),
    why: text("why"),
    /** How much of the answer was read, and what it says it is. Its words are kept nowhere. */
    bytes: integer("bytes").notNull().default(0),
    type: text("type"),
  },
  (t) => [primaryKey({ columns: [t.delivery_id, t.n] })],
);
