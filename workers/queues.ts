/** What queues deliver: the one table from a queue's name to its consumer. */
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { newId } from "#app/platform/id.ts";
import { consumeDial } from "./dial-queue.ts";
import { consumeFacts } from "./facts-queue.ts";
import { consumeOutbox } from "./outbox-queue.ts";
import { consumeWebhooks } from "./webhook-queue.ts";

const queues = new Map<string, (batch: MessageBatch, env: Env, ctx: ExecutionContext) => Promise<void>>([
  ["facts", consumeFacts],
  ["outbox", consumeOutbox],
  // Tasks of the outbox too; a batch of this queue is one of them.
  ["imports", consumeOutbox],
  ["dial", consumeDial],
  ["webhooks", consumeWebhooks],
]);

/** Hands a batch to its queue's consumer. The messages of a queue without one are kept for a version that has it. */
export async function consume(batch: MessageBatch, env: Env, ctx: ExecutionContext): Promise<void> {
  const consumer = queues.get(batch.queue);
  if (consumer) return consumer(batch, env, ctx);
  batch.retryAll();
  await recordError(env, {
    error: new Error(`unknown queue ${batch.queue}`),
    url: "/queues/unknown",
    route: "queues/unknown",
    request_id: newId(),
    severity: "error",
  });
}
