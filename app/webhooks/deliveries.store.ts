/** Deliveries: made when something happens, leased to workers, tried again until they arrive or a day is over. */
import { and, eq, lte, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { paceOf } from "#app/object/pace.store.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#drizzle/organization/schema.ts";
import { watchAge } from "./delivery-log.store.ts";
import { rowOf } from "./endpoints.store.ts";
import { freeAt, roomAt, wake } from "./wake.store.ts";
import type { SendAnswer } from "./webhook-terms.schema.ts";
import { type Job, mostFailures, retryAfter_ms, toldFailures, triedFor_ms } from "./webhooks.schema.ts";

/** A worker that has not reported by then is lost, and the delivery is free for another. */
const lease_ms = minute_ms;
/** Messages of one batch for the queue. */
const mostLeased = 100;
/** Tests of one endpoint in a minute: its owner never asked for them. */
const mostTests = 10;

export type Told = { event_id: string; type: string; body: string };

/**
 * Makes the deliveries of an event: one to each endpoint that wants it and was on when it happened. Telling it twice
 * changes nothing.
 * @param at when it happened, ms UTC
 */
export function tell(
  db: OrganizationDatabase,
  { event_id, type, body }: Told,
  at: number,
  now: number,
): number {
  const wanting = db
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.is_enabled, true), lte(webhookEndpoints.enabled_at, at)))
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

/** Sends an example to one endpoint. @returns `off`: there is no such endpoint, or it is off */
export function test(
  db: OrganizationDatabase,
  endpoint_id: string,
  event: Told,
  now: number,
): { delivery_id: string } | "off" | "too_often" {
  if (!rowOf(db, endpoint_id)?.is_enabled) return "off";
  const { event_id } = event;
  const sent = db
    .select({ delivery_id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpoint_id, endpoint_id), eq(webhookDeliveries.event_id, event_id)))
    .get();
  if (sent) return sent;
  if (!paceOf(db, `test:${endpoint_id}`, mostTests, now).ok) return "too_often";
  const id = put(db, endpoint_id, event, true, now);
  watchAge(db, now);
  wake(db, now);
  return id === null ? "off" : { delivery_id: id };
}

/** Leases what is due: each endpoint for itself, so that one that fails delays no other. @returns the ids */
export function lease(db: OrganizationDatabase, now: number): string[] {
  const ready = db
    .select({ id: webhookEndpoints.id, failures: webhookEndpoints.failures })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.is_enabled, true), lte(webhookEndpoints.quiet_until, now)))
    .all();
  const leased: string[] = [];
  for (const endpoint of ready) leased.push(...take(db, endpoint, mostLeased - leased.length, now));
  wake(db, now);
  return leased;
}

/** Leases what is due at one endpoint, as far as there is room. */
function take(
  db: OrganizationDatabase,
  endpoint: { id: string; failures: number },
  most: number,
  now: number,
): string[] {
  const room = Math.min(roomAt(db, endpoint, now).room, most);
  if (room <= 0) return [];
  const due = freeAt(db, endpoint.id, now, room).filter(({ next_at }) => (next_at ?? now) <= now);
  const ids = due.map(({ id }) => id);
  if (ids.length > 0)
    db.update(webhookDeliveries)
      .set({ leased_until: now + lease_ms })
      .where(sql`${webhookDeliveries.id} in (select value from json_each(${JSON.stringify(ids)}))`)
      .run();
  return ids;
}

/** What a worker sends; null: the delivery is over, or its endpoint is off or gone. */
export function begin(db: OrganizationDatabase, id: string, now: number): Job | null {
  const delivery = deliveryRow(db, id);
  const endpoint = delivery?.status === "waiting" ? rowOf(db, delivery.endpoint_id) : null;
  if (!delivery || !endpoint?.is_enabled) return null;
  return {
    id,
    endpoint_id: endpoint.id,
    url: endpoint.url,
    body: delivery.body,
    sealed: endpoint.sealed,
    previous_sealed: (endpoint.previous_until ?? 0) > now ? endpoint.previous_sealed : null,
  };
}

const deliveryRow = (db: OrganizationDatabase, id: string) =>
  db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).get() ?? null;

/**
 * Keeps what came of an attempt, and decides what follows. An attempt at a delivery that is over changes nothing.
 * @param goesOn whether the worker takes the next one to an endpoint that has just answered
 * @returns that one
 */
export function report(
  db: OrganizationDatabase,
  id: string,
  { ok, status, ms, why, bytes, type }: SendAnswer,
  { now, goesOn }: { now: number; goesOn: boolean },
): Job | null {
  const delivery = deliveryRow(db, id);
  const endpoint = delivery ? rowOf(db, delivery.endpoint_id) : null;
  if (!delivery || !endpoint || delivery.status !== "waiting") return null;
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
  else if (!delivery.is_test) failedOnce(db, endpoint, status === 410, now);
  const [next] =
    ok && goesOn && endpoint.is_enabled ? take(db, { id: endpoint.id, failures: 0 }, 1, now) : [];
  wake(db, now);
  return next === undefined ? null : begin(db, next, now);
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

type Endpoint = NonNullable<ReturnType<typeof rowOf>>;

/** @param isGone the server says that nothing will ever be there again */
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
