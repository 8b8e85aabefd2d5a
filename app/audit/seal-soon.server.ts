/** Seals events a moment after they were written: one run for all of an isolate's events of that moment. */
import { env, waitUntil } from "cloudflare:workers";
import { innermostMessage } from "#app/platform/constraints.ts";
import { second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";

const pause_ms = second_ms;
/** A run that was promised may be lost with the request that carried it. */
const forgotten_ms = 10 * second_ms;
/** When a pending run was promised; 0: none. */
let promisedAt = 0;

/** Promises a run. Only during a request, cron or a queue's delivery; cron seals what is missed. */
export function sealSoon(): void {
  const now = Date.now();
  // A clock that is set back must not put the next run off.
  if (Math.abs(now - promisedAt) < forgotten_ms) return;
  promisedAt = now;
  waitUntil(seal());
}

async function seal(): Promise<void> {
  await scheduler.wait(pause_ms);
  promisedAt = 0;
  try {
    const { sealNewest } = await import("./sealing.server.ts");
    const fault = await sealNewest(env, Date.now());
    // Cron finds it too, and tells.
    if (fault) log("warn", "audit_not_sealed", { message: `broken chain: ${fault.kind}` });
  } catch (error) {
    log("warn", "audit_not_sealed", { message: innermostMessage(error) });
  }
}
