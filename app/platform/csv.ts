/** CSV that a spreadsheet opens: quoted where needed, and no cell that it would take for a formula. */

const atBeginning = /^(?=[=+\-@\t\r\n＝＋－＠])/;
/**
 * A spreadsheet that separates cells by semicolons or tabs begins a cell behind them and behind a line's end, whatever quotes
 * stand around. A telephone number is no formula.
 */
const inside = /([;\t\r\n] *)(?=[=+\-@＝＋－＠])(?!\+\d{7,15}(?:; |$))/g;

/** A cell; what a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  const text =
    typeof value === "string" ? value.replaceAll(inside, "$1'").replace(atBeginning, "'") : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
