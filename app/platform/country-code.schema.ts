/** A country as people and programs type it: two letters that phone numbers know. */
import { isSupportedCountry } from "libphonenumber-js/min";
import { z } from "zod";

/** ISO 3166. "UK", which many write, is Great Britain; a code that is no country is refused and never read as another one. */
export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .overwrite((code) => (code === "UK" ? "GB" : code))
  .refine(isSupportedCountry, "Use a country's two letters, as GB");
