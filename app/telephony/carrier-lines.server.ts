/** Gives access to the object of a carrier account, whose lines all organizations share. */
import type { Settings } from "#app/platform/env.server.ts";

/** Calls live near the carrier's media, not near the first request: Twilio's default region is in Virginia (docs/telephony.md, "Latency"). */
export const nearCarrier: DurableObjectLocationHint = "enam";

/** The name of a carrier account's `Capacity`. */
export const capacityAccount = ({ TWILIO_ACCOUNT_SID }: Settings): string => `twilio:${TWILIO_ACCOUNT_SID}`;

export const capacity = (env: Env, account: string) =>
  env.CAPACITY.getByName(account, { locationHint: nearCarrier });
