/** CSV that a spreadsheet opens: quoted where needed, and no cell that it would take for a formula. */

/**
 * Where a formula could begin: a cell's beginning, and what follows a semicolon, a tab or a line's end, because a spreadsheet
 * that separates cells by these begins a cell there whatever quotes stand around. A telephone number is none.
 */
const formula = /(^|[;\t\r\n] *)(?=[=+\-@\t\r\n＝＋－＠])(?!(?<=.)\+\d{7,15}(?:; |$))/g;

/** A cell; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  const text = typeof value === "string" ? value.replaceAll(formula, "$1'") : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
