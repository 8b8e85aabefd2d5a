/**
 * Phone numbers as people write and read them: E.164 in, words for the eye out, and back.
 * Its metadata weighs 80 KB: stores and loaders format, pages get strings.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

const countryOf = (country: string): CountryCode => (isSupportedCountry(country) ? country : "US");

/** "+1 415 555 0100" for an E.164 number; what is none stays as it is. */
export function internationally(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/**
 * The E.164 number that somebody typed, or null when there is none in it.
 * @param country ISO 3166 code of the country that is meant when no prefix is typed
 */
export function phoneNumberFrom(typed: string, country: string): string | null {
  if (typed.length > 60) return null;
  const found = parsePhoneNumberFromString(typed, countryOf(country));
  return found?.isValid() && !found.ext ? found.number : null;
}
