/** The words of /settings/data: where an export stands, and what an erasure found. */
import { counted, exactTime, type Place, shortDate } from "#app/platform/format.ts";

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

type ExportRow = {
  id: string;
  state: string;
  rows_done: number;
  rows_expected: number | null;
  bytes: number | null;
  created_at: number;
  expires_at: number | null;
  content: string;
};

/** The lines of a list of exports. `now`: ms UTC */
export const exportsShown = (rows: readonly ExportRow[], now: number, place: Place) =>
  rows.map((row) => ({
    id: row.id,
    state: row.state === "ready" && (row.expires_at ?? 0) <= now ? "expired" : row.state,
    started: `${exactTime(row.created_at, place)}${formats[row.content] ?? ""}`,
    // How many calls filters find is known when all are read.
    progress:
      row.content !== "everything" && row.rows_expected === null
        ? null
        : progressOf(row.rows_done, row.rows_expected),
    rows: rowsWords(row.rows_done, place.locale),
    size: row.bytes === null ? null : sizeWords(row.bytes, place.locale),
    until: row.expires_at === null ? null : shortDate(row.expires_at, now, place),
  }));

const formats: Readonly<Record<string, string>> = { calls_csv: " · CSV", calls_json: " · JSON" };

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
