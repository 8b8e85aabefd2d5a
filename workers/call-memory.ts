/** What a live call keeps: its facts, its script and its timers, in the SQLite of its own object. The only SQL of a call. */
import { asc, eq, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import type { z } from "zod";
import { type CallLine, callLine } from "#app/calls/calls.schema.ts";
import type { Json } from "#app/platform/json.ts";
import migrations from "#drizzle/call/migrations.js";
import { facts, lines, timers } from "#drizzle/call/schema.ts";
import {
  type LoopTimer,
  loopTimers,
  type ScriptChange,
  type ScriptLine,
} from "#workers/conversation/line/line-events.ts";
import type { CallBook } from "./going-call.ts";

/** `connect`: a session is expected; `gone`: the line dropped and the carrier did not ask for the next step; `rung`: a transfer's phone must have stopped ringing; `warm`: the agent calls a person apart from the caller, or introduces them; `deliver`: the organization did not answer. */
export type CallTimer = LoopTimer | "connect" | "gone" | "rung" | "warm" | "deliver";
/** All of them. */
export const callTimers: readonly CallTimer[] = [...loopTimers, "connect", "gone", "rung", "warm", "deliver"];

/** The SQLite of one call's object. */
export class CallMemory implements CallBook {
  readonly #storage: DurableObjectStorage;
  readonly #db;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#db = drizzle(storage);
  }

  /** A request creates no call that was not prepared, or that is over: an object without storage does not exist. */
  get exists(): boolean {
    return this.#storage.sql.exec("select 1 from sqlite_master where name = 'facts'").toArray().length > 0;
  }

  /** Brings the tables up to date, and makes them the first time. */
  open = (): Promise<void> => migrate(this.#db, migrations);

  fact<T>(key: string, shape: z.ZodType<T>): T | null {
    const row = this.#db.select({ value: facts.value }).from(facts).where(eq(facts.key, key)).get();
    return row ? shape.parse(row.value) : null;
  }

  forget(key: string): void {
    this.#db.delete(facts).where(eq(facts.key, key)).run();
  }

  put(key: string, value: Json): void {
    this.#db
      .insert(facts)
      .values({ key, value })
      .onConflictDoUpdate({ target: facts.key, set: { value } })
      .run();
  }

  append({ turn, type, text, detail }: ScriptLine, at_ms: number): number {
    return this.#db
      .insert(lines)
      .values({ turn, type, text, detail, at_ms })
      .returning({ seq: lines.seq })
      .get().seq;
  }

  revise(seq: number, change: ScriptChange): void {
    this.#db.update(lines).set(change).where(eq(lines.seq, seq)).run();
  }

  script(seqs?: number[]): { seq: number; line: CallLine }[] {
    const all = this.#db.select().from(lines).orderBy(asc(lines.seq));
    // One bound value for any number of lines (R33).
    const named = sql`${lines.seq} in (select value from json_each(${JSON.stringify(seqs)}))`;
    const rows = seqs ? all.where(named).all() : all.all();
    return rows.map(({ seq, ...line }) => ({ seq, line: callLine.parse(line) }));
  }

  setTimer(kind: CallTimer, due_at: number | null): void {
    if (due_at === null) this.#db.delete(timers).where(eq(timers.kind, kind)).run();
    else
      this.#db
        .insert(timers)
        .values({ kind, key: "", due_at })
        .onConflictDoUpdate({ target: [timers.kind, timers.key], set: { due_at } })
        .run();
  }

  hasTimer(kind: CallTimer): boolean {
    return this.#db.select().from(timers).where(eq(timers.kind, kind)).get() !== undefined;
  }

  nextDue(): number | null {
    const first = this.#db
      .select({ due_at: timers.due_at })
      .from(timers)
      .orderBy(asc(timers.due_at))
      .limit(1)
      .get();
    return first?.due_at ?? null;
  }

  /** Takes the earliest timer that is due at `now`, if any. */
  takeDue(now: number): CallTimer | null {
    const due = this.#db
      .select()
      .from(timers)
      .where(lte(timers.due_at, now))
      .orderBy(asc(timers.due_at))
      .limit(1)
      .get();
    if (!due) return null;
    this.#db.delete(timers).where(eq(timers.kind, due.kind)).run();
    return callTimers.find((kind) => kind === due.kind) ?? null;
  }
}
