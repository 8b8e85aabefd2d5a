/** The ledger as values: how a row is tied to the one before, and what is wrong with rows that are not (docs/campaigns.md, "The ledger"). */
import { sha256 } from "@oslojs/crypto/sha2";
import { z } from "zod";

const bytes = new TextEncoder();
const hex = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

/** SHA-256 of a text, in hexadecimal. It answers at once: a row is written in the transaction of what it proves. */
export function hashOf(text: string): string {
  let out = "";
  for (const byte of sha256(bytes.encode(text))) out += hex[byte];
  return out;
}

/** Before the first row. */
export const beginning = "0".repeat(64);

export const ledgerRow = z.object({
  sequence: z.int(),
  attempt_id: z.string(),
  campaign_id: z.string(),
  contact_id: z.string(),
  at: z.int(),
  content: z.string().nullable(),
  content_hash: z.string(),
  previous: z.string(),
  hash: z.string(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** What ties a row to all before it: everything but the content, of which the hash stands for it. */
export const rowHash = (row: Omit<LedgerRow, "hash" | "content">): string =>
  hashOf(
    JSON.stringify([
      "dial-ledger-1",
      row.sequence,
      row.previous,
      row.attempt_id,
      row.campaign_id,
      row.contact_id,
      row.at,
      row.content_hash,
    ]),
  );

export type LedgerFault = {
  /**
   * `changed`: the row is not what was written. `removed`: rows before it are gone. `unreadable`: it is no row.
   * `emptied`: its content is gone, and no erasure names it.
   */
  kind: "changed" | "removed" | "unreadable" | "emptied";
  /** Its place; null: not known. */
  sequence: number | null;
};

/** What is wrong with a row after another one; null: nothing. */
export function faultOf(row: LedgerRow, before: Pick<LedgerRow, "sequence" | "hash">): LedgerFault | null {
  const { sequence } = row;
  if (sequence !== before.sequence + 1) return { kind: "removed", sequence: before.sequence + 1 };
  if (row.previous !== before.hash) return { kind: "changed", sequence };
  if (row.content !== null && hashOf(row.content) !== row.content_hash) return { kind: "changed", sequence };
  return rowHash(row) === row.hash ? null : { kind: "changed", sequence };
}

/** In the place of an attempt's id: the row says which rows an erasure emptied. */
export const erasure = "erasure";

const erasedRows = z.object({ erased: z.array(z.int()) });

/** What an erasure's row holds: the rows that it emptied, by their numbers. */
export const erasureContent = (sequences: readonly number[], salt: string): string =>
  JSON.stringify({ erased: sequences, salt });

function erasedBy({ attempt_id, content }: LedgerRow): readonly number[] {
  if (attempt_id !== erasure || content === null) return [];
  try {
    return erasedRows.parse(JSON.parse(content)).erased;
  } catch {
    // It names nothing.
    return [];
  }
}

/** Tells rows that erasures emptied from those that someone else did. It is given each row that has no fault, in order. */
export function emptyRows() {
  const unnamed = new Set<number>();
  let count = 0;
  return {
    take(row: LedgerRow): void {
      if (row.content === null) {
        count++;
        unnamed.add(row.sequence);
      } else for (const sequence of erasedBy(row)) unnamed.delete(sequence);
    },
    count: () => count,
    /** What is wrong when all rows were read; null: nothing. */
    fault(): LedgerFault | null {
      // In the order in which they were read.
      const [sequence] = unnamed;
      return sequence === undefined ? null : { kind: "emptied", sequence };
    },
  };
}

/** The last line of an exported file: how many rows there are, and the hash of the last. */
export const ledgerEnd = z.object({ end: z.literal(true), rows: z.int(), hash: z.string() });
