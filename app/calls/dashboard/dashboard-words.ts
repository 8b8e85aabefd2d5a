/** The dashboard's texts for a range of days: a greeting, one sentence, four figures and a chart; pure, from counted days. */

import type { Reading } from "#app/calls/call-row.ts";
import { count, counted, dayLabel, percent, weekdayName, wordDuration } from "#app/platform/format.ts";
import { addDays, localClock, minutesOf } from "#app/platform/zoned-time.ts";
import { type ChartGeometry, stackedBars } from "#app/ui/bar-geometry.ts";

const ranges = ["today", "7", "30"] as const;
export type DashboardRange = (typeof ranges)[number];

/** The range in an address (`?range=7`); today by default. */
export function rangeOf(url: string): DashboardRange {
  const asked = new URL(url).searchParams.get("range");
  return ranges.find((range) => range === asked) ?? "today";
}

/** One local day, or the sum of several. */
export type Counted = { calls: number; answered: number; booked: number; seconds: number };
export type Day = Counted & { day: string };

const none: Counted = { calls: 0, answered: 0, booked: 0, seconds: 0 };

export const daysOf = (range: DashboardRange): number => (range === "today" ? 1 : Number(range));

/** The sum of the days from `first` to `last` (YYYY-MM-DD, both included). */
export function added(days: readonly Day[], first: string, last: string): Counted {
  return days
    .filter(({ day }) => first <= day && day <= last)
    .reduce(
      (sum, day) => ({
        calls: sum.calls + day.calls,
        answered: sum.answered + day.answered,
        booked: sum.booked + day.booked,
        seconds: sum.seconds + day.seconds,
      }),
      none,
    );
}

/** "Good afternoon, Mara", by the clock of the organization. */
export function greeting(name: string | null, { now, timeZone }: Reading): string {
  const minutes = minutesOf(localClock(now, timeZone));
  // The clock beside it says "am" until noon, so "Good evening" would not fit at 3:58 am.
  const time = minutes < 720 ? "morning" : minutes < 1080 ? "afternoon" : "evening";
  const first = name?.trim().split(/\s+/)[0];
  return `Good ${time}${first ? `, ${first}` : ""}`;
}

const inRange: Record<DashboardRange, string> = {
  today: "today",
  "7": "in the last 7 days",
  "30": "in the last 30 days",
};

/** "Your agents answered 38 of 42 calls today and booked 11 appointments." */
export function dashboardSentence(
  { calls, answered, booked }: Counted,
  range: DashboardRange,
  locale: string,
): string {
  if (calls === 0) return range === "today" ? "No calls yet today." : `No calls ${inRange[range]}.`;
  const all = calls === 1 ? "the one call" : calls === 2 ? "both calls" : `all ${count(calls, locale)} calls`;
  if (answered === 0)
    return `${all[0]?.toUpperCase()}${all.slice(1)} ${inRange[range]} ${calls === 1 ? "was" : "were"} missed.`;
  const answers =
    answered === calls ? all : `${count(answered, locale)} of ${counted(calls, "call", "calls", locale)}`;
  const bookings =
    booked === 0 ? "" : ` and booked ${counted(booked, "appointment", "appointments", locale)}`;
  return `Your agents answered ${answers} ${inRange[range]}${bookings}.`;
}

/** A change and its comparison: the change is green or red, the rest is muted. */
export type FigureNote = { change: string | null; isBetter: boolean; words: string };
export type DashboardFigure = { label: string; value: string; note: FigureNote };

/** The comparison range; `calls` is null when there are too many to count at this hour. */
export type Before = { counted: Counted; calls: number | null; words: string; wordsOfCalls: string };

