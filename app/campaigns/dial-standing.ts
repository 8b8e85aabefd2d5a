/** What a plan says of an organization's calls, as its dialer keeps it. */
import type { Actor } from "#app/membership/actor.ts";
import { type GrantedLimits, type LowerLimits, limitsOf, reachOf } from "#app/membership/plan-limits.ts";
import type { DialStanding } from "./dial.schema.ts";

type Called = {
  organization: { country: string; time_zone: string };
  tier: string;
  subscription_status: string;
  lower_limits: LowerLimits | null;
  granted_limits: GrantedLimits | null;
};

const standing = (
  limits: Actor["limits"],
  rest: Pick<DialStanding, "country" | "reach" | "time_zone">,
): DialStanding => ({
  ...rest,
  lines: limits.lines,
  per_day: limits.calls_a_day,
  per_minute: limits.calls_a_minute,
});

/** As D1 has it. */
export const standingOf = ({ organization, tier, subscription_status, ...limits }: Called): DialStanding =>
  standing(limitsOf(tier, limits.lower_limits, limits.granted_limits), {
    country: organization.country,
    reach: reachOf(tier, subscription_status),
    time_zone: organization.time_zone,
  });

/** As it stands for who acts. */
export const standingFor = ({ organization, limits }: Pick<Actor, "organization" | "limits">): DialStanding =>
  standing(limits, {
    country: organization.country,
    reach: reachOf(organization.tier, organization.status),
    time_zone: organization.timeZone,
  });
