/** The log of every request between the product and the outside world, the newest 2,000. */
import { z } from "zod";

const kept = 2000;

const row = z.object({
  id: z.number(),
  /** ms UTC */
  at: z.number(),
  /** Seen from the product: it asked the world (`out`), or the world asked it (`in`). */
  direction: z.enum(["in", "out"]),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  /** null: no answer came. */
  status: z.number().nullable(),
  ms: z.number(),
  note: z.string().nullable(),
});
export type Traffic = z.infer<typeof row>;
export type Passage = Omit<Traffic, "id">;

export class TrafficLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists traffic (
        id integer primary key autoincrement, at integer not null, direction text not null, method text not null,
        host text not null, path text not null, status integer, ms integer not null, note text)`,
    );
  }

  add({ at, direction, method, host, path, status, ms, note }: Passage): void {
    this.#sql.exec(
      "insert into traffic (at, direction, method, host, path, status, ms, note) values (?, ?, ?, ?, ?, ?, ?, ?)",
      at,
      direction,
      method,
      host,
      path.slice(0, 2000),
      status,
      Math.round(ms),
      note,
    );
    this.#sql.exec("delete from traffic where id <= (select max(id) from traffic) - ?", kept);
  }

  /** Newest first. */
  list(limit: number): Traffic[] {
    return this.#sql
      .exec("select * from traffic order by id desc limit ?", limit)
      .toArray()
      .map((found) => row.parse(found));
  }

  clear(): void {
    this.#sql.exec("delete from traffic");
  }
}
