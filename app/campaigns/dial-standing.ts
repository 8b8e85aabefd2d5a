/** What a plan says of an organization's calls, as its dialer keeps it. */
import { type GrantedLimits, type LowerLimits, limitsOf, reachOf } from "#app/membership/plan-limits.ts";
import type { DialStanding } from "./dial.schema.ts";

type Called = {
  organization: { country: string; time_zone: string };
  tier: string;
  subscription_status: string;
  lower_limits: LowerLimits | null;
  granted_limits: GrantedLimits | null;
};

export const standingOf = ({ organization, tier, subscription_status, ...limits }: Called): DialStanding => ({
  country: organization.country,
  reach: reachOf(tier, subscription_status),
  lines: limitsOf(tier, limits.lower_limits, limits.granted_limits).lines,
  time_zone: organization.time_zone,
});
