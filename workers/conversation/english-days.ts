/** English for days and stretches of days: "next Tuesday", "a week on Friday", "early next week", "before the weekend". */
import { addDays, addMonths, weekdayOf } from "#app/platform/zoned-time.ts";
import {
  type Days,
  dayList,
  daysFrom,
  firstWeekday,
  lastOfMonth,
  mondayOf,
  monthAfter,
  monthOf,
  nthWeekday,
  partOf,
  type Today,
  week,
  weekdayAlone,
  weekdayInWeek,
  weekdayWithDay,
  wholeMonth,
  workingDaysAfter,
} from "./calendar.ts";
import { dateAt, isEveryWeekday, monthAt, weekdayAt } from "./english-dates.ts";
import { countAt, ordinalAt } from "./english-numbers.ts";
import { grammar, matchAt, type Read, rulesFor, type SlotReaders } from "./grammar.ts";
import type { Word } from "./words.ts";

/** What day words are read against, with the days already read in this utterance by the word they begin at. */
export type DayContext = Today & { known: Map<number, Read<Days> | null>; depth: number };

const MAX_DEPTH = 4;

type Slots = {
  weekday: number;
  weekdays: number;
  date: Days;
  day: Days;
  day2: Days;
  stretch: Days;
  month: number;
  count: number;
  nth: number;
};
const readers: SlotReaders<Slots, DayContext> = {
  weekday: weekdayAt,
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
  count: (words, at) => {
    const read = countAt(words, at);
    return read && read.value >= 0 && read.value <= 366 ? read : null;
  },
  nth: (words, at) => {
    const word = words[at]?.word ?? "";
    return word === "last" || word === "final" ? { value: -1, to: at + 1 } : ordinalAt(words, at);
  },
};
const rule = rulesFor<Slots, DayContext>();

const one = (date: string) => dayList([date]);
const stretch = (dates: string[]) => (dates.length > 0 ? dayList(dates, { stretch: true }) : null);
const firstOf = ({ dates, stretch }: Days): string | null => (stretch ? null : (dates[0] ?? null));
/** Counting on from a weekday that is today, people mean the next one: they would say "today". */
const shifted = (days: Days, by: number): Days | null => {
  const date = days.weekday !== null && days.later ? days.later[0] : firstOf(days);
  return date == null ? null : one(addDays(date, by));
};
const about = ({ focus, today }: DayContext) => focus ?? today;
const weekend = (from: string, weeks: number): Days => {
  const monday = addDays(mondayOf(from), weeks * 7);
  const days = daysFrom(addDays(monday, 5), addDays(monday, 6)).filter((date) => date >= from);
  return dayList(days, { stretch: true });
};

/** The nth weekday of a month; of this month only when it is still to come, else of the next. */
function nthOf(first: string, weekday: number, nth: number, { today }: Today, mayWait: boolean): Days | null {
  const date = nthWeekday(first, weekday, nth);
  if (date !== null && (date >= today || !mayWait)) return one(date);
  const next = nthWeekday(addMonths(first, mayWait ? 1 : 0), weekday, nth);
  return next === null ? null : one(next);
}

