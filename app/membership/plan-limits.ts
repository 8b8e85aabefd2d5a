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
  /** Client organizations that are not archived; 0: the plan has no clients. */
  clients: number;
  /** Members and pending invitations. */
  members: number;
  /** Endpoints of webhooks. */
  webhooks: number;
  /** Calls that campaigns place in a day and in a minute, all together. */
  calls_a_day: number;
  calls_a_minute: number;
  /** Custom domains and mail from a domain of one's own. */
  whiteLabel: boolean;
};

const starter: PlanLimits = {
  lines: 25,
  numbers: 5,
  agents: 10,
  reach: "abroad",
  clients: 0,
  members: 10,
  webhooks: 3,
  calls_a_day: 1000,
  calls_a_minute: 10,
  whiteLabel: false,
};

/** How long an organization that never subscribed may talk on the phone; it may try everything else too (docs/product.md, "Trial"). */
export const trialTalk_s = 1800;

/** A call is admitted only with this much time left: a greeting alone takes a good part of it. */
const leastCall_s = 60;

/** Whether an organization never subscribed. `subscription_status` as in `organizations`. */
export const isUnpaid = (subscription_status: string): boolean => subscription_status === "pending";

/** The time that a trial of a plan includes, and what its calls have used of it. */
export type PlanTrial = { readonly included_seconds: number; readonly used_seconds: number };

/** The trial that an organization is in: its plan's, or the one before it subscribes; null: none bounds it. */
const trialOf = (
  subscription_status: string,
  talked_seconds: number,
  trial: PlanTrial | null,
): PlanTrial | null =>
  trial ??
  (isUnpaid(subscription_status) ? { included_seconds: trialTalk_s, used_seconds: talked_seconds } : null);

/** The trial of an organization that never subscribed, where the platform's admins made it longer; null: it is the usual one, or none. */
export const grantedTrial = (
  subscription_status: string,
  granted: GrantedLimits | null | undefined,
  talked_seconds: number,
): PlanTrial | null =>
  isUnpaid(subscription_status) && granted?.trial_minutes !== undefined
    ? { included_seconds: trialTalkOf(granted), used_seconds: talked_seconds }
    : null;

/**
 * Whether an organization has used its trial, except for less than a minute.
 * @param trial of its plan; null: it is in none
 */
export function isTrialOver(
  subscription_status: string,
  talked_seconds: number,
  trial: PlanTrial | null = null,
): boolean {
  const bound = trialOf(subscription_status, talked_seconds, trial);
  return bound !== null && bound.used_seconds > bound.included_seconds - leastCall_s;
}

/** What calls from browsers may reserve of a trial's rest, so that people who phone are answered. A third. */
const webShareOf = (rest: number): number => Math.floor(rest / 3);

/**
 * How long one more call may last, including a transfer; null when the running calls may use up the rest of the
 * trial. A subscribed organization has no such end, unless its plan's trial goes on.
 * @param talked_seconds of finished calls
 * @param reserved_seconds what each running call may last, together
 * @param wanted_seconds how long it may last without the trial's limit
 * @param trial of its plan; null: it is in none
 * @param web_seconds of a call from a browser: the part of `reserved_seconds` that browsers' calls hold; null: a phone call
 */
export function callAllowance(
  subscription_status: string,
  talked_seconds: number,
  reserved_seconds: number,
  wanted_seconds: number,
  trial: PlanTrial | null = null,
  web_seconds: number | null = null,
): number | null {
  const bound = trialOf(subscription_status, talked_seconds, trial);
  if (bound === null) return wanted_seconds;
  const rest = bound.included_seconds - bound.used_seconds;
  const free = rest - reserved_seconds;
  const left = web_seconds === null ? free : Math.min(free, webShareOf(rest) - web_seconds);
  return left < leastCall_s ? null : Math.min(left, wanted_seconds);
}

const plans: Record<string, PlanLimits> = {
  starter,
  growth: { ...starter, lines: 50, numbers: 25, agents: 50, members: 25, webhooks: 10, whiteLabel: true },
  scale: {
    ...starter,
    lines: 100,
    numbers: 100,
    agents: 200,
    members: 100,
    webhooks: 25,
    whiteLabel: true,
    clients: 10,
  },
  agency: {
    ...starter,
    lines: 200,
    numbers: 500,
    agents: 500,
    members: 500,
    webhooks: 50,
    whiteLabel: true,
    clients: 1000,
  },
};

