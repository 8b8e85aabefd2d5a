/** The cells of a row that was not taken, as they are kept: the file of errors is corrected and imported again. */
import { localDate } from "#app/platform/zoned-time.ts";
import type { ImportOptions, ImportRow, Target } from "./contact-imports.schema.ts";

/** Letters that are kept of one row as it is. Longer ones are cut, cell by cell. */
const mostLetters = 8000;

/** Cells, cut where they are too many letters. */
export function keptCells(cells: readonly string[]): string[] {
  const letters = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (letters <= mostLetters) return [...cells];
  return cells.slice(0, 40).map((cell) => cell.slice(0, 200));
}

/**
 * The cells of a row that was read, and is not taken for what other rows say: batches carry no cells of rows without a fault.
 * @param first the number that stands first
 */
export function cellsAgain(row: ImportRow, options: ImportOptions, first: string | null = null): string[] {
  const numbers = first === null ? row.numbers : [first, ...row.numbers.filter((number) => number !== first)];
  const lineOf = new Map(row.numbers.map((number, at) => [number, row.line_types[at] ?? ""]));
  const parts: Partial<Record<Target, string[]>> = {
    name: [row.name ?? ""],
    ...(!options.columns.includes("name") && {
      [options.columns.includes("first_name") ? "first_name" : "last_name"]: [row.name ?? ""],
    }),
    number: numbers,
    email: row.emails,
    company: [row.company ?? ""],
    address: [row.address ?? ""],
    time_zone: [row.time_zone ?? ""],
    line_type: numbers.map((number) => lineOf.get(number) ?? ""),
    consent_on: [row.consent_at === null ? "" : localDate(row.consent_at, options.time_zone)],
    agreed: options.columns.flatMap((target) => (target === "agreed" ? [row.agrees ? "yes" : "no"] : [])),
    tags: [row.tags.join("; ")],
    note: [row.note ?? ""],
  };
  const cells = options.columns.map((target, at) =>
    target === "field"
      ? (row.custom[options.headings[at] || `Column ${at + 1}`] ?? "")
      : (parts[target]?.shift() ?? ""),
  );
  return keptCells(cells);
}
