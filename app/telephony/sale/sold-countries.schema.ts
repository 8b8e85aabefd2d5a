/** The countries where numbers are for sale, and what a number is there. Without zod, so that the search form can use it in the browser. */
import { usualCountry } from "#app/platform/usual-country.ts";
import type { NumberKind } from "#app/telephony/number-terms.schema.ts";

export const soldCountries = ["US", "CA", "GB", "DE", "AU"] as const;
export type SoldCountry = (typeof soldCountries)[number];

type Country = {
  readonly name: string;
  /** Inside a sentence: "the United States". */
  readonly inWords: string;
  readonly callingCode: string;
  /** The kinds that are for sale, the usual one first. */
  readonly kinds: readonly NumberKind[];
  /** What an area code looks like; the hint for one that does not. */
  readonly areaCode: { readonly pattern: RegExp; readonly words: string };
  /** Shown in the empty fields. */
  readonly sample: { readonly areaCode: string; readonly city: string };
};

const northAmerican = { pattern: /^[2-9]\d{2}$/, words: "Enter a three-digit area code, like 415" };

export const countries: Record<SoldCountry, Country> = {
  US: {
    name: "United States",
    inWords: "the United States",
    callingCode: "1",
    kinds: ["local", "toll_free"],
    areaCode: northAmerican,
    sample: { areaCode: "415", city: "San Francisco" },
  },
  CA: {
    name: "Canada",
    inWords: "Canada",
    callingCode: "1",
    kinds: ["local", "toll_free"],
    areaCode: { ...northAmerican, words: "Enter a three-digit area code, like 416" },
    sample: { areaCode: "416", city: "Toronto" },
  },
  GB: {
    name: "United Kingdom",
    inWords: "the United Kingdom",
    callingCode: "44",
    kinds: ["local", "mobile", "national", "toll_free"],
    areaCode: { pattern: /^0?[1-9]\d{1,4}$/, words: "Enter an area code of 2 to 5 digits, like 020" },
    sample: { areaCode: "020", city: "London" },
  },
  DE: {
    name: "Germany",
    inWords: "Germany",
    callingCode: "49",
    kinds: ["local", "mobile"],
    areaCode: { pattern: /^0?[1-9]\d{1,4}$/, words: "Enter an area code of 2 to 5 digits, like 030" },
    sample: { areaCode: "030", city: "Berlin" },
  },
  AU: {
    name: "Australia",
    inWords: "Australia",
    callingCode: "61",
    kinds: ["local", "mobile", "toll_free"],
    areaCode: { pattern: /^0?[1-9]\d{0,3}$/, words: "Enter an area code of 1 to 4 digits, like 02" },
    sample: { areaCode: "02", city: "Sydney" },
  },
};

export const isSoldCountry = (country: string): country is SoldCountry => Object.hasOwn(countries, country);

/** Where the search begins: the organization's own country, if numbers of it are for sale. */
export const firstCountry = (own: string): SoldCountry => (isSoldCountry(own) ? own : usualCountry);

/** The kind that a search of a country means: the one asked for, if the country has it. */
export const kindIn = (country: SoldCountry, kind: string): NumberKind => {
  const { kinds } = countries[country];
  return kinds.find((one) => one === kind) ?? kinds[0] ?? "local";
};

/** Numbers of North America share one calling code, and their carriers can search by area code. */
export const isNorthAmerican = (country: SoldCountry): boolean => countries[country].callingCode === "1";

/** The digits that every number of an area begins with, after the `+`. */
export const prefixOf = (country: SoldCountry, areaCode: string): string =>
  `${countries[country].callingCode}${areaCode.replace(/^0/, "")}`;
