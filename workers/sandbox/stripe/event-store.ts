/** Stripe's events and where their delivery stands. */
import { z } from "zod";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";

/** Stripe repeats a delivery that failed after these times, and then gives up. */
const waits_ms = [5 * minute_ms, 30 * minute_ms, 2 * hour_ms, 5 * hour_ms, 10 * hour_ms, 12 * hour_ms];

export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
  account?: string;
};

const row = z.object({
  number: z.number(),
  id: z.string(),
  type: z.string(),
  created: z.number(),
  json: z.string(),
  /** `waiting`: for its first delivery. `failed`: for another one. `dropped`: never sent on purpose, as if lost. */
  state: z.enum(["waiting", "delivered", "failed", "dropped"]),
  attempts: z.number(),
  last_status: z.number().nullable(),
  next_at: z.number().nullable(),
});
export type KeptEvent = Omit<z.output<typeof row>, "json"> & { event: StripeEvent };

const read = (found: unknown): KeptEvent => {
  const { json, ...kept } = row.parse(found);
  const event: StripeEvent = JSON.parse(json);
  const pending_webhooks = kept.state === "delivered" ? 0 : 1;
  return { ...kept, event: { ...event, pending_webhooks } };
};

export class EventStore {
  readonly #sql: SqlStorage;

  constructor(
    sql: SqlStorage,
    /** Whether what comes to be counts as delivered. */
    private readonly isAssumed: () => boolean,
  ) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists stripe_events (
        number integer primary key autoincrement, id text not null unique, type text not null, created integer not null,
        json text not null, state text not null, attempts integer not null, last_status integer, next_at integer);
      create index if not exists stripe_events_state on stripe_events (state, number)`,
    );
  }

  add(event: StripeEvent): void {
    this.#sql.exec(
      "insert into stripe_events (id, type, created, json, state, attempts) values (?, ?, ?, ?, ?, 0)",
      event.id,
      event.type,
      event.created,
      JSON.stringify(event),
      this.isAssumed() ? "delivered" : "waiting",
    );
  }

  find(id: string): KeptEvent | null {
    const [found] = this.#sql.exec("select * from stripe_events where id = ?", id).toArray();
    return found ? read(found) : null;
  }

  /** Newest first; `after`: only those with a larger number. */
  list(after = 0): KeptEvent[] {
    return this.#sql
      .exec("select * from stripe_events where number > ? order by number desc", after)
      .toArray()
      .map(read);
  }

  /** Not sent yet, oldest first. */
  waiting(): KeptEvent[] {
    return this.#sql
      .exec("select * from stripe_events where state = 'waiting' order by number")
      .toArray()
      .map(read);
  }

  /** Failed, and due to be repeated by now (ms UTC). */
  due(now: number): KeptEvent[] {
    return this.#sql
      .exec("select * from stripe_events where state = 'failed' and next_at <= ? order by number", now)
      .toArray()
      .map(read);
  }

  /** @param status of the product's answer; null: none came */
  tried({ id, attempts }: KeptEvent, status: number | null, now: number): void {
    const isDelivered = status !== null && status >= 200 && status < 300;
    const wait_ms = waits_ms[attempts];
    this.#sql.exec(
      `update stripe_events set state = case when state = 'delivered' then state else ? end, attempts = attempts + 1,
        last_status = ?, next_at = ? where id = ?`,
      isDelivered ? "delivered" : "failed",
      status,
      isDelivered || wait_ms === undefined ? null : now + wait_ms,
      id,
    );
  }

  drop(id: string): void {
    this.#sql.exec("update stripe_events set state = 'dropped' where id = ?", id);
  }

  clear(): void {
    this.#sql.exec("delete from stripe_events");
  }
}
