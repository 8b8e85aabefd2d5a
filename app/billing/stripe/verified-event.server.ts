/** Whether a post is an event of Stripe (R27): signed with one of our secrets, sent now, of our mode. */
import type Stripe from "stripe";
import type { Settings } from "#app/platform/env.server.ts";
import { stripeOf } from "./stripe.server.ts";

/** How far the time of a signature may be from ours, in the past and in the future. */
const tolerance_s = 300;

/**
 * The event of a post; null: it is not believed.
 * @param body the text as it came: a parsed and rewritten one has another signature
 * @param now ms UTC
 */
export async function verifiedEvent(
  settings: Settings,
  body: string,
  signature: string | null,
  now: number,
): Promise<Stripe.Event | null> {
  // The package refuses old signatures and accepts those of the future.
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? "")?.[1] ?? Number.NaN);
  if (signature === null || !(Math.abs(now / 1000 - at) <= tolerance_s)) return null;
  const { webhooks } = await stripeOf(settings);
  for (const secret of secretsOf(settings)) {
    try {
      return await webhooks.constructEventAsync(body, signature, secret, tolerance_s, undefined, now);
    } catch {
      // Signed with another secret, or by no one who knows one.
    }
  }
  return null;
}

/** The secrets of our endpoints: the platform's own, its former one while it is changed, and that of connected accounts. */
const secretsOf = ({
  STRIPE_WEBHOOK_SECRET,
  STRIPE_WEBHOOK_SECRET_PREVIOUS,
  STRIPE_CONNECT_WEBHOOK_SECRET,
}: Settings): string[] =>
  [STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_PREVIOUS, STRIPE_CONNECT_WEBHOOK_SECRET].filter(
    (secret) => secret !== undefined,
  );

/** Whether an event is of the mode that this deployment works in: live money, or test money. */
export const isOurMode = ({ STRIPE_SECRET_KEY = "" }: Settings, { livemode }: Stripe.Event): boolean =>
  livemode === /^[a-z]+_live_/.test(STRIPE_SECRET_KEY);

/** The version of Stripe's API that our client speaks. */
export const ourVersion = async (): Promise<string> => (await import("stripe")).default.API_VERSION;