const weekdayRules = [
  rule(["weekdays"], ["{weekdays}", "(any|every|all) {weekdays}"], ({ weekdays }, { today }) =>
    fourOf(today, weekdays),
  ),
  rule(
    ["weekday"],
    ["[this|this coming|this upcoming|the coming|coming|upcoming|on] {weekday} [coming]"],
    (c, { today }) => weekdayAlone(today, c.weekday),
  ),
  rule(["weekday"], ["(a|any|every|some|one) {weekday}"], ({ weekday }, { today }) => fourOf(today, weekday)),
  rule(
    ["weekday"],
    ["this week [on] {weekday}", "{weekday} [of|in] this week", "the {weekday} of this week"],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, 0),
  ),
  rule(
    ["weekday"],
    [
      "[on] next {weekday}",
      "next week [on|for] [the] {weekday}",
      "[the] {weekday} [of|in|the] next week",
      "{weekday} next",
      "{weekday} (in|of) the (following|coming) week",
    ],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, 1),
  ),
  rule(
    ["weekday"],
    [
      "[the] {weekday} [of|in] [the] week after next",
      "[the] week after next [on] {weekday}",
      "next next {weekday}",
    ],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, 2),
  ),
  rule(
    ["weekday"],
    [
      "[the] {weekday} after next",
      "{weekday} week",
      "not this [coming] {weekday} [but] the (next|following|one after|next one|following one|one after that)",
      "not this [coming] {weekday} [but] (next|the week after|a week later)",
      "the {weekday} after this [one|coming one]",
      "[the] {weekday} after (this|the) {weekday}",
    ],
    ({ weekday }, { today }) => one(addDays(firstWeekday(addDays(today, 1), weekday), 7)),
  ),
  rule(["weekday"], ["{weekday} fortnight", "fortnight {weekday}"], ({ weekday }, { today }) =>
    one(addDays(firstWeekday(addDays(today, 1), weekday), 14)),
  ),
  rule(
    ["weekday", "count"],
    [
      "{weekday} in {count} (weeks|week) [time]",
      "[in] {count} (weeks|week) [time] from now on {weekday}",
      "in {count} (weeks|week) on [a] {weekday}",
    ],
    ({ weekday, count }, { today }) => weekdayInWeek(today, weekday, count),
  ),
  rule(
    ["weekday"],
    [
      "the following {weekday}",
      "{weekday} following",
      "the {weekday} after [that]",
      "the next {weekday} after that",
    ],
    ({ weekday }, context) => one(firstWeekday(addDays(about(context), 1), weekday)),
  ),
  rule(["weekday", "day"], ["[the] {weekday} (after|following) {day}"], ({ weekday, day }) => {
    const last = day.dates.at(-1);
    return last === undefined ? null : one(firstWeekday(addDays(last, 1), weekday));
  }),
  rule(["weekday", "day"], ["[the] {weekday} before {day}"], ({ weekday, day }) => {
    const [first] = day.dates;
    return first === undefined ? null : one(firstWeekday(addDays(first, -7), weekday));
  }),
  rule(
    ["weekday", "day"],
    ["[the] {weekday} (of|in|during) the week (of|beginning|commencing|starting|with) {day}"],
    ({ weekday, day }) => (day.dates[0] ? weekdayInWeek(day.dates[0], weekday, 0) : null),
  ),
  rule(["weekday"], ["last {weekday}", "this past {weekday}"], ({ weekday }, { today }) =>
    one(firstWeekday(addDays(today, -7), weekday)),
  ),
  rule(
    ["nth", "weekday"],
    ["[the] {nth} {weekday} (of|in) [the|this] month", "[the] {nth} {weekday} this month"],
    ({ nth, weekday }, context) => nthOf(monthAfter(context.today, 0), weekday, nth, context, true),
  ),
  rule(["nth", "weekday"], ["[the] {nth} {weekday} (of|in) next month"], ({ nth, weekday }, context) =>
    nthOf(monthAfter(context.today, 1), weekday, nth, context, false),
  ),
  rule(
    ["nth", "weekday", "month"],
    ["[the] {nth} {weekday} (of|in) {month}"],
    ({ nth, weekday, month }, context) => nthOf(monthOf(context.today, month), weekday, nth, context, false),
  ),
  rule(
    ["weekday", "date"],
    [
      "[on|this|next|the] {weekday} [on] [the] {date}",
      "{date} [which is|that's|that is|it's|is] [a] {weekday}",
    ],
    ({ weekday, date }, { today }) =>
      date.bare && date.dayOfMonth ? weekdayWithDay(today, weekday, date.dayOfMonth) : date,
  ),
];

const fourOf = (today: string, weekday: number): Days => {
  const { dates, later } = weekdayAlone(today, weekday);
  const first = dates[0] ?? today;
  const all = [0, 7, 14, 21].map((by) => addDays(first, by));
  return dayList(all, { later: later && [7, 14, 21, 28].map((by) => addDays(first, by)), weekday });
};

