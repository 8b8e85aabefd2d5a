/** What each idempotency key was answered with, so that a repeat gets the same answer and changes nothing. */
import { invalid, StripeRefusal } from "./refusals.ts";

export type Answered = { status: number; body: string; request_id: string };

export class Replays {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists stripe_replays (
        key text primary key, fingerprint text not null, status integer not null, body text not null,
        request_id text not null)`,
    );
  }

  /** The earlier answer under this key. @throws StripeRefusal when the key served another request */
  find(key: string, fingerprint: string): Answered | null {
    if (key.length > 255) throw invalid("Idempotency keys may have at most 255 characters.");
    const [row] = this.#sql.exec("select * from stripe_replays where key = ?", key).toArray();
    if (!row) return null;
    if (row.fingerprint !== fingerprint)
      throw new StripeRefusal(
        400,
        "idempotency_error",
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    return { status: Number(row.status), body: String(row.body), request_id: String(row.request_id) };
  }

  keep(key: string, fingerprint: string, { status, body, request_id }: Answered): void {
    this.#sql.exec(
      "insert or ignore into stripe_replays values (?, ?, ?, ?, ?)",
      key,
      fingerprint,
      status,
      body,
      request_id,
    );
  }

  clear(): void {
    this.#sql.exec("delete from stripe_replays");
  }
}
