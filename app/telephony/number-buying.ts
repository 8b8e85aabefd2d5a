/** Who may get numbers here: whoever is allowed to, where the brand has not hidden it. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { may } from "#app/membership/permissions.ts";

/** Whether a way to the search is shown at all; the search and the purchase behind it are guarded by themselves. */
export const canBuyNumbers = (member: { role: string; hidden: readonly BrandSection[] }): boolean =>
  may(member.role, "numbers.write") && !isHidden(member.hidden, "/numbers/search");