/** How many local numbers of the United States and Canada each plan's fee pays for; an agency's are shared with its clients. */
const includedNumbers: Record<string, number> = { starter: 1, growth: 3, scale: 10, agency: 50 };

/** `tier`: `organizations.subscription_tier`; an unknown one has the starter's. */
export const includedNumbersOf = (tier: string): number =>
  (Object.hasOwn(includedNumbers, tier) ? includedNumbers[tier] : undefined) ?? 1;

/** The limits that an agency can lower for a client. */
export const loweredLimits = ["lines", "numbers", "agents"] as const;

/** What an agency allows a client, where that is less than the plan does: `organizations.client_limits`. */
export type LowerLimits = Readonly<Record<string, number>>;

/** The limits that the platform's admins can set for one organization, in place of its plan's. */
export const grantableLimits = [
  "lines",
  "numbers",
  "agents",
  "members",
  "clients",
  "calls_a_day",
  "calls_a_minute",
] as const;

/** What the platform's admins allow: `organizations.granted_limits`, with `trial_minutes` of an organization that never subscribed. */
export type GrantedLimits = Readonly<Record<string, number>>;

/** How long an organization that never subscribed may talk. */
export const trialTalkOf = (granted: GrantedLimits | null): number =>
  granted?.trial_minutes === undefined ? trialTalk_s : granted.trial_minutes * 60;

/**
 * The limits of a plan. An unknown tier has the starter's, and an organization that never subscribed has its plan's
 * too (docs/product.md, "Trial").
 * @param tier `organizations.subscription_tier`
 * @param lower what its agency allows a client; null: the organization is no client. A client has no clients.
 * @param granted what the platform's admins allow in place of the plan's numbers; null: nothing else
 */
export function limitsOf(
  tier: string,
  lower: LowerLimits | null = null,
  granted: GrantedLimits | null = null,
): PlanLimits {
  const sold = Object.hasOwn(plans, tier) ? (plans[tier] ?? starter) : starter;
  const given = grantableLimits.map((name) => [name, granted?.[name] ?? sold[name]]);
  const plan: PlanLimits = granted === null ? sold : { ...sold, ...Object.fromEntries(given) };
  if (lower === null) return plan;
  const bounded = loweredLimits.map((name) => [name, Math.min(plan[name], lower[name] ?? plan[name])]);
  // A client wears its agency's plan: custom domains are the agency's to give.
  return { ...plan, ...Object.fromEntries(bounded), clients: 0, whiteLabel: true };
}

/** Whether an organization has the pages about clients: its plan has room for some, or it has some from an earlier plan. */
export const hasClients = (one: {
  readonly subscription_tier: string;
  readonly client_limits: LowerLimits | null;
  readonly granted_limits: GrantedLimits | null;
  readonly has_clients: boolean;
}): boolean =>
  one.has_clients || limitsOf(one.subscription_tier, one.client_limits, one.granted_limits).clients > 0;

/** The plans from the smallest to the largest. */
export const tiers = Object.keys(plans);

/** What a plan counts. */
export type Counted = "lines" | "numbers" | "agents" | "clients" | "members" | "webhooks";

/**
 * The smallest plan that allows at least so many of something; null: none does.
 * @param most what is needed: 11 agents
 */
export const planAllowing = (what: Counted, most: number): string | null =>
  tiers.find((tier) => limitsOf(tier)[what] >= most) ?? null;

/** The smallest plan with custom domains. */
export const whiteLabelPlan = (): string => tiers.find((tier) => limitsOf(tier).whiteLabel) ?? "starter";

/** Whether an organization may have custom domains and mail of its own: its plan has them, or it still tries everything. */
export const hasWhiteLabel = (limits: PlanLimits, subscription_status: string): boolean =>
  limits.whiteLabel || isUnpaid(subscription_status);

const sizeOf = (tier: string): number => Math.max(0, tiers.indexOf(tier));

/** The smaller of two plans; `other` null: there is one only. An unknown one is as small as the starter's. */
export const smallerTier = (tier: string, other: string | null): string =>
  other !== null && sizeOf(other) < sizeOf(tier) ? other : tier;

/** The plans that an agency can give its clients: none larger than its own. */
export const tiersUpTo = (tier: string): string[] => tiers.slice(0, Math.max(1, tiers.indexOf(tier) + 1));

/** Where an organization may transfer callers: before it pays, and while a payment is overdue, only within its country. */
export const reachOf = (tier: string, subscription_status: string): Reach =>
  isUnpaid(subscription_status) || ["trialing", "past_due"].includes(subscription_status)
    ? "home"
    : limitsOf(tier).reach;
