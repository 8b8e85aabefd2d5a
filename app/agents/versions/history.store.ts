/** The versions of an agent as a page lists them: who published when, and how the calls of each ended. */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agentVersionOutcomes, agentVersions } from "#drizzle/organization/schema.ts";
import type { Verdict } from "./version-guard.ts";
import { inUseOf, ofNumber } from "./versions.store.ts";

const verdict: z.ZodType<Verdict> = z.object({
  reason: z.enum(["success", "latency"]),
  calls: z.int(),
  succeeded: z.int(),
  before_calls: z.int(),
  before_succeeded: z.int(),
  answer_ms: z.number().nullable(),
  before_answer_ms: z.number().nullable(),
});

/** How many versions a page lists. */
const pageSize = 20;

const columns = {
  version: agentVersions.version,
  status: agentVersions.status,
  share: agentVersions.share,
  note: agentVersions.note,
  from_version: agentVersions.from_version,
  before_version: agentVersions.before_version,
  tests_total: agentVersions.tests_total,
  tests_failed: agentVersions.tests_failed,
  published_by: agentVersions.published_by,
  published_at: agentVersions.published_at,
  ended_at: agentVersions.ended_at,
  verdict: agentVersions.verdict,
};

/** The versions below a number, newest first, each with its ended calls by outcome; `calls` are those of all versions. */
export function page(db: OrganizationDatabase, agent_id: string, below: number | null) {
  const rows = db
    .select(columns)
    .from(agentVersions)
    .where(
      and(
        eq(agentVersions.agent_id, agent_id),
        below === null ? undefined : lt(agentVersions.version, below),
      ),
    )
    .orderBy(desc(agentVersions.version))
    .limit(pageSize + 1)
    .all();
  const shown = rows.slice(0, pageSize);
  const counted = db
    .select({
      version: agentVersionOutcomes.version,
      outcome: agentVersionOutcomes.outcome,
      calls: agentVersionOutcomes.calls,
    })
    .from(agentVersionOutcomes)
    .where(
      and(
        eq(agentVersionOutcomes.agent_id, agent_id),
        inArray(
          agentVersionOutcomes.version,
          shown.map(({ version }) => version),
        ),
      ),
    )
    .all();
  const all = db
    .select({ calls: sql<number>`coalesce(sum(${agentVersionOutcomes.calls}), 0)` })
    .from(agentVersionOutcomes)
    .where(eq(agentVersionOutcomes.agent_id, agent_id))
    .get();
  return {
    versions: shown.map((row) => ({
      ...row,
      verdict: row.verdict === null ? null : verdict.parse(row.verdict),
      outcomes: counted
        .filter(({ version, calls }) => version === row.version && calls > 0)
        .map(({ outcome, calls }) => ({ outcome, calls })),
    })),
    calls: all?.calls ?? 0,
    hasMore: rows.length > pageSize,
  };
}

/** The last version that was taken back by itself, unless another one was published since. */
export function takenBack(
  db: OrganizationDatabase,
  agent_id: string,
): { version: number; to: number; at: number; verdict: Verdict } | null {
  const row = db
    .select(columns)
    .from(agentVersions)
    .where(eq(agentVersions.agent_id, agent_id))
    .orderBy(desc(agentVersions.version))
    .limit(1)
    .get();
  if (row?.status !== "taken_back" || row.verdict === null || row.ended_at === null) return null;
  return {
    version: row.version,
    to: row.before_version ?? 0,
    at: row.ended_at,
    verdict: verdict.parse(row.verdict),
  };
}

/** A version and the one before it; of the draft (`null`) the newest one that answers. */
export function compared(
  db: OrganizationDatabase,
  agent_id: string,
  version: number | null,
): { spec: AgentSpec | null; before: { version: number; spec: AgentSpec } | null } {
  if (version === null) {
    const { published, trial } = inUseOf(db, agent_id);
    const live = trial ?? published;
    return { spec: null, before: live && { version: live.version, spec: live.spec } };
  }
  const before = db
    .select({ version: agentVersions.version })
    .from(agentVersions)
    .where(and(eq(agentVersions.agent_id, agent_id), lt(agentVersions.version, version)))
    .orderBy(desc(agentVersions.version))
    .limit(1)
    .get();
  return {
    spec: ofNumber(db, agent_id, version)?.spec ?? null,
    before: before ? ofNumber(db, agent_id, before.version) : null,
  };
}
