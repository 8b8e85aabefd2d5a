/** A file of numbers for a screening list: a number in each line, and what line it is where the file says so. */
import { phoneNumberFrom } from "#app/platform/phone-number.ts";

const lineTypes: readonly string[] = ["mobile", "landline", "voip", "toll_free"];

/** The most numbers of one file. */
export const mostNumbers = 200_000;

export type ReadNumbers = {
  numbers: { phone_number: string; line_type: string | null }[];
  /** Lines with something in them that is no number; a heading is one. */
  skipped: number;
};

/** @param country ISO 3166, of numbers without a prefix */
export function numbersIn(text: string, country: string): ReadNumbers {
  const found = new Map<string, string | null>();
  let skipped = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const cells = line.split(/[,;\t]/).map((cell) => cell.replaceAll(/["'\ufeff]/g, "").trim());
    if (cells.every((cell) => cell === "")) continue;
    const phone_number = cells.map((cell) => phoneNumberFrom(cell, country)).find((one) => one !== null);
    if (!phone_number) {
      skipped++;
      continue;
    }
    const line_type = cells
      .map((cell) => cell.toLowerCase().replace(/[ -]/, "_"))
      .find((cell) => lineTypes.includes(cell));
    found.set(phone_number, line_type ?? null);
  }
  return { numbers: [...found].map(([phone_number, line_type]) => ({ phone_number, line_type })), skipped };
}
