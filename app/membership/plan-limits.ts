/** What each plan allows at once. One table, so that admission and the pages that explain it cannot disagree. */

import type { Reach } from "#app/platform/phone-number-cost.ts";

export type PlanLimits = {
  /** Calls that may go on at the same time. */
  lines: number;
  /** Phone numbers that it may hold. */
  numbers: number;
  /** Agents that are not put away. */
  agents: number;
  /** Where callers may be put through to. */
  reach: Reach;
};

const starter: PlanLimits = { lines: 25, numbers: 5, agents: 10, reach: "abroad" };

/** An organization that never subscribed may try everything, for this long on the phone (design, section 8). */
export const trialTalk_s = 1800;

/** No call is let in for less: a greeting alone takes a good part of it. */
const leastCall_s = 60;

/** Whether an organization never subscribed. `subscription_status` as in `organizations`. */
export const isUnpaid = (subscription_status: string): boolean => subscription_status === "pending";

/** Whether an organization has talked its trial away, but for less than a minute. */
export const isTrialOver = (subscription_status: string, talked_seconds: number): boolean =>
  isUnpaid(subscription_status) && talked_seconds > trialTalk_s - leastCall_s;

/**
 * How long one more call may last, with the talk it is put through to; null when the calls that go on now may use up all
 * that is left of a trial. An organization that subscribed has no such end.
 * @param talked_seconds of finished calls
 * @param reserved_seconds what each call that goes on now may last, together
 * @param wanted_seconds how long it may last but for the trial
 */
export function callAllowance(
  subscription_status: string,
  talked_seconds: number,
  reserved_seconds: number,
  wanted_seconds: number,
): number | null {
  if (!isUnpaid(subscription_status)) return wanted_seconds;
  const left = trialTalk_s - talked_seconds - reserved_seconds;
  return left < leastCall_s ? null : Math.min(left, wanted_seconds);
}

const plans: Record<string, PlanLimits> = { starter };

/**
 * The limits of a plan; a tier that nobody knows has the starter's (specification section 3: the default tier), and who
 * never subscribed tries everything within those (design, section 8).
 * @param tier `organizations.subscription_tier`
 */
export const limitsOf = (tier: string): PlanLimits =>
  Object.hasOwn(plans, tier) ? (plans[tier] ?? starter) : starter;

/** Where an organization may have callers put through to: one that never subscribed stays at home. */
export const reachOf = (tier: string, subscription_status: string): Reach =>
  isUnpaid(subscription_status) ? "home" : limitsOf(tier).reach;
