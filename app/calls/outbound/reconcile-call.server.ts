/** Finds out what became of a placed call of which nothing was heard: a crash, a lost answer, lost reports. It never dials. */
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { settings as settingsOf } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { carrierPatience_ms, type OpenPlaced } from "./placed-calls.schema.ts";

/** A call that the carrier has just been asked for may not be in its list yet. */
const appears_ms = minute_ms;

/** The account of a placed call; null: it was removed, or this deployment has no such carrier. */
export const accountOfPlaced = (env: Env, { provider, account_id }: OpenPlaced) =>
  credentialsOf(new Database(env.DB, new Timing()), settingsOf(env), { carrier: provider, account_id });

type Asked = { call: OpenPlaced; account: CarrierAccount; store: Store };

/** @returns whether the call is over */
async function settle({ call, account, store }: Asked, now: number): Promise<boolean> {
  const { call_id, provider, provider_call_id, our_number: from, other_number: to } = call;
  const { client } = account;
  const answer = await (provider_call_id === null
    ? client.calls.find({ to, from, since: call.started_at })
    : client.calls.read(provider_call_id));
  const age = now - call.started_at;
  if (!answer.ok) {
    if (age < carrierPatience_ms) throw new Fault("carrier_unavailable");
    await store.placed.notPlaced({ call_id, cause: null, words: answer.why, now });
    return true;
  }
  if (answer.call === null) {
    if (age < appears_ms) return false;
    await store.placed.notPlaced({ call_id, cause: null, words: null, now });
    return true;
  }
  const { state } = await store.placed.report({
    call_id,
    provider,
    provider_call_id: answer.call.provider_call_id,
    status: answer.call.status,
    cause: null,
    now,
  });
  return state === "ended";
}

/**
 * Handles the task `call_check`; repeating it changes nothing.
 * @throws Fault carrier_unavailable when the carrier does not answer, so that the task comes again
 */
export async function reconcileCall(
  env: Env,
  { organization_id, call_id }: { organization_id: string; call_id: string },
): Promise<void> {
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  const call = await store.placed.open(call_id);
  if (!call) return;
  const now = Date.now();
  const account = await accountOfPlaced(env, call);
  if (!account) {
    await store.placed.notPlaced({ call_id, cause: null, words: null, now });
    return;
  }
  if (await settle({ call, account, store }, now)) await capacity(env, account.lines_of).release(call_id);
}
