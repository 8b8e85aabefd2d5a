/** The numbers that the carrier has for sale, always the same: ranges that are kept for fiction. */
import { type Area, areas, tollFreeCodes } from "./area-codes.ts";
import { type NumberKind, type NumberRange, ranges } from "./number-ranges.ts";

export type Wanted = {
  country: string;
  kind: NumberKind;
  area_code?: string | undefined;
  contains?: string | undefined;
  locality?: string | undefined;
  region?: string | undefined;
  /** At most this many. */
  limit: number;
};
export type ForSale = { phone_number: string; place: Place; area: Area | null };
type Place = { locality: string | null; region: string | null };

const nowhere: Place = { locality: null, region: null };
const american = (code: string) => ({ country: "US", prefix: `+1${code}55501`, digits: 2 });

/** Toll-free numbers of North America are sold in both of its countries. */
const everyRange: readonly (NumberRange & { area?: Area })[] = [
  ...areas.map((area) => ({ ...area, ...american(area.code), kind: "Local" as const, area })),
  ...tollFreeCodes.map((code) => ({ ...american(code), ...nowhere, kind: "TollFree" as const })),
  ...ranges,
];

/** Whether carriers sell a country's numbers only with approved documents. */
export const isRegulated = (country: string): boolean => country !== "US" && country !== "CA";

const perRange = 100;

/** A stride through a range, so that the first offers do not look like a list. Prime to 100: visits each number once. */
const shuffled = (index: number): number => (index * 37 + 42) % perRange;

/** One number of a range; null after its last one. */
function numberAt({ prefix, digits, ends }: NumberRange, index: number): string | null {
  if (ends) return ends[index] === undefined ? null : prefix + ends[index];
  return prefix + String(shuffled(index)).padStart(digits, "0");
}

const isSold = (range: NumberRange, { country, kind }: Pick<Wanted, "country" | "kind">): boolean =>
  range.kind === kind &&
  (range.country === country || (kind === "TollFree" && range.country === "US" && country === "CA"));

/** Numbers that match the search and are not sold. */
export function numbersForSale(wanted: Wanted, owned: ReadonlySet<string>): ForSale[] {
  const { area_code, contains, locality, region, limit } = wanted;
  const same = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();
  const fitting = everyRange.filter(
    (range) =>
      isSold(range, wanted) &&
      (!area_code || range.prefix.startsWith(`+1${area_code}`)) &&
      (!locality || same(range.locality, locality)) &&
      (!region || same(range.region, region)),
  );
  const pattern = contains ? containsPattern(contains) : null;
  const found: ForSale[] = [];
  for (let index = 0; index < perRange; index += 1)
    for (const range of fitting) {
      const phone_number = numberAt(range, index);
      if (phone_number === null || owned.has(phone_number)) continue;
      if (pattern && !pattern.test(phone_number)) continue;
      const { locality, region, area = null } = range;
      found.push({ phone_number, place: { locality, region }, area });
      if (found.length >= limit) return found;
    }
  return found;
}

/** The range of a number that is in the catalogue, or null. */
export function rangeOf(phone_number: string): NumberRange | null {
  const found = everyRange.find(
    ({ prefix, digits, ends }) =>
      phone_number.startsWith(prefix) &&
      phone_number.length === prefix.length + digits &&
      (!ends || ends.includes(phone_number.slice(prefix.length))),
  );
  return found ?? null;
}

/** (212) 555-0123; as it is written outside North America, without spaces. */
export const friendlyName = (phone_number: string): string =>
  phone_number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");

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
