/** The queue `outbox`: facts are told to their subscribers, tasks are done, and the outbox that keeps them is told when it may forget them. */
import { appliedKept_ms } from "#app/billing/usage.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { acknowledgeFacts } from "#app/object/control-outbox.server.ts";
import { isFactKind, type OutboxMessage, outboxMessage } from "#app/object/events.schema.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { olderEventOf } from "./older-events.ts";
import { tellSubscribers } from "./subscribers.ts";
import { taskOf } from "./tasks.ts";

/** What failed, and at whom: `call.finished/usage`. */
type Failure = { at: string; error: unknown };

/** A fact that still fails this long after it happened is given up, long before the marks of its other subscribers go. */
const tried_ms = 30 * day_ms;

/** The object lives already: it has sent what comes here, so no region is asked for. */
export const storeFor = (env: Env, id: string): Store =>
  storeOf(organizationObject({ id, region: null }, env));

/** Its marks may be gone: a subscriber that was told of it would do its work again. */
export const isTooOld = ({ created_at }: OutboxMessage, now: number): boolean =>
  created_at <= now - appliedKept_ms;

/** @returns what failed; null: no version up to this one knows the kind */
async function apply(env: Env, message: OutboxMessage, now: number): Promise<Failure[] | null> {
  const { kind, told } = message;
  try {
    const isKnown = isFactKind(kind) || olderEventOf(kind) !== null;
    if (isKnown && isTooOld(message, now)) throw new Error("too old to be told");
    if (isFactKind(kind)) {
      const store = storeFor(env, message.organization_id);
      const failures = await tellSubscribers(env, kind, message, store, (name) => !told.includes(name));
      return failures.map(({ subscriber, error }) => ({ at: `${kind}/${subscriber}`, error }));
    }
    const perform = taskOf(kind) ?? olderEventOf(kind);
    if (!perform) return null;
    await perform(env, message);
    return [];
  } catch (error) {
    return [{ at: kind, error }];
  }
}

/**
 * Applies a batch and acknowledges what is done. What fails comes again: by the queue, and when that gives up by its
 * outbox. What is not understood is not acknowledged: its outbox sends it again, perhaps to a version that knows it.
 * A fact that fails for 30 days is recorded as critical and acknowledged.
 */
export async function consumeOutbox({ messages }: Pick<MessageBatch, "messages">, env: Env): Promise<void> {
  const now = Date.now();
  const done: OutboxMessage[] = [];
  // Side by side, because one that takes long keeps no other waiting; the same one twice is done one after the other.
  const byId = Map.groupBy(messages, ({ id, body }) => outboxMessage.safeParse(body).data?.id ?? id);
  await Promise.all(
    [...byId.values()].map(async (same) => {
      for (const message of same) {
        const settled = await settle(env, message, now);
        if (settled !== null) done.push(settled);
      }
    }),
  );
  await acknowledge(env, done);
}

/** @returns the message, when its outbox may forget it */
async function settle(env: Env, message: Message, now: number): Promise<OutboxMessage | null> {
  const { success, data } = outboxMessage.safeParse(message.body);
  const failures = success ? await apply(env, data, now) : null;
  if (!success || failures === null) {
    const error = new Error(success ? "unknown event" : "malformed event");
    await recordMessageError(env, data ?? null, { at: "unknown", error });
    message.ack();
    return null;
  }
  const isGivenUp = data.created_at <= now - tried_ms && !taskOf(data.kind);
  const severity = isGivenUp ? "critical" : "error";
  for (const failure of failures) await recordMessageError(env, data, failure, severity);
  if (failures.length > 0 && !isGivenUp) {
    message.retry({ delaySeconds: Math.min(3600, 2 ** Math.min(message.attempts, 11)) });
    return null;
  }
  message.ack();
  return data;
}

/** An error is kept with the organization whose message it was; a malformed message belongs to no organization. */
async function recordMessageError(
  env: Env,
  message: OutboxMessage | null,
  { at, error }: Failure,
  severity: "error" | "critical" = "error",
) {
  await recordError(env, {
    error,
    url: `/queues/outbox/${at}`,
    route: `queues/outbox/${at}`,
    request_id: message?.id ?? newId(),
    severity,
    organization_id: message?.organization_id || null,
  });
}

/** Tells every outbox what it may forget. A lost acknowledgement costs a repeated delivery, which changes nothing. */
export async function acknowledge(env: Env, done: OutboxMessage[]): Promise<void> {
  const idsOf = (messages: OutboxMessage[]) => messages.map(({ id }) => id);
  const { control = [], organization = [] } = Object.groupBy(done, ({ outbox }) => outbox);
  if (control.length > 0) await tried(env, null, () => acknowledgeFacts(env, idsOf(control)));
  const own = organization.filter(({ organization_id }) => organization_id !== "");
  for (const [id, messages] of Map.groupBy(own, ({ organization_id }) => organization_id))
    await tried(env, id, () => storeFor(env, id).outbox.acknowledge(idsOf(messages)));
}

async function tried(env: Env, organization_id: string | null, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    await recordError(env, {
      error,
      url: "/queues/outbox/acknowledgement",
      route: "queues/outbox/acknowledgement",
      request_id: newId(),
      severity: "warning",
      organization_id,
    });
  }
}
