/** Publishing an agent's draft, discarding it, and publishing an earlier version again. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Incoherence, incoherencesOf } from "#app/agents/agent-coherence.ts";
import { longestCall_s } from "#app/agents/agent-terms.schema.ts";
import { type AgentSpec, agentSpec, hasAddresses } from "#app/agents/agents.schema.ts";
import { specsInUse } from "#app/agents/agents.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { agents } from "#drizzle/organization/schema.ts";
import { changedPaths } from "./spec-changes.ts";
import { inUseOf, latestOf, ofNumber, put, settle, takeBack } from "./versions.store.ts";

/** Why a spec may not answer calls, although it could be saved once. */
export type Unfit =
  | { reason: "incoherent"; found: Incoherence[] }
  /** A tool has no address yet. */
  | { reason: "no_address" }
  /** Callers would be transferred to a number that the organization itself answers. */
  | { reason: "own_number"; phone_number: string };

export type Published =
  | { ok: true; version: number }
  /** Another person saved the draft, or published, meanwhile. */
  | { ok: false; reason: "conflict" | "not_found" | "unchanged" }
  | ({ ok: false } & Unfit);

const isNamed = (id: string) => and(eq(agents.id, id), isNull(agents.archived_at));

const agentNamed = (db: OrganizationDatabase, id: string) =>
  db.select({ version: agents.version, spec: agents.spec }).from(agents).where(isNamed(id)).get();

function unfit(db: OrganizationDatabase, spec: AgentSpec): Unfit | null {
  const found = incoherencesOf(spec);
  if (found.length > 0) return { reason: "incoherent", found };
  if (!hasAddresses(spec)) return { reason: "no_address" };
  const { transfer } = spec.actions;
  if (transfer && isOwnNumber(db, transfer.phone_number))
    return { reason: "own_number", phone_number: transfer.phone_number };
  return null;
}

type Press = {
  id: string;
  /** The highest version that the person saw: when there is a higher one, nothing is published. */
  latest: number;
  by: string;
  now: number;
};

type PublishPress = Press & {
  /** Of the draft, as the person saw it. */
  version: number;
  note: string;
  /** Per cent of the calls at first, watched; null: all, at once. */
  share: number | null;
  tests: { total: number; failed: number } | null;
};

/** Makes the draft the version that answers. Of two presses at once one publishes, and the other is told. */
export function publish(db: OrganizationDatabase, press: PublishPress): Published {
  const { id, version, latest, note, share, tests, by, now } = press;
  const agent = agentNamed(db, id);
  if (!agent) return { ok: false, reason: "not_found" };
  if (agent.version !== version || latestOf(db, id) !== latest) return { ok: false, reason: "conflict" };
  const spec = agentSpec.parse(agent.spec);
  const { published, trial } = inUseOf(db, id);
  const live = trial ?? published;
  if (live && changedPaths(live.spec, spec).length === 0) return { ok: false, reason: "unchanged" };
  const wrong = unfit(db, spec);
  if (wrong) return { ok: false, ...wrong };
  const made = put(db, { id, spec, note, share, from_version: null, tests, by, now });
  return { ok: true, version: made };
}

/** Publishes the spec of an earlier version as a new one. The draft becomes it too, unless it has changes of its own. */
export function rollBack(db: OrganizationDatabase, press: Press & { to: number; note: string }): Published {
  const { id, latest, to, note, by, now } = press;
  const agent = agentNamed(db, id);
  const earlier = ofNumber(db, id, to);
  if (!agent || !earlier) return { ok: false, reason: "not_found" };
  if (latestOf(db, id) !== latest) return { ok: false, reason: "conflict" };
  const { spec } = earlier;
  const { published, trial } = inUseOf(db, id);
  if (!trial && published && changedPaths(published.spec, spec).length === 0)
    return { ok: false, reason: "unchanged" };
  const wrong = unfit(db, spec);
  if (wrong) return { ok: false, ...wrong };
  const live = trial ?? published;
  const hasOwnChanges = live !== null && changedPaths(live.spec, agentSpec.parse(agent.spec)).length > 0;
  const made = put(db, { id, spec, note, share: null, from_version: to, tests: null, by, now });
  if (!hasOwnChanges) draft(db, id, spec, now);
  return { ok: true, version: made };
}