const offsetRules = [
  rule([], ["today", "[later] today"], (_, { today }) => one(today)),
  rule([], ["(tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tomorrows)"], (_, { today }) =>
    one(addDays(today, 1)),
  ),
  rule([], ["yesterday"], (_, { today }) => one(addDays(today, -1))),
  rule([], ["[the] (day after next|overmorrow)", "in two days time"], (_, { today }) =>
    one(addDays(today, 2)),
  ),
  rule([], ["(that|the same|same|that same) day"], (_, { focus }) => (focus === null ? null : one(focus))),
  rule([], ["[the] (next|following) day", "[the] day after [that]", "a day later"], (_, context) =>
    dayList([addDays(about(context), 1)], { relation: "next_day" }),
  ),
  rule([], ["[the] (previous day|day before) [that]"], (_, context) => one(addDays(about(context), -1))),
  rule(["day"], ["[the] day after {day}"], ({ day }) => shifted(day, 1)),
  rule(["day"], ["[the] day before {day}"], ({ day }) => shifted(day, -1)),
  rule(["count", "day"], ["[in] {count} (days|day) (after|from|past) {day}"], ({ count, day }) =>
    shifted(day, count),
  ),
  rule(["count", "day"], ["{count} (days|day) before {day}"], ({ count, day }) => shifted(day, -count)),
  rule(
    ["count"],
    [
      "in {count} (days|day) [time|from now|from today]",
      "{count} (days|day) (from now|out|hence|away|from today|time)",
    ],
    ({ count }, { today }) => one(addDays(today, count)),
  ),
  rule(["count"], ["{count} (days|day) later"], ({ count }, context) => one(addDays(about(context), count))),
  rule(
    ["count"],
    [
      "in {count} (business|working|work) (days|day)",
      "{count} (business|working|work) (days|day) (from now|from today|out)",
    ],
    ({ count }, { today }) => one(workingDaysAfter(today, count)),
  ),
  rule(
    ["count"],
    [
      "in {count} (weeks|week|week's) [time|from now|from today|or so]",
      "[in|about|around] {count} (weeks|week) (from now|out|hence|away|time)",
    ],
    ({ count }, { today }) => one(addDays(today, count * 7)),
  ),
  rule(
    [],
    ["week from (now|today)", "this (time|day) next week", "same (time|day) next week", "in about a week"],
    (_, { today }) => one(addDays(today, 7)),
  ),
  rule(["count"], ["{count} (weeks|week) later"], ({ count }, context) =>
    one(addDays(about(context), count * 7)),
  ),
  rule(
    [],
    ["[in] [a] fortnight [from now|from today|today]", "in a fortnight's time", "in [about] half a month"],
    (_, { today }) => one(addDays(today, 14)),
  ),
  rule(["count", "day"], ["[in] {count} (weeks|week) (from|on|after|past|this) {day}"], ({ count, day }) =>
    shifted(day, count * 7),
  ),
  rule(["count", "day"], ["{count} (weeks|week) {day}"], ({ count, day }) => shifted(day, count * 7)),
  rule(["count", "day"], ["{count} (weeks|week) before {day}"], ({ count, day }) => shifted(day, -count * 7)),
  rule(["day"], ["week (from|on|after) {day}", "{day} week"], ({ day }) => shifted(day, 7)),
  rule(["day"], ["[a] fortnight (from|on|after|this) {day}", "a fortnight {day}"], ({ day }) =>
    shifted(day, 14),
  ),
  rule([], ["(tomorrow) week", "week tomorrow"], (_, { today }) => one(addDays(today, 8))),
  rule([], ["today week", "week today"], (_, { today }) => one(addDays(today, 7))),
  rule(
    ["count"],
    [
      "in {count} (months|month) [time|from now|from today]",
      "{count} (months|month) (from now|from today|out|hence|away|time)",
    ],
    ({ count }, { today }) => one(addMonths(today, Math.min(count, 24))),
  ),
  rule(["count", "day"], ["{count} (months|month) (from|after) {day}"], ({ count, day }) => {
    const date = firstOf(day);
    return date === null ? null : one(addMonths(date, Math.min(count, 24)));
  }),
];

