/** The bundles of documents that an operator has had approved at Twilio, as `TWILIO_BUNDLES` names them (docs/telephony.md, "Documents"). */
import type { NumberSort } from "./carrier.schema.ts";

/** The bundle, the address, or both that purchases of one sort name; null: there are none. */
export function approved(bundles: string, { country, kind }: NumberSort): Record<string, string> | null {
  const entry = bundles.split(/\s/).find((one) => one.startsWith(`${country}/${kind}=`));
  if (entry === undefined) return null;
  const ids = entry.slice(entry.indexOf("=") + 1).split("+");
  const starting = (letters: string) => ids.find((id) => id.startsWith(letters));
  const [bundle, address] = [starting("BU"), starting("AD")];
  return { ...(bundle && { BundleSid: bundle }), ...(address && { AddressSid: address }) };
}
