/** What somebody was about to try when they were asked to sign in first (specification sections 3, 4 and 9). */
import { z } from "zod";
import { day_ms } from "#app/platform/durations.ts";

/** Trial intent lifetime 24 h, in ms. */
export const trialLifetime_ms = day_ms;

/** As the specification stores it; `timestamp` in ms UTC, `expiresIn` in ms. */
export const trialIntent = z.object({
  priceId: z.string().min(1).max(255),
  timestamp: z.number().int(),
  expiresIn: z.number().int(),
});
export type TrialIntent = z.infer<typeof trialIntent>;

/** Whether it may still be taken up: not longer than it says itself, and never longer than 24 h. `now`: ms UTC */
export const isStanding = ({ timestamp, expiresIn }: TrialIntent, now: number): boolean =>
  timestamp <= now && now - timestamp < Math.min(expiresIn, trialLifetime_ms);

/** Whether an address of the sign-in screen says that its visitor comes for a trial (specification section 2). */
export const asksForTrial = (searchParams: URLSearchParams): boolean =>
  searchParams.get("intent") === "trial";
