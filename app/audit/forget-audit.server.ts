/** Deletes events after 400 days (R46), and leaves a signed anchor, so that the rest of the chain still verifies. */
import { asc, desc, inArray, lt, lte, sql } from "drizzle-orm";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditAnchors, auditEvents, auditSeals } from "#drizzle/control/schema.ts";
import { anchorText, type ChainFault, genesis, type Link, sealText } from "./chain.ts";
import { chainJudge, chainSigner } from "./chain-keys.server.ts";

/** As the privacy policy says. */
export const auditKept_days = 400;
/** Events that one run deletes. */
const atOnce = 2000;

type Seal = typeof auditSeals.$inferSelect;

/** The first of these seals that does not follow the one before it, or is not ours: an anchor would hide that. */
async function firstWrong(env: Env, db: PlatformDb, rows: readonly Seal[]): Promise<ChainFault | null> {
  const judge = await chainJudge(env);
  const [anchor] = await db.select().from(auditAnchors).orderBy(desc(auditAnchors.sequence)).limit(1);
  if (anchor && !(await judge(anchor, anchorText(anchor))))
    return { kind: "forged", sequence: anchor.sequence, event_id: null };
  let before: Link = anchor ?? genesis;
  for (const row of rows) {
    if (row.sequence !== before.sequence + 1)
      return { kind: "removed", sequence: before.sequence + 1, event_id: null };
    if (row.previous !== before.hash || !(await judge(row, sealText(row, row.event_id))))
      return { kind: "forged", sequence: row.sequence, event_id: row.event_id };
    before = row;
  }
  return null;
}

/**
 * Deletes what is past its time: the beginning of the chain, and events that never got a seal. What is wrong with the
 * seals that it would delete: then they stay. `now`: ms UTC
 */
export async function forgetAudit(env: Env, now: number): Promise<ChainFault | null> {
  const db = platform(new Database(env.DB, new Timing()));
  const cutoff = firstIdAt(now - auditKept_days * day_ms);
  const { sequence, event_id } = auditSeals;
  const [first] = await db.select({ event_id }).from(auditSeals).orderBy(asc(sequence)).limit(1);
  if (first && first.event_id < cutoff) {
    const rows = await db.select().from(auditSeals).orderBy(asc(sequence)).limit(atOnce);
    const firstKept = rows.findIndex((row) => row.event_id >= cutoff);
    const past = firstKept === -1 ? rows : rows.slice(0, firstKept);
    const fault = await firstWrong(env, db, past);
    if (fault) return fault;
    const last = past.at(-1);
    if (last) {
      const { key_id, sign } = await chainSigner(env);
      const link = { sequence: last.sequence, hash: last.hash };
      const gone = db.select({ event_id }).from(auditSeals).where(lte(sequence, last.sequence));
      await db.batch([
        db
          .insert(auditAnchors)
          .values({ ...link, key_id, seal: await sign(anchorText(link)), created_at: now })
          .onConflictDoNothing(),
        db.delete(auditAnchors).where(lt(auditAnchors.sequence, last.sequence)),
        db.delete(auditEvents).where(inArray(auditEvents.id, gone)),
        db.delete(auditSeals).where(lte(sequence, last.sequence)),
      ]);
    }
  }
  const unsealed = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      sql`${auditEvents.id} < ${cutoff}
        and not exists (select 1 from audit_seals s where s.event_id = ${auditEvents.id})`,
    )
    .orderBy(desc(auditEvents.id))
    .limit(atOnce);
  await db.delete(auditEvents).where(inArray(auditEvents.id, unsealed));
  return null;
}
