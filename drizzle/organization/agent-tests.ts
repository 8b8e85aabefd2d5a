/** Conversations that are played with an agent to see whether it still does what it should, and what came of the last plays. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const agentTests = sqliteTable(
  "agent_tests",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    agent_id: text("agent_id").notNull(),
    name: text("name").notNull(),
    /** The whole `AgentTest` as JSON: what the caller does, turn by turn, and what is expected. */
    test: text("test", { mode: "json" }).$type<unknown>().notNull(),
    /** The call that it was made from: its words are a caller's own. */
    call_id: text("call_id"),
    /** Since when it is being played; null: it is not. */
    playing_since: integer("playing_since"),
    created_by: text("created_by"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (t) => [index("agent_tests_agent").on(t.agent_id), index("agent_tests_call").on(t.call_id)],
);

/** The last few plays of each test by each brain. */
export const agentTestRuns = sqliteTable(
  "agent_test_runs",
  {
    seq: integer("seq").primaryKey(),
    test_id: text("test_id").notNull(),
    brain: text("brain", { enum: ["built_in", "model"] }).notNull(),
    agent_version: integer("agent_version").notNull(),
    verdict: text("verdict", { enum: ["passed", "failed", "unreachable", "stopped"] }).notNull(),
    /** The whole `PlayedTest` as JSON. */
    played: text("played", { mode: "json" }).$type<unknown>().notNull(),
    at: integer("at").notNull(),
  },
  (t) => [index("agent_test_runs_test").on(t.test_id, t.brain, t.seq)],
);