const stretchRules = [
  rule([], ["this week", "[the] (rest|remainder|balance) of (the|this) week"], (_, { today }) =>
    week(today, 0),
  ),
  rule([], ["later (this|in the) week"], (_, { today }) =>
    weekdayOf(today) >= 6
      ? week(today, 1)
      : stretch(daysFrom(addDays(today, 1), addDays(mondayOf(today), weekdayOf(today) < 5 ? 4 : 6))),
  ),
  rule([], ["[during|in|the] next week", "[the] week after [this one|this|that]"], (_, { today }) =>
    week(today, 1),
  ),
  rule([], ["[the] following week"], (_, context) => week(about(context), 1)),
  rule(
    [],
    [
      "[the] week after next",
      "the week after the next",
      "not next week [but] the week after",
      "next week but one",
    ],
    (_, { today }) => week(today, 2),
  ),
  rule(
    ["day"],
    ["[the] week (of|beginning|commencing|starting|with) {day}", "[the] week containing {day}"],
    ({ day }) => (day.dates[0] ? week(mondayOf(day.dates[0]), 0) : null),
  ),
  rule(["day"], ["[the] week (after|following) {day}"], ({ day }) =>
    day.dates[0] ? week(mondayOf(day.dates[0]), 1) : null,
  ),
  rule(["day"], ["[the] week before {day}"], ({ day }) =>
    day.dates[0] ? week(mondayOf(addDays(day.dates[0], -7)), 0) : null,
  ),
  rule(
    [],
    ["[this|the|this coming|the coming|coming|over the|at the] weekend", "[the] weekends", "this week end"],
    (_, { today }) => weekend(today, 0),
  ),
  rule(
    [],
    ["next weekend", "the (weekend after|following weekend)", "the weekend of next week"],
    (_, { today }) => stretch(weekend(addDays(mondayOf(today), 7), 0).dates),
  ),
  rule([], ["[the] weekend after next"], (_, { today }) =>
    stretch(weekend(addDays(mondayOf(today), 14), 0).dates),
  ),
  rule(["day"], ["[the] weekend (after|following) {day}"], ({ day }) => {
    const last = day.dates.at(-1);
    return last === undefined ? null : weekend(addDays(last, 1), 0);
  }),
  rule(["day"], ["[the] weekend before {day}"], ({ day }) =>
    day.dates[0] ? stretch(weekend(firstWeekday(addDays(day.dates[0], -7), 6), 0).dates) : null,
  ),
  rule(
    [],
    ["[a|any|some|on|on a|the] (weekday|weekdays|week day|week days)", "during the week", "on a work day"],
    (_, { today }) => dayList(daysFrom(today, addDays(today, 8)).filter((date) => weekdayOf(date) <= 5)),
  ),
  rule(
    ["count"],
    [
      "[in|within|over|during|sometime in|any time in] [the] (next|coming) {count} days",
      "within {count} (days|day)",
      "[in|within|over] the (next|coming) {count} days",
    ],
    ({ count }, { today }) => stretch(daysFrom(today, addDays(today, count))),
  ),
  rule(
    ["count"],
    [
      "[in|within|over|during|sometime in] [the] (next|coming) {count} (weeks|week)",
      "within [the next] {count} (weeks|week)",
    ],
    ({ count }, { today }) => stretch(daysFrom(today, addDays(today, count * 7))),
  ),
  rule(
    [],
    ["(in|within|over|during) the (next|coming) week", "within the week", "the coming week"],
    (_, { today }) => stretch(daysFrom(today, addDays(today, 7))),
  ),
  rule(
    [],
    ["(this|the rest of the|the rest of this|later this|the remainder of the) month"],
    (_, { today }) => wholeMonth(today, monthAfter(today, 0)),
  ),
  rule([], ["next month", "the (following month|month after)"], (_, { today }) =>
    wholeMonth(today, monthAfter(today, 1)),
  ),
  rule([], ["the month after next"], (_, { today }) => wholeMonth(today, monthAfter(today, 2))),
  rule(["month"], ["(in|during|next|this|of) {month}", "the month of {month}"], ({ month }, { today }) =>
    wholeMonth(today, monthOf(today, month)),
  ),
  rule(["month"], ["{month}"], ({ month }, { today }) => ({
    ...wholeMonth(today, monthOf(today, month)),
    bare: true,
  })),
  rule([], ["[in] the new year"], (_, { today }) => {
    const first = monthOf(today, 1);
    return stretch(daysFrom(addDays(first, 1), addDays(first, 14)));
  }),
];

