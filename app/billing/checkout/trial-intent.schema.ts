/** What a person was about to try when they were asked to sign in first (docs/product.md, "Fields", "Sign-in flows" and "Constants"). */
import { z } from "zod";
import { day_ms } from "#app/platform/durations.ts";

/** Trial intent lifetime 24 h, in ms. */
export const trialLifetime_ms = day_ms;

/** Stripe's id of a price, as an address or a form may bring it. */
export const priceChoice = z.string().min(1).max(255);

/** The stored form (docs/product.md, "Fields"); `timestamp` in ms UTC, `expiresIn` in ms. */
export const trialIntent = z.object({
  priceId: priceChoice,
  timestamp: z.number().int(),
  expiresIn: z.number().int(),
});
export type TrialIntent = z.infer<typeof trialIntent>;

/** Whether it is still valid: for as long as it says, and never longer than 24 h. `now`: ms UTC */
export const isStanding = ({ timestamp, expiresIn }: TrialIntent, now: number): boolean =>
  timestamp <= now && now - timestamp < Math.min(expiresIn, trialLifetime_ms);

/** Whether an address of the sign-in screen says that its visitor wants a trial (docs/product.md, "Routes"). */
export const asksForTrial = (searchParams: URLSearchParams): boolean =>
  searchParams.get("intent") === "trial" || searchParams.get("trial") === "1";
