/**
 * Where a carrier sells numbers only with documents. Outside North America a purchase names a bundle of documents that
 * the carrier has approved; the operator names the approved ones in `TWILIO_BUNDLES` (docs/telephony.md, "Documents").
 */
import type { Settings } from "#app/platform/env.server.ts";
import type { NumberKind } from "./number-terms.schema.ts";
import { isNorthAmerican, type SoldCountry } from "./sale/sold-countries.schema.ts";

type Sort = { readonly country: SoldCountry; readonly kind: NumberKind };
type Approved = { readonly bundle: string | null; readonly address: string | null };

/** `GB/local=BU…+AD…`, separated by spaces: the bundle, the address, or both that purchases of that kind name. */
function approved({ TWILIO_BUNDLES = "" }: Settings, { country, kind }: Sort): Approved | null {
  const entry = TWILIO_BUNDLES.split(/\s/).find((one) => one.startsWith(`${country}/${kind}=`));
  if (entry === undefined) return null;
  const ids = entry.slice(entry.indexOf("=") + 1).split("+");
  const starting = (letters: string) => ids.find((id) => id.startsWith(letters)) ?? null;
  return { bundle: starting("BU"), address: starting("AD") };
}

/** Whether a number can only be bought with documents that this deployment does not have. */
export const lacksDocuments = (
  settings: Settings,
  sort: Sort & { readonly needsAddress: boolean },
): boolean => (sort.needsAddress || !isNorthAmerican(sort.country)) && approved(settings, sort) === null;

/** The fields that a purchase names its documents in. */
export function documentFields(settings: Settings, sort: Sort): Record<string, string> {
  const { bundle = null, address = null } = approved(settings, sort) ?? {};
  return { ...(bundle && { BundleSid: bundle }), ...(address && { AddressSid: address }) };
}
