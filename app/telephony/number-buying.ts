/** Who may get numbers here: whoever is allowed to, where the brand has not hidden it. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Actor } from "#app/membership/actor.ts";

/** Whether a way to the search is shown at all; the search and the purchase behind it are guarded by themselves. */
export const canBuyNumbers = ({ may, hiddenSections }: Pick<Actor, "may" | "hiddenSections">): boolean =>
  may("numbers.write") && !isHidden(hiddenSections, "/numbers/search");
