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
  /** `changed`: the row is not what was written. `removed`: rows before it are gone. `unreadable`: it is no row. */
  kind: "changed" | "removed" | "unreadable";
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

/** The last line of an exported file: how many rows there are, and the hash of the last. */
export const ledgerEnd = z.object({ end: z.literal(true), rows: z.int(), hash: z.string() });
