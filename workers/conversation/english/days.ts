/** English for days: joins the rules for dates, weekdays, offsets and stretches, and bounds them ("before the weekend", "Monday to Wednesday"). */
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";
import { beside, type Days, dayList, daysFrom, firstWeekday } from "#workers/conversation/time/calendar.ts";
import {
  beginning,
  beginsOf,
  grammar,
  matchAt,
  type Read,
  type SlotReaders,
} from "#workers/conversation/words/grammar.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import {
  dateAt,
  dates,
  datesBegin,
  dayNumberAt,
  isEveryWeekday,
  monthAt,
  weekdayAt,
  yearAt,
} from "./dates.ts";
import { offsetRules } from "./day-offsets.ts";
import { type DayContext, rule, type Slots, stretch } from "./day-slots.ts";
import { countAt, dashAt, numbersBegin, ordinalAt } from "./numbers.ts";
import { partRules, stretchRules } from "./stretches.ts";
import { weekdayRules } from "./weekdays.ts";

const minutesFollow =
  /^(\d\d|hundred|hours|hrs|h|ten|fifteen|twenty|thirty|forty|fifty|oh|am|pm|people|of|to|past|till|til|minutes|minute|mins|a|p)$/;

/** How deep "the day after the day after …" is followed. */
const MAX_DEPTH = 4;

const readers: SlotReaders<Slots, DayContext> = {
  weekday: weekdayAt,
  weekday2: weekdayAt,
  weekdays: (words, at) => {
    const word = words[at];
    return word && isEveryWeekday(word) ? weekdayAt(words, at) : null;
  },
  date: dateAt,
  day: dayAt,
  day2: dayAt,
  stretch: (words, at, context) => {
    const read = dayAt(words, at, context);
    return read?.value.stretch ? read : null;
  },
  month: monthAt,
  plain: dayNumberAt,
  dash: dashAt,
  year: yearAt,
  number: (words, at) => {
    const read = dayNumberAt(words, at);
    // "Tuesday 15 30" and "Tuesday fifteen hundred" are times.
    return read && !minutesFollow.test(words[read.to]?.word ?? "") ? read : null;
  },
  count: (words, at) => {
    const read = countAt(words, at);
    return read && read.value >= 0 && read.value <= 366 ? read : null;
  },
  nth: (words, at) => {
    const word = words[at]?.word ?? "";
    return word === "last" || word === "final" ? { value: -1, to: at + 1 } : ordinalAt(words, at);
  },
};
const { weekday, month, number, year } = datesBegin;
const slotBegins = {
  weekday,
  weekday2: weekday,
  weekdays: weekday,
  date: beginsOf(dates),
  month,
  plain: number,
  year,
  number,
  count: numbersBegin.count,
  nth: beginning(true, numbersBegin.ordinal.words, ["last", "final"]),
};
const days = grammar<Days, Slots, DayContext>(
  readers,
  [
    rule(["date"], ["{date}", "on {date}"], ({ date }) => date),
    ...weekdayRules,
    ...offsetRules,
    ...stretchRules,
    ...partRules,
  ],
  { ...slotBegins, day: "itself", day2: "itself", stretch: "itself" },
);
const dayBegins = beginsOf(days);

function dayAt(words: readonly Word[], at: number, context: DayContext): Read<Days> | null {
  const known = context.known.get(at);
  if (known !== undefined) return known;
  if (context.depth >= MAX_DEPTH) return null;
  context.known.set(at, null);
  context.depth++;
  const read = matchAt(days, words, at, context);
  context.depth--;
  context.known.set(at, read);
  return read;
}

const boundRules = [
  rule(["day"], ["{day}"], ({ day }) => day),
  rule(
    ["day"],
    [
      "(by|until|till|til|untill|up to|through|no later than|not later than|on or before|not after) {day}",
      "{day} (at the latest|latest|or earlier|or before|or sooner)",
    ],
    ({ day }, { today }) => stretch(daysFrom(today, day.dates.at(-1) ?? today)),
  ),
  rule(["day"], ["before {day} (is over|ends|is out|is up|is gone|is done)"], ({ day }, { today }) =>
    // "Before the weekend is over" means the weekend itself; "before the week is over" begins today.
    day.dates.every((date) => weekdayOf(date) > 5)
      ? day
      : stretch(daysFrom(today, day.dates.at(-1) ?? today)),
  ),
  rule(
    ["day"],
    [
      "[any time|anytime|some time|sometime|anything|something] (before|prior to|ahead of|earlier than) {day}",
    ],
    ({ day }, { today }) => stretch(daysFrom(today, addDays(day.dates[0] ?? today, -1))),
  ),
  rule(
    ["day"],
    ["[any time|anytime|some time|sometime|any day|anything|something] (after|past|later than) {day}"],
    ({ day }) => {
      const last = day.dates.at(-1);
      return last === undefined ? null : stretch(daysFrom(addDays(last, 1), addDays(last, 14)));
    },
  ),
  rule(
    ["day"],
    [
      "(from|starting|starting from|starting on|beginning|as of|no earlier than|not before|not earlier than|on or after) {day} [on|onward|onwards]",
      "{day} (onward|onwards|or later|or after|at the earliest|earliest|and after|and on)",
    ],
    ({ day }) => (day.dates[0] ? stretch(daysFrom(day.dates[0], addDays(day.dates[0], 14))) : null),
  ),
  rule(
    ["date", "number"],
    ["[from|between] {date} (to|through|thru|and) [the] {number}", "[from] {date} {dash} {number}"],
    ({ date, number }) => {
      const [first] = date.dates;
      if (first === undefined || date.bare || date.dayOfMonth === null || number <= date.dayOfMonth)
        return null;
      return dayList(daysFrom(first, addDays(first, number - date.dayOfMonth)));
    },
  ),
  rule(
    ["plain", "date"],
    [
      "[from|between] [the] {plain} (to|through|thru|till|until|and) {date}",
      "[from] [the] {plain} {dash} {date}",
    ],
    ({ plain, date }) => {
      const [last] = date.dates;
      if (last === undefined || date.bare || date.dayOfMonth === null || plain >= date.dayOfMonth)
        return null;
      return dayList(daysFrom(addDays(last, plain - date.dayOfMonth), last));
    },
  ),
  rule(
    ["day", "day2"],
    [
      "[from|anywhere from] {day} (to|through|thru|till|until|til|up to) {day2}",
      "[anywhere|any time|sometime|some time] between {day} and {day2}",
      "(anytime|anywhere) from {day} to {day2}",
      "[from] {day} {dash} {day2}",
    ],
    ({ day, day2 }) => {
      const [first] = beside(day, day2, false).dates;
      const last = beside(day2, day, true).dates.at(-1);
      if (first === undefined || last === undefined) return null;
      const end = last < first && day2.weekday !== null ? firstWeekday(first, day2.weekday) : last;
      return end < first ? null : dayList(daysFrom(first, end));
    },
  ),
];
const bounds = grammar<Days, Slots, DayContext>(readers, boundRules, {
  ...slotBegins,
  day: dayBegins,
  day2: dayBegins,
  stretch: dayBegins,
});

/** The day or days that begin at a word, if any do. */
export function daysAt(words: readonly Word[], at: number, context: DayContext): Read<Days> | null {
  return matchAt(bounds, words, at, context);
}
