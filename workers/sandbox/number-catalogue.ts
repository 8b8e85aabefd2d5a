/** The numbers that the carrier has for sale: the ranges kept for fiction (555-0100 to 555-0199) of many area codes, always the same. */
import { type Area, areas, tollFreeCodes } from "./area-codes.ts";

export type NumberKind = "Local" | "TollFree";
export type Wanted = {
  area_code?: string | undefined;
  contains?: string | undefined;
  locality?: string | undefined;
  region?: string | undefined;
  /** At most this many. */
  limit: number;
};
export type ForSale = { phone_number: string; area: Area | null };

const perArea = 100;

/** A stride through a range, so that the first offers do not look like a list. Prime to 100: visits each number once. */
const shuffled = (index: number): number => (index * 37 + 42) % perArea;

/** Numbers of a kind that match the search and are not sold. */
export function numbersForSale(kind: NumberKind, wanted: Wanted, owned: ReadonlySet<string>): ForSale[] {
  const codes = kind === "TollFree" ? tollFreeCodes.map((code) => ({ code, area: null })) : placesFor(wanted);
  const fitting = codes.filter(({ code }) => !wanted.area_code || code === wanted.area_code);
  const pattern = wanted.contains ? containsPattern(wanted.contains) : null;
  const found: ForSale[] = [];
  for (let index = 0; index < perArea; index += 1)
    for (const { code, area } of fitting) {
      const phone_number = `+1${code}55501${String(shuffled(index)).padStart(2, "0")}`;
      if (owned.has(phone_number) || (pattern && !pattern.test(phone_number))) continue;
      found.push({ phone_number, area });
      if (found.length >= wanted.limit) return found;
    }
  return found;
}

/** Whether a number is in the catalogue. */
export const isCatalogued = (phone_number: string): boolean => {
  const match = /^\+1(\d{3})55501\d\d$/.exec(phone_number);
  return match !== null && [...tollFreeCodes, ...areas.map(({ code }) => code)].includes(match[1] ?? "");
};

/** (212) 555-0123 */
export const friendlyName = (phone_number: string): string =>
  phone_number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

function placesFor({ locality, region }: Wanted): { code: string; area: Area }[] {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return areas
    .filter((area) => (!locality || same(area.locality, locality)) && (!region || same(area.region, region)))
    .map((area) => ({ code: area.code, area }));
}

/** Twilio's pattern: `*` is any one digit, letters are the keys they stand on. */
function containsPattern(contains: string): RegExp {
  const keys = "22233344455566677778889999";
  const digits = [...contains.toUpperCase()].map((character) => {
    if (character === "*") return "\\d";
    const letter = character.charCodeAt(0) - 65;
    return keys[letter] ?? character.replace(/\D/, "");
  });
  return new RegExp(digits.join(""));
}
