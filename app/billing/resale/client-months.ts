/** Months as agencies charge them: of the client's own zone. Pure. */
import { addMonths, instantOf, localDate } from "#app/platform/zoned-time.ts";

/** A month with the instants of its begin and end, ms UTC. */
export type Month = { readonly month: string; readonly starts_at: number; readonly ends_at: number };

const isMonth = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/;

/** Of YYYY-MM in a zone; null: there is no such month. */
export function monthNamed(month: string, timeZone: string): Month | null {
  if (!isMonth.test(month)) return null;
  const first = `${month}-01`;
  const starts_at = instantOf(first, "00:00", timeZone);
  return { month, starts_at, ends_at: instantOf(addMonths(first, 1), "00:00", timeZone) };
}

/** The month of an instant in a zone, YYYY-MM. */
export const monthName = (at: number, timeZone: string): string => localDate(at, timeZone).slice(0, 7);

/** The month of an instant in a zone. */
export function monthAt(at: number, timeZone: string): Month {
  const month = monthName(at, timeZone);
  const first = `${month}-01`;
  return {
    month,
    starts_at: instantOf(first, "00:00", timeZone),
    ends_at: instantOf(addMonths(first, 1), "00:00", timeZone),
  };
}

/** The months before one, newest first. */
export const monthsBefore = (month: string, many: number): string[] =>
  Array.from({ length: many }, (_, back) => addMonths(`${month}-01`, -1 - back).slice(0, 7));

/** "November 2026". */
export const monthWords = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
