/** Stripe's events as rows: stored before they are answered, claimed by one processor at a time, set aside when they keep failing. */
import { and, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { stripeEvents } from "#drizzle/control/schema.ts";
import { organizationBehind } from "./event-owner.server.ts";
import { eventObject, objectOf, type StripeEvent, unusedObjectOf } from "./stripe-event.schema.ts";

/** After this many failures an event is set aside: a platform admin looks at it and replays it. */
export const mostAttempts = 8;
const firstWait_ms = minute_ms;
const longestWait_ms = 6 * hour_ms;
/** Stripe lists events for 30 days; processed ones are kept as long. */
const kept_ms = 30 * day_ms;
const oneStep = 5000;

/** How long after its n-th try an event is tried again: a minute, four, sixteen, up to six hours. */
const waitAfter = (attempts: number): number =>
  Math.min(longestWait_ms, firstWait_ms * 4 ** Math.max(0, attempts - 1));

/**
 * Stores events in one batch. One that is stored already stays as it is.
 * @param isUsed whether a type has a handler: others are stored as processed
 * @returns the ids that are new and wait for processing
 */
export async function storeEvents(
  db: Database,
  events: readonly Stripe.Event[],
  isUsed: (type: string) => boolean,
  now: number,
): Promise<string[]> {
  const all = platform(db);
  const [first, ...others] = events.map((event) => {
    const told = event.data.object;
    // Objects of types that we don't use may have any shape.
    const object = isUsed(event.type) ? objectOf(told) : unusedObjectOf(told);
    return all
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        account_id: event.account ?? null,
        object_id: object.id,
        payload: object,
        stripe_created: event.created * 1000,
        received_at: now,
        processed_at: isUsed(event.type) ? null : now,
        due_at: isUsed(event.type) ? now : null,
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id, due_at: stripeEvents.due_at });
  });
  if (!first) return [];
  const stored = (await all.batch([first, ...others])).flat();
  return stored.flatMap(({ id, due_at }) => (due_at === null ? [] : [id]));
}

/** Hands events to the queue. What the queue doesn't take is due already, so cron processes it. */
export async function handOver(env: Env, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const messages = ids.map((event_id) => ({
    body: {
      id: `stripe_event:${event_id}`,
      kind: "stripe_event",
      payload: { event_id },
      organization_id: "",
      created_at: now,
      outbox: "control",
    },
  }));
  await env.OUTBOX.sendBatch(messages).catch((error: unknown) =>
    log("warn", "event_not_sent", { message: String(error) }),
  );
}

/**
 * Takes a due event: of several processors one gets it. If that one dies, it is due again.
 * @param now ms UTC
 * @returns null: it is processed, set aside, or in other hands
 */
export async function claimEvent(db: Database, id: string, now: number): Promise<StripeEvent | null> {
  const { attempts } = stripeEvents;
  const wait = sql`min(${longestWait_ms}, ${firstWait_ms} << (2 * min(${attempts}, 8)))`;
  const [row] = await platform(db)
    .update(stripeEvents)
    .set({ attempts: sql`${attempts} + 1`, due_at: sql`${now} + ${wait}` })
    .where(and(eq(stripeEvents.id, id), lte(stripeEvents.due_at, now)))
    .returning();
  if (!row) return null;
  const { type, account_id } = row;
  const object = eventObject.parse(row.payload);
  const organization_id = row.organization_id ?? (await ownerOf(db, { account_id, object }));
  return { id, type, account_id, organization_id, object, attempts: row.attempts };
}

/** An event of a connected account names it; an event about an account is about itself. */
const ownerOf = (db: Database, { account_id, object }: Pick<StripeEvent, "account_id" | "object">) =>
  organizationBehind(db, {
    customer: object.customer,
    subscription: object.subscription,
    account: account_id ?? object.id,
    organization: object.metadata.organization_id ?? null,
  });

/** Marks an event as processed. Where its handler wrote the mark in its own batch, this adds whose it was. */
export const finishEvent = (db: Database, { id, organization_id }: StripeEvent, now: number) =>
  platform(db)
    .update(stripeEvents)
    .set({
      organization_id,
      processed_at: sql`coalesce(${stripeEvents.processed_at}, ${now})`,
      due_at: null,
      set_aside_at: null,
      last_error: null,
    })
    .where(eq(stripeEvents.id, id));

/** Notes why an event failed. It is tried again, or set aside after the last try. */
export async function failEvent(
  env: Env,
  db: Database,
  { id, type, organization_id, attempts }: StripeEvent,
  error: unknown,
  now: number,
): Promise<void> {
  const isOver = attempts >= mostAttempts;
  await recordError(env, {
    error,
    url: `/stripe/${type}`,
    route: `stripe/${type}`,
    request_id: newId(),
    severity: isOver ? "critical" : "warning",
    organization_id,
  });
  await platform(db)
    .update(stripeEvents)
    .set({
      organization_id,
      last_error: sanitize(innermostMessage(error)).slice(0, 500),
      due_at: isOver ? null : now + waitAfter(attempts),
      set_aside_at: isOver ? now : null,
    })
    .where(and(eq(stripeEvents.id, id), isNull(stripeEvents.processed_at)));
}

/** Events whose time has come, the longest due first. */
export const dueEvents = async (db: Database, most: number, now: number): Promise<string[]> =>
  (
    await platform(db)
      .select({ id: stripeEvents.id })
      .from(stripeEvents)
      .where(lte(stripeEvents.due_at, now))
      .orderBy(stripeEvents.due_at)
      .limit(most)
  ).map(({ id }) => id);

/** Forgets events that were processed long ago (R35). `now` in ms UTC. */
export async function forgetEvents(db: Database, now: number): Promise<void> {
  const before = now - kept_ms;
  await platform(db)
    .delete(stripeEvents)
    .where(
      sql`id in (select id from stripe_events
        where received_at < ${before} and processed_at is not null limit ${oneStep})`,
    );
}

/** An event as platform admins see it. */
export type ShownEvent = Pick<
  typeof stripeEvents.$inferSelect,
  | "id"
  | "type"
  | "organization_id"
  | "object_id"
  | "received_at"
  | "processed_at"
  | "attempts"
  | "due_at"
  | "last_error"
  | "set_aside_at"
>;
const shown = {
  id: stripeEvents.id,
  type: stripeEvents.type,
  organization_id: stripeEvents.organization_id,
  object_id: stripeEvents.object_id,
  received_at: stripeEvents.received_at,
  processed_at: stripeEvents.processed_at,
  attempts: stripeEvents.attempts,
  due_at: stripeEvents.due_at,
  last_error: stripeEvents.last_error,
  set_aside_at: stripeEvents.set_aside_at,
};

/** Events that were set aside, the newest first. */
export const setAsideEvents = (db: Database, most: number): Promise<ShownEvent[]> =>
  platform(db)
    .select(shown)
    .from(stripeEvents)
    .where(isNotNull(stripeEvents.set_aside_at))
    .orderBy(desc(stripeEvents.set_aside_at))
    .limit(most)
    .all();

/** One event by its id; null: it never came, or was forgotten. */
export const eventById = async (db: Database, id: string): Promise<ShownEvent | null> =>
  (await platform(db).select(shown).from(stripeEvents).where(eq(stripeEvents.id, id)).get()) ?? null;

/** The statement that makes an event due again, as if it had just come, for the caller's batch. */
export const replaying = (db: Database, id: string, now: number) =>
  platform(db)
    .update(stripeEvents)
    .set({ attempts: 0, due_at: now, set_aside_at: null, processed_at: null })
    .where(eq(stripeEvents.id, id))
    .returning({ id: stripeEvents.id });
