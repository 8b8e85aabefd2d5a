/** Secrets that are good once: made here and handed out, kept as hashes, and used up by the statement that finds them. */
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { oneTimeTokens } from "#drizzle/control/schema.ts";

type Row = typeof oneTimeTokens.$inferSelect;
type Purpose = Row["purpose"];
/** Whom and what a token is about; all of it comes back when the token is redeemed. */
type Facts = Partial<Pick<Row, "user_id" | "session_id" | "email" | "audience" | "bound_to">>;

/**
 * A new secret of 256 bits: the token to hand out, and its row for the caller's batch (R10: only the hash is stored).
 * @param now ms UTC
 */
export async function newToken(
  purpose: Purpose,
  facts: Facts,
  lifetime_ms: number,
  now: number,
): Promise<{ token: string; row: typeof oneTimeTokens.$inferInsert }> {
  const token = randomToken(32);
  const row = {
    ...facts,
    id: newId(now),
    purpose,
    token_hash: await sha256(token),
    created_at: now,
    expires_at: now + lifetime_ms,
  };
  return { token, row };
}

type Presented = {
  purpose: Purpose;
  token: string;
  /** The host that it is presented on. A token that was made for a host is good nowhere else, and one made for none only without. */
  audience?: string;
  /** What the browser holds besides; not asked when absent. */
  boundTo?: string;
  /** What must be true of the token's row as well. */
  condition?: SQL;
};

/**
 * Uses a token up: of any number of parallel tries exactly one gets the row (R10). Tokens that are unknown, used, too
 * old, for another purpose, for another host or for another browser all give null, and stay as they were.
 * @param now ms UTC
 */
export async function redeem(
  db: Database,
  { purpose, token, audience, boundTo, condition }: Presented,
  now: number,
): Promise<Row | null> {
  const [row] = await platform(db)
    .update(oneTimeTokens)
    .set({ used_at: now })
    .where(
      and(
        eq(oneTimeTokens.token_hash, await sha256(token)),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.used_at),
        gt(oneTimeTokens.expires_at, now),
        sql`${oneTimeTokens.audience} is ${audience ?? null}`,
        ...(boundTo === undefined ? [] : [eq(oneTimeTokens.bound_to, boundTo)]),
        condition,
      ),
    )
    .returning();
  return row ?? null;
}
