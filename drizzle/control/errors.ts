/** The control plane's tables about errors: each occurrence that was kept, and the groups that they form. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const sources = ["browser", "loader", "action", "object", "queue", "cron", "webhook", "server"] as const;
const severities = ["info", "warning", "error", "critical"] as const;
const states = ["open", "resolved", "muted"] as const;

export const errorLogs = sqliteTable(
  "error_logs",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id"),
    organization_id: text("organization_id"),
    /** Sanitised (R47). */
    error_message: text("error_message").notNull(),
    /** Sanitised, and only where it is allowed. */
    stack_trace: text("stack_trace"),
    url: text("url"),
    severity: text("severity", { enum: severities }).notNull(),
    /** As the stack: only where it is allowed. */
    context: text("context", { mode: "json" }).$type<Record<string, string | number | boolean | null>>(),
    user_agent: text("user_agent"),
    request_id: text("request_id"),
    created_at: integer("created_at").notNull(),
    /** The group that it belongs to; null: it is older than groups. */
    group_id: text("group_id"),
    /** The version of our code. */
    release: text("release"),
    /** The call in which it happened. */
    call_id: text("call_id"),
  },
  (t) => [
    index("error_logs_organization").on(t.organization_id, t.created_at),
    index("error_logs_created").on(t.created_at),
    index("error_logs_group").on(t.group_id, t.id),
  ],
);

/** Errors that are the same but for their numbers: one row for each kind and organization, however often it happens. */
export const errorGroups = sqliteTable(
  "error_groups",
  {
    /** A hash of the organization, the source, the route and the message, so that two writers meet in one row. */
    id: text("id").primaryKey(),
    /** Null: the platform's own. */
    organization_id: text("organization_id"),
    source: text("source", { enum: sources }).notNull(),
    /** The worst so far. */
    severity: text("severity", { enum: severities }).notNull(),
    /** The pattern of a page, or the name of a job. */
    route: text("route").notNull(),
    /** Of the latest occurrence, sanitised (R47). */
    error_message: text("error_message").notNull(),
    /** Every occurrence, also those of which no row was kept. */
    times: integer("times").notNull(),
    first_seen_at: integer("first_seen_at").notNull(),
    last_seen_at: integer("last_seen_at").notNull(),
    first_release: text("first_release"),
    last_release: text("last_release"),
    /** The last call in which it happened. */
    call_id: text("call_id"),
    /** A resolved group opens again when its error happens again; a muted one does not. */
    state: text("state", { enum: states }).notNull().default("open"),
    /** When a person last chose the state. */
    marked_at: integer("marked_at"),
    /** When it last opened again by itself. */
    reopened_at: integer("reopened_at"),
  },
  (t) => [
    index("error_groups_listed").on(t.organization_id, t.state, t.last_seen_at, t.id),
    index("error_groups_of_source").on(t.organization_id, t.state, t.source, t.last_seen_at, t.id),
    /** The list of the platform's admins, and what cron deletes. */
    index("error_groups_everywhere").on(t.state, t.last_seen_at, t.id),
    index("error_groups_of_source_everywhere").on(t.state, t.source, t.last_seen_at, t.id),
  ],
);
