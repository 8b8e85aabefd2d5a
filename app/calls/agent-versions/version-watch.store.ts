/** Counts ended calls to the version of the agent that answered them, and watches a version on trial. */
import { and, desc, eq, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { comparedCalls, rulingAcross, type Watched } from "#app/agents/versions/version-guard.ts";
import { inUseOf, settle, takeBack } from "#app/agents/versions/versions.store.ts";
import type { CallOutcome } from "#app/calls/call-terms.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agentVersionOutcomes, calls } from "#drizzle/organization/schema.ts";

type Counted = Pick<FinishedCall, "agent_id" | "agent_version" | "outcome" | "type">;

/** Adds a call to its version, or takes a lost one away again. */
export function countForVersion(
  db: OrganizationDatabase,
  { agent_id, agent_version, outcome, type }: Counted,
  by: 1 | -1,
): void {
  if (agent_id === null || agent_version === null || type === "test") return;
  db.insert(agentVersionOutcomes)
    .values({ agent_id, version: agent_version, outcome, calls: by })
    .onConflictDoUpdate({
      target: [agentVersionOutcomes.agent_id, agentVersionOutcomes.version, agentVersionOutcomes.outcome],
      set: { calls: sql`${agentVersionOutcomes.calls} + ${by}` },
    })
    .run();
}

/** In these the agent had nothing to reach: it was not on the line, or the caller wanted no more calls. */
const notCompared: CallOutcome[] = ["missed", "opted_out"];
/** The caller's wish came to nothing. */
const failure: CallOutcome = "no_outcome";

/** Calls of these types are compared, each with its own. */
const comparedTypes = ["phone", "web"] as const;

/**
 * The last calls of a type that a version answered and in which the caller spoke. A network's calls from widgets count
 * once, by the first of them: opening a widget costs nothing, and must decide nothing.
 */
function watched(
  db: OrganizationDatabase,
  { agent_id, version, type }: { agent_id: string; version: number; type: (typeof comparedTypes)[number] },
  lost: string,
): Watched {
  const rows = db
    .select({
      first: sql<string>`min(${calls.id})`,
      outcome: calls.outcome,
      ended_by: calls.ended_by,
      answer_ms: calls.answer_ms,
    })
    .from(calls)
    .where(
      and(
        eq(calls.agent_id, agent_id),
        eq(calls.agent_version, version),
        eq(calls.type, type),
        or(isNull(calls.caller_spoke), eq(calls.caller_spoke, true)),
        notInArray(calls.outcome, notCompared),
        or(isNull(calls.end_detail), ne(calls.end_detail, lost)),
      ),
    )
    .groupBy(sql`coalesce(${calls.network}, ${calls.id})`)
    .orderBy(desc(sql`min(${calls.id})`))
    .limit(comparedCalls)
    .all();
  return {
    calls: rows.length,
    succeeded: rows.filter(({ outcome, ended_by }) => outcome !== failure && ended_by !== "error").length,
    answer_ms: rows.flatMap(({ answer_ms }) => answer_ms ?? []),
  };
}

/** Which brain answers for a version: its first model, or the built-in one. */
function brainOf({ model }: AgentSpec): string {
  const first = model?.chain[0];
  return first ? `${first.provider} ${first.model}` : "built-in";
}

/**
 * After a call of a version on trial: takes it back when it does worse than the version before it, or gives it all calls
 * when it has done well long enough.
 * @param lost the end detail of a call that counts as lost until its real end comes
 */
export function watchTrial(
  db: OrganizationDatabase,
  { agent_id, agent_version, ended_at }: Pick<FinishedCall, "agent_id" | "agent_version" | "ended_at">,
  lost: string,
): void {
  if (agent_id === null || agent_version === null) return;
  const { published, trial } = inUseOf(db, agent_id);
  if (!published || trial?.version !== agent_version) return;
  const of = (version: number, type: (typeof comparedTypes)[number]) =>
    watched(db, { agent_id, version, type }, lost);
  const ruling = rulingAcross(
    comparedTypes.map((type) => ({ trial: of(trial.version, type), before: of(published.version, type) })),
    brainOf(trial.spec) === brainOf(published.spec),
  );
  const named = { id: agent_id, version: trial.version, now: ended_at };
  if (ruling?.kind === "settle") settle(db, named);
  if (ruling?.kind === "take_back") takeBack(db, { ...named, verdict: ruling.verdict });
}
