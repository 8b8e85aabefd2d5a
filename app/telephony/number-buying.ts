/** Who may buy numbers: members with the permission, unless the brand hides it. */
import { isHidden } from "#app/branding/hidden-sections.ts";
import { brandOnMain, isNamed, type Wearer } from "#app/branding/worn-brand.ts";
import type { Actor } from "#app/membership/actor.ts";

type Reached = Pick<Actor, "may" | "hiddenSections">;

/** Whether links to the search are shown; the search and the purchase have guards of their own. */
export const canBuyNumbers = ({ may, hiddenSections }: Reached): boolean =>
  may("numbers.write") && !isHidden(hiddenSections, "/numbers/search");

/** Whether links to the import are shown: it is a part of the telephony settings, and the brand may hide either. */
export const canImportNumbers = ({ may, hiddenSections }: Reached): boolean =>
  may("numbers.write") &&
  may("organization.write") &&
  !isHidden(hiddenSections, "/twilio-settings") &&
  !isHidden(hiddenSections, "/numbers/search");

type Client = {
  readonly membership: {
    readonly brand: Wearer;
    readonly agency: { readonly name: string } | null;
  };
};

/** What an agency is called for its client's people: as its brand is, or by its own name. */
export function providerOf({ membership: { brand, agency } }: Client): string {
  const its = { own: null, agency: brand.agency };
  return isNamed(its) ? brandOnMain(its).company_name : (agency?.name ?? "your provider");
}

/** Whom a person asks who cannot buy numbers; null: they can. Where only the brand keeps it from them, that is their provider. */
export function whomToAskForNumbers(member: Reached & Client): string | null {
  if (canBuyNumbers(member)) return null;
  return member.may("numbers.write")
    ? `Ask ${providerOf(member)} to add one.`
    : "Ask an owner or admin to get one.";
}
