/** What counters hold in place of a network or an e-mail address. */
import { mac } from "./crypto.server.ts";
import { settings } from "./env.server.ts";

/** Keyed, because a plain hash is undone by hashing every IPv4 address, or a list of e-mail addresses. */
const keyed = async (env: object, of: "network" | "address", text: string): Promise<string> =>
  (await mac(settings(env).APP_SECRET, `counted-${of}`, text)).slice(0, 32);

/** An e-mail address as it may stand in a counter's key. */
export const addressKey = (env: object, folded: string): Promise<string> => keyed(env, "address", folded);

/**
 * A network as it may stand in a counter's key: an IPv4 address by its keyed hash, for it names a household or a person;
 * the /64 of an IPv6 address is a prefix and stays.
 * @param network as `networkOf` tells it
 */
export const networkKey = async (env: object, network: string): Promise<string> =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(network) ? keyed(env, "network", network) : network;
