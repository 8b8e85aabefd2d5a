/** English for one date of the calendar: "December third", "the 24th of November", "11/24", "Christmas Eve". */
import { addDays, dateOf } from "#app/platform/zoned-time.ts";
import {
  type Days,
  dateNamed,
  dayList,
  dayOfMonth,
  firstWeekday,
  lastOfMonth,
  mondayOf,
  monthAfter,
  type Today,
  week,
  wholeMonth,
} from "#workers/conversation/time/calendar.ts";
import {
  beginning,
  beginsOf,
  grammar,
  matchAt,
  type Read,
  rulesFor,
  type SlotReaders,
} from "#workers/conversation/words/grammar.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { holidayAt, holidays } from "./holidays.ts";
import { belowHundredAt, cardinalAt, numbersBegin, ordinalAt } from "./numbers.ts";

const names = (lines: string[]) =>
  new Map(lines.flatMap((line, at) => line.split(" ").map((word) => [word, at + 1] as const)));

const weekdayNames = names([
  "monday mon mondays munday",
  "tuesday tue tues tuesdays tuseday teusday tusday",
  "wednesday wed weds wednesdays wendsday wensday wednsday wenesday",
  "thursday thu thur thurs thursdays thrusday thursdy thirsday",
  "friday fri fridays firday",
  "saturday sat saturdays saterday",
  "sunday sun sundays",
]);
const monthNames = names([
  "january jan",
  "february feb febuary",
  "march mar",
  "april apr",
  "may",
  "june jun",
  "july jul",
  "august aug",
  "september sep sept",
  "october oct",
  "november nov",
  "december dec",
]);
const verbal = new Set("i he she we they you it the that there who just".split(" "));
const afterVerb = new Set("i we you be have not need want as also".split(" "));

/** The weekday a word names, 1 (Monday) to 7; "the sun" and "I sat" are none. */
export function weekdayAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const value = weekdayNames.get(word);
  if (value === undefined) return null;
  if ((word === "sun" || word === "sat" || word === "wed") && verbal.has(words[at - 1]?.word ?? ""))
    return null;
  return { value, to: at + 1 };
}

/** Whether a word names every such weekday ("Mondays"), not one ("Monday's"). */
export const isEveryWeekday = (word: Word): boolean => /days$/i.test(word.raw) && weekdayNames.has(word.word);

/** The month a word names, 1 to 12; "may I" and "they march" are none. */
export function monthAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const value = monthNames.get(word);
  if (value === undefined) return null;
  const verb = word === "may" || word === "march";
  if (verb && (verbal.has(words[at - 1]?.word ?? "") || afterVerb.has(words[at + 1]?.word ?? "")))
    return null;
  return { value, to: at + 1 };
}

/** "11/24", "11-24-26", "24.11.2026", "2026-11-24": digits with marks between. */
function digitsAt(words: readonly Word[], at: number, { today, dayFirst }: Today): Read<Days> | null {
  const parts: number[] = [];
  const mark = words[at + 1]?.gap ?? "";
  if (!/^[/.-]$/.test(mark)) return null;
  let to = at;
  while (
    parts.length < 3 &&
    /^\d{1,4}$/.test(words[to]?.word ?? "") &&
    (to === at || words[to]?.gap === mark)
  ) {
    parts.push(Number(words[to]?.word));
    to++;
  }
  const [first = 0, second = 0, third] = parts;
  if (parts.length < 2 || words[to]?.gap === mark) return null;
  if (parts.length === 2 && mark === ".") return null;
  // "9-11" is a stretch of hours, "11-24" a date.
  if (parts.length === 2 && mark === "-" && first <= 12 && second <= 12) return null;
  // "2/2027" is a month.
  if (parts.length === 2 && second > 999) {
    const month = dateOf(second, first, 1);
    return month === null ? null : { value: wholeMonth(today, month), to };
  }
  if (first > 999) return third === undefined ? null : fromDate(dateOf(first, second, third), to);
  const [month, day] = (dayFirst && second <= 12) || first > 12 ? [second, first] : [first, second];
  const year = third === undefined ? null : third < 100 ? 2000 + third : third;
  const days = dateNamed(today, month, day, year);
  return days && { value: days, to };
}

const fromDate = (date: string | null, to: number): Read<Days> | null =>
  date === null ? null : { value: dayList([date]), to };

/** A year from 2020 on, in digits or words ("twenty twenty seven"). */
export function yearAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  if (/^20[2-9]\d$/.test(word)) return { value: Number(word), to: at + 1 };
  const twoThousand = word === "two" && words[at + 1]?.word === "thousand";
  if (!twoThousand && word !== "twenty") return null;
  const from = twoThousand ? at + (words[at + 2]?.word === "and" ? 3 : 2) : at + 1;
  const rest = belowHundredAt(words, from);
  return rest && rest.value >= 20 ? { value: 2000 + rest.value, to: rest.to } : null;
}

/** A day of the month as a plain number, 1 to 31; "10:30" begins with none. */
export function dayNumberAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const read = /^\d{1,2}$/.test(word) ? { value: Number(word), to: at + 1 } : belowHundredAt(words, at);
  if (!read || read.value < 1 || read.value > 31) return null;
  return /^[:.]$/.test(words[read.to]?.gap ?? "") ? null : read;
}

type Slots = { ordinal: number; month: number; number: number; year: number; digits: Days; holiday: Days };
/** "the first" of "the first thing", "the second" of "the second one": no day of a month. */
const counted = new Set(
  "thing one ones time times available appointment appointments slot slots opening week weeks weekend half floor option visit person name choice thought part day days".split(
    " ",
  ),
);
const MOST_COUNTED = 5;

