/** Networks that an account's owner has signed in from: while others guess the password, the owner can sign in from there. */
import { inArray } from "drizzle-orm";
import { crowd, networkOf } from "#app/limits/network.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { mac } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { knownNetworks } from "#drizzle/control/schema.ts";

const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));
const networkIn = (request: Request): string => networkOf(request.headers.get("cf-connecting-ip"));
const macOf = (key: string, email: string, network: string): Promise<string> =>
  mac(key, "known-network", JSON.stringify([folded(email), network]));

/** The request's network in the form stored for an address: one MAC for each valid secret. */
export async function networkMacs(request: Request, context: Context, email: string): Promise<string[]> {
  const network = networkIn(request);
  // In local mode all visitors share one network, which distinguishes no one.
  const keys = network === crowd ? [] : keysOf(context);
  return Promise.all(keys.map((key) => macOf(key, email, network)));
}

/** Finds a row when the account has signed in from one of these networks; for the caller's batch. */
export const knownNetwork = (context: Context, macs: string[]) =>
  platform(context.get(database))
    .select({ network: knownNetworks.network })
    .from(knownNetworks)
    .where(inArray(knownNetworks.network, macs));

/** Stores the request's network as known for the account; for the batch of a sign-in. `now`: ms UTC */
export async function rememberingNetwork(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  now: number,
) {
  const network = networkIn(request);
  if (network === crowd) return [];
  const own = { user_id: user.id, last_used_at: now };
  return [
    platform(context.get(database))
      .insert(knownNetworks)
      .values({ network: await macOf(keysOf(context)[0], user.email, network), ...own })
      .onConflictDoUpdate({ target: knownNetworks.network, set: own }),
  ];
}
