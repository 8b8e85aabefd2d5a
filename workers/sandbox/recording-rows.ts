/** The carrier's recordings, as rows of the World's database. */
import { type Recording, recording } from "./carrier-records.ts";

export class RecordingRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists recordings (
        sid text primary key, call_sid text not null, account_sid text not null, channels integer not null,
        started_at integer not null, duration integer)`,
    );
    const columns = sql.exec("select name from pragma_table_info('recordings')").toArray();
    if (!columns.some(({ name }) => name === "spoken"))
      sql.exec("alter table recordings add column spoken text not null default '[]'");
  }

  keep({ sid, call_sid, account_sid, channels, started_at, duration, spoken }: Recording): void {
    this.#sql.exec(
      `insert or replace into recordings (sid, call_sid, account_sid, channels, started_at, duration, spoken)
       values (?, ?, ?, ?, ?, ?, ?)`,
      sid,
      call_sid,
      account_sid,
      channels,
      started_at,
      duration,
      spoken,
    );
  }

  /** It ends now, while its call goes on. */
  stop(running: Recording, now: number): Recording {
    const duration = Math.max(1, Math.round((now - running.started_at) / 1000));
    this.keep({ ...running, duration });
    return { ...running, duration };
  }

  ofCall(call_sid: string): Recording[] {
    return this.#sql
      .exec("select * from recordings where call_sid = ?", call_sid)
      .toArray()
      .map((found) => recording.parse(found));
  }

  find(sid: string): Recording | null {
    const [found] = this.#sql.exec("select * from recordings where sid = ?", sid).toArray();
    return found ? recording.parse(found) : null;
  }

  delete(sid: string): void {
    this.#sql.exec("delete from recordings where sid = ?", sid);
  }
}
