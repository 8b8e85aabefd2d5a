/** Opening hours: the open time ranges of a date, the next open day, and the week in spoken words. */

import { hour_ms } from "#app/platform/durations.ts";
import { addDays, localClock, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { OpeningHours } from "./opening-hours.schema.ts";
import { clockSaid, dayPartSaid, listSaid, weekdayName } from "./spoken-time.ts";
import { mostHolidays, weekdays } from "./week.schema.ts";

/** An open time range of a day, clock times of the organization's zone, end exclusive. */
export type Stretch = { from: string; to: string };

/** Hours without an open range never open; no closing lasts longer than a year. */
const longestClosing_days = 366;

/** The open time ranges of a local date (YYYY-MM-DD), earliest first; empty on closed weekdays and holidays. */
export function stretchesOf(hours: OpeningHours, date: string): Stretch[] {
  if (hours.holidays.includes(date)) return [];
  return weekStretches(hours, weekdayOf(date));
}

/** A day and a half covers every zone: no zone's today is earlier. */
const dayAndAHalf_ms = 36 * hour_ms;

/**
 * The hours with further closed days of the whole organization (YYYY-MM-DD). Past ones are left out, so that the
 * agent's own and the organization's fit into one list.
 * @param now ms UTC
 */
export function alsoClosed(hours: OpeningHours, dates: readonly string[], now: number): OpeningHours {
  if (dates.length === 0) return hours;
  const earliest = new Date(now - dayAndAHalf_ms).toISOString().slice(0, 10);
  const coming = [...new Set([...hours.holidays, ...dates])].filter((date) => date >= earliest).sort();
  return { ...hours, holidays: coming.slice(0, mostHolidays) };
}

function weekStretches(hours: OpeningHours, weekday: number): Stretch[] {
  const name = weekdays[weekday - 1];
  return name ? [...hours.weekly[name]].sort((a, b) => (a.from < b.from ? -1 : 1)) : [];
}

/** Whether an instant (ms UTC) is within the hours. */
export function isOpen(hours: OpeningHours, at: number, zone: string): boolean {
  const clock = localClock(at, zone);
  return stretchesOf(hours, localDate(at, zone)).some(({ from, to }) => from <= clock && clock < to);
}

/** The first open local date from `date` on, itself included; null when a whole year has none. */
export function nextOpenDay(hours: OpeningHours, date: string): string | null {
  for (let ahead = 0; ahead < longestClosing_days; ahead++) {
    const day = addDays(date, ahead);
    if (stretchesOf(hours, day).length > 0) return day;
  }
  return null;
}

/** Whether the weekly hours close both days of the weekend, so that "at the weekend" can be said. */
export function isWeekendClosed(hours: OpeningHours): boolean {
  return hours.weekly.sat.length === 0 && hours.weekly.sun.length === 0;
}

/** "from eight to noon and one to six"; "around the clock"; empty without a time range. */
export function stretchesSaid(stretches: readonly Stretch[]): string {
  const [first] = stretches;
  if (!first) return "";
  if (stretches.length === 1 && first.from === "00:00" && first.to === "24:00") return "around the clock";
  return `from ${listSaid(stretches.map(stretchSaid), "and")}`;
}

function stretchSaid({ from, to }: Stretch): string {
  const plain = from < "12:00" && to >= "12:00" && clockSaid(from) !== clockSaid(to);
  if (plain) return `${clockSaid(from)} to ${clockSaid(to)}`;
  const same = dayPartSaid(from) === dayPartSaid(to);
  return `${clockSaid(from, !same)} to ${clockSaid(to, true)}`;
}

/**
 * The week in spoken words: "Monday to Friday from eight to six, and Saturday from nine to noon". A listener cannot
 * remember more than three different groups of days, so then only the outer bounds are said.
 */
export function hoursSaid(hours: OpeningHours): string {
  const runs: { first: number; last: number; words: string }[] = [];
  for (let weekday = 1; weekday <= 7; weekday++) {
    const words = stretchesSaid(weekStretches(hours, weekday));
    const run = runs[runs.length - 1];
    if (run && run.words === words) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, words });
  }
  const open = runs.filter(({ words }) => words !== "");
  if (open.length === 0) return "by appointment only";
  if (open.length > 3) return boundsSaid(hours);
  return listSaid(
    open.map(({ first, last, words }) => `${daysSaid(first, last)} ${words}`),
    "and",
  ).replace(/ and (?=[A-Z]|every)/, ", and ");
}

function daysSaid(first: number, last: number): string {
  if (first === 1 && last === 7) return "every day";
  if (first === last) return weekdayName(first);
  return `${weekdayName(first)} ${last === first + 1 ? "and" : "to"} ${weekdayName(last)}`;
}

function boundsSaid(hours: OpeningHours): string {
  const all = weekdays.flatMap((day) => hours.weekly[day]);
  const from = all.map((stretch) => stretch.from).sort()[0] ?? "00:00";
  const to = all.map((stretch) => stretch.to).sort()[all.length - 1] ?? "24:00";
  return `between ${clockSaid(from, true)} and ${clockSaid(to, true)}, depending on the day`;
}
