/** Seals the audit trail: ties every new event to the one before it (docs/security.md, "The audit chain"). */
import { and, asc, desc, gt, lt, sql } from "drizzle-orm";
import { violates } from "#app/platform/constraints.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { bornAt, firstIdAt } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditAnchors, auditEvents, auditSeals } from "#drizzle/control/schema.ts";
import { type ChainFault, canonical, genesis, type Link, sealText } from "./chain.ts";
import { chainSigner } from "./chain-keys.server.ts";
import { headCheck, keepHead } from "./kept-head.server.ts";

/** Events in one batch, and batches in one run of cron. */
const atOnce = 500;
const batches = 10;
/**
 * Events get their ids when they are made and their place when they are sealed: one that was written late is still
 * found so far behind the newest seal. What is older without a seal was not written by this application.
 */
export const lateness_ms = hour_ms;
const promptLateness_ms = minute_ms;

/** The columns of an event as they are stored: `changes` as its text, which is what is sealed. */
export const storedColumns = {
  id: auditEvents.id,
  actor_id: auditEvents.actor_id,
  organization_id: auditEvents.organization_id,
  action: auditEvents.action,
  target: auditEvents.target,
  ip_prefix: auditEvents.ip_prefix,
  user_agent_hash: auditEvents.user_agent_hash,
  request_id: auditEvents.request_id,
  changes: sql<string | null>`${auditEvents.changes}`.as("changes"),
  created_at: auditEvents.created_at,
};

/** The newest seal, or where the chain begins; and the newest event that has a seal. */
export async function headOf(db: PlatformDb): Promise<{ head: Link; newest: string | null }> {
  const [[sealed], [anchor], [newest]] = await db.batch([
    db
      .select({ sequence: auditSeals.sequence, hash: auditSeals.hash })
      .from(auditSeals)
      .orderBy(desc(auditSeals.sequence))
      .limit(1),
    db
      .select({ sequence: auditAnchors.sequence, hash: auditAnchors.hash })
      .from(auditAnchors)
      .orderBy(desc(auditAnchors.sequence))
      .limit(1),
    db.select({ id: auditSeals.event_id }).from(auditSeals).orderBy(desc(auditSeals.event_id)).limit(1),
  ]);
  return { head: sealed ?? anchor ?? genesis, newest: newest?.id ?? null };
}

/** Ids below it should have a seal; the empty text while nothing is sealed. */
export function floorOf(newest: string | null, late_ms: number): string {
  const born = newest === null ? Number.NaN : bornAt(newest);
  return Number.isFinite(born) ? firstIdAt(born - late_ms) : "";
}

/** Seals the oldest events without a seal, at most one batch. How many; null: another run sealed at the same moment. */
async function sealBatch(env: Env, db: PlatformDb, late_ms: number, now: number): Promise<number | null> {
  const { head, newest } = await headOf(db);
  const events = await db
    .select(storedColumns)
    .from(auditEvents)
    .where(
      and(
        gt(auditEvents.id, floorOf(newest, late_ms)),
        lt(auditEvents.id, firstIdAt(now + minute_ms)),
        sql`not exists (select 1 from audit_seals s where s.event_id = ${auditEvents.id})`,
      ),
    )
    .orderBy(asc(auditEvents.id))
    .limit(atOnce);
  if (events.length === 0) return 0;
  const { key_id, sign } = await chainSigner(env);
  const rows: [number, string, string, string, string, string][] = [];
  let before = head;
  for (const event of events) {
    const hash = await sha256(canonical(before, event));
    const link = { sequence: before.sequence + 1, hash };
    const seal = await sign(sealText(link, event.id));
    rows.push([link.sequence, event.id, before.hash, hash, key_id, seal]);
    before = link;
  }
  const part = (at: number) => sql.raw(`json_extract(value, '$[${at}]')`);
  try {
    await db.insert(auditSeals).select(
      sql`select ${part(0)}, ${part(1)}, ${part(2)}, ${part(3)}, ${part(4)}, ${part(5)}
        from json_each(${JSON.stringify(rows)}) where true`,
    );
  } catch (error) {
    if (violates(error, "UNIQUE constraint failed: audit_seals.sequence")) return null;
    if (violates(error, "UNIQUE constraint failed: audit_seals.event_id")) return null;
    throw error;
  }
  return rows.length;
}

/**
 * Seals what was just written. What is wrong with the chain, by the link that is kept beside the database: then nothing is
 * sealed. `now`: ms UTC
 */
export async function sealNewest(env: Env, now: number): Promise<ChainFault | null> {
  const db = platform(new Database(env.DB, new Timing()));
  const { fault } = await headCheck(env, db);
  if (fault === null) await sealBatch(env, db, promptLateness_ms, now);
  return fault;
}

/**
 * Seals everything that waits, and keeps the newest link outside the database; null. Or what is wrong with the chain, by
 * the link that is kept: then nothing is sealed and the link stays. For cron. `now`: ms UTC
 */
export async function sealAudit(env: Env, now: number): Promise<ChainFault | null> {
  const db = platform(new Database(env.DB, new Timing()));
  const { kept, fault } = await headCheck(env, db);
  if (fault) return fault;
  for (let batch = 0; batch < batches; batch++) {
    const sealed = await sealBatch(env, db, lateness_ms, now);
    if (sealed !== null && sealed < atOnce) break;
  }
  const { head } = await headOf(db);
  await keepHead(env, db, kept, head);
  return null;
}
