/** Deliveries: made when something happens, leased to workers, tried again until they arrive or a day is over. */
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#drizzle/organization/schema.ts";
import { watchAge } from "./delivery-log.store.ts";
import { rowOf } from "./endpoints.store.ts";
import { wake } from "./wake.store.ts";
import type { SendAnswer } from "./webhook-terms.schema.ts";
import { type Job, mostFailures, retryAfter_ms, toldFailures, triedFor_ms } from "./webhooks.schema.ts";

/** A worker that has not reported by then is lost, and the delivery is free for another. */
const lease_ms = minute_ms;
/** Deliveries to one endpoint at a time; one that fails gets one, so that a slow address delays no other. */
const atOnce = 10;
/** Messages of one batch for the queue. */
const mostLeased = 100;

export type Told = { event_id: string; type: string; body: string };

/** Makes the deliveries of an event: one to each endpoint that wants it. Telling it twice changes nothing. */
export function tell(db: OrganizationDatabase, { event_id, type, body }: Told, now: number): number {
  const wanting = db
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.is_enabled, true))
    .all()
    .filter(({ events }) => events.includes(type));
  let made = 0;
  for (const { id } of wanting) made += put(db, id, { event_id, type, body }, false, now) ? 1 : 0;
  if (made > 0) {
    wake(db, now);
    watchAge(db, now);
  }
  return made;
}

function put(
  db: OrganizationDatabase,
  endpoint_id: string,
  event: Told,
  is_test: boolean,
  now: number,
): string | null {
  const made = db
    .insert(webhookDeliveries)
    .values({
      ...event,
      id: `msg_${newId(now)}`,
      endpoint_id,
      is_test,
      status: "waiting",
      next_at: now,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id })
    .all();
  return made[0]?.id ?? null;
}

/** Sends an example to one endpoint. @returns its id; null: there is no such endpoint, or it is off */
export function test(db: OrganizationDatabase, endpoint_id: string, event: Told, now: number): string | null {
  if (!rowOf(db, endpoint_id)?.is_enabled) return null;
  const id = put(db, endpoint_id, event, true, now);
  watchAge(db, now);
  wake(db, now);
  return id;
}

/** Leases what is due: each endpoint for itself, so that one that fails delays no other. @returns the ids */
export function lease(db: OrganizationDatabase, now: number): string[] {
  const ready = db
    .select({ id: webhookEndpoints.id, failures: webhookEndpoints.failures })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.is_enabled, true), lte(webhookEndpoints.quiet_until, now)))
    .all();
  const leased: string[] = [];
  for (const { id, failures } of ready) {
    const going = goingTo(db, id, now);
    const room = Math.min((failures > 0 ? 1 : atOnce) - going, mostLeased - leased.length);
    if (room <= 0) continue;
    const due = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.endpoint_id, id),
          eq(webhookDeliveries.status, "waiting"),
          lte(webhookDeliveries.next_at, now),
          or(isNull(webhookDeliveries.leased_until), lte(webhookDeliveries.leased_until, now)),
        ),
      )
      .orderBy(asc(webhookDeliveries.next_at), asc(webhookDeliveries.seq))
      .limit(room)
      .all();
    leased.push(...due.map((delivery) => delivery.id));
  }
  if (leased.length > 0)
    db.update(webhookDeliveries)
      .set({ leased_until: now + lease_ms })
      .where(sql`${webhookDeliveries.id} in (select value from json_each(${JSON.stringify(leased)}))`)
      .run();
  // What is due but has no room is called by a report; a timer that rings at once would ring all the while.
  wake(db, now + second_ms);
  return leased;
}

/** How many deliveries to an endpoint workers have now. */
const goingTo = (db: OrganizationDatabase, id: string, now: number): number =>
  db.get<{ n: number }>(
    sql`select count(*) as n from webhook_deliveries
      where endpoint_id = ${id} and status = 'waiting' and leased_until > ${now}`,
  )?.n ?? 0;

/** What a worker sends; null: the delivery is over, or its endpoint is off or gone. */
export function begin(db: OrganizationDatabase, id: string, now: number): Job | null {
  const delivery = deliveryRow(db, id);
  const endpoint = delivery?.status === "waiting" ? rowOf(db, delivery.endpoint_id) : null;
  if (!delivery || !endpoint?.is_enabled) return null;
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    body: delivery.body,
    sealed: endpoint.sealed,
    previous_sealed: (endpoint.previous_until ?? 0) > now ? endpoint.previous_sealed : null,
  };
}

const deliveryRow = (db: OrganizationDatabase, id: string) =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get() ?? null;

