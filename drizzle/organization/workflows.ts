/** Workflows: what they do as frozen versions, their runs, and each step that a run took; tasks that they leave to members. Times are integer milliseconds UTC. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const workflows = sqliteTable(
  "workflows",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    status: text("status", { enum: ["draft", "active", "archived"] }).notNull(),
    /** The version that new runs follow. */
    version: integer("version").notNull(),
    /** What starts it, of that version. */
    trigger: text("trigger").notNull(),
    /** When it was turned on last: what happened before starts no run. */
    enabled_at: integer("enabled_at").notNull().default(0),
    /** When a schedule starts it next; null: no schedule does. */
    next_at: integer("next_at"),
    /** What the secret in its incoming address is made with besides the product's; null: nothing, it was never renewed. */
    hook_salt: text("hook_hash"),
    created_by: text("created_by").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("workflows_trigger").on(t.status, t.trigger)],
);

export const workflowVersions = sqliteTable(
  "workflow_versions",
  {
    workflow_id: text("workflow_id").notNull(),
    version: integer("version").notNull(),
    graph: text("graph", { mode: "json" }).$type<Json>().notNull(),
    author_id: text("author_id").notNull(),
    author_name: text("author_name").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workflow_id, t.version] })],
);

export const workflowRuns = sqliteTable(
  "workflow_runs",
  {
    id: text("id").primaryKey(),
    workflow_id: text("workflow_id").notNull(),
    /** The version that it follows to its end, whatever is saved meanwhile. */
    version: integer("version").notNull(),
    /** How often it was begun: a retry is a further attempt of the same run. */
    attempt: integer("attempt").notNull().default(1),
    status: text("status", {
      enum: ["queued", "running", "waiting", "done", "failed", "stopped", "limited"],
    }).notNull(),
    /** Why it failed or was stopped, in words. */
    why: text("why"),
    /** What started it: once for each workflow. */
    event_id: text("event_id").notNull(),
    event_kind: text("event_kind").notNull(),
    event: text("event", { mode: "json" }).$type<Json>().notNull(),
    /** Whom it is about; null: no one that is known. */
    contact_id: text("contact_id"),
    phone_number: text("phone_number"),
    /** How many runs stand before it in a chain in which each began the next. */
    depth: integer("depth").notNull().default(0),
    /** The run that caused it; null: none did. */
    cause_id: text("cause_id"),
    /** `dry`: it only says what it would do. */
    mode: text("mode", { enum: ["live", "dry", "test"] })
      .notNull()
      .default("live"),
    /** The step at which a retry begins; null: the first one. */
    from_step: text("from_step"),
    /** The platform's instance that walks it, once one was lost; null: it has the run's own name. */
    instance_id: text("instance_id"),
    created_at: integer("created_at").notNull(),
    started_at: integer("started_at"),
    ended_at: integer("ended_at"),
    /** When something happened in it last. */
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("workflow_runs_event").on(t.workflow_id, t.event_id),
    index("workflow_runs_workflow").on(t.workflow_id, t.id),
    index("workflow_runs_status").on(t.status, t.id),
    index("workflow_runs_contact").on(t.contact_id, t.created_at),
    index("workflow_runs_phone").on(t.phone_number),
    index("workflow_runs_open").on(t.updated_at).where(sql`status in ('queued', 'running', 'waiting')`),
  ],
);

export const workflowSteps = sqliteTable(
  "workflow_steps",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    run_id: text("run_id").notNull(),
    step_id: text("step_id").notNull(),
    attempt: integer("attempt").notNull(),
    kind: text("kind").notNull(),
    status: text("status", { enum: ["running", "waiting", "done", "failed"] }).notNull(),
    input: text("input", { mode: "json" }).$type<Json>().notNull(),
    output: text("output", { mode: "json" }).$type<Json>(),
    error: text("error"),
    tries: integer("tries").notNull().default(1),
    /** What it changed, by a name that an event of the change has too: the chain of runs is found by it. */
    touched: text("touched"),
    started_at: integer("started_at").notNull(),
    ended_at: integer("ended_at"),
  },
  (t) => [
    uniqueIndex("workflow_steps_once").on(t.run_id, t.step_id, t.attempt),
    index("workflow_steps_touched").on(t.touched, t.started_at).where(sql`touched is not null`),
  ],
);

/** How many runs began in each month (UTC, "2026-11"), against the plan. */
export const workflowMonths = sqliteTable("workflow_months", {
  month: text("month").primaryKey(),
  runs: integer("runs").notNull(),
});

/** What a member has to do for a contact. */
export const contactTasks = sqliteTable(
  "contact_tasks",
  {
    id: text("id").primaryKey(),
    contact_id: text("contact_id").notNull(),
    title: text("title").notNull(),
    /** The beginning of the day by which it is to be done, on the organization's clocks. */
    due_at: integer("due_at"),
    /** The member whose it is; null: anyone's. */
    assignee_id: text("assignee_id"),
    assignee_name: text("assignee_name"),
    done_at: integer("done_at"),
    done_by: text("done_by"),
    created_by: text("created_by").notNull(),
    created_name: text("created_name").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (t) => [
    index("contact_tasks_contact").on(t.contact_id, t.id),
    index("contact_tasks_open").on(t.due_at).where(sql`done_at is null`),
  ],
);