function draft(db: OrganizationDatabase, id: string, spec: AgentSpec, now: number): void {
  db.update(agents)
    .set({ spec, version: sql`${agents.version} + 1`, updated_at: now })
    .where(isNamed(id))
    .run();
}

export type Drafted = { ok: true } | { ok: false; reason: "conflict" | "not_found" };

/** The draft becomes the spec of a version: of the newest that answers to discard changes, of an earlier one to edit it. */
export function draftFrom(
  db: OrganizationDatabase,
  { id, version, of, now }: { id: string; version: number; of: number | null; now: number },
): Drafted {
  const agent = agentNamed(db, id);
  if (!agent) return { ok: false, reason: "not_found" };
  if (agent.version !== version) return { ok: false, reason: "conflict" };
  const { published, trial } = inUseOf(db, id);
  const source = of === null ? (trial ?? published) : ofNumber(db, id, of);
  if (!source) return { ok: false, reason: "not_found" };
  draft(db, id, source.spec, now);
  return { ok: true };
}

/** Ends a trial as a person decides: the version gets all calls, or none. False: it is on trial no longer. */
export function endTrial(
  db: OrganizationDatabase,
  { id, version, keep, now }: { id: string; version: number; keep: boolean; now: number },
): boolean {
  if (!agentNamed(db, id)) return false;
  return keep ? settle(db, { id, version, now }) : takeBack(db, { id, version, now, verdict: null });
}

/** The secrets that an agent or its versions name, and neither a draft nor a version that answers does; the newest versions first. */
export function unusedSecrets(db: OrganizationDatabase, agent_id: string): string[] {
  const named = db.all<{ id: string }>(sql`
    select json_extract(tool.value, '$.secret_id') as id, max(v.version) as newest
    from (
      select version, spec from agent_versions where agent_id = ${agent_id}
      union all select 2147483647, spec from agents where id = ${agent_id}
    ) v, json_each(v.spec, '$.tools') tool
    where json_extract(tool.value, '$.secret_id') is not null
    group by 1 order by newest desc limit ${mostSecrets}`);
  if (named.length === 0) return [];
  const used = new Set(specsInUse(db).flatMap(({ tools }) => tools.map(({ secret_id }) => secret_id)));
  return named.map(({ id }) => id).filter((id) => !used.has(id));
}
/** D1 binds at most a hundred values (R33). */
const mostSecrets = 90;

/** The timer after which a secret is forgotten; its key is the secret's id. */
export const secretTimer = "secret_forgotten";
/** A call keeps the version that it started with: it lasts so long, and a transfer rings a while. */
const longestUse_ms = longestCall_s * second_ms + 30 * minute_ms;

/** Has secrets forgotten once the calls that may still need them are over. */
export function forgetLater(db: OrganizationDatabase, ids: readonly string[], now: number): void {
  for (const id of ids) setTimer(db, secretTimer, id, now + longestUse_ms);
}

/** Has the secrets forgotten that an agent named and nothing does now, in the same way. */
export const forgetUnused = (
  db: OrganizationDatabase,
  { agent_id, now }: { agent_id: string; now: number },
): void => forgetLater(db, unusedSecrets(db, agent_id), now);

/** A secret's time is over: it is forgotten, unless a draft or a version that answers names it again. */
export function forgetDue(db: OrganizationDatabase, id: string, now: number): void {
  clearTimer(db, secretTimer, id);
  const isUsed = specsInUse(db).some(({ tools }) => tools.some(({ secret_id }) => secret_id === id));
  if (isUsed) return;
  enqueueTask(db, { id: `${secretTimer}:${id}:${now}`, kind: secretTimer, payload: { secret_id: id } }, now);
}
