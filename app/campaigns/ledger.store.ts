/** The evidence of every attempt, in order, each row tied to the one before. Nothing changes a row but the erasure of its person. */
import { asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { dialLedger } from "#drizzle/organization/schema.ts";
import type { Evidence } from "./gate.store.ts";
import { beginning, hashOf, type LedgerRow, rowHash } from "./ledger-chain.ts";

export type Entry = Pick<LedgerRow, "attempt_id" | "campaign_id" | "contact_id" | "at"> & {
  evidence: Evidence;
};

/** The last row, or where the ledger begins. */
export const head = (db: OrganizationDatabase): Pick<LedgerRow, "sequence" | "hash"> =>
  db.get<Pick<LedgerRow, "sequence" | "hash"> | undefined>(
    sql`select sequence, hash from dial_ledger order by sequence desc limit 1`,
  ) ?? { sequence: 0, hash: beginning };

/** Writes a decision down. The salt keeps a number from being guessed by its hash once its person is erased. */
export function append(db: OrganizationDatabase, { evidence, ...entry }: Entry): void {
  const before = head(db);
  const content = JSON.stringify({ ...evidence, salt: crypto.randomUUID() });
  const row = {
    ...entry,
    sequence: before.sequence + 1,
    content_hash: hashOf(content),
    previous: before.hash,
  };
  const { attempt_id, campaign_id, contact_id, at } = entry;
  db.run(sql`insert into dial_ledger
    (sequence, attempt_id, campaign_id, contact_id, at, content, content_hash, previous, hash)
    values (${row.sequence}, ${attempt_id}, ${campaign_id}, ${contact_id}, ${at}, ${content}, ${row.content_hash},
      ${row.previous}, ${rowHash(row)})`);
}

/** Rows for the export, in order. */
export const page = (db: OrganizationDatabase, after: number, limit: number): LedgerRow[] =>
  db
    .select()
    .from(dialLedger)
    .where(gt(dialLedger.sequence, after))
    .orderBy(asc(dialLedger.sequence))
    .limit(limit)
    .all();

/** The decisions about an attempt. */
export const ofAttempt = (db: OrganizationDatabase, attempt_id: string): LedgerRow[] =>
  db
    .select()
    .from(dialLedger)
    .where(eq(dialLedger.attempt_id, attempt_id))
    .orderBy(asc(dialLedger.sequence))
    .all();

/** Erases what stands about a person; the hashes stay, so the chain still verifies. @returns how many rows */
export const forget = (db: OrganizationDatabase, contact_ids: readonly string[]): number =>
  db
    .update(dialLedger)
    .set({ content: null })
    .where(inArray(dialLedger.contact_id, [...contact_ids]))
    .returning({ sequence: sql<number>`1` })
    .all().length;
