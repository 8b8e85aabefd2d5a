/** The queue `webhooks`: deliveries that an organization has leased leave for its endpoints. */
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { newId } from "#app/platform/id.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { deliver } from "#app/webhooks/deliver.server.ts";
import { type WebhookMessage, webhookMessage } from "#app/webhooks/webhook-terms.schema.ts";
import { storeFor } from "./outbox-queue.ts";

/**
 * Sends the deliveries of a batch side by side, and has the queue go on meanwhile: a slow address delays no other. A message
 * is never retried: a delivery that was not reported is free again when its lease ends.
 */
export async function consumeWebhooks(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  batch.ackAll();
  const read = batch.messages.map(({ body }) => webhookMessage.safeParse(body));
  const sent = read.flatMap(({ data }) => data ?? []);
  if (sent.length < read.length) await record(env, new Error("malformed delivery"), null);
  const byOrganization = Map.groupBy(sent, ({ organization_id }) => organization_id);
  for (const [id, some] of byOrganization) {
    const store = storeFor(env, id);
    for (const message of some) ctx.waitUntil(delivered(env, store, message));
  }
}

const delivered = (env: Env, store: Store, message: WebhookMessage): Promise<void> =>
  deliver(env, store, message).catch((error: unknown) => record(env, error, message.organization_id));

const record = (env: Env, error: unknown, organization_id: string | null): Promise<void> =>
  recordError(env, {
    error,
    url: "/queues/webhooks",
    route: "queues/webhooks",
    request_id: newId(),
    severity: "error",
    organization_id,
  });
