/** Ends a placed call that still rings: no agent has it yet, so the carrier is told. */
import type { Actor } from "#app/membership/actor.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { accountOfPlaced } from "./reconcile-call.server.ts";

/** @returns false when it doesn't ring, or the carrier cannot be told */
export async function stopRinging(actor: Actor, call_id: string, env: Env): Promise<boolean> {
  const { placed } = actor.store;
  const call = await placed.open(call_id);
  if (!call || call.provider_call_id === null) return false;
  const account = await accountOfPlaced(env, call);
  const { provider, provider_call_id } = call;
  if (!account || !(await account.client.calls.stop(provider_call_id)).ok) return false;
  const report = { call_id, provider, provider_call_id, status: "canceled", cause: "stopped" } as const;
  const { state } = await placed.report({ ...report, now: Date.now() });
  if (state === "ended") await capacity(env, account.lines_of).release(call_id);
  await actor.record("call.stopped", call_id);
  return true;
}
