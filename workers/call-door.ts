/** Gives access to the object of a call. */
import { nearCarrier } from "#app/telephony/carrier-lines.server.ts";

export const callSession = (env: Env, call_id: string) =>
  env.CALL_SESSION.getByName(call_id, { locationHint: nearCarrier });
