/** What a member of an organization with a full plan reads: how to get a larger one, or whom to ask. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";

type Reached = Pick<Actor, "may" | "hiddenSections">;

/** Whether a member can change the plan: their role allows it, and the brand hides neither the plan nor its upgrade button. */
const offersUpgrade = ({ may, hiddenSections }: Reached): boolean =>
  may("subscription.read") &&
  !isHidden(hiddenSections, "/subscription") &&
  !isHidden(hiddenSections, "upgrade");

/**
 * The end of a sentence that begins with another way out ("Release one first, or …"); docs/product.md, "Hidden
 * sections".
 * @param upgrade the words for a member who can change the plan, such as "choose a plan under Plan and usage"
 */
export const orUpgrade = (actor: Reached, upgrade: string): string =>
  offersUpgrade(actor) ? `or ${upgrade}` : "or ask your administrator";
