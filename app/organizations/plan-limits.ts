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

/** Before anybody pays, a number costs us and nobody else: one is enough to try everything. */
const pendingNumbers = 1;

/**
 * The limits of a plan; a tier that nobody knows has the starter's (specification section 3: the default tier).
 * @param tier `organizations.subscription_tier`
 * @param status `organizations.subscription_status`; `pending`, one that never subscribed, may hold one number only
 */
export function limitsOf(tier: string, status?: string): PlanLimits {
  const plan = Object.hasOwn(plans, tier) ? (plans[tier] ?? starter) : starter;
  return status === "pending" ? { ...plan, numbers: pendingNumbers } : plan;
}
