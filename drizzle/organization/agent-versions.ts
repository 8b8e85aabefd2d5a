/** Agents with their drafts, their published versions, and how the calls of each ended. Times are ms UTC. */
import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Json } from "./json.ts";

export const agents = sqliteTable("agents", {
  seq: integer("seq").primaryKey(),
  id: text("id").notNull().unique(),
  /** Name and kind as published. */
  name: text("name").notNull(),
  kind: text("kind").notNull(),
  /** Of the draft: grows with every save. The versions that answer calls are in `agent_versions`. */
  version: integer("version").notNull().default(1),
  /** The draft: a whole `AgentSpec`. */
  spec: text("spec", { mode: "json" }).$type<Json>().notNull(),
  created_by: text("created_by"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
  archived_at: integer("archived_at"),
});

export const agentVersions = sqliteTable(
  "agent_versions",
  {
    agent_id: text("agent_id").notNull(),
    /** Grows by one with every publication of the agent. */
    version: integer("version").notNull(),
    /** The whole `AgentSpec`, as calls of this version use it. */
    spec: text("spec", { mode: "json" }).$type<Json>().notNull(),
    /** `published` answers; `trial` answers its share of the calls beside it. */
    status: text("status", { enum: ["published", "trial", "replaced", "taken_back"] }).notNull(),
    /** Per cent of the calls, while it is on trial. */
    share: integer("share").notNull().default(100),
    note: text("note").notNull().default(""),
    /** The version whose spec was published again; null: a draft was published. */
    from_version: integer("from_version"),
    /** The version that answered when this one was published; null: none. */
    before_version: integer("before_version"),
    /** How many of the agent's tests ran before it was published, and how many failed; null: none were run. */
    tests_total: integer("tests_total"),
    tests_failed: integer("tests_failed"),
    published_by: text("published_by"),
    published_at: integer("published_at").notNull(),
    ended_at: integer("ended_at"),
    /** Of one that was taken back: why, with the numbers of both versions; null: a person did. */
    verdict: text("verdict", { mode: "json" }).$type<Json>(),
  },
  (t) => [
    primaryKey({ columns: [t.agent_id, t.version] }),
    uniqueIndex("agent_versions_answering")
      .on(t.agent_id, t.status)
      .where(sql`status in ('published', 'trial')`),
  ],
);

/** The ended calls of a version, counted by outcome as they end: a page reads counts, not calls. */
export const agentVersionOutcomes = sqliteTable(
  "agent_version_outcomes",
  {
    agent_id: text("agent_id").notNull(),
    version: integer("version").notNull(),
    outcome: text("outcome").notNull(),
    calls: integer("calls").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.agent_id, t.version, t.outcome] })],
);
