/** The control plane's tables of /status: how often each service answered, day by day, and what admins wrote about incidents. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row for each service and day (days since 1970, UTC): how many of cron's probes there were, and how many found it down. */
export const uptimeDays = sqliteTable(
  "uptime_days",
  {
    component: text("component").notNull(),
    day: integer("day").notNull(),
    probes: integer("probes").notNull(),
    failures: integer("failures").notNull(),
    /** The five minutes that were counted last, since 1970: each is counted once. */
    last_slot: integer("last_slot").notNull(),
    /** What the last probe found: up, degraded or down. */
    last_level: text("last_level").notNull(),
  },
  (t) => [primaryKey({ columns: [t.component, t.day] })],
);

export const incidents = sqliteTable(
  "incidents",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    /** degraded, down or maintenance. */
    impact: text("impact").notNull(),
    /** The services that it concerns. */
    components: text("components", { mode: "json" }).$type<string[]>().notNull(),
    started_at: integer("started_at").notNull(),
    /** Null: it is not over. */
    resolved_at: integer("resolved_at"),
  },
  (t) => [index("incidents_newest").on(t.started_at)],
);

export const incidentUpdates = sqliteTable(
  "incident_updates",
  {
    id: text("id").primaryKey(),
    incident_id: text("incident_id").notNull(),
    /** investigating, identified, monitoring or resolved. */
    state: text("state").notNull(),
    body: text("body").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [index("incident_updates_of").on(t.incident_id, t.id)],
);
