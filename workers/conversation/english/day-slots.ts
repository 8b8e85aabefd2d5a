/** What English rules for days share: their slots, and small steps from one day to another. */
import { addDays } from "#app/platform/zoned-time.ts";
import { type Days, dayList, type Today } from "#workers/conversation/time/calendar.ts";
import { type Read, rulesFor } from "#workers/conversation/words/grammar.ts";

/** What day words are read against, with the days already read in this utterance by the word they begin at. */
export type DayContext = Today & { known: Map<number, Read<Days> | null>; depth: number };

export type Slots = {
  weekday: number;
  weekday2: number;
  weekdays: number;
  date: Days;
  day: Days;
  day2: Days;
  stretch: Days;
  month: number;
  count: number;
  nth: number;
  number: number;
  plain: number;
  dash: true;
  year: number;
};
/** Builds a rule for days (see `rulesFor`). */
export const rule = rulesFor<Slots, DayContext>();

export const one = (date: string) => dayList([date]);
export const stretch = (dates: string[]) => (dates.length > 0 ? dayList(dates, { stretch: true }) : null);
export const firstOf = ({ dates, stretch }: Days): string | null => (stretch ? null : (dates[0] ?? null));
/** Counting on from a weekday that is today, people mean the next one: they would say "today". */
export const shifted = (days: Days, by: number): Days | null => {
  const date = days.weekday !== null && days.later ? days.later[0] : firstOf(days);
  return date == null ? null : one(addDays(date, by));
};
export const about = ({ focus, today }: DayContext) => focus ?? today;
