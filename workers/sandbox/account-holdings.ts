/** What an account at a carrier has besides numbers and calls: its credentials, its applications. */
import { type Account, type Application, account, application } from "./carrier-records.ts";

export class AccountHoldings {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists applications (
        id text primary key, account_sid text not null, voice_url text not null, status_callback text not null)`,
    );
    const columns = sql.exec("select name from pragma_table_info('applications')").toArray();
    if (!columns.some(({ name }) => name === "voice_fallback_url"))
      sql.exec("alter table applications add column voice_fallback_url text not null default ''");
  }

  applications(): Application[] {
    return this.#sql
      .exec("select * from applications")
      .toArray()
      .map((row) => application.parse(row));
  }

  addApplication(id: string, account_sid: string): void {
    this.#sql.exec(
      "insert or ignore into applications (id, account_sid, voice_url, status_callback) values (?, ?, '', '')",
      id,
      account_sid,
    );
  }

  application(id: string): Application | null {
    const [found] = this.#sql.exec("select * from applications where id = ?", id).toArray();
    return found ? application.parse(found) : null;
  }

  configureApplication(changed: Omit<Application, "account_sid">): void {
    const { id, voice_url, voice_fallback_url, status_callback } = changed;
    this.#sql.exec(
      "update applications set voice_url = ?, voice_fallback_url = ?, status_callback = ? where id = ?",
      voice_url,
      voice_fallback_url,
      status_callback,
      id,
    );
  }

  /** The account that a key opens, or null. */
  accountWithKey(auth_token: string): Account | null {
    const [found] = this.#sql.exec("select * from accounts where auth_token = ?", auth_token).toArray();
    return found ? account.parse(found) : null;
  }

  /** Another account, of no one whom the product's settings name. */
  addOwnAccount(own: Pick<Account, "sid" | "carrier" | "auth_token" | "signing_key">): void {
    this.#sql.exec(
      `insert into accounts (sid, auth_token, friendly_name, status, owner_sid, created_at, carrier, signing_key)
       values (?, ?, 'Own account', 'active', ?, ?, ?, ?)`,
      own.sid,
      own.auth_token,
      own.sid,
      Date.now(),
      own.carrier,
      own.signing_key,
    );
  }

  /** The account's credentials are replaced: the old ones open nothing, and sign nothing. */
  replaceCredentials(sid: string, auth_token: string, signing_key: string): void {
    this.#sql.exec(
      "update accounts set auth_token = ?, signing_key = ? where sid = ?",
      auth_token,
      signing_key,
      sid,
    );
  }
}
