/** What line a number is: as files name it, and as it is stored. */
import { type LineType, lineTypes } from "./contact-terms.schema.ts";

const names: Readonly<Record<LineType, readonly string[]>> = {
  mobile: ["mobile", "mobilephone", "cell", "cellular", "cellphone", "wireless", "handy", "mobil", "movil"],
  landline: ["landline", "land", "fixed", "fixedline", "wireline", "pots", "festnetz", "fijo", "fixe"],
  voip: ["voip", "fixedvoip", "nonfixedvoip", "voiceoverip", "internetphone"],
};
const typeOf = new Map(lineTypes.flatMap((type) => names[type].map((name) => [name, type] as const)));

/** The line that a cell of a file names; null: it names none. */
export const lineTypeIn = (cell: string): LineType | null =>
  typeOf.get(
    cell
      .slice(0, 40)
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ""),
  ) ?? null;
