/** What each plan allows at once. One table, so that admission and the pages that explain it cannot disagree. */

export type PlanLimits = {
  /** Calls that may go on at the same time. */
  lines: number;
  /** Phone numbers that it may hold. */
  numbers: number;
  /** Agents that are not put away. */
  agents: number;
};

const starter: PlanLimits = { lines: 25, numbers: 5, agents: 10 };

/** An organization that never subscribed may try everything, for this long on the phone (design, section 8). */
export const trialTalkSeconds = 1800;

/** Whether an organization has talked its trial away. `subscription_status` as in `organizations`. */
export const isTrialOver = (subscription_status: string, talked_seconds: number): boolean =>
  subscription_status === "pending" && talked_seconds >= trialTalkSeconds;

const plans: Record<string, PlanLimits> = { starter };

/**
 * The limits of a plan; a tier that nobody knows has the starter's (specification section 3: the default tier), and who
 * never subscribed tries everything within those (design, section 8).
 * @param tier `organizations.subscription_tier`
 */
export const limitsOf = (tier: string): PlanLimits =>
  Object.hasOwn(plans, tier) ? (plans[tier] ?? starter) : starter;
