/** Gives access to the object of a carrier account, whose lines all organizations share. */

/** Calls live near the carriers' media, not near the first request: their default regions are in Virginia (docs/telephony.md, "Latency"). */
export const nearCarrier: DurableObjectLocationHint = "enam";

/** `account`: its name, as `lines_of` says it. */
export const capacity = (env: Env, account: string) =>
  env.CAPACITY.getByName(account, { locationHint: nearCarrier });
