/** The tests of the organization's agents, and what came of their last plays. */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type AgentSpec, agentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { agents, agentTestRuns, agentTests } from "#drizzle/organization/schema.ts";
import {
  type AgentTest,
  agentTest,
  type KeptTest,
  type PlayedTest,
  playedTest,
} from "./agent-tests.schema.ts";
import { mostTests, type TestBrain, testBrains } from "./test-terms.schema.ts";

/** How many plays of a test by one brain are kept. */
const keptRuns = 5;
/** A play that has not come to an end by then was lost. */
const longestPlay_ms = 3 * minute_ms;

const isLiving = (db: OrganizationDatabase, agent_id: string): boolean =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agent_id), isNull(agents.archived_at)))
    .get() !== undefined;

const isOf = (agent_id: string, id: string) => and(eq(agentTests.agent_id, agent_id), eq(agentTests.id, id));

function lastOf(db: OrganizationDatabase, test_id: string): KeptTest["last"] {
  const last: KeptTest["last"] = { built_in: null, model: null };
  for (const brain of testBrains) {
    const run = db
      .select()
      .from(agentTestRuns)
      .where(and(eq(agentTestRuns.test_id, test_id), eq(agentTestRuns.brain, brain)))
      .orderBy(desc(agentTestRuns.seq))
      .get();
    if (run)
      last[brain] = { played: playedTest.parse(run.played), at: run.at, agent_version: run.agent_version };
  }
  return last;
}

/** All tests of an agent, oldest first. */
export const list = (db: OrganizationDatabase, agent_id: string): KeptTest[] =>
  db
    .select()
    .from(agentTests)
    .where(eq(agentTests.agent_id, agent_id))
    .orderBy(asc(agentTests.seq))
    .all()
    .map(({ id, test, call_id }) => ({ id, test: agentTest.parse(test), call_id, last: lastOf(db, id) }));

/** One test of an agent, or null. */
export function find(db: OrganizationDatabase, agent_id: string, id: string): KeptTest | null {
  const row = db.select().from(agentTests).where(isOf(agent_id, id)).get();
  if (!row) return null;
  return { id, test: agentTest.parse(row.test), call_id: row.call_id, last: lastOf(db, id) };
}

const countOf = (db: OrganizationDatabase, agent_id: string): number =>
  db.select({ n: sql<number>`count(*)` }).from(agentTests).where(eq(agentTests.agent_id, agent_id)).get()
    ?.n ?? 0;

type Edit = {
  agent_id: string;
  id: string;
  test: AgentTest;
  call_id?: string;
  created_by: string;
  now: number;
};
export type SavedTest = { ok: true } | { ok: false; reason: "not_found" | "full" };

/** Creates a test under a new id, or changes the one that has it; what was played of it before no longer counts. */
export function save(db: OrganizationDatabase, edit: Edit): SavedTest {
  const { agent_id, id, test, call_id, created_by, now } = edit;
  if (!isLiving(db, agent_id)) return { ok: false, reason: "not_found" };
  const known = db
    .select({ agent_id: agentTests.agent_id })
    .from(agentTests)
    .where(eq(agentTests.id, id))
    .get();
  if (known && known.agent_id !== agent_id) return { ok: false, reason: "not_found" };
  const { name } = test;
  if (known) {
    db.update(agentTests).set({ name, test, updated_at: now }).where(isOf(agent_id, id)).run();
    db.delete(agentTestRuns).where(eq(agentTestRuns.test_id, id)).run();
    return { ok: true };
  }
  if (countOf(db, agent_id) >= mostTests) return { ok: false, reason: "full" };
  db.insert(agentTests)
    .values({ id, agent_id, name, test, call_id, created_by, created_at: now, updated_at: now })
    .run();
  return { ok: true };
}

/** Creates the tests that came with imported agents. */
export function addAll(
  db: OrganizationDatabase,
  {
    added,
    created_by,
    now,
  }: { added: Pick<Edit, "agent_id" | "id" | "test">[]; created_by: string; now: number },
): void {
  for (const one of added) save(db, { ...one, created_by, now });
}

/** Deletes a test with its plays. @returns whether there was one */
export function remove(db: OrganizationDatabase, agent_id: string, id: string): boolean {
  const gone = db.delete(agentTests).where(isOf(agent_id, id)).returning({ id: agentTests.id }).all();
  if (gone.length > 0) db.delete(agentTestRuns).where(eq(agentTestRuns.test_id, id)).run();
  return gone.length > 0;
}

export type Begun =
  | { ok: true; spec: AgentSpec; version: number; tests: { id: string; test: AgentTest }[] }
  /** `playing`: some of them are being played already. */
  | { ok: false; reason: "not_found" | "playing" };

/** Takes tests of an agent to be played, one play of an agent at a time. @param id one of them; null: all */
export function begin(
  db: OrganizationDatabase,
  { agent_id, id, now }: { agent_id: string; id: string | null; now: number },
): Begun {
  const agent = db
    .select({ spec: agents.spec, version: agents.version })
    .from(agents)
    .where(and(eq(agents.id, agent_id), isNull(agents.archived_at)))
    .get();
  const which = id === null ? eq(agentTests.agent_id, agent_id) : isOf(agent_id, id);
  const all = db.select().from(agentTests).where(eq(agentTests.agent_id, agent_id)).all();
  const rows = db.select().from(agentTests).where(which).orderBy(asc(agentTests.seq)).all();
  if (!agent || (id !== null && rows.length === 0)) return { ok: false, reason: "not_found" };
  if (all.some(({ playing_since }) => playing_since !== null && playing_since > now - longestPlay_ms))
    return { ok: false, reason: "playing" };
  db.update(agentTests).set({ playing_since: now }).where(which).run();
  return {
    ok: true,
    spec: agentSpec.parse(agent.spec),
    version: agent.version,
    tests: rows.map((row) => ({ id: row.id, test: agentTest.parse(row.test) })),
  };
}

/** The tests that were taken are played no more, and nothing is kept of it: they were played for a publication. */
export function release(db: OrganizationDatabase, agent_id: string): void {
  db.update(agentTests).set({ playing_since: null }).where(eq(agentTests.agent_id, agent_id)).run();
}

type Finished = {
  agent_id: string;
  /** The tests that were taken. */
  ids: string[];
  version: number;
  runs: { id: string; brain: TestBrain; played: PlayedTest }[];
  now: number;
};

/**
 * Keeps what came of the plays, of tests that have not been changed or deleted meanwhile.
 * @returns false when the agent was archived meanwhile: nothing is kept
 */
export function finish(db: OrganizationDatabase, { agent_id, ids, version, runs, now }: Finished): boolean {
  const mine = and(eq(agentTests.agent_id, agent_id), inArray(agentTests.id, ids));
  const rows = ids.length === 0 ? [] : db.select({ id: agentTests.id }).from(agentTests).where(mine).all();
  if (ids.length > 0) db.update(agentTests).set({ playing_since: null }).where(mine).run();
  if (!isLiving(db, agent_id)) return false;
  const known = new Set(rows.map(({ id }) => id));
  for (const { id, brain, played } of runs.filter((one) => known.has(one.id))) {
    db.insert(agentTestRuns)
      .values({ test_id: id, brain, agent_version: version, verdict: played.verdict, played, at: now })
      .run();
    db.run(sql`delete from agent_test_runs where test_id = ${id} and brain = ${brain} and seq not in
      (select seq from agent_test_runs where test_id = ${id} and brain = ${brain} order by seq desc limit ${keptRuns})`);
  }
  return true;
}
