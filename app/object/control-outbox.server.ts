/** Facts of the control plane on their way to their subscribers: written in the batch of what happened, sent once it stands, and again by cron until they are acknowledged. */
import { asc, inArray, lte, sql } from "drizzle-orm";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { eventOutbox } from "#drizzle/control/schema.ts";
import { type Fact, type FactKind, type FactOf, factId, type OutboxMessage } from "./events.schema.ts";
import { longestPatience_ms, patience_ms } from "./resend-times.ts";

/** How many facts one run of cron sends: a queue's batch. */
const oneRun = 100;

type Row = Omit<OutboxMessage, "outbox" | "told" | "payload"> & { payload: unknown };

/**
 * A fact for the caller's batch. The statement stands right behind the one that writes what happened: if that one wrote
 * no row, nothing happened, and no fact is written.
 * @returns `send` takes what the statement returned, once the batch stands; it never throws
 */
export function enqueueFact(env: Env, db: PlatformDb, organization_id: string, fact: Fact) {
  const { kind, payload, at } = fact;
  const row: Row = { id: factId(fact), organization_id, kind, payload, created_at: at };
  return {
    statement: db
      .insert(eventOutbox)
      .select(
        sql`select ${row.id}, ${organization_id}, ${kind}, ${JSON.stringify(payload)}, 1, ${at + patience_ms}, ${at} where changes() > 0`,
      )
      .onConflictDoNothing()
      .returning({ id: eventOutbox.id }),
    async send(written: { id: string }[]): Promise<void> {
      if (written.length === 0) return;
      // The row says when it is due: cron sends what the queue did not take now.
      await sendAll(env, [row]).catch((error: unknown) =>
        log("warn", "fact_not_sent", { kind, message: String(error) }),
      );
    },
  };
}

/** Writes a fact that follows from another, and sends it. Written twice it is one row. */
export async function sendFact<K extends FactKind>(
  env: Env,
  organization_id: string,
  fact: FactOf<K>,
): Promise<void> {
  const { kind, payload, at } = fact;
  const row: Row = { id: factId(fact), organization_id, kind, payload, created_at: at };
  await platform(new Database(env.DB, new Timing()))
    .insert(eventOutbox)
    .values({ ...row, attempts: 1, due_at: at + patience_ms })
    .onConflictDoNothing();
  await sendAll(env, [row]);
}

const sendAll = (env: Env, rows: Row[]) =>
  env.FACTS.sendBatch(rows.map((row) => ({ body: { ...row, outbox: "control" } })));

/** One bound value for any number of ids. */
const among = (ids: string[]) =>
  inArray(eventOutbox.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);

/** Sends every fact that is due, the oldest first. For cron. `now` in ms UTC. */
export async function sendWaitingFacts(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const { id, organization_id, kind, payload, created_at } = eventOutbox;
  const due = await db
    .select({ id, organization_id, kind, payload, created_at })
    .from(eventOutbox)
    .where(lte(eventOutbox.due_at, now))
    .orderBy(asc(eventOutbox.due_at))
    .limit(oneRun);
  if (due.length === 0) return;
  await sendAll(env, due);
  await db
    .update(eventOutbox)
    .set({
      attempts: sql`${eventOutbox.attempts} + 1`,
      due_at: sql`${now} + min(${longestPatience_ms}, ${patience_ms} << min(${eventOutbox.attempts}, 10))`,
    })
    .where(among(due.map((row) => row.id)));
}

/** Every subscriber has been told: the facts are forgotten. Acknowledging twice changes nothing. */
export async function acknowledgeFacts(env: Env, ids: string[]): Promise<void> {
  await platform(new Database(env.DB, new Timing())).delete(eventOutbox).where(among(ids));
}
