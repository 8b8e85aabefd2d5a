/** Consumes the events of organizations' outboxes: each is applied to the control plane once, however often it is delivered. */
import { z } from "zod";
import { addCallUsage, callUsage } from "#app/billing/usage.server.ts";
import { callNotice } from "#app/calls/notices/call-notices.schema.ts";
import { mailCallNotice } from "#app/calls/notices/call-notices.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { reconcileNumber } from "#app/telephony/numbers.server.ts";

const outboxEvent = z.object({
  id: z.string().min(1),
  kind: z.string(),
  payload: z.json(),
  organization_id: z.string(),
  created_at: z.int(),
});
type OutboxEvent = z.infer<typeof outboxEvent>;

const numberCheck = z.object({ number_id: z.string() });
const objectError = z.object({ message: z.string(), where: z.string() });

const kinds: Record<string, (env: Env, event: OutboxEvent) => Promise<void>> = {
  call_finished: (env, event) =>
    addCallUsage(new Database(env.DB, new Timing()), event, callUsage.parse(event.payload), Date.now()),
  number_check: (env, { organization_id, payload }) =>
    reconcileNumber(env, { organization_id, number_id: numberCheck.parse(payload).number_id }),
  call_notice: (env, event) => mailCallNotice(env, event, callNotice.parse(event.payload), Date.now()),
  object_error: (env, { id, organization_id, payload }) => {
    const { message, where } = objectError.parse(payload);
    return recordError(env, {
      error: new Error(message),
      url: `/objects/${where}`,
      route: `objects/${where}`,
      request_id: id,
      severity: "error",
      organization_id: organization_id || null,
    });
  },
};

/**
 * Applies a batch and tells each organization which of its events are done. An event that fails or is not understood
 * comes again: by the queue, and after the queue gives up, by the organization's timer.
 */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  const done = new Map<string, string[]>();
  for (const message of batch.messages) {
    const { success, data } = outboxEvent.safeParse(message.body);
    const apply = success && Object.hasOwn(kinds, data.kind) ? kinds[data.kind] : undefined;
    if (!success || !apply) {
      await recordEventError(env, data ?? null, new Error(success ? "unknown event" : "malformed event"));
      message.ack();
      continue;
    }
    try {
      await apply(env, data);
      message.ack();
      if (data.organization_id)
        done.set(data.organization_id, [...(done.get(data.organization_id) ?? []), data.id]);
    } catch (error) {
      await recordEventError(env, data, error);
      message.retry({ delaySeconds: Math.min(3600, 2 ** Math.min(message.attempts, 11)) });
    }
  }
  for (const [id, events] of done) await acknowledge(env, id, events);
}

/** Records an event's error with its organization; a message that is not an event has no owner. */
async function recordEventError(env: Env, event: OutboxEvent | null, error: unknown): Promise<void> {
  const kind = event && Object.hasOwn(kinds, event.kind) ? event.kind : "unknown";
  await recordError(env, {
    error,
    url: `/queues/outbox/${kind}`,
    route: `queues/outbox/${kind}`,
    request_id: event?.id ?? newId(),
    severity: "error",
    organization_id: event?.organization_id || null,
  });
}

/** A lost acknowledgement costs a repeated delivery, which changes nothing. */
async function acknowledge(env: Env, organization_id: string, events: string[]): Promise<void> {
  try {
    // The object exists, because it has sent these events, so no region is needed.
    await storeOf(organizationObject({ id: organization_id, region: null }, env)).outbox.acknowledge(events);
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
