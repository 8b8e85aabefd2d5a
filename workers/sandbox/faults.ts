/** Faults on demand: what an outside host does wrong next, and for how many requests. */

import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";

/** The carrier's own requests, by the names under which faults can be ordered (host api.twilio.com or api.telnyx.com). */
export const carrierActs = [
  "voice-webhook",
  "status-callbacks",
  "action-callbacks",
  "recording-callbacks",
  "message-webhook",
  "message-callbacks",
  "conference-callbacks",
  "relay",
] as const;
export type CarrierAct = (typeof carrierActs)[number];
export const twilioHost = "api.twilio.com";
export const telnyxHost = "api.telnyx.com";
const carrierHosts: readonly string[] = [twilioHost, telnyxHost];

const isCarrierAct = (path: string | undefined): boolean => carrierActs.some((act) => act === path);

/**
 * `host` and `path` select requests: those whose path begins with `path` (all of the host without it), or one of the
 * carrier's own requests. `status` answers with an error, `delay_ms` waits first (real time), `location` answers with
 * a redirect, `drop` breaks the connection. For the carrier's callbacks, `effect` "repeated" sends each twice and
 * "out_of_order" after the following one; for the product's own requests, "answer_lost" does what is asked and then
 * breaks the connection; `drop` on "relay" makes the socket unreachable (64102).
 */
export const faultOrder = z
  .strictObject({
    host: z.string().min(1).max(253).toLowerCase(),
    path: z.string().min(1).max(500).optional(),
    status: z.number().int().min(400).max(599).optional(),
    delay_ms: z.number().int().min(0).max(minute_ms).optional(),
    drop: z.boolean().optional(),
    location: z.url().optional(),
    effect: z.enum(["repeated", "out_of_order", "answer_lost"]).optional(),
    times: z.number().int().min(1).max(1000).default(1),
  })
  .refine((fault) => fault.status ?? fault.delay_ms ?? fault.effect ?? fault.drop ?? fault.location, {
    message: "say what goes wrong: status, delay_ms, drop, location or effect",
  })
  .refine((fault) => fault.effect !== "answer_lost" || !isCarrierAct(fault.path), {
    message: "answer_lost is for requests of the product",
    path: ["effect"],
  })
  .refine(
    (fault) =>
      !fault.effect ||
      fault.effect === "answer_lost" ||
      (carrierHosts.includes(fault.host) && isCarrierAct(fault.path)),
    {
      message: `effect is for the hosts ${carrierHosts.join(", ")} and one of the paths ${carrierActs.join(", ")}`,
      path: ["effect"],
    },
  )
  .refine((fault) => fault.effect !== "out_of_order" || (fault.path?.endsWith("-callbacks") ?? false), {
    message: "only callbacks have an order",
    path: ["effect"],
  })
  .refine((fault) => (fault.status ?? fault.location) === undefined || !isCarrierAct(fault.path), {
    message: "the carrier's own requests are answered by the product: use drop, delay_ms or effect",
    path: ["status"],
  });
export type FaultOrder = z.output<typeof faultOrder>;

export type Fault = {
  id: number;
  host: string;
  path: string | null;
  status: number | null;
  delay_ms: number | null;
  drop: boolean;
  /** Where a redirect leads. */
  location: string | null;
  effect: "repeated" | "out_of_order" | "answer_lost" | null;
  /** How many more requests it affects. */
  times: number;
};

const row = z
  .object({
    id: z.number(),
    host: z.string(),
    path: z.string().nullable(),
    status: z.number().nullable(),
    delay_ms: z.number().nullable(),
    dropped: z.number(),
    location: z.string().nullable(),
    effect: z.enum(["repeated", "out_of_order", "answer_lost"]).nullable(),
    times: z.number(),
  })
  .transform(({ dropped, ...fault }) => ({ ...fault, drop: dropped === 1 }));

export class Faults {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists faults (
        id integer primary key autoincrement, host text not null, path text, status integer, delay_ms integer,
        dropped integer not null, effect text, times integer not null, location text)`,
    );
    // Upgrades the database of an earlier version.
    const columns = sql.exec("select name from pragma_table_info('faults')").toArray();
    if (!columns.some(({ name }) => name === "location"))
      sql.exec("alter table faults add column location text");
  }

  add(order: FaultOrder): Fault {
    const added = this.#sql
      .exec(
        "insert into faults (host, path, status, delay_ms, dropped, effect, times, location) values (?, ?, ?, ?, ?, ?, ?, ?) returning *",
        order.host,
        order.path ?? null,
        order.status ?? null,
        order.delay_ms ?? null,
        order.drop ? 1 : 0,
        order.effect ?? null,
        order.times,
        order.location ?? null,
      )
      .one();
    return row.parse(added);
  }

  list(): Fault[] {
    return this.#sql
      .exec("select * from faults order by id")
      .toArray()
      .map((found) => row.parse(found));
  }

  clear(): void {
    this.#sql.exec("delete from faults");
  }

  /** The fault for the next request to this host and path; it counts as used once. Null: none. */
  take(host: string, path: string): Fault | null {
    const fault = this.list().find(
      (one) => one.host === host && (one.path === null ? !isCarrierAct(path) : path.startsWith(one.path)),
    );
    if (!fault) return null;
    this.#sql.exec("update faults set times = times - 1 where id = ?", fault.id);
    this.#sql.exec("delete from faults where times <= 0");
    return fault;
  }
}
