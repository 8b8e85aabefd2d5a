/** What a test orders of the sandbox's models: turns by API key, each an answer or a fault. */
import { RpcTarget } from "cloudflare:workers";
import { z } from "zod";
import { minute_ms } from "#app/platform/durations.ts";

const call = z.strictObject({
  name: z.string().max(100),
  /** An object is written as JSON; a text goes out as it is, also when it is none. */
  arguments: z.union([z.string().max(20_000), z.record(z.string(), z.unknown())]).default({}),
});

const turn = z.strictObject({
  /** The turn is for a request whose last message contains this, in any case; absent: for any. */
  after: z.string().max(500).optional(),
  say: z.string().max(20_000).default(""),
  calls: z.array(call).max(40).default([]),
  end: z.enum(["stop", "length", "refused"]).default("stop"),
  /** Answers with an HTTP error of the provider's. */
  status: z.number().int().min(400).max(599).optional(),
  /**
   * silent: the answer begins and nothing comes. cut: it ends in the middle of its words. broken: the connection breaks
   * there. malformed: what comes is no JSON. odd: it is JSON of another shape. error: the stream tells of an error.
   * empty: it ends without a word. endless: words without an end. endless_call: arguments without an end.
   * open_call: arguments begin and do not go on.
   */
  fault: z
    .enum([
      "silent",
      "cut",
      "broken",
      "malformed",
      "odd",
      "error",
      "empty",
      "endless",
      "endless_call",
      "open_call",
    ])
    .optional(),
  /** ms until the first piece, real time; absent: the script's own. */
  first_token_ms: z.number().int().min(0).max(minute_ms).optional(),
  /** How many requests it answers. */
  times: z.number().int().min(1).max(10_000).default(1),
});
export type Turn = z.output<typeof turn>;

export const scriptOrder = z.strictObject({
  /** The API key whose requests the script answers. */
  key: z.string().min(1).max(200),
  turns: z.array(turn).max(200).default([]),
  /** ms until the first piece of an answer, real time. */
  first_token_ms: z.number().int().min(0).max(minute_ms).default(0),
  /** Pieces of about a word; 0: all at once. */
  tokens_per_second: z.number().min(0).max(10_000).default(0),
  /** The provider refuses the key. */
  is_revoked: z.boolean().default(false),
});
export type ScriptOrder = z.output<typeof scriptOrder>;

const kept = scriptOrder.extend({ used: z.array(z.number()) });

export type Pace = { first_token_ms: number; tokens_per_second: number };
/** How an answer went: read to its end, or the other side went away; when its first piece was sent, and its end (ms UTC). */
export type Streamed = { outcome: "finished" | "aborted"; first_at: number | null; ended_at: number };
/** What a request gets: a turn of its script, or what the readers say. */
export type Next = { turn: Turn | null; pace: Pace; is_revoked: boolean };

/** As a fast model speaks: the pace of keys without a script. */
const livelyPace: Pace = { first_token_ms: 300, tokens_per_second: 80 };

const asked = z.object({
  id: z.number(),
  host: z.string(),
  path: z.string(),
  body: z.string(),
  outcome: z.enum(["running", "finished", "aborted"]),
  /** When it came, when its first piece was sent, and when it ended or the other side was seen to be away: ms UTC. */
  came_at: z.number().nullable(),
  first_at: z.number().nullable(),
  ended_at: z.number().nullable(),
});
export type AskedModel = z.infer<typeof asked>;

/** Scripts by key, and the last requests of each key. */
export class Models extends RpcTarget {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    super();
    this.#storage = storage;
    storage.sql.exec(
      `create table if not exists model_requests (
        id integer primary key autoincrement, key text not null, host text not null, path text not null,
        body text not null, outcome text not null)`,
    );
    storage.sql.exec(
      `create table if not exists model_times (
        id integer primary key, came_at integer not null, first_at integer, ended_at integer not null)`,
    );
  }

  order(order: ScriptOrder): void {
    this.#storage.kv.put(`model:${order.key}`, { ...order, used: order.turns.map(() => 0) });
  }

  /** The turn for a request whose last message is `last`; it counts as used. */
  next(key: string, last: string): Next {
    const found = kept.safeParse(this.#storage.kv.get(`model:${key}`));
    if (!found.success) return { turn: null, pace: livelyPace, is_revoked: false };
    const { turns, used, is_revoked, ...pace } = found.data;
    const at = turns.findIndex(
      ({ after, times }, index) =>
        (used[index] ?? 0) < times && (!after || last.toLowerCase().includes(after.toLowerCase())),
    );
    const turn = is_revoked ? undefined : turns[at];
    if (turn) {
      used[at] = (used[at] ?? 0) + 1;
      this.#storage.kv.put(`model:${key}`, { ...found.data, used });
    }
    const first_token_ms = turn?.first_token_ms ?? pace.first_token_ms;
    return { turn: turn ?? null, pace: { ...pace, first_token_ms }, is_revoked };
  }

  began(key: string, request: { host: string; path: string; body: string }): number {
    const { sql } = this.#storage;
    const { id } = sql
      .exec<{ id: number }>(
        "insert into model_requests (key, host, path, body, outcome) values (?, ?, ?, ?, 'running') returning id",
        key,
        request.host,
        request.path,
        request.body,
      )
      .one();
    sql.exec("delete from model_requests where id <= ? - 500", id);
    sql.exec("delete from model_times where id <= ? - 500", id);
    return id;
  }

  ended(id: number, { outcome, came_at, first_at, ended_at }: Streamed & { came_at: number }): void {
    const { sql } = this.#storage;
    sql.exec("update model_requests set outcome = ? where id = ?", outcome, id);
    sql.exec("insert into model_times values (?, ?, ?, ?)", id, came_at, first_at, ended_at);
  }

  /** Oldest first. */
  requests(key: string): AskedModel[] {
    return this.#storage.sql
      .exec(
        `select id, host, path, body, outcome, came_at, first_at, ended_at
         from model_requests left join model_times using (id) where key = ? order by id`,
        key,
      )
      .toArray()
      .map((found) => asked.parse(found));
  }
}
