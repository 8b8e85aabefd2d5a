/** The texts of the call history: what is shown, and out of how much, without counting what is not shown. */

import type { Reading } from "#app/calls/call-row.ts";
import { count, counted, dayInWords, timeOfDay } from "#app/platform/format.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";

type Shown = {
  calls: readonly unknown[];
  newer: string | null;
  older: string | null;
  searchedTo: number | null;
  hasCalls: boolean;
  today: { calls: number; answered: number };
};

/** Whether the query is anything but the newest calls. */
export const isFiltered = ({ cursor: _, ...filters }: CallHistoryQuery): boolean =>
  Object.values(filters).some((value) => value !== null && value !== "");

/** "today 2:06 pm", "Tuesday, November 3, 2:06 pm": how far back a search went. */
export function searchedBackTo({ searchedTo }: Shown, reading: Reading): string | null {
  if (searchedTo === null) return null;
  const day = dayInWords(searchedTo, reading.now, reading);
  return `${day}${/^[a-z]/.test(day) ? " " : ", "}${timeOfDay(searchedTo, reading)}`;
}

/** The sentence under the title. */
export function historySentence(shown: Shown, query: CallHistoryQuery, reading: Reading): string {
  const { calls, newer, older, hasCalls, today } = shown;
  const { locale } = reading;
  if (!hasCalls) return "Every call that your agents take, word for word.";
  if (!isFiltered(query)) {
    if (today.calls === 0) return "No calls yet today.";
    return `${counted(today.calls, "call", "calls", locale)} today, ${today.answered === today.calls ? "all" : count(today.answered, locale)} of them answered.`;
  }
  const to = searchedBackTo(shown, reading);
  const found = counted(calls.length, "call", "calls", locale);
  if (to !== null) return `${found[0]?.toUpperCase()}${found.slice(1)} found back to ${to}.`;
  if (calls.length === 0) return "No call matches.";
  if (newer === null && older === null) return calls.length === 1 ? "One call matches." : `${found} match.`;
  return `${found} on this page match; there are more.`;
}