function dayNthAt(words: readonly Word[], at: number): Read<number> | null {
  const read = ordinalAt(words, at);
  if (!read || read.value > MOST_COUNTED || !counted.has(words[read.to]?.word ?? "")) return read;
  const next = words[read.to + 1]?.word ?? "";
  if (words[at - 1]?.word === "the" && words[at - 2]?.word === "on") return read;
  // "The third, half past nine", "the first available" of a month that was named.
  if (words[read.to]?.word === "half")
    return /^(past|after|passed|and|a)$/.test(next) || cardinalAt(words, read.to + 1) ? read : null;
  const named = monthAt(words, at - 1) !== null || /^(st|nd|rd|th)$/.test(words[read.to - 1]?.word ?? "");
  return next === "of" || (named && words[read.to]?.word === "available") ? read : null;
}

const readers: SlotReaders<Slots, Today> = {
  ordinal: dayNthAt,
  month: monthAt,
  number: dayNumberAt,
  year: yearAt,
  digits: digitsAt,
  holiday: holidayAt,
};
const rule = rulesFor<Slots, Today>();

/** What the readers of days by name and number begin with. */
export const datesBegin = {
  weekday: beginning(false, weekdayNames.keys()),
  month: beginning(false, monthNames.keys()),
  number: numbersBegin.cardinal,
  year: beginning(true, ["two", "twenty"]),
};
const { month, number, year } = datesBegin;
const begins = {
  ordinal: numbersBegin.ordinal,
  month,
  number,
  year,
  digits: beginning(true),
  holiday: beginsOf(holidays),
};
const rules = [
  rule(["digits"], ["{digits}", "the {digits}"], ({ digits }) => digits),
  rule(["holiday"], ["{holiday}", "the {holiday}"], ({ holiday }) => holiday),
  rule(["holiday"], ["{holiday} (weekend|week end)"], ({ holiday: { dates } }) => {
    const saturday = dates[0] && firstWeekday(addDays(dates[0], -2), 6);
    return saturday ? dayList([saturday, addDays(saturday, 1)], { stretch: true }) : null;
  }),
  rule(["holiday"], ["{holiday} week"], ({ holiday }) =>
    holiday.dates[0] ? week(mondayOf(holiday.dates[0]), 0) : null,
  ),
  rule(
    ["ordinal", "month", "year"],
    ["[the] {ordinal} [day] [of|in] {month} [of] {year}", "{month} [the] {ordinal} [of|in] {year}"],
    ({ ordinal, month, year }, { today }) => dateNamed(today, month, ordinal, year),
  ),
  rule(
    ["ordinal", "month"],
    ["[the] {ordinal} [day] [of|in] {month}", "{month} [the|on the] {ordinal}"],
    ({ ordinal, month }, { today }) => dateNamed(today, month, ordinal, null),
  ),
  rule(
    ["number", "month", "year"],
    ["[the] {number} [of] {month} [of] {year}", "{month} [the] {number} {year}"],
    ({ number, month, year }, { today }) => dateNamed(today, month, number, year),
  ),
  rule(
    ["number", "month"],
    ["[the] {number} [of] {month}", "{month} [the] {number}"],
    ({ number, month }, { today }) => dateNamed(today, month, number, null),
  ),
  rule(
    ["ordinal"],
    [
      "[the] {ordinal} [day] (of|in) [the] next month",
      "next month [on] [the] {ordinal}",
      "[the] {ordinal} next month",
    ],
    ({ ordinal }, { today }) => inMonth(monthAfter(today, 1), ordinal),
  ),
  rule(["number"], ["[the] {number} of [the] next month"], ({ number }, { today }) =>
    inMonth(monthAfter(today, 1), number),
  ),
  rule(["number"], ["[the] {number} of (this|the|the current) month"], ({ number }, { today }) =>
    inMonth(monthAfter(today, 0), number),
  ),
  rule(
    ["ordinal"],
    [
      "[the] {ordinal} [day] of (this|the current) month",
      "this month [on] [the] {ordinal}",
      "[the] {ordinal} this month",
    ],
    ({ ordinal }, { today }) => inMonth(monthAfter(today, 0), ordinal),
  ),
  rule(["month", "year"], ["[in] {month} [of|in] {year}"], ({ month, year }, { today }) => {
    const first = dateOf(year, month, 1);
    return first === null ? null : wholeMonth(today, first);
  }),
  rule(["ordinal"], ["[the] {ordinal} (of|in|day of) the month"], ({ ordinal }, { today }) =>
    dayOfMonth(today, ordinal),
  ),
  rule(["ordinal"], ["the {ordinal}", "{ordinal}"], ({ ordinal }, { today }) =>
    bare(dayOfMonth(today, ordinal)),
  ),
  rule(["number"], ["on the {number}", "for the {number}"], ({ number }, { today }) =>
    bare(dayOfMonth(today, number)),
  ),
  rule([], ["[the] (last|final) day of [the|this] month", "[the] (last|end) of the month"], (_, { today }) =>
    dayList([lastOfMonth(monthAfter(today, 0))]),
  ),
  rule([], ["[the] (last day|end) of next month"], (_, { today }) =>
    dayList([lastOfMonth(monthAfter(today, 1))]),
  ),
];
/** What a date is read by. */
export const dates = grammar<Days, Slots, Today>(readers, rules, begins);

const bare = (days: Days | null): Days | null => days && { ...days, bare: true };

function inMonth(first: string, day: number): Days | null {
  const date = dateOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)), day);
  return date === null ? null : dayList([date], { dayOfMonth: day });
}

/** The date that begins at a word, if one does. */
export function dateAt(words: readonly Word[], at: number, today: Today): Read<Days> | null {
  return matchAt(dates, words, at, today);
}
