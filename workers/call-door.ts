/** Gives access to the objects of a call: the call itself, and the carrier account whose lines it uses. */
import type { Settings } from "#app/platform/env.server.ts";

/** Calls live near the carrier's media, not near the first request: Twilio's default region is in Virginia (docs/telephony.md, "Latency"). */
const nearCarrier: DurableObjectLocationHint = "enam";

export const callSession = (env: Env, call_id: string) =>
  env.CALL_SESSION.getByName(call_id, { locationHint: nearCarrier });

/** The name of a carrier account's `Capacity`. */
export const capacityAccount = ({ TWILIO_ACCOUNT_SID }: Settings): string => `twilio:${TWILIO_ACCOUNT_SID}`;

export const capacity = (env: Env, account: string) =>
  env.CAPACITY.getByName(account, { locationHint: nearCarrier });
