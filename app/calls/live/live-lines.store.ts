/** The lines of running calls, each in a row of its own: a call of many words costs no more with each of them. */
import { and, asc, count, eq, gte, inArray, sql } from "drizzle-orm";
import { type CallLine, callLine } from "#app/calls/calls.schema.ts";
import { lookBack, storedLines } from "#app/calls/redaction/stored-words.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { liveLines } from "#drizzle/organization/schema.ts";
import type { LiveLine } from "./live-feed.schema.ts";

const isOf = (call_id: string) => eq(liveLines.call_id, call_id);

/** The lines of a call, in their order; `from`: without those before it. */
export const linesOf = (db: OrganizationDatabase, call_id: string, from = 0): CallLine[] =>
  db
    .select({ line: liveLines.line })
    .from(liveLines)
    .where(and(isOf(call_id), gte(liveLines.seq, from)))
    .orderBy(asc(liveLines.seq))
    .all()
    .map(({ line }) => callLine.parse(line));

/** Who spoke last; null: no one has. */
export function lastSpeaker(db: OrganizationDatabase, call_id: string): "agent" | "caller" | null {
  const type = sql<string>`${liveLines.line} ->> '$.type'`;
  const row = db
    .select({ type })
    .from(liveLines)
    .where(and(isOf(call_id), inArray(type, ["agent", "caller"])))
    .orderBy(sql`${liveLines.seq} desc`)
    .limit(1)
    .get();
  return row?.type === "agent" || row?.type === "caller" ? row.type : null;
}

/**
 * Stores lines, new ones and earlier ones that changed, redacted as the organization chose.
 * @returns how many are known without a gap, and those that are other than before
 */
export function keepLines(
  db: OrganizationDatabase,
  { call_id, our_number }: { call_id: string; our_number: string | null },
  lines: readonly LiveLine[],
): { known: number; changed: LiveLine[] } {
  const held = db.select({ n: count() }).from(liveLines).where(isOf(call_id)).get()?.n ?? 0;
  const from = Math.max(0, Math.min(held, ...lines.map(({ seq }) => seq)) - lookBack);
  const all = linesOf(db, call_id, from);
  const taken = [...lines]
    .sort((a, b) => a.seq - b.seq)
    .flatMap(({ seq, line }) => {
      const place = seq - from;
      if (place <= all.length) all[place] = line;
      return place < all.length ? [{ seq: place, line }] : [];
    });
  const changed = storedLines(db, all, taken, our_number).map(({ seq, line }) => ({ seq: seq + from, line }));
  for (const { seq, line } of changed)
    db.insert(liveLines)
      .values({ call_id, seq, line })
      .onConflictDoUpdate({ target: [liveLines.call_id, liveLines.seq], set: { line } })
      .run();
  return { known: from + all.length, changed };
}

/** The call is over: its lines are in its script. */
export const forgetLines = (db: OrganizationDatabase, call_id: string): void => {
  db.delete(liveLines).where(isOf(call_id)).run();
};
