/** Countries as people type and read them: by name or by code. */
import { getCountries } from "libphonenumber-js/min";

const names = new Intl.DisplayNames(["en"], { type: "region" });

const codes: readonly string[] = getCountries().filter((code) => /^[A-Z]{2}$/.test(code));

export const countryName = (code: string): string => names.of(code) ?? code;

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();

const known = new Map<string, string>(
  codes.flatMap((code) => [
    [plain(code), code],
    [plain(countryName(code)), code],
  ]),
);
/** Names that people use beside the official ones. */
for (const [name, code] of [
  ["usa", "US"],
  ["uk", "GB"],
  ["greatbritain", "GB"],
  ["england", "GB"],
  ["holland", "NL"],
  ["uae", "AE"],
])
  if (name && code) known.set(name, code);

/** The codes of a typed list, in its order, without repetitions; `unknown`: the parts that are no country. */
export function countriesIn(typed: string): { codes: string[]; unknown: string[] } {
  const parts = typed
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const found = parts.map((part) => [part, known.get(plain(part))] as const);
  return {
    codes: [...new Set(found.flatMap(([, code]) => (code === undefined ? [] : [code])))],
    unknown: found.flatMap(([part, code]) => (code === undefined ? [part] : [])),
  };
}
