/** Columns of a file that say whether people agreed: as their headings name them, and which cells are a yes. */
import { dayIn } from "./consent-day.ts";

const marks = /\p{M}/gu;

/** Cells that say yes, in the languages of many files. Every other cell gives no consent. */
const yes = new Set([
  ...["yes", "y", "true", "1", "x", "✓", "✔", "opt-in", "opt in", "optin", "opted in", "opted-in", "agreed"],
  ...["ja", "j", "wahr", "oui", "vrai", "si", "verdadero"],
]);

/** Whether a cell says that its person agreed. */
export const saysYes = (cell: string): boolean =>
  yes.has(cell.slice(0, 40).trim().toLowerCase().normalize("NFD").replaceAll(marks, ""));

const aboutConsent =
  /consent|opt(ed)?in(?!g)|^(has|have|they)?agreed(to.*)?$|permission|einwilligung|zustimmung|einverstand|consentimiento|permiso/;
/** Against calls, about mail, or about how, where and when they agreed. */
const aboutElse =
  /dnc|donotcall|dontcall|donotcontact|nocall|optout|optedout|unsub|revo|withdr|declin|refus|not|^(no|non|without)|mail|newsletter|(source|method|type|proof|text|wording|ip|ipaddress|url|link|form|by|from|where|how|language|version|id|comments?|evidence|reason|expires|expiry|until|recording|date|time|timestamp|at|day|since|when)$/;

const isDay = (cell: string): boolean => dayIn(cell, true) !== null || dayIn(cell, false) !== null;

/** Where a column of consent goes, by its heading's letters and its first cells; null: it is about something else. */
export function consentColumn(heading: string, cells: readonly string[]): "agreed" | "consent_on" | null {
  if (!aboutConsent.test(heading) || aboutElse.test(heading)) return null;
  return cells.length > 0 && cells.filter(isDay).length > cells.length / 2 ? "consent_on" : "agreed";
}
