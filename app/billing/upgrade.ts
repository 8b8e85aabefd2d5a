/** What a member of an organization with a full plan reads: which plan allows more, or whom to ask. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Counted, type PlanLimits, planAllowing, whiteLabelPlan } from "#app/membership/plan-limits.ts";
import { tierWords } from "./plan-words.ts";

export type Reached = Pick<Actor, "may" | "hiddenSections" | "isClient">;

/** Whether a member can change the plan: their role allows it, no agency chooses it, and the brand hides neither the plan nor its upgrade button. */
export const offersUpgrade = ({ may, hiddenSections, isClient }: Reached): boolean =>
  !isClient &&
  may("subscription.read") &&
  !isHidden(hiddenSections, "/subscription") &&
  !isHidden(hiddenSections, "upgrade");

/** The end of a sentence that begins with another way out; `tier` null: no plan allows more. */
function orPlan(actor: Reached, tier: string | null): string {
  if (actor.isClient) return "or ask your provider";
  if (!offersUpgrade(actor)) return "or ask your administrator";
  return tier === null ? "or contact us" : `or choose the ${tierWords(tier)} plan under Plan and usage`;
}

/** The end of a sentence that begins with another way out ("Release one first, or …"), for something that a plan counts. */
export const orLargerPlan = (
  actor: Reached & { readonly limits: Pick<PlanLimits, Counted> },
  what: Counted,
): string => orPlan(actor, planAllowing(what, actor.limits[what] + 1));

/** The same for custom domains. */
export const orWhiteLabelPlan = (actor: Reached): string => orPlan(actor, whiteLabelPlan());
