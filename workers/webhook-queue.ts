/** The queue `webhooks`: deliveries that an organization has leased leave for its endpoints. */
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { newId } from "#app/platform/id.ts";
import { deliver } from "#app/webhooks/deliver.server.ts";
import { webhookMessage } from "#app/webhooks/webhook-terms.schema.ts";

/** Sends the deliveries of a batch side by side. A message is never retried: a delivery that was not reported is free again when its lease ends. */
export async function consumeWebhooks(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const { success, data } = webhookMessage.safeParse(message.body);
      try {
        if (!success) throw new Error("malformed delivery");
        await deliver(env, data);
      } catch (error) {
        await recordError(env, {
          error,
          url: "/queues/webhooks",
          route: "queues/webhooks",
          request_id: newId(),
          severity: "error",
          organization_id: data?.organization_id ?? null,
        });
      }
      message.ack();
    }),
  );
}
