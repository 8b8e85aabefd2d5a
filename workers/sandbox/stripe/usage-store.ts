/** Meter events: what was used, by whom and when. The same identifier counts once. */

export type Used = {
  identifier: string;
  event_name: string;
  customer: string;
  value: number;
  /** Seconds. */
  timestamp: number;
};

export class UsageStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists stripe_usage (
        identifier text primary key, event_name text not null, customer text not null, value real not null,
        timestamp integer not null);
      create index if not exists stripe_usage_of on stripe_usage (customer, event_name, timestamp)`,
    );
  }

  /** False when the identifier is known. */
  add({ identifier, event_name, customer, value, timestamp }: Used): boolean {
    return (
      this.#sql
        .exec(
          "insert or ignore into stripe_usage values (?, ?, ?, ?, ?) returning identifier",
          identifier,
          event_name,
          customer,
          value,
          timestamp,
        )
        .toArray().length > 0
    );
  }

  /** The sum from `start` until before `end`. */
  sum(event_name: string, customer: string, start: number, end: number): number {
    const row = this.#sql
      .exec(
        "select coalesce(sum(value), 0) as total from stripe_usage where customer = ? and event_name = ? and timestamp >= ? and timestamp < ?",
        customer,
        event_name,
        start,
        end,
      )
      .one();
    return Number(row.total);
  }

  list(customer: string): Used[] {
    return this.#sql
      .exec("select * from stripe_usage where customer = ? order by timestamp", customer)
      .toArray()
      .map((row) => ({
        identifier: String(row.identifier),
        event_name: String(row.event_name),
        customer: String(row.customer),
        value: Number(row.value),
        timestamp: Number(row.timestamp),
      }));
  }

  clear(): void {
    this.#sql.exec("delete from stripe_usage");
  }
}
