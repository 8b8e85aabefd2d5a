/** The published versions of an agent: which one answers a call, publishing, trying one out on a share of the calls, taking one back. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { type AgentSpec, agentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { agents, agentVersions, numbers } from "#drizzle/organization/schema.ts";
import { isInShare } from "./call-share.ts";
import type { Verdict } from "./version-guard.ts";

type Status = (typeof agentVersions.$inferSelect)["status"];

/** A version with its spec. */
export type Answering = { version: number; spec: AgentSpec };

const inUse: Status[] = ["published", "trial"];
const isOf = (agent_id: string, version: number) =>
  and(eq(agentVersions.agent_id, agent_id), eq(agentVersions.version, version));

type InUse = Answering & { status: Status; share: number; published_at: number };

/** The version that answers, and the one on trial beside it. */
export function inUseOf(
  db: OrganizationDatabase,
  agent_id: string,
): { published: InUse | null; trial: InUse | null } {
  const rows = db
    .select({
      version: agentVersions.version,
      spec: agentVersions.spec,
      status: agentVersions.status,
      share: agentVersions.share,
      published_at: agentVersions.published_at,
    })
    .from(agentVersions)
    .where(and(eq(agentVersions.agent_id, agent_id), inArray(agentVersions.status, inUse)))
    .all()
    .map((row) => ({ ...row, spec: agentSpec.parse(row.spec) }));
  const of = (status: Status) => rows.find((row) => row.status === status) ?? null;
  return { published: of("published"), trial: of("trial") };
}

/** The version that answers a call of an agent that is not archived; null: none does. */
export function versionFor(db: OrganizationDatabase, agent_id: string, call_id: string): Answering | null {
  const { published, trial } = inUseOf(db, agent_id);
  const chosen = trial && isInShare(call_id, trial.share) ? trial : published;
  return chosen && { version: chosen.version, spec: chosen.spec };
}

/** Any version of an agent, also of an archived one; null: there is none of that number. */
export function ofNumber(db: OrganizationDatabase, agent_id: string, version: number): Answering | null {
  const row = db
    .select({ version: agentVersions.version, spec: agentVersions.spec })
    .from(agentVersions)
    .where(isOf(agent_id, version))
    .get();
  return row ? { version: row.version, spec: agentSpec.parse(row.spec) } : null;
}

/** The highest number that a version of the agent has; 0: none. */
export const latestOf = (db: OrganizationDatabase, agent_id: string): number =>
  db
    .select({ latest: sql<number>`coalesce(max(${agentVersions.version}), 0)` })
    .from(agentVersions)
    .where(eq(agentVersions.agent_id, agent_id))
    .get()?.latest ?? 0;

export type Publication = {
  id: string;
  spec: AgentSpec;
  note: string;
  /** Per cent of the calls that it answers at first, watched; null: all, at once. */
  share: number | null;
  from_version: number | null;
  tests: { total: number; failed: number } | null;
  /** Who published; null: it is not known. */
  by: string | null;
  now: number;
};

/** Writes a version and makes it answer. The agent exists, and the spec may answer. */
export function put(db: OrganizationDatabase, made: Publication): number {
  const { id, spec, note, from_version, tests, by, now } = made;
  const { published, trial } = inUseOf(db, id);
  // An agent's first version has none beside which it could be tried.
  const share = published ? made.share : null;
  if (trial) end(db, id, trial.version, "replaced", now);
  if (share === null && published) end(db, id, published.version, "replaced", now);
  const version = latestOf(db, id) + 1;
  db.insert(agentVersions)
    .values({
      agent_id: id,
      version,
      spec,
      status: share === null ? "published" : "trial",
      share: share ?? 100,
      note,
      from_version,
      before_version: published?.version ?? null,
      tests_total: tests?.total ?? null,
      tests_failed: tests?.failed ?? null,
      published_by: by,
      published_at: now,
    })
    .run();
  if (share === null) rename(db, id, spec, now);
  enqueue(db, {
    kind: "agent.published",
    at: now,
    payload: { v: 1, agent_id: id, version, name: spec.name, kind: spec.kind },
  });
  return version;
}

/** Lists show the name that callers meet; the number index contains it, so a check of each number copies a new one there. */
function rename(db: OrganizationDatabase, id: string, { name, kind }: AgentSpec, now: number): void {
  const before = db.select({ name: agents.name }).from(agents).where(eq(agents.id, id)).get();
  db.update(agents).set({ name, kind }).where(eq(agents.id, id)).run();
  if (before?.name === name) return;
  const answered = db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.agent_id, id), inArray(numbers.status, ["buying", "active"])))
    .all();
  for (const number of answered) setTimer(db, "number_check", number.id, now);
}

/** Ends a version's answering. */
function end(
  db: OrganizationDatabase,
  agent_id: string,
  version: number,
  status: Exclude<Status, "published" | "trial">,
  now: number,
): void {
  db.update(agentVersions).set({ status, ended_at: now }).where(isOf(agent_id, version)).run();
}

type OfTrial = { id: string; version: number; now: number };

/** Gives all calls to the version on trial; false: it is on trial no longer. */
export function settle(db: OrganizationDatabase, { id, version, now }: OfTrial): boolean {
  const { published, trial } = inUseOf(db, id);
  if (trial?.version !== version) return false;
  if (published) end(db, id, published.version, "replaced", now);
  db.update(agentVersions).set({ status: "published", share: 100 }).where(isOf(id, version)).run();
  rename(db, id, trial.spec, now);
  return true;
}

/** Ends a trial: the version before it answers all calls again. False: it is on trial no longer. `verdict`: why; null: a person did. */
export function takeBack(
  db: OrganizationDatabase,
  { id, version, now, verdict }: OfTrial & { verdict: Verdict | null },
): boolean {
  const { published, trial } = inUseOf(db, id);
  if (trial?.version !== version || !published) return false;
  db.update(agentVersions)
    .set({ status: "taken_back", ended_at: now, verdict })
    .where(isOf(id, version))
    .run();
  enqueue(db, {
    kind: "agent.rolled_back",
    at: now,
    payload: {
      v: 1,
      agent_id: id,
      version,
      to_version: published.version,
      reason: verdict?.reason ?? "person",
      calls: verdict?.calls ?? 0,
    },
  });
  return true;
}
