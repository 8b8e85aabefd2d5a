/** Single-use secrets: created and handed out here, stored as hashes, and consumed by the statement that finds them. */
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { oneTimeTokens } from "#drizzle/control/schema.ts";

type Row = typeof oneTimeTokens.$inferSelect;
type Purpose = Row["purpose"];
/** What a token is about; redeeming it returns all of it. */
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
  /** The host it is presented on. A token made for a host is good only there; a token made without a host, only without one. */
  audience?: string;
  /** What the browser must hold as well; not checked when absent. */
  boundTo?: string;
  /** A further condition on the token's row. */
  condition?: SQL;
};

/**
 * Redeems a token: of parallel tries exactly one gets the row (R10). A token that is unknown, used, too old, or for
 * another purpose, host or browser gives null and stays unchanged.
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
