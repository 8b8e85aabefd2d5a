/** Verifies the audit chain, a stretch at a time: the first event that was changed, removed or inserted (docs/security.md, "The audit chain"). */
import { asc, desc, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditAnchors, auditEvents, auditSeals } from "#drizzle/control/schema.ts";
import {
  anchorText,
  type ChainFault,
  canonical,
  genesis,
  type Link,
  type StoredEvent,
  sealText,
} from "./chain.ts";
import { chainJudge } from "./chain-keys.server.ts";
import { headCheck } from "./kept-head.server.ts";
import { floorOf, headOf, lateness_ms, storedColumns } from "./sealing.server.ts";

/** Seals, and events looked at for one without a seal, in one stretch. */
const stretch = 1000;
const scanned = 5000;

/** Where a stretch begins: behind a seal, or, once all seals are right, behind an event. */
export const chainPlace = z.union([
  z.strictObject({ sequence: z.number().int().min(0), hash: z.string().length(64) }),
  z.strictObject({ event_id: z.string().max(64) }),
]);
export type ChainPlace = z.infer<typeof chainPlace>;

/** `next`: where the next stretch begins; null: the end, or a fault. `head`: the last seal that was right. */
export type Stretch = {
  checked: number;
  fault: ChainFault | null;
  next: ChainPlace | null;
  head: Link | null;
};

type Judge = Awaited<ReturnType<typeof chainJudge>>;
type Row = typeof auditSeals.$inferSelect;

/** Verifies one stretch. `from`: null at the beginning. */
export async function verifyStretch(env: Env, from: ChainPlace | null): Promise<Stretch> {
  const db = platform(new Database(env.DB, new Timing()));
  if (from !== null && "event_id" in from) return unsealedIn(db, from.event_id);
  const judge = await chainJudge(env);
  const begun = from ?? (await beginning(db, judge));
  if ("kind" in begun) return { checked: 0, fault: begun, next: null, head: null };
  return sealsAfter(env, db, judge, begun);
}

/** Where the chain begins: at its anchor, or with its first event. */
async function beginning(db: PlatformDb, judge: Judge): Promise<Link | ChainFault> {
  const [anchor] = await db.select().from(auditAnchors).orderBy(desc(auditAnchors.sequence)).limit(1);
  if (!anchor) return genesis;
  const { sequence, hash } = anchor;
  const isOurs = await judge(anchor, anchorText(anchor));
  return isOurs ? { sequence, hash } : { kind: "forged", sequence, event_id: null };
}

async function sealsAfter(env: Env, db: PlatformDb, judge: Judge, from: Link): Promise<Stretch> {
  const [seals, found] = await db.batch([
    db
      .select()
      .from(auditSeals)
      .where(gt(auditSeals.sequence, from.sequence))
      .orderBy(asc(auditSeals.sequence))
      .limit(stretch),
    db
      .select(storedColumns)
      .from(auditEvents)
      .where(
        inArray(
          auditEvents.id,
          sql`(select event_id from audit_seals where sequence > ${from.sequence} order by sequence limit ${stretch})`,
        ),
      ),
  ]);
  const events = new Map(found.map((event) => [event.id, event]));
  let head = from;
  let checked = 0;
  for (const row of seals) {
    const fault = await faultIn(row, events.get(row.event_id), head, judge);
    if (fault) return { checked, fault, next: null, head };
    head = { sequence: row.sequence, hash: row.hash };
    checked += 1;
  }
  if (seals.length === stretch) return { checked, fault: null, next: head, head };
  const { fault } = await headCheck(env, db);
  return { checked, fault, next: fault === null ? { event_id: "" } : null, head };
}

async function faultIn(
  { sequence, event_id, previous, hash, key_id, seal }: Row,
  event: StoredEvent | undefined,
  before: Link,
  judge: Judge,
): Promise<ChainFault | null> {
  // Numbers have no gaps: what stood here is gone with its event.
  if (sequence !== before.sequence + 1)
    return { kind: "removed", sequence: before.sequence + 1, event_id: null };
  const isOurs = await judge({ key_id, seal, sequence }, sealText({ sequence, hash }, event_id));
  if (previous !== before.hash || !isOurs) return { kind: "forged", sequence, event_id };
  if (event === undefined) return { kind: "removed", sequence, event_id };
  return (await sha256(canonical(before, event))) === hash ? null : { kind: "changed", sequence, event_id };
}

/** The first event without a seal among the next ones; younger ones may still wait for theirs. */
async function unsealedIn(db: PlatformDb, after: string): Promise<Stretch> {
  const { newest } = await headOf(db);
  const floor = floorOf(newest, lateness_ms);
  const window = sql`(select e.id as id from audit_events e where e.id > ${after} and e.id < ${floor}
    order by e.id limit ${scanned})`;
  const found = await db.all<unknown>(sql`select max(w.id) as last, count(*) as n,
    min(case when not exists (select 1 from audit_seals s where s.event_id = w.id) then w.id end) as bare
    from ${window} w`);
  const [row] = z
    .array(z.object({ last: z.string().nullable(), n: z.number(), bare: z.string().nullable() }))
    .parse(found);
  const bare = row?.bare ?? null;
  const fault: ChainFault | null =
    bare === null ? null : { kind: "inserted", sequence: null, event_id: bare };
  const isMore = fault === null && row !== undefined && row.n === scanned && row.last !== null;
  return { checked: 0, fault, next: isMore ? { event_id: row.last ?? "" } : null, head: null };
}