const quiet = (words: string): FigureNote => ({ change: null, isBetter: true, words });
const signed = (n: number, shown: string) => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${shown}`;

function callsNote(calls: number, before: Before, locale: string): FigureNote {
  if (before.calls === null) return quiet("");
  if (before.calls === 0) return quiet(calls === 0 ? "" : `none ${before.wordsOfCalls}`);
  const change = (calls - before.calls) / before.calls;
  const shown = percent(Math.abs(change), 1, locale) ?? "";
  return {
    change: signed(Math.round(change * 100), shown),
    isBetter: change >= 0,
    words: `on ${before.wordsOfCalls}`,
  };
}

function answeredNote(now: Counted, before: Before, locale: string): FigureNote {
  if (now.calls === 0) return quiet("");
  if (before.counted.calls === 0) return quiet(`${count(now.calls - now.answered, locale)} missed`);
  const points =
    Math.round((now.answered / now.calls) * 100) -
    Math.round((before.counted.answered / before.counted.calls) * 100);
  return {
    change: signed(points, `${count(Math.abs(points), locale)} pts`),
    isBetter: points >= 0,
    words: `on ${before.words}`,
  };
}

/** Below this many minutes one decimal is shown, so that half a minute is not zero. */
const few_minutes = 10;

function minutesTalked(seconds: number, locale: string): string {
  const minutes = seconds / 60;
  const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: minutes < few_minutes ? 1 : 0 });
  // A call of two seconds counts.
  return shown.format(seconds > 0 ? Math.max(0.1, minutes) : 0);
}

/** Calls, answered, booked, minutes: each with its comparison. */
export function figuresOf(now: Counted, before: Before, locale: string): DashboardFigure[] {
  const share = percent(now.booked, now.answered, locale);
  return [
    { label: "Calls", value: count(now.calls, locale), note: callsNote(now.calls, before, locale) },
    {
      label: "Answered",
      value: percent(now.answered, now.calls, locale) ?? "–",
      note: answeredNote(now, before, locale),
    },
    {
      label: "Booked",
      value: count(now.booked, locale),
      note: quiet(share === null ? "" : `${share} of answered calls`),
    },
    {
      label: "Minutes",
      value: minutesTalked(now.seconds, locale),
      note: quiet(now.answered === 0 ? "" : `${wordDuration(now.seconds / now.answered)} a call`),
    },
  ];
}

/** The comparison range in words. */
export function comparedWith(
  range: DashboardRange,
  today: string,
  locale: string,
): { words: string; wordsOfCalls: string } {
  if (range === "today") {
    const weekday = weekdayName(today, locale);
    return { words: `last ${weekday}`, wordsOfCalls: `last ${weekday} by now` };
  }
  return { words: `the ${range} days before`, wordsOfCalls: `the ${range} days before` };
}

export type DashboardChart = { label: string; wide: ChartGeometry; narrow: ChartGeometry };

const chart_days = 14;
const narrow_days = 7;

/** The first day that the chart shows. */
export const chartBegins = (today: string): string => addDays(today, 1 - chart_days);

/** The last 14 days, stacked from booked to missed; phones get the last 7, drawn separately. */
export function chartOf(days: readonly Day[], today: string, locale: string): DashboardChart {
  const bars = Array.from({ length: chart_days }, (_, place) => addDays(chartBegins(today), place)).map(
    (day) => {
      const { calls, answered, booked } = added(days, day, day);
      const said = `${counted(calls, "call", "calls", locale)}, ${count(answered, locale)} answered, ${count(booked, locale)} booked`;
      return {
        label: dayLabel(day, locale),
        title: `${weekdayName(day, locale)}, ${dayLabel(day, locale)}: ${said}`,
        strong: Math.min(booked, answered),
        soft: Math.max(0, answered - booked),
        bad: Math.max(0, calls - answered),
      };
    },
  );
  const { calls, answered, booked } = added(days, today, today);
  return {
    label: `Calls a day, last ${chart_days} days: ${count(calls, locale)} today, of which ${count(answered, locale)} answered and ${count(booked, locale)} booked`,
    wide: stackedBars(bars, 700, 210),
    narrow: stackedBars(bars.slice(-narrow_days), 340, 210),
  };
}
