/** The words of /settings/data: where an export stands, and what an erasure found. */
import { counted } from "#app/platform/format.ts";

/** "12.4 MB", of bytes. */
export function sizeWords(bytes: number, locale: string): string {
  const unit = bytes < 1e6 ? 1e3 : bytes < 1e9 ? 1e6 : 1e9;
  const name = unit === 1e3 ? "KB" : unit === 1e6 ? "MB" : "GB";
  const size = Math.max(1, bytes) / unit;
  const digits = size < 10 && unit > 1e3 ? 1 : 0;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(Math.max(size, unit === 1e3 ? 1 : 0))} ${name}`;
}

/** How much of an export is written, from 0 to 99: the rest comes with the file itself. */
export const progressOf = (done: number, expected: number | null): number =>
  expected === null || expected === 0 ? 0 : Math.min(99, Math.floor((100 * done) / expected));

export const rowsWords = (done: number, locale: string): string => counted(done, "row", "rows", locale);

export type Found = { contacts: number; calls: number; bookings: number };

/** "1 contact, 12 calls and 2 appointments"; null: there is nothing. */
export function foundWords({ contacts, calls, bookings }: Found, locale: string): string | null {
  const parts = [
    contacts > 0 && counted(contacts, "contact", "contacts", locale),
    calls > 0 && counted(calls, "call", "calls", locale),
    bookings > 0 && counted(bookings, "appointment", "appointments", locale),
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return null;
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

/** The words of a receipt's counts, in its order. */
export const erasedLabels: Readonly<Record<string, string>> = {
  contacts: "Contacts deleted",
  calls: "Calls without number and name",
  transcripts: "Transcripts deleted",
  messages: "Messages deleted",
  bookings: "Appointments without a name",
  questions: "Questions deleted",
  mentions: "Other calls with the number or address removed",
  export_files: "Export files deleted",
};
