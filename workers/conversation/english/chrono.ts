/** Dates that only chrono reads, as the last resort of the readers of days. */
import * as chrono from "chrono-node/en";
import { dateOf } from "#app/platform/zoned-time.ts";
import { dayList } from "#workers/conversation/time/calendar.ts";
import { type Mentioned, timesOf } from "#workers/conversation/time/times.ts";
import type { DayContext } from "./day-slots.ts";

const numbersAndMonths =
  /\d|\b(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)\b/;

/** What only chrono reads ("the second week of March"): for an utterance in which nothing else was found. */
export function readByChrono(line: string, { today }: DayContext): Mentioned["mentions"] {
  // Without a number or a month's name it would make dates of "the hour" and "the second".
  if (line.length > 300 || !numbersAndMonths.test(line)) return [];
  const [found] = chrono.casual.parse(line, new Date(`${today}T12:00:00`), { forwardDate: true });
  if (!found?.start.isCertain("day")) return [];
  const { start } = found;
  const date = dateOf(start.get("year") ?? 0, start.get("month") ?? 0, start.get("day") ?? 0);
  if (date === null) return [];
  const clock = {
    hour: start.get("hour") ?? 0,
    minute: start.get("minute") ?? 0,
    half: null,
    whole: true,
    bare: false,
  };
  const times = start.isCertain("hour") ? timesOf({ at: [clock] }) : null;
  return [
    {
      from: 0,
      to: 0,
      days: dayList([date]),
      times,
      or: false,
      fresh: false,
      anew: false,
      ruledOut: false,
      too: null,
      repairs: false,
    },
  ];
}
