/** Google's memory: the codes it issued, each valid once and for ten minutes. */
import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";

const codeLifetime_ms = 10 * minute_ms;

/** The decision at Google's page, and the request it belongs to. */
export const grant = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  nonce: z.string().nullable(),
  /** S256 of the verifier (RFC 7636). */
  code_challenge: z.string(),
  email: z.string(),
  name: z.string(),
  email_verified: z.boolean(),
  /** The address belongs to a Workspace domain, which the ID token names. */
  hosted: z.boolean().default(false),
  /** What the product may do there, besides knowing who it is. */
  scope: z.string().default(""),
  /** The deliberate flaw of the ID token. */
  flaw: z.string(),
});
export type Grant = z.output<typeof grant>;

export class GoogleAccounts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists google_codes (code text primary key, given text not null, expires_at integer not null)",
    );
  }

  /** @param now ms UTC */
  keep(code: string, given: Grant, now: number): void {
    this.#sql.exec("delete from google_codes where expires_at <= ?", now);
    this.#sql.exec(
      "insert into google_codes (code, given, expires_at) values (?, ?, ?)",
      code,
      JSON.stringify(given),
      now + codeLifetime_ms,
    );
  }

  /** Redeems a code, once. */
  take(code: string, now: number): Grant | null {
    const [row] = this.#sql
      .exec("delete from google_codes where code = ? and expires_at > ? returning given", code, now)
      .toArray();
    return row ? grant.parse(JSON.parse(String(row.given))) : null;
  }
}
