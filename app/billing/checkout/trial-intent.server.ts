/** Keeps a trial intent in a signed cookie, through signing up, verifying and signing in (docs/architecture.md, "Requests"). */
import { startPage } from "#app/accounts/return-path.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import {
  asksForTrial,
  isStanding,
  type TrialIntent,
  trialIntent,
  trialLifetime_ms,
} from "./trial-intent.schema.ts";

// The price is kept here, where no script reads it; a client secret is stored nowhere.
const trialCookie = "trial_intent";
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/** The `set-cookie` line that keeps the price of a trial for 24 h. `now`: ms UTC */
export const keepingTrialIntent = (
  request: Request,
  context: Context,
  priceId: string,
  now: number,
): Promise<string> => {
  const value: TrialIntent = { priceId, timestamp: now, expiresIn: trialLifetime_ms };
  return signedCookie(request, keysOf(context), trialCookie, value, { maxAge: trialLifetime_ms / 1000 });
};

/** The browser's intent; null when it is absent, expired or not signed by us. `now`: ms UTC */
export async function trialIntentOf(
  request: Request,
  context: Context,
  now: number,
): Promise<TrialIntent | null> {
  const kept = trialIntent.safeParse(await readSignedCookie(request, keysOf(context), trialCookie));
  return kept.success && isStanding(kept.data, now) ? kept.data : null;
}

/** The `set-cookie` line that drops it: the checkout that it was for has been opened. */
export const droppingTrialIntent = (request: Request): string => expiredCookie(request, trialCookie);

/** The checkout of a price. */
export const checkoutOf = (priceId: string): string => `/checkout?${new URLSearchParams({ price: priceId })}`;

/**
 * Where a person goes who has just signed in or proven their address: a kept trial leads to its checkout, unless they
 * came for another page.
 * @param path where they would go otherwise
 */
export async function trialOr(
  request: Request,
  context: Context,
  path: string,
  now: number,
): Promise<string> {
  if (path !== startPage) return path;
  const kept = await trialIntentOf(request, context, now);
  return kept === null ? path : checkoutOf(kept.priceId);
}

/** Whether the visitor is on the way to a trial: by the address, or by the browser's intent. `now`: ms UTC */
export const comesForTrial = async (request: Request, context: Context, now: number): Promise<boolean> =>
  asksForTrial(new URL(request.url).searchParams) || (await trialIntentOf(request, context, now)) !== null;