const partRules = [
  rule(
    ["stretch"],
    ["early [in|on|on in] [the] {stretch}", "[the] (first half|first part|early part) of {stretch}"],
    ({ stretch }) => partOf(stretch, "early"),
  ),
  rule(
    ["stretch"],
    [
      "(late|later|towards the end) [in|of|on] [the] {stretch}",
      "[the] (second half|latter half|back half|second part|latter part|back end|tail end) of {stretch}",
    ],
    ({ stretch }) => partOf(stretch, "late"),
  ),
  rule(
    ["stretch"],
    ["[the] (middle|midpoint) (of|in) {stretch}", "(mid|midway through|halfway through) [way] {stretch}"],
    ({ stretch }) => partOf(stretch, "middle"),
  ),
  rule(
    ["stretch"],
    ["[at|in|on] [the] (beginning|start|top|very start|very beginning) of {stretch}"],
    ({ stretch }) => partOf(stretch, "first"),
  ),
  rule(["stretch"], ["[at|by|on|near|toward] [the] (end|very end) of {stretch}"], ({ stretch }) =>
    partOf(stretch, "last"),
  ),
  rule(["month"], ["[at|by] [the] end of {month}"], ({ month }, { today }) =>
    one(lastOfMonth(monthOf(today, month))),
  ),
  rule(["month"], ["[at|in] [the] (beginning|start) of {month}"], ({ month }, { today }) =>
    one(monthOf(monthAfter(today, 1), month)),
  ),
  rule(
    [],
    ["[at|by|on|near|toward] [the] end of [the|this] week", "[the] week's end", "week's end"],
    (_, { today }) => weekdayAlone(today, 5),
  ),
  rule([], ["[at|in] [the] (middle of the week|midweek|mid week)"], (_, { today }) => weekdayAlone(today, 3)),
  rule([], ["[at] [the] (beginning|start) of the week"], (_, { today }) => weekdayAlone(today, 1)),
  rule([], ["early in the week"], (_, { today }) =>
    partOf(week(today, weekdayOf(today) === 1 ? 0 : 1), "early"),
  ),
  rule([], ["late in the week", "toward the end of the week"], (_, { today }) =>
    partOf(week(today, weekdayOf(today) >= 5 ? 1 : 0), "late"),
  ),
  rule([], ["[at] [the] (beginning|start) of (the|next) month"], (_, { today }) => one(monthAfter(today, 1))),
  rule([], ["[in] [the] middle of (the|this) month", "mid month"], (_, { today }) =>
    one(`${monthAfter(today, today.slice(8) > "15" ? 1 : 0).slice(0, 8)}15`),
  ),
  rule([], ["[in] [the] middle of next month"], (_, { today }) =>
    one(`${monthAfter(today, 1).slice(0, 8)}15`),
  ),
];

const days = grammar<Days, Slots, DayContext>(readers, [
  rule(["date"], ["{date}", "on {date}"], ({ date }) => date),
  ...weekdayRules,
  ...offsetRules,
  ...stretchRules,
  ...partRules,
]);

function dayAt(words: readonly Word[], at: number, context: DayContext): Read<Days> | null {
  const known = context.known.get(at);
  if (known !== undefined) return known;
  if (context.depth >= MAX_DEPTH) return null;
  context.depth++;
  const read = matchAt(days, words, at, context);
  context.depth--;
  context.known.set(at, read);
  return read;
}

const bounds = grammar<Days, Slots, DayContext>(readers, [
  rule(["day"], ["{day}"], ({ day }) => day),
  rule(
    ["day"],
    [
      "(by|until|till|til|up to|through|no later than|not later than|on or before|not after) {day}",
      "{day} (at the latest|latest|or earlier|or before|or sooner)",
    ],
    ({ day }, { today }) => stretch(daysFrom(today, day.dates.at(-1) ?? today)),
  ),
  rule(["day"], ["before {day} (is over|ends|is out|is up|is gone|is done)"], ({ day }, { today }) =>
    stretch(daysFrom(today, day.dates.at(-1) ?? today)),
  ),
  rule(
    ["day"],
    ["[any time|anytime|some time|sometime] (before|prior to|ahead of|earlier than) {day}"],
    ({ day }, { today }) => stretch(daysFrom(today, addDays(day.dates[0] ?? today, -1))),
  ),
  rule(
    ["day"],
    ["[any time|anytime|some time|sometime|any day] (after|past|later than) {day}"],
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
    ["day", "day2"],
    [
      "[from|anywhere from] {day} (to|through|thru|till|until|til|up to) {day2}",
      "[anywhere|any time|sometime|some time] between {day} and {day2}",
      "(anytime|anywhere) from {day} to {day2}",
    ],
    ({ day, day2 }) => {
      const [first] = day.dates;
      const last = day2.dates.at(-1);
      if (first === undefined || last === undefined) return null;
      const end = last < first && day2.weekday !== null ? firstWeekday(first, day2.weekday) : last;
      return end < first ? null : dayList(daysFrom(first, end));
    },
  ),
]);

/** The day or days that begin at a word, if any do. */
export function daysAt(words: readonly Word[], at: number, context: DayContext): Read<Days> | null {
  return matchAt(bounds, words, at, context);
}
