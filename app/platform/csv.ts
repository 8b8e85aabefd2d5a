/** CSV that a spreadsheet opens: quoted where needed, and no cell that it would take for a formula. */

/** A cell; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
