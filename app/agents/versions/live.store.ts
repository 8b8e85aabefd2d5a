/** What answers calls for an agent, and how its draft differs from it. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { changedPaths, type FieldPath } from "./spec-changes.ts";
import { inUseOf, latestOf } from "./versions.store.ts";

/** What answers calls for an agent, beside its draft. */
export type Live = {
  /** Answers, and what is on trial beside it. */
  version: number;
  published_at: number;
  trial: { version: number; share: number } | null;
  /** The highest number that a version has. */
  latest: number;
  /** The fields in which the draft differs from the newest version that answers. */
  changes: FieldPath[];
};

/** What answers of an agent with this draft. */
export function liveOf(db: OrganizationDatabase, id: string, draft: AgentSpec): Live | null {
  const { published, trial } = inUseOf(db, id);
  if (!published) return null;
  return {
    version: published.version,
    published_at: published.published_at,
    trial: trial && { version: trial.version, share: trial.share },
    latest: latestOf(db, id),
    changes: changedPaths((trial ?? published).spec, draft),
  };
}
