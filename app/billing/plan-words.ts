/** An organization's plan and its usage in words, from counts. */

import { type PlanLimits, trialTalk_s } from "#app/membership/plan-limits.ts";
import { count, startedMinutes } from "#app/platform/format.ts";
import { shownStatus } from "./plan/subscription-words.ts";

export type Plan = { tier: string; status: string; limits: PlanLimits };
export type Used = {
  agents: number;
  numbers: number;
  calls: number;
  seconds: number;
  talked_seconds: number;
};

/** `organizations.subscription_status` as people read it. */
export const statusWords = (status: string): string => shownStatus(status).word;
/** `organizations.subscription_tier` as people read it: "Starter". */
export const tierWords = (tier: string): string => tier.charAt(0).toUpperCase() + tier.slice(1);

/** Figures and facts as the page shows them; `month` is its name. */
export function planWords({ tier, status, limits }: Plan, used: Used, month: string, locale: string) {
  const left = Math.max(0, trialTalk_s - used.talked_seconds);
  return {
    plan: tierWords(tier),
    status: statusWords(status),
    figures: [
      { label: "Minutes used", value: startedMinutes(used.seconds, locale), note: `in ${month}` },
      { label: "Calls", value: count(used.calls, locale), note: `in ${month}` },
      ...(status === "pending"
        ? [
            {
              label: "Trial minutes left",
              // Rounded down, so that the promised minutes exist.
              value: count(Math.floor(left / 60), locale),
              note: `of ${count(trialTalk_s / 60, locale)}`,
            },
          ]
        : []),
    ],
    holds: [
      ["Agents", `${count(used.agents, locale)} of ${count(limits.agents, locale)}`],
      ["Phone numbers", `${count(used.numbers, locale)} of ${count(limits.numbers, locale)}`],
      ["Concurrent calls", `up to ${count(limits.lines, locale)}`],
    ] as [string, string][],
  };
}
