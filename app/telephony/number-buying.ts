/** Who may buy numbers: members with the permission, unless the brand hides it. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";

/** Whether links to the search are shown; the search and the purchase have guards of their own. */
export const canBuyNumbers = ({ may, hiddenSections }: Pick<Actor, "may" | "hiddenSections">): boolean =>
  may("numbers.write") && !isHidden(hiddenSections, "/numbers/search");
