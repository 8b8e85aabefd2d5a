/** Deletes events after 400 days (R46), and leaves a signed anchor, so that the rest of the chain still verifies. */
import { asc, desc, inArray, lt, lte, sql } from "drizzle-orm";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditAnchors, auditEvents, auditSeals } from "#drizzle/control/schema.ts";
import { anchorText } from "./chain.ts";
import { chainSigner } from "./chain-keys.server.ts";

/** As the privacy policy says. */
export const auditKept_days = 400;
/** Events that one run deletes. */
const atOnce = 2000;

/** Deletes what is past its time: the beginning of the chain, and events that never got a seal. `now`: ms UTC */
export async function forgetAudit(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const cutoff = firstIdAt(now - auditKept_days * day_ms);
  const { sequence, event_id, hash } = auditSeals;
  const [first] = await db.select({ event_id }).from(auditSeals).orderBy(asc(sequence)).limit(1);
  if (first && first.event_id < cutoff) {
    const rows = await db
      .select({ sequence, event_id, hash })
      .from(auditSeals)
      .orderBy(asc(sequence))
      .limit(atOnce);
    const firstKept = rows.findIndex((row) => row.event_id >= cutoff);
    const last = rows.at(firstKept === -1 ? -1 : firstKept - 1);
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
}
