/** What kind a held number is, read from its digits: of numbers that nothing was paid for, no row says it. */
import { isTollFreeCode, type NumberKind } from "#app/telephony/number-terms.schema.ts";
import type { SoldCountry } from "./sold-countries.schema.ts";

/** The digits after the `+` that a kind begins with; every other number is a local one. */
const beginnings: Record<Exclude<SoldCountry, "US" | "CA">, readonly (readonly [string, NumberKind])[]> = {
  GB: [
    ["447", "mobile"],
    ["443", "national"],
    ["44800", "toll_free"],
    ["44808", "toll_free"],
  ],
  DE: [
    ["4915", "mobile"],
    ["4916", "mobile"],
    ["4917", "mobile"],
  ],
  AU: [
    ["614", "mobile"],
    ["611800", "toll_free"],
  ],
};

/** @param phone_number E.164 */
export function kindOfNumber(country: SoldCountry, phone_number: string): NumberKind {
  const digits = phone_number.slice(1);
  if (country === "US" || country === "CA") return isTollFreeCode(digits.slice(1, 4)) ? "toll_free" : "local";
  return beginnings[country].find(([begins]) => digits.startsWith(begins))?.[1] ?? "local";
}
