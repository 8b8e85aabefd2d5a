/** What organizations' outboxes hand over: each event is applied to the control plane once, however often it is delivered. */
import { z } from "zod";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { addCallUsage, callUsage } from "#app/organizations/usage.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
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
  object_error: (env, { id, organization_id, payload }) => {
    const { message, where } = objectError.parse(payload);
    return recordError(env, {
      error: new Error(message),
      url: `/objects/${where}`,
      request_id: id,
      severity: "error",
      organization_id: organization_id || null,
    });
  },
};

/** Applies a batch. What fails comes again; what nobody understands is logged and left, because it never will be. */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const { success, data } = outboxEvent.safeParse(message.body);
    const apply = success && Object.hasOwn(kinds, data.kind) ? kinds[data.kind] : undefined;
    if (!success || !apply) {
      log("error", "outbox_event_unknown", { kind: success ? data.kind : "malformed" });
      message.ack();
      continue;
    }
    try {
      await apply(env, data);
      message.ack();
    } catch (error) {
      log("warn", "outbox_event_failed", {
        kind: data.kind,
        organization_id: data.organization_id,
        attempts: message.attempts,
        message: String(error),
      });
      message.retry({ delaySeconds: Math.min(3600, 2 ** Math.min(message.attempts, 11)) });
    }
  }
}
