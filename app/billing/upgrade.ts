/** What is said to somebody whose plan is full: how to get a larger one, or whom to ask. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { may } from "#app/membership/permissions.ts";

type Reached = { readonly role: string; readonly hidden: readonly BrandSection[] };

/** Whether a member can do something about the plan: their role lets them, and the brand neither hides it nor its upgrade button. */
const offersUpgrade = ({ role, hidden }: Reached): boolean =>
  may(role, "subscription.read") && !isHidden(hidden, "/subscription") && !isHidden(hidden, "upgrade");

/**
 * The end of a sentence that begins with what else can be done ("Release one first, or …"); docs/product.md, "Hidden sections".
 * @param upgrade what whoever can change the plan is told, such as "choose a plan under Plan and usage"
 */
export const orUpgrade = (member: Reached, upgrade: string): string =>
  offersUpgrade(member) ? `or ${upgrade}` : "or ask your administrator";
