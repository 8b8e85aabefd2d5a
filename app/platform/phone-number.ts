/**
 * Phone numbers as people write and read them: parsing to E.164 and formatting from it.
 * The library's metadata weighs 80 KB: stores and loaders format, pages get strings.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { usualCountry } from "./usual-country.ts";

const countryOf = (country: string): CountryCode => (isSupportedCountry(country) ? country : usualCountry);

/** "+1 415 555 0100" for an E.164 number; any other text is returned unchanged. */
export function internationally(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/**
 * The E.164 number in a typed text, or null.
 * @param country ISO 3166 code of the country of numbers without a prefix
 */
export function phoneNumberFrom(typed: string, country: string): string | null {
  if (typed.length > 60) return null;
  const found = parsePhoneNumberFromString(typed, countryOf(country));
  return found?.isValid() && !found.ext ? found.number : null;
}

/** ISO 3166 code of the country that an E.164 number belongs to; its calling code where several share it. */
export function countryOfNumber(e164: string): string | null {
  const found = parsePhoneNumberFromString(e164);
  return found ? (found.country ?? found.countryCallingCode) : null;
}
