/** Errors inside an object, where no request waits for an answer: logged at once, and sent to be recorded with the others. */
import { describedError } from "#app/monitoring/described-error.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";

export type ObjectError = {
  error: unknown;
  /** The object and its activity: `call/brain`. */
  where: string;
  organization_id: string | null;
  /** The call in which it happened. */
  call_id?: string | null;
};

/** How soon an object whose whole alarm failed wakes again, in ms: the platform itself stops after six tries. */
export const alarmRetry_ms = minute_ms;

/** Never throws: when the queue itself fails, the log line remains. */
export async function reportObjectError(
  env: Pick<Env, "OUTBOX">,
  { error, where, organization_id, call_id = null }: ObjectError,
): Promise<void> {
  const { message, code, stack } = describedError(error);
  log("error", "object_error", { where, organization_id, code, message });
  const id = newId();
  await env.OUTBOX.send({
    id,
    kind: "object_error",
    organization_id: organization_id ?? "",
    payload: { message, where, stack, call_id },
    created_at: Date.now(),
  }).catch((failure: unknown) => log("error", "object_error_unsent", { where, message: String(failure) }));
}
