/** What each plan allows. One table, so that admission and the pages that explain it agree. */

import type { Reach } from "#app/platform/phone-number-cost.ts";

export type PlanLimits = {
  /** Calls at the same time. */
  lines: number;
  /** Phone numbers. */
  numbers: number;
  /** Agents that are not archived. */
  agents: number;
  /** Where callers may be transferred to. */
  reach: Reach;
};

const starter: PlanLimits = { lines: 25, numbers: 5, agents: 10, reach: "abroad" };

/** How long an organization that never subscribed may talk on the phone; it may try everything else too (docs/product.md, "Trial"). */
export const trialTalk_s = 1800;

/** A call is admitted only with this much time left: a greeting alone takes a good part of it. */
const leastCall_s = 60;

/** Whether an organization never subscribed. `subscription_status` as in `organizations`. */
export const isUnpaid = (subscription_status: string): boolean => subscription_status === "pending";

/** Whether an organization has used its trial, except for less than a minute. */
export const isTrialOver = (subscription_status: string, talked_seconds: number): boolean =>
  isUnpaid(subscription_status) && talked_seconds > trialTalk_s - leastCall_s;

/**
 * How long one more call may last, including a transfer; null when the running calls may use up the rest of the
 * trial. A subscribed organization has no such end.
 * @param talked_seconds of finished calls
 * @param reserved_seconds what each running call may last, together
 * @param wanted_seconds how long it may last without the trial's limit
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
 * The limits of a plan. An unknown tier has the starter's, and an organization that never subscribed has its plan's
 * too (docs/product.md, "Trial").
 * @param tier `organizations.subscription_tier`
 */
export const limitsOf = (tier: string): PlanLimits =>
  Object.hasOwn(plans, tier) ? (plans[tier] ?? starter) : starter;

/** Where an organization may transfer callers: before it subscribes, only within its country. */
export const reachOf = (tier: string, subscription_status: string): Reach =>
  isUnpaid(subscription_status) ? "home" : limitsOf(tier).reach;
