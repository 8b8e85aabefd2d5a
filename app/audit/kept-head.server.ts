/** The newest link of the audit chain as it is kept beside the database: what was sealed up to it cannot be sealed anew. */
import { and, desc, eq, gt, max, ne } from "drizzle-orm";
import { z } from "zod";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { auditAnchors, auditSeals } from "#drizzle/control/schema.ts";
import { anchorText, type ChainFault, genesis, headText, type Link } from "./chain.ts";
import { chainJudge, chainSigner, keepRetired, retiredKeys, signatureJudge } from "./chain-keys.server.ts";

const headKey = "audit/head.json";
const shape = z.object({
  sequence: z.number().int(),
  hash: z.string(),
  key_id: z.string(),
  seal: z.string(),
});

/** `etag`: of the file that was read. */
type KeptHead = z.infer<typeof shape> & { readonly etag: string };

/** What is kept; null: nothing yet; `forged`: a file that this deployment did not sign. */
async function keptHead(env: Env): Promise<KeptHead | null | "forged"> {
  const file = await env.FILES.get(headKey);
  if (file === null) return null;
  const kept = shape.safeParse(await file.json().catch(() => null));
  if (!kept.success) return "forged";
  const judge = await signatureJudge(env);
  if ((await judge(kept.data, headText(kept.data))) !== "right") return "forged";
  return { ...kept.data, etag: file.etag };
}

/** What contradicts the kept link: the chain lost it, or has another in its place. */
async function contradiction(env: Env, db: PlatformDb, { sequence, hash }: Link): Promise<ChainFault | null> {
  const forged: ChainFault = { kind: "forged", sequence, event_id: null };
  if (sequence === genesis.sequence) return hash === genesis.hash ? null : forged;
  const [[row], [anchor], [newest]] = await db.batch([
    db.select({ hash: auditSeals.hash }).from(auditSeals).where(eq(auditSeals.sequence, sequence)),
    db.select().from(auditAnchors).orderBy(desc(auditAnchors.sequence)).limit(1),
    db.select({ sequence: max(auditSeals.sequence) }).from(auditSeals),
  ]);
  if (row) return row.hash === hash ? null : forged;
  const end = Math.max(newest?.sequence ?? 0, anchor?.sequence ?? 0);
  if (!anchor || anchor.sequence < sequence) {
    const kind = sequence > end ? "cut" : "removed";
    return { kind, sequence: kind === "cut" ? end + 1 : sequence, event_id: null };
  }
  // Its event is past its time: the anchor that took its place must be ours.
  const isOurs = await (await chainJudge(env))(anchor, anchorText(anchor));
  return isOurs && (anchor.sequence > sequence || anchor.hash === hash)
    ? null
    : { ...forged, sequence: anchor.sequence };
}

/** The kept link, and what is wrong with the chain by it; then nothing may be sealed, and the link stays. */
export async function headCheck(
  env: Env,
  db: PlatformDb,
): Promise<{ kept: KeptHead | null; fault: ChainFault | null }> {
  const kept = await keptHead(env);
  if (kept === "forged") return { kept: null, fault: { kind: "forged", sequence: null, event_id: null } };
  return { kept, fault: kept && (await contradiction(env, db, kept)) };
}

/**
 * Notes the keys that have sealed and are not the present one. Only keys that the deployment still has are believed; where
 * no link is kept, the operator has begun anew, and the chain is accepted as it is.
 */
async function noteRetired(env: Env, db: PlatformDb, kept: KeptHead | null, key_id: string): Promise<void> {
  if (kept?.key_id === key_id) {
    const late = await formerSeals(db, key_id, kept.sequence);
    if (late.length === 0) return;
  }
  const retired = await retiredKeys(env);
  const found = await formerSeals(db, key_id, kept?.sequence ?? 0);
  if (kept && kept.key_id !== key_id) found.push({ key_id: kept.key_id, last: kept.sequence });
  const isOurs = await signatureJudge(env);
  const all: Record<string, number> = { ...retired };
  for (const { key_id: former, last } of found) {
    const isKnown = (await isOurs({ key_id: former, seal: "" }, "")) !== "unknown";
    if (kept === null || isKnown) all[former] = Math.max(all[former] ?? 0, last ?? 0);
  }
  await keepRetired(env, all);
}

const formerSeals = (db: PlatformDb, key_id: string, after: number) =>
  db
    .select({ key_id: auditSeals.key_id, last: max(auditSeals.sequence) })
    .from(auditSeals)
    .where(and(gt(auditSeals.sequence, after), ne(auditSeals.key_id, key_id)))
    .groupBy(auditSeals.key_id);

/** Keeps a link in place of the one that was read, never an older one. */
export async function keepHead(env: Env, db: PlatformDb, kept: KeptHead | null, head: Link): Promise<void> {
  const { key_id, sign } = await chainSigner(env);
  await noteRetired(env, db, kept, key_id);
  if (kept && (head.sequence < kept.sequence || (head.sequence === kept.sequence && kept.key_id === key_id)))
    return;
  const { sequence, hash } = head;
  const next: z.infer<typeof shape> = { sequence, hash, key_id, seal: await sign(headText(head)) };
  await env.FILES.put(headKey, JSON.stringify(next), {
    onlyIf: kept ? { etagMatches: kept.etag } : { etagDoesNotMatch: "*" },
  });
}
