/**
 * Which phone numbers the product dials for an organization, at our cost (docs/decisions/022-dialled-numbers.md).
 * The library's metadata weighs 150 KB: only the server loads it, and only where a number is dialled or saved for
 * dialling.
 */
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** How far a plan may dial: the organization's own country, or abroad too. */
export type Reach = "home" | "abroad";

/** `country`: the organization's, ISO 3166. */
export type Dialling = { country: string; reach: Reach };

/**
 * In this order: not a number that can be dialled; it costs more than a call; its country is known for fraud; its
 * country is outside the plan's reach; the organization's own country, where a trial does not dial.
 */
export type DialRefusal = "unknown" | "costs_extra" | "risky" | "abroad" | "not_in_trial";

/** Kinds of numbers that pay their holder, or charge by a tariff of their own. */
const dear = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER", "UAN", "PAGER", "VOICEMAIL"]);

/** Countries that carriers and authorities name for toll fraud; each with its source in docs/decisions/022-dialled-numbers.md. */
const risky = new Set([
  // Blocked by carriers unless a customer asks for them.
  ...["AZ", "CD", "CF", "CG", "CI", "CU", "DJ", "ER", "GM", "GN", "KP", "LV", "LY", "MC", "MK", "MV"],
  ...["SC", "SI", "SL", "SN", "SO", "ST", "TV", "ZW"],
  // Behind area codes of North America that look like home, and one country whose numbers ring once.
  ...["AG", "DM", "DO", "GD", "JM", "MR", "MS", "TC", "VG"],
  // Some four pounds a minute.
  "AC",
  // Islands to which an authority ended direct dialling because their numbers were used for fraud.
  ...["CK", "IO", "KI", "KM", "NF", "NR", "PF", "SB", "TK", "WF"],
  // Small networks with codes of their own in the ITU's list, where a call costs as much.
  ...["FK", "NU", "SH", "TA", "TD", "VU", "WS"],
]);

/**
 * The countries where a trial may dial at home. An organization's country comes from its founder's connection, which
 * a founder can choose; so a trial dials at home only where the receiver of a call earns nearly nothing: North
 * America, and countries where law limits what a network may charge (docs/decisions/022-dialled-numbers.md).
 */
const trialHomes = new Set([
  ...["US", "PR", "CA"],
  ...["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT"],
  ...["LI", "LT", "LU", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SK"],
  ...["AU", "CH", "GB", "NZ"],
]);

/** Why an organization may not have a number dialled; null when it may. @param e164 a whole number */
export function dialRefusal(e164: string, { country, reach }: Dialling): DialRefusal | null {
  const found = parsePhoneNumberFromString(e164);
  const type = found?.getType();
  if (!found || type === undefined) return "unknown";
  // Satellite and international networks have no country. The metadata does not know the 976 exchange, which is
  // premium-rate in every area of North America.
  if (!found.country || dear.has(type) || /^\+1\d{3}976\d{4}$/.test(e164)) return "costs_extra";
  // One plan's toll-free numbers serve all of its countries; the metadata assigns North America's to the United
  // States.
  const isFree = type === "TOLL_FREE" && isSupportedCountry(country);
  const isHome =
    found.country === country || (isFree && getCountryCallingCode(country) === found.countryCallingCode);
  // An organization that pays is known to us and may dial in its own country, whichever that is.
  if (risky.has(found.country) && !(isHome && reach === "abroad")) return "risky";
  if (reach === "abroad") return null;
  if (!isHome) return "abroad";
  return trialHomes.has(country) ? null : "not_in_trial";
}
