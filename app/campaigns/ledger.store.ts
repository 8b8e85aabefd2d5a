/** The evidence of every attempt, in order, each row tied to the one before. Nothing changes a row but the erasure of its person, which is a row itself. */
import { asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { dialLedger } from "#drizzle/organization/schema.ts";
import type { Evidence } from "./gate.store.ts";
import { beginning, erasure, erasureContent, hashOf, type LedgerRow, rowHash } from "./ledger-chain.ts";

export type Entry = Pick<LedgerRow, "attempt_id" | "campaign_id" | "contact_id" | "at"> & {
  evidence: Evidence;
};

/** The last row, or where the ledger begins. */
export const head = (db: OrganizationDatabase): Pick<LedgerRow, "sequence" | "hash"> =>
  db.get<Pick<LedgerRow, "sequence" | "hash"> | undefined>(
    sql`select sequence, hash from dial_ledger order by sequence desc limit 1`,
  ) ?? { sequence: 0, hash: beginning };

/** Writes a decision down. The salt keeps a number from being guessed by its hash once its person is erased. */
export const append = (db: OrganizationDatabase, { evidence, ...entry }: Entry): void =>
  write(db, entry, JSON.stringify({ ...evidence, salt: crypto.randomUUID() }));

function write(db: OrganizationDatabase, entry: Omit<Entry, "evidence">, content: string): void {
  const before = head(db);
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

/**
 * Erases what stands in some rows; their hashes stay, so the chain still verifies, and a row of its own names them: a
 * row that is empty and stands in none was emptied by someone else.
 * @param whose which rows are a person's. @returns how many had something to erase
 */
export function forget(db: OrganizationDatabase, whose: SQL, now: number): number {
  const emptied = db.all<{ sequence: number }>(
    sql`update dial_ledger set content = null where content is not null and attempt_id <> ${erasure} and (${whose})
      returning sequence`,
  );
  if (emptied.length === 0) return 0;
  const sequences = emptied.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
  write(
    db,
    { attempt_id: erasure, campaign_id: "", contact_id: "", at: now },
    erasureContent(sequences, crypto.randomUUID()),
  );
  return sequences.length;
}
