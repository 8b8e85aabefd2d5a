/** A file of numbers for a screening list: every number of each line, and what line it is where the file says so. */
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import type { ScreenedRow } from "./screening.schema.ts";

const lineTypes: readonly string[] = ["mobile", "landline", "voip", "toll_free"];

/** The most numbers of one list. */
export const mostNumbers = 1_000_000;

/** Countries of the North American plan that keep do-not-call registers. */
const american: readonly string[] = ["US", "CA"];
const americanNumber = /^(?:\+?1)?([2-9]\d\d[2-9]\d{6})$/;
const areaCode = /^[2-9]\d\d$/;
const localNumber = /^[2-9]\d{6}$/;

/** A register of an area has a million lines: numbers as registers write them are read without the tables of all countries. */
function numberIn(cell: string, country: string): string | null {
  const bare = cell.replaceAll(/[\s().-]/g, "");
  const [, digits] = (american.includes(country) && americanNumber.exec(bare)) || [];
  if (digits) return `+1${digits}`;
  return /\d{5}/.test(bare) ? phoneNumberFrom(cell, country) : null;
}

/** The numbers of a line: any of its columns may be the one that is called. */
function numbersOf(cells: readonly string[], country: string): string[] {
  const found = cells.flatMap((cell, at) => {
    const next = cells[at + 1]?.replaceAll(/[\s-]/g, "") ?? "";
    // The national register of the United States writes the area code into a column of its own.
    if (american.includes(country) && areaCode.test(cell) && localNumber.test(next))
      return [`+1${cell}${next}`];
    return numberIn(cell, country) ?? [];
  });
  return [...new Set(found)];
}

/**
 * The lines of a file that have something in them, with the numbers of each; a heading has none.
 * @param country ISO 3166, of numbers without a prefix
 */
export function* linesIn(text: string, country: string): Generator<ScreenedRow[]> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const cells = line.split(/[,;\t]/).map((cell) => cell.replaceAll(/["'\ufeff]/g, "").trim());
    if (cells.every((cell) => cell === "")) continue;
    const line_type =
      cells.map((cell) => cell.toLowerCase().replace(/[ -]/, "_")).find((cell) => lineTypes.includes(cell)) ??
      null;
    yield numbersOf(cells, country).map((phone_number) => ({ phone_number, line_type }));
  }
}
