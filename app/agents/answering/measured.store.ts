/** How long callers of an agent really wait for its first word, by its own last calls. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { medianOf } from "#app/agents/versions/version-guard.ts";
import { inUseOf } from "#app/agents/versions/versions.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { calls } from "#drizzle/organization/schema.ts";
import type { MeasuredWait } from "./estimate.ts";

const lastCalls = 200;

/** Of the version that answers; null: it has not answered a call in which that was measured. */
export function firstWord(db: OrganizationDatabase, agent_id: string): MeasuredWait | null {
  const { published } = inUseOf(db, agent_id);
  if (!published) return null;
  const waits = db
    .select({ answer_ms: calls.answer_ms })
    .from(calls)
    .where(
      and(
        eq(calls.agent_id, agent_id),
        eq(calls.agent_version, published.version),
        isNotNull(calls.answer_ms),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(lastCalls)
    .all()
    .flatMap(({ answer_ms }) => answer_ms ?? []);
  const ms = medianOf(waits);
  if (ms === null) return null;
  const first = published.spec.model?.chain[0] ?? null;
  return { ms, calls: waits.length, version: published.version, first };
}
