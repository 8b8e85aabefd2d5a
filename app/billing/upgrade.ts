/** What is said to somebody whose plan is full: how to get a larger one, or whom to ask. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";

type Reached = Pick<Actor, "may" | "hiddenSections">;

/** Whether a member can do something about the plan: their role lets them, and the brand neither hides it nor its upgrade button. */
const offersUpgrade = ({ may, hiddenSections }: Reached): boolean =>
  may("subscription.read") &&
  !isHidden(hiddenSections, "/subscription") &&
  !isHidden(hiddenSections, "upgrade");

/**
 * The end of a sentence that begins with what else can be done ("Release one first, or …"); design, section 8, Flags.
 * @param upgrade what whoever can change the plan is told, such as "choose a plan under Plan and usage"
 */
export const orUpgrade = (actor: Reached, upgrade: string): string =>
  offersUpgrade(actor) ? `or ${upgrade}` : "or ask your administrator";
