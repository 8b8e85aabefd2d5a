/** The targets of an organization's transfers, and what came of attempts. */
import { and, asc, count, desc, eq, inArray, max, ne, sql } from "drizzle-orm";
import { openingHours } from "#app/hours/opening-hours.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { calls, transferAttempts, transferTargets } from "#drizzle/organization/schema.ts";
import {
  type RecentAttempt,
  type TargetFields,
  type TransferAttempt,
  type TransferTarget,
  transferAttempt,
  type Written,
} from "./transfer.schema.ts";
import { mostTargets } from "./transfer-terms.schema.ts";

type Row = typeof transferTargets.$inferSelect;

const hoursIn = openingHours.nullable();

const targetOf = ({ hours, paused_at, ...row }: Row): TransferTarget => ({
  id: row.id,
  name: row.name,
  phone_number: row.phone_number,
  use_when: row.use_when,
  mode: row.mode,
  ring_seconds: row.ring_seconds,
  hours: hoursIn.parse(hours),
  time_zone: row.time_zone,
  is_paused: paused_at !== null,
});

/** All targets, in the order in which they are tried. */
export const list = (db: OrganizationDatabase): TransferTarget[] =>
  db
    .select()
    .from(transferTargets)
    .orderBy(asc(transferTargets.position), asc(transferTargets.id))
    .all()
    .map(targetOf);

/** Those of some targets that are there still, in their order. */
export const among = (db: OrganizationDatabase, ids: readonly string[]): TransferTarget[] =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(transferTargets)
        .where(inArray(transferTargets.id, [...ids]))
        .orderBy(asc(transferTargets.position), asc(transferTargets.id))
        .all()
        .map(targetOf);

export const find = (db: OrganizationDatabase, id: string): TransferTarget | null =>
  among(db, [id])[0] ?? null;

/** The person whom a member chose for a running call; `own_number`: their number rings here by now. */
export function choose(db: OrganizationDatabase, id: string): TransferTarget | "own_number" | null {
  const target = find(db, id);
  return target && isOwnNumber(db, target.phone_number) ? "own_number" : target;
}

/** The ids of targets that may still be called: one that was deleted or paused since is not among them. */
export const standing = (db: OrganizationDatabase, ids: readonly string[]): string[] =>
  among(db, ids).flatMap(({ id, is_paused }) => (is_paused ? [] : [id]));

type Author = { id: string; by: string; now: number };

/** Adds a target, tried after the others. */
export function add(db: OrganizationDatabase, fields: TargetFields, { id, by, now }: Author): Written {
  if (isOwnNumber(db, fields.phone_number)) return { ok: false, reason: "own_number" };
  const held = db
    .select({ n: count(), last: max(transferTargets.position) })
    .from(transferTargets)
    .get();
  if ((held?.n ?? 0) >= mostTargets) return { ok: false, reason: "full" };
  const position = (held?.last ?? 0) + 1;
  db.insert(transferTargets)
    .values({ ...fields, id, position, created_by: by, created_at: now, updated_at: now })
    .run();
  return { ok: true };
}

/** Changes a target; calls that began before keep it as it was. */
export function change(
  db: OrganizationDatabase,
  fields: TargetFields,
  { id, now }: Omit<Author, "by">,
): Written {
  if (isOwnNumber(db, fields.phone_number)) return { ok: false, reason: "own_number" };
  const changed = db
    .update(transferTargets)
    .set({ ...fields, updated_at: now })
    .where(eq(transferTargets.id, id))
    .returning({ id: transferTargets.id })
    .all();
  return changed.length > 0 ? { ok: true } : { ok: false, reason: "not_found" };
}

/** Pauses a target, or lets calls through to it again. */
export function pause(db: OrganizationDatabase, id: string, isPaused: boolean, now: number): Written {
  const changed = db
    .update(transferTargets)
    .set({ paused_at: isPaused ? now : null, updated_at: now })
    .where(eq(transferTargets.id, id))
    .returning({ id: transferTargets.id })
    .all();
  return changed.length > 0 ? { ok: true } : { ok: false, reason: "not_found" };
}

/** Exchanges a target with its neighbor; at the end of the list it stays. */
export function move(db: OrganizationDatabase, id: string, towards: "up" | "down", now: number): Written {
  const ids = list(db).map((one) => one.id);
  const from = ids.indexOf(id);
  if (from < 0) return { ok: false, reason: "not_found" };
  const to = towards === "up" ? from - 1 : from + 1;
  const other = ids[to];
  if (other === undefined) return { ok: true };
  ids[from] = other;
  ids[to] = id;
  for (const [place, one] of ids.entries())
    db.update(transferTargets)
      .set({ position: place + 1, ...(one === id && { updated_at: now }) })
      .where(and(eq(transferTargets.id, one), ne(transferTargets.position, place + 1)))
      .run();
  return { ok: true };
}

export function remove(db: OrganizationDatabase, id: string): Written {
  const gone = db
    .delete(transferTargets)
    .where(eq(transferTargets.id, id))
    .returning({ id: transferTargets.id })
    .all();
  return gone.length > 0 ? { ok: true } : { ok: false, reason: "not_found" };
}

/** An agent, the targets that it may use, and its own number. */
export type TargetUser = {
  agent_id: string;
  name: string;
  targets: string[];
  own: { phone_number: string; name: string } | null;
};

/** The targets that each agent may use, by the agent's name; of the drafts, which are what people edit. */
export function users(db: OrganizationDatabase): TargetUser[] {
  return db
    .all<{ id: string; name: string; targets: string | null; own_number: string | null; own_name: string }>(
      sql`select id, spec ->> '$.name' as name, json_extract(spec, '$.transfer_targets') as targets,
        spec ->> '$.actions.transfer.phone_number' as own_number,
        coalesce(spec ->> '$.actions.transfer.name', '') as own_name
        from agents where archived_at is null order by name`,
    )
    .map(({ id, name, targets, own_number, own_name }) => ({
      agent_id: id,
      name,
      targets: idsIn(targets),
      own: own_number === null ? null : { phone_number: own_number, name: own_name },
    }));
}

function idsIn(json: string | null): string[] {
  const ids: unknown = json === null ? [] : JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

/** Keeps the attempts of a finished call; handing them over again changes nothing. */
export function keepAttempts(
  db: OrganizationDatabase,
  call_id: string,
  attempts: readonly TransferAttempt[],
) {
  for (const [n, attempt] of attempts.entries())
    db.insert(transferAttempts)
      .values({ call_id, n, ...attempt })
      .onConflictDoNothing()
      .run();
}

/** The attempts of a call, in their order. */
export const ofCall = (db: OrganizationDatabase, call_id: string): TransferAttempt[] =>
  db
    .select()
    .from(transferAttempts)
    .where(eq(transferAttempts.call_id, call_id))
    .orderBy(asc(transferAttempts.n))
    .all()
    .map((row) => transferAttempt.parse(row));

/** The latest attempts of finished calls, newest first. */
export const recent = (db: OrganizationDatabase, limit: number): RecentAttempt[] =>
  db
    .select({ attempt: transferAttempts, contact_name: calls.contact_name, other_number: calls.other_number })
    .from(transferAttempts)
    .innerJoin(calls, eq(calls.id, transferAttempts.call_id))
    .orderBy(desc(transferAttempts.started_at), desc(transferAttempts.n))
    .limit(limit)
    .all()
    .map(({ attempt, ...caller }) => ({
      ...transferAttempt.parse(attempt),
      call_id: attempt.call_id,
      ...caller,
    }));
