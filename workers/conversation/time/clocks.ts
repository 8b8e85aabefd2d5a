/** Times of day as people say them, mostly without am or pm; opening hours decide which half is meant. Independent of language. */

import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { stretchesOf } from "#app/hours/opening-hours.ts";
import { weekdays } from "#app/hours/week.schema.ts";
import { clockOf, minutesOf } from "#app/platform/zoned-time.ts";

/** A time as said. */
export type Clock = {
  /** 0 to 24 */
  hour: number;
  minute: number;
  half: "am" | "pm" | null;
  /** Said on the 24-hour clock or as noon: `hour` is the hour. */
  whole: boolean;
  /** Said as a plain number, which may mean something else. */
  bare: boolean;
};

/** A time range of the day in minutes since midnight, end exclusive. */
export type Stretch = { from: number; to: number };

const DAY = 1440;

/** The minutes since midnight that a time may mean: one, or two when am or pm was not said. */
export function readings({ hour, minute, half, whole }: Clock): number[] {
  if (whole || hour === 0 || hour > 12) return [hour * 60 + minute];
  const morning = (hour % 12) * 60 + minute;
  if (half === "am") return [morning];
  if (half === "pm") return [morning + DAY / 2];
  return [morning, morning + DAY / 2];
}

/** The opening hours of a date; for a closed or unknown day those of the whole week together. */
export function openOn(hours: OpeningHours, date: string | null): Stretch[] {
  const open = date === null ? [] : stretchesOf(hours, date);
  const said = open.length > 0 ? open : weekdays.flatMap((day) => hours.weekly[day]);
  return said.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));
}

/**
 * The likely readings of a time: those inside opening hours; else those between opening and closing (a lunch break);
 * else the closing time itself; else all. `notBefore` (minutes) leaves out past ones.
 */
export function meant(all: number[], open: Stretch[], notBefore = -1): number[] {
  const first = Math.min(...open.map(({ from }) => from));
  const last = Math.max(...open.map(({ to }) => to));
  const tests = [
    (minutes: number) => open.some(({ from, to }) => minutes >= from && minutes < to),
    (minutes: number) => minutes >= first && minutes < last,
    (minutes: number) => minutes === last,
    () => true,
  ];
  const found = tests.map((test) => all.filter(test)).find((some) => some.length > 0) ?? all;
  const ahead = found.filter((minutes) => minutes > notBefore);
  return ahead.length > 0 ? ahead : found;
}

/** Today's readings that are still to come, if we are open then; else every reading, because another day may be meant. */
export function stillMeant(all: number[], open: Stretch[], past: number): number[] {
  const ahead = all.filter((minutes) => minutes > past);
  return ahead.some((minutes) => open.some(({ from, to }) => minutes >= from && minutes < to))
    ? meant(ahead, open, past)
    : all;
}

/** The range between two spoken times: readings in order, inside opening hours if possible, the shortest. */
export function between(from: Clock, to: Clock, open: Stretch[]): Stretch | null {
  const first = Math.min(...open.map((one) => one.from));
  const last = Math.max(...open.map((one) => one.to));
  let best: Stretch | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  const halves =
    from.half === null && !from.whole && to.half !== null ? [from, { ...from, half: to.half }] : [from];
  for (const start of halves.flatMap(readings)) {
    for (const end of readings(to)) {
      if (end <= start) continue;
      const outside = Math.max(0, first - start) + Math.max(0, end - last);
      const score = outside * DAY + (end - start);
      if (score < bestScore) {
        best = { from: start, to: end };
        bestScore = score;
      }
    }
  }
  return best;
}

/** Minutes since midnight as HH:MM, within the day. */
export const asClock = (minutes: number): string => clockOf(Math.min(Math.max(minutes, 0), DAY));