/** Keeps what came of an attempt, and decides what follows. An attempt at a delivery that is over changes nothing. */
export function report(
  db: OrganizationDatabase,
  id: string,
  { ok, status, ms, why, bytes, type }: SendAnswer,
  now: number,
): void {
  const delivery = deliveryRow(db, id);
  const endpoint = delivery ? rowOf(db, delivery.endpoint_id) : null;
  if (!delivery || !endpoint || delivery.status !== "waiting") return;
  const n = delivery.attempts + 1;
  db.insert(webhookAttempts).values({ delivery_id: id, n, at: now, ms, status, why, bytes, type }).run();
  // A test is tried once: its answer is awaited on the page.
  const wait = ok || delivery.is_test ? undefined : retryAfter_ms[delivery.tries];
  const over = { done_at: now, next_at: null };
  db.update(webhookDeliveries)
    .set({
      attempts: n,
      tries: delivery.tries + 1,
      leased_until: null,
      last_status: status,
      why,
      ...(ok
        ? { status: "delivered" as const, ...over }
        : wait === undefined
          ? { status: "failed" as const, ...over }
          : { next_at: now + wait }),
    })
    .where(eq(webhookDeliveries.id, id))
    .run();
  if (ok) succeeded(db, endpoint.id, now);
  else if (!delivery.is_test) failedOnce(db, endpoint, status === gone, now);
  wake(db, now);
}

function succeeded(db: OrganizationDatabase, id: string, now: number): void {
  db.update(webhookEndpoints)
    .set({ failures: 0, failing_since: null, quiet_until: 0, last_attempt_at: now })
    .where(eq(webhookEndpoints.id, id))
    .run();
}

/** From the fifth failure in a row on, the whole endpoint rests between attempts: a short outage of a busy one does not disable it. */
const restAfter_ms = (failures: number): number =>
  failures < 5 ? 0 : Math.min(hour_ms, 30 * second_ms * 2 ** (failures - 5));

/** The answer of a server whose address will never be there again. */
const gone = 410;

type Endpoint = NonNullable<ReturnType<typeof rowOf>>;

function failedOnce(db: OrganizationDatabase, endpoint: Endpoint, isGone: boolean, now: number): void {
  const failures = endpoint.failures + 1;
  const failing_since = endpoint.failing_since ?? now;
  // A busy endpoint fails twenty times within hours: what waits there is tried for a day all the same.
  const isOver = isGone || (failures >= mostFailures && now - failing_since >= triedFor_ms);
  db.update(webhookEndpoints)
    .set({
      failures,
      failing_since,
      last_attempt_at: now,
      quiet_until: now + restAfter_ms(failures),
      ...(isOver && { is_enabled: false, disabled_at: now }),
    })
    .where(eq(webhookEndpoints.id, endpoint.id))
    .run();
  // What waits has failed: it can be replayed once the endpoint is on again.
  if (isOver)
    db.update(webhookDeliveries)
      .set({ status: "failed", done_at: now, next_at: null, leased_until: null })
      .where(and(eq(webhookDeliveries.endpoint_id, endpoint.id), eq(webhookDeliveries.status, "waiting")))
      .run();
  if (!isOver && !toldFailures.includes(failures)) return;
  const { id: endpoint_id, name, url } = endpoint;
  const change_id = newId(now);
  enqueue(db, {
    kind: "webhook.failing",
    at: now,
    payload: { v: 1, change_id, endpoint_id, name, url, failures, failing_since, is_disabled: isOver },
  });
}

/** Puts a delivery that is over into the queue again, under its own id. @returns false: there is none, it waits, or its endpoint is off */
export function replay(db: OrganizationDatabase, endpoint_id: string, id: string, now: number): boolean {
  const delivery = deliveryRow(db, id);
  if (!delivery || delivery.endpoint_id !== endpoint_id || delivery.status === "waiting") return false;
  if (!rowOf(db, endpoint_id)?.is_enabled) return false;
  db.update(webhookDeliveries).set(again(now)).where(eq(webhookDeliveries.id, id)).run();
  wake(db, now);
  return true;
}

const again = (now: number) => ({
  status: "waiting" as const,
  tries: 0,
  next_at: now,
  leased_until: null,
  done_at: null,
});

/** The same for every delivery that failed since a moment. @returns how many; null: the endpoint is off or gone */
export function replayFailed(
  db: OrganizationDatabase,
  endpoint_id: string,
  since: number,
  now: number,
): number | null {
  if (!rowOf(db, endpoint_id)?.is_enabled) return null;
  const put = db
    .update(webhookDeliveries)
    .set(again(now))
    .where(
      and(
        eq(webhookDeliveries.endpoint_id, endpoint_id),
        eq(webhookDeliveries.status, "failed"),
        sql`${webhookDeliveries.created_at} >= ${since}`,
      ),
    )
    .returning({ id: webhookDeliveries.id })
    .all();
  wake(db, now);
  return put.length;
}
