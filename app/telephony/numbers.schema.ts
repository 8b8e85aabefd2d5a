/** The shape of a phone number: on offer at the carrier, and held by an organization. */
import { z } from "zod";
import { countries, type SoldCountry, soldCountries } from "#app/telephony/sale/sold-countries.schema.ts";
import { type NumberKind, numberKinds } from "./number-terms.schema.ts";

/** E.164 in the countries where numbers can be bought. */
export const purchasable = z
  .string()
  .regex(
    /^\+(?:1[2-9]\d{9}|44[1-9]\d{8,9}|49[1-9]\d{6,11}|61[1-9]\d{8,9})$/,
    "This number can't be bought here",
  );

export const soldCountry = z.enum(soldCountries, "Choose one of these countries");

/** The query of a search, as in the address; unknown parameters are ignored. */
export const numberSearch = z
  .object({
    country: soldCountry,
    kind: z.enum(numberKinds),
    area_code: z.string().trim().max(20, "At most 20 characters").default(""),
    /** Digits or letters that must be in the number; `*` stands for any digit. */
    digits: z
      .string()
      .trim()
      .regex(/^(?:[0-9A-Za-z*]{2,10})?$/, "Enter 2 to 10 digits or letters; * matches any digit")
      .default(""),
    locality: z
      .string()
      .trim()
      .max(60, "At most 60 characters")
      .regex(/^[\p{L}\p{M} .'-]*$/u, "Enter a city, like San Francisco")
      .default(""),
  })
  .superRefine(({ country, area_code }, { addIssue }) => {
    const { pattern, words } = countries[country].areaCode;
    if (area_code !== "" && !pattern.test(area_code))
      addIssue({ code: "custom", path: ["area_code"], message: words });
  });
export type NumberSearch = z.infer<typeof numberSearch>;

/** A number that the carrier has for sale. */
export type OfferedNumber = {
  /** E.164 */
  phone_number: string;
  country: SoldCountry;
  kind: NumberKind;
  locality: string | null;
  region: string | null;
  /** Whether the carrier wants to know an address with it. */
  needsAddress: boolean;
};

/** The monthly price, in millionths of the currency's unit. */
export type MonthlyPrice = { micros: number; currency: string };
