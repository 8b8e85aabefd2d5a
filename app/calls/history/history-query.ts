/** The query of the call history: the days that its range means, and the address that asks it again. */
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import type { DateRange } from "./date-ranges.schema.ts";

export const dateRangeWords: Record<DateRange, string> = {
  today: "Today",
  "7": "Last 7 days",
  "30": "Last 30 days",
  "90": "Last 90 days",
  month: "This month",
  custom: "Custom range",
};

/** Local dates (YYYY-MM-DD), both included; null: no bound. */
export type Days = { from: string | null; to: string | null };

/** The days of a range that is named; a custom one is what was typed. */
function daysOf(range: DateRange | null, typed: Days, today: string): Days {
  switch (range) {
    case "today":
      return { from: today, to: today };
    case "7":
      return { from: addDays(today, -6), to: today };
    case "30":
      return { from: addDays(today, -29), to: today };
    case "90":
      return { from: addDays(today, -89), to: today };
    case "month":
      return { from: `${today.slice(0, 8)}01`, to: today };
    default:
      return { from: typed.from, to: typed.to };
  }
}

/** The query with the days that its range means at this moment. */
export const withDays = (
  query: CallHistoryQuery,
  { now, timeZone }: { now: number; timeZone: string },
): CallHistoryQuery => ({ ...query, ...daysOf(query.range, query, localDate(now, timeZone)) });

/** The query as the end of an address, without the page of the list: "?outcome=booked", or nothing. */
export function listAddress({ cursor: _, ...query }: CallHistoryQuery): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== "" && !(name === "range" && value === "custom")) asked.set(name, value);
  return asked.size === 0 ? "" : `?${asked}`;
}

/** Whether the query is anything but the newest calls. */
export const isFiltered = (query: CallHistoryQuery): boolean => listAddress(query) !== "";
