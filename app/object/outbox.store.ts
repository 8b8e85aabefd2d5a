/** Facts and tasks that must reach the Worker: written in the transaction of what happened, sent again until they are acknowledged. */
import { asc, lte, sql } from "drizzle-orm";
import type { Json } from "#app/platform/json.ts";
import { outbox } from "#drizzle/organization/schema.ts";
import { type Fact, factId } from "./events.schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";
import { longestPatience_ms, patience_ms } from "./resend-times.ts";
import type { TaskKind, TaskOf } from "./tasks.schema.ts";
import { clearTimer, setTimer } from "./timers.store.ts";

export type OutboxEvent = { id: string; kind: string; payload: Json; created_at: number };

/** How many events travel at once: a queue's batch. */
const batchSize = 100;

/** Puts a fact into the outbox and has it sent at once. The same fact again changes nothing. */
export function enqueue(db: OrganizationDatabase, fact: Fact): void {
  put(db, { id: factId(fact), kind: fact.kind, payload: fact.payload }, fact.at);
}

/** Puts a task into the outbox and has it sent at once. A second task with the same `id` changes nothing. `now` in ms UTC. */
export function enqueueTask<K extends TaskKind>(
  db: OrganizationDatabase,
  task: TaskOf<K>,
  now: number,
): void {
  put(db, task, now);
}

type Entry = { id: string; kind: string; payload: Json };

function put(db: OrganizationDatabase, entry: Entry, now: number): void {
  db.insert(outbox)
    .values({ ...entry, due_at: now, created_at: now })
    .onConflictDoNothing()
    .run();
  setTimer(db, "outbox", "drain", now);
}

/** The events to send now, the oldest first, at most a batch. */
export function waiting(db: OrganizationDatabase, now: number): OutboxEvent[] {
  return db
    .select({ id: outbox.id, kind: outbox.kind, payload: outbox.payload, created_at: outbox.created_at })
    .from(outbox)
    .where(lte(outbox.due_at, now))
    .orderBy(asc(outbox.due_at))
    .limit(batchSize)
    .all();
}

/** Notes that the queue has accepted the events. It may still lose them, so they stay until they are acknowledged. */
export function markSent(db: OrganizationDatabase, ids: string[], now: number): void {
  db.update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      due_at: sql`${now} + min(${longestPatience_ms}, ${patience_ms} << min(${outbox.attempts}, 10))`,
    })
    .where(among(ids))
    .run();
  setDrain(db);
}

/** The control plane has applied them: they are deleted. Acknowledging twice changes nothing. */
export function acknowledge(db: OrganizationDatabase, ids: string[]): void {
  db.delete(outbox).where(among(ids)).run();
  setDrain(db);
}

/** One bound value for any number of ids: an object's SQLite takes at most a hundred (R33). */
const among = (ids: string[]) => sql`${outbox.id} in (select value from json_each(${JSON.stringify(ids)}))`;

function setDrain(db: OrganizationDatabase): void {
  const next = db.select({ due_at: outbox.due_at }).from(outbox).orderBy(asc(outbox.due_at)).limit(1).get();
  if (next) setTimer(db, "outbox", "drain", next.due_at);
  else clearTimer(db, "outbox", "drain");
}
