/** Who may buy numbers: members with the permission, unless the brand hides it. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { may } from "#app/membership/permissions.ts";

/** Whether links to the search are shown; the search and the purchase have guards of their own. */
export const canBuyNumbers = (member: { role: string; hidden: readonly BrandSection[] }): boolean =>
  may(member.role, "numbers.write") && !isHidden(member.hidden, "/numbers/search");
