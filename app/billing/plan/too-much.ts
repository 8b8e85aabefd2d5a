/** What an organization has more of than a plan allows: what must go before it can choose that plan. */
import { type GrantedLimits, includedNumbersOf, limitsOf, tiers } from "#app/membership/plan-limits.ts";
import { counted } from "#app/platform/format.ts";

/** What an organization has now, of all that plans count. */
export type Holding = {
  readonly agents: number;
  readonly numbers: number;
  /** Those that the plan's fee pays for, the clients' among them; 0 where that does not count. */
  readonly included: number;
  /** Pending invitations included. */
  readonly members: number;
  readonly clients: number;
  /** Whether it has a domain of its own, for its pages or its mail. */
  readonly hasOwnDomain: boolean;
};

const nouns = [
  ["agents", "agent", "agents"],
  ["numbers", "phone number", "phone numbers"],
  ["members", "member", "members"],
  ["clients", "client", "clients"],
] as const;

/** "3 agents", "2 phone numbers", "the custom domain"; empty: the plan is large enough. */
export function tooMuchFor(
  tier: string,
  held: Holding,
  locale: string,
  granted: GrantedLimits | null = null,
): string[] {
  const limits = limitsOf(tier, null, granted);
  const over = nouns.flatMap(([what, one, many]) => {
    const beyond = what === "numbers" ? held.included - includedNumbersOf(tier) : 0;
    const more = Math.max(held[what] - limits[what], beyond);
    return more > 0 ? [counted(more, one, many, locale)] : [];
  });
  return held.hasOwnDomain && !limits.whiteLabel ? [...over, "the custom domain"] : over;
}

/** "3 agents, 2 members and the custom domain". */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** What a person reads who chose a plan that is too small. */
export const tooMuchWords = (plan: string, over: readonly string[]): string =>
  `${plan} is too small for what you have now. Remove ${listed(over)} first.`;

/** Where a plan stands among the plans: a larger number is a larger plan. */
export const rankOf = (tier: string): number => tiers.indexOf(tier);
