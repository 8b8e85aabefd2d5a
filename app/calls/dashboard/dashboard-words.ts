/** The dashboard's texts for a range of days: a greeting, one sentence and four figures; pure, from counted days. */

import { costCurrency } from "#app/calls/call-cost.ts";
import type { Reading } from "#app/calls/call-row.ts";
import { firstNameOf } from "#app/platform/first-name.ts";
import {
  count,
  counted,
  money,
  percent,
  startedMinutes,
  weekdayName,
  wordDuration,
} from "#app/platform/format.ts";
import { localClock, minutesOf } from "#app/platform/zoned-time.ts";

const ranges = ["today", "7", "30", "90"] as const;
export type DashboardRange = (typeof ranges)[number];

/** What a dashboard is asked for: a range that ends today, and of whom. Null: of all. */
export type DashboardAsked = { range: DashboardRange; agent: string | null; number: string | null };

/** What an address asks for (`?range=7&agent=…&number=…`); today and everything by default, also for what can't be read. */
export function askedBy(url: string): DashboardAsked & { client: string | null } {
  const query = new URL(url).searchParams;
  const id = (name: string) => {
    const value = query.get(name) ?? "";
    return /^[0-9a-zA-Z-]{1,64}$/.test(value) ? value : null;
  };
  const range = ranges.find((one) => one === query.get("range")) ?? "today";
  return { range, agent: id("agent"), number: id("number"), client: id("client") };
}

/** One local day, or the sum of several. */
export type Counted = {
  calls: number;
  answered: number;
  booked: number;
  seconds: number;
  cost_micros: number;
};
export type Day = Counted & { day: string };

const none: Counted = { calls: 0, answered: 0, booked: 0, seconds: 0, cost_micros: 0 };

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
        cost_micros: sum.cost_micros + day.cost_micros,
      }),
      none,
    );
}

/** "Good afternoon, Mara", by the clock of the organization. */
export function greeting(name: string | null, { now, timeZone }: Reading): string {
  const minutes = minutesOf(localClock(now, timeZone));
  // The clock beside it says "am" until noon, so "Good evening" would not fit at 3:58 am.
  const time = minutes < 720 ? "morning" : minutes < 1080 ? "afternoon" : "evening";
  const first = firstNameOf(name);
  return `Good ${time}${first ? `, ${first}` : ""}`;
}

const inRange: Record<DashboardRange, string> = {
  today: "today",
  "7": "in the last 7 days",
  "30": "in the last 30 days",
  "90": "in the last 90 days",
};

/** "Your agents answered 38 of 42 calls today and booked 11 appointments." */
export function dashboardSentence(
  { calls, answered, booked }: Counted,
  range: DashboardRange,
  locale: string,
): string {
  if (calls === 0) return range === "today" ? "No calls yet today." : `No calls ${inRange[range]}.`;
  const all = calls === 1 ? "1 call" : calls === 2 ? "both calls" : `all ${count(calls, locale)} calls`;
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
export type DashboardFigure = {
  label: string;
  value: string;
  note: FigureNote;
  /** The calls behind it; null: it has no list. */
  to: string | null;
};

/** How the comparison range is named. */
export type BeforeWords = {
  /** After "vs.": "last Sunday". */
  name: string;
  /** The same for calls, which are compared up to this time of day: "last Sunday at this time". */
  callsName: string;
  /** After a number of calls: "by this time last Sunday". */
  during: string;
};

/** The comparison range; `calls` is null when there are too many to count at this hour. */
export type Before = BeforeWords & { counted: Counted; calls: number | null };

const quiet = (words: string): FigureNote => ({ change: null, isBetter: true, words });
/** A change that is none is muted, like the rest of its note. */
const changed = (n: number, shown: string, name: string): FigureNote =>
  n === 0
    ? quiet(`no change vs. ${name}`)
    : { change: `${n > 0 ? "+" : "−"}${shown}`, isBetter: n > 0, words: `vs. ${name}` };

/** A larger growth is shown as the earlier count: 76 calls after 4 are not "+1,800%". */
const mostPercents = 300;

function callsNote(calls: number, before: Before, locale: string): FigureNote {
  if (before.calls === null) return quiet("");
  if (before.calls === 0)
    return quiet(calls === 0 ? "" : `${counted(0, "call", "calls", locale)} ${before.during}`);
  const percents = Math.round(((calls - before.calls) / before.calls) * 100);
  if (percents > mostPercents) return quiet(`${count(before.calls, locale)} ${before.during}`);
  return changed(percents, percent(Math.abs(percents), 100, locale) ?? "", before.callsName);
}

function answeredNote(now: Counted, before: Before, locale: string): FigureNote {
  if (now.calls === 0) return quiet("");
  const missed = now.calls - now.answered;
  // Beside "no calls by this time" a share of that day's later calls would contradict it.
  if (before.counted.calls === 0 || before.calls === 0)
    return quiet(`${missed === 0 ? "none" : count(missed, locale)} missed`);
  const points =
    Math.round((now.answered / now.calls) * 100) -
    Math.round((before.counted.answered / before.counted.calls) * 100);
  return changed(points, counted(Math.abs(points), "pt", "pts", locale), before.name);
}

/** The call history's address of some calls of the range. */
export type CallsOf = (filters?: Record<string, string>) => string;

/** Calls, answered, booked, minutes, cost: each with its comparison and the calls behind it. */
export function figuresOf(
  now: Counted,
  before: Before,
  locale: string,
  callsOf: CallsOf | null,
): DashboardFigure[] {
  const share = percent(now.booked, now.answered, locale);
  const to = (filters?: Record<string, string>) => callsOf?.(filters) ?? null;
  return [
    {
      label: "Calls",
      value: count(now.calls, locale),
      note: callsNote(now.calls, before, locale),
      to: to(),
    },
    {
      label: "Answered",
      value: percent(now.answered, now.calls, locale) ?? "–",
      note: answeredNote(now, before, locale),
      to: now.calls > now.answered ? to({ outcome: "missed" }) : to(),
    },
    {
      label: "Booked",
      value: count(now.booked, locale),
      note: quiet(share === null ? "" : `${share} of answered calls`),
      to: to({ outcome: "booked" }),
    },
    {
      label: "Minutes",
      value: startedMinutes(now.seconds, locale),
      note: quiet(now.answered === 0 ? "" : `${wordDuration(now.seconds / now.answered)} average`),
      to: to(),
    },
    {
      label: "Cost",
      value: money(now.cost_micros, costCurrency, locale),
      note: quiet(
        now.calls === 0 ? "" : `${money(now.cost_micros / now.calls, costCurrency, locale)} a call`,
      ),
      to: to(),
    },
  ];
}

/** The comparison range in words. */
export function comparedWith(range: DashboardRange, today: string, locale: string): BeforeWords {
  if (range === "today") {
    const name = `last ${weekdayName(today, locale)}`;
    return { name, callsName: `${name} at this time`, during: `by this time ${name}` };
  }
  const days = `previous ${range} days`;
  return { name: days, callsName: days, during: `in the ${days}` };
}
