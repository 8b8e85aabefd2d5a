/** The day on which a person agreed: as it is typed or stands in a file, and the instant that counts. */
import { addMonths, dateOf, instantOf, isDate, localDate } from "#app/platform/zoned-time.ts";

/** No one who can be called is older. */
const longestLife_months = 120 * 12;

export type ConsentDayFault = "no_day" | "future" | "too_old";
export const consentDayWords: Readonly<Record<ConsentDayFault, string>> = {
  no_day: "Choose a date",
  future: "This day is still to come",
  too_old: "That is longer ago than people live",
};

/** When a consent of that day was given, ms UTC: today is now, an earlier day its beginning, so that what was taken back on it is over. @param day YYYY-MM-DD */
export function consentAt(
  day: string,
  { time_zone, now }: { time_zone: string; now: number },
): { ok: true; at: number } | { ok: false; fault: ConsentDayFault } {
  if (!isDate(day)) return { ok: false, fault: "no_day" };
  const today = localDate(now, time_zone);
  if (day > today) return { ok: false, fault: "future" };
  if (day < addMonths(today, -longestLife_months)) return { ok: false, fault: "too_old" };
  return { ok: true, at: day === today ? now : instantOf(day, "00:00", time_zone) };
}

/** Whether a country writes the month before the day. */
export function isMonthFirst(country: string): boolean {
  const language = new Intl.Locale(`und-${country}`).maximize().toString();
  const parts = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day") && parts.indexOf("day") < parts.indexOf("year");
}

const written = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].{0,40})?$/;
const shown = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? .{0,40})?$/;

/** The day of a cell, YYYY-MM-DD; null: it holds none. A time behind it says nothing. */
export function dayIn(cell: string, monthFirst: boolean): string | null {
  const [, year, month, day] = written.exec(cell) ?? [];
  if (year) return dateOf(Number(year), Number(month), Number(day));
  const [, first, mark, second, of] = shown.exec(cell) ?? [];
  if (!of) return null;
  const [m, d] = monthFirst && mark !== "." ? [first, second] : [second, first];
  return dateOf(Number(of), Number(m), Number(d));
}
