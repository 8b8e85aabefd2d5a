/** The shape of a phone number: on offer at the carrier, and held by an organization. */
import { z } from "zod";
import { type NumberKind, numberKinds } from "./number-terms.schema.ts";

/** E.164 in the countries where numbers can be bought. */
export const purchasable = z.string().regex(/^\+1[2-9]\d{9}$/, "This number can't be bought here");

/** The query of a search, as in the address; invalid parameters are ignored. */
export const numberSearch = z.object({
  kind: z.enum(numberKinds).catch("local"),
  area_code: z
    .string()
    .trim()
    .regex(/^(?:[2-9]\d{2})?$/, "Enter a three-digit area code, like 415")
    .default(""),
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
});
export type NumberSearch = z.infer<typeof numberSearch>;

/** A number that the carrier has for sale. */
export type OfferedNumber = {
  /** E.164 */
  phone_number: string;
  locality: string | null;
  region: string | null;
  kind: NumberKind;
};

/** The monthly price, in millionths of the currency's unit. */
export type MonthlyPrice = { micros: number; currency: string };
