/** The queue `dial`: attempts that an organization's dialer has leased leave for the carrier. */
import { dialMessage } from "#app/campaigns/dial.schema.ts";
import { dialAttempt } from "#app/campaigns/dial-attempt.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { newId } from "#app/platform/id.ts";

/**
 * Places the calls of a batch side by side. A message is never retried: an attempt that did not leave is given back when
 * its lease ends, and one that left is followed by its call.
 */
export async function consumeDial(batch: MessageBatch, env: Env): Promise<void> {
  await Promise.all(
    batch.messages.map(async (message) => {
      const { success, data } = dialMessage.safeParse(message.body);
      try {
        if (!success) throw new Error("malformed attempt");
        await dialAttempt(env, data);
      } catch (error) {
        await recordError(env, {
          error,
          url: "/queues/dial",
          route: "queues/dial",
          request_id: newId(),
          severity: "error",
          organization_id: data?.organization_id ?? null,
        });
      }
      message.ack();
    }),
  );
}
