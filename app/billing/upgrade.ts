/** What a member of an organization with a full plan reads: how to get a larger one, or whom to ask. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { may } from "#app/membership/permissions.ts";

type Reached = { readonly role: string; readonly hidden: readonly BrandSection[] };

/** Whether a member can change the plan: their role allows it, and the brand hides neither the plan nor its upgrade button. */
const offersUpgrade = ({ role, hidden }: Reached): boolean =>
  may(role, "subscription.read") && !isHidden(hidden, "/subscription") && !isHidden(hidden, "upgrade");

/**
 * The end of a sentence that begins with another way out ("Release one first, or …"); docs/product.md, "Hidden
 * sections".
 * @param upgrade the words for a member who can change the plan, such as "choose a plan under Plan and usage"
 */
export const orUpgrade = (member: Reached, upgrade: string): string =>
  offersUpgrade(member) ? `or ${upgrade}` : "or ask your administrator";
