/** Which countries an organization takes calls from and calls to. */
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { TelephonySettings } from "./telephony-settings.schema.ts";

export type Direction = "inbound" | "outbound";

/**
 * Whether a number's country is allowed. A number whose country cannot be told is judged by its calling code; a
 * withheld one (null) is let in, because call protection decides about these.
 * @param number E.164
 */
export function isCountryAllowed(
  { countries_in, countries_out }: Pick<TelephonySettings, "countries_in" | "countries_out">,
  direction: Direction,
  number: string | null,
): boolean {
  const allowed = direction === "inbound" ? countries_in : countries_out;
  if (allowed.length === 0 || number === null) return true;
  const found = parsePhoneNumberFromString(number);
  if (!found) return false;
  if (found.country) return allowed.includes(found.country);
  return allowed.some(
    (country) => isSupportedCountry(country) && getCountryCallingCode(country) === found.countryCallingCode,
  );
}
