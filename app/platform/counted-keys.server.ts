/** The form in which counters store a network or an e-mail address. */
import { mac } from "./crypto.server.ts";
import { settings } from "./env.server.ts";

/** Keyed, because a plain hash can be reversed by hashing every IPv4 address or a list of e-mail addresses. */
const keyed = async (env: object, of: "network" | "address", text: string): Promise<string> =>
  (await mac(settings(env).APP_SECRET, `counted-${of}`, text)).slice(0, 32);

/** An e-mail address for a counter's key. */
export const addressKey = (env: object, folded: string): Promise<string> => keyed(env, "address", folded);

/**
 * A network for a counter's key. An IPv4 address is hashed with a key, because it identifies a household or a person;
 * the /64 of an IPv6 address is only a prefix and stays readable.
 * @param network from `networkOf`
 */
export const networkKey = async (env: object, network: string): Promise<string> =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(network) ? keyed(env, "network", network) : network;
