/** English for weekdays: "next Tuesday", "Friday after next", "the last Monday of the month". */
import { addDays, addMonths, weekdayOf } from "#app/platform/zoned-time.ts";
import {
  type Days,
  dayList,
  firstWeekday,
  monthAfter,
  monthOf,
  nthWeekday,
  onWeekday,
  type Today,
  weekdayAlone,
  weekdayInWeek,
  weekdayOfWeek,
  weekdayWithDay,
} from "#workers/conversation/time/calendar.ts";
import { about, one, rule } from "./day-slots.ts";

/** The nth weekday of a month; of this month only when it is still to come, else of the next. */
function nthOf(first: string, weekday: number, nth: number, { today }: Today, mayWait: boolean): Days | null {
  const date = nthWeekday(first, weekday, nth);
  if (date !== null && (date >= today || !mayWait)) return one(date);
  const next = nthWeekday(addMonths(first, mayWait ? 1 : 0), weekday, nth);
  return next === null ? null : one(next);
}

const fourOf = (today: string, weekday: number): Days => {
  const { dates, later } = weekdayAlone(today, weekday);
  const first = dates[0] ?? today;
  const all = [0, 7, 14, 21].map((by) => addDays(first, by));
  return dayList(all, {
    later: later && [7, 14, 21, 28].map((by) => addDays(first, by)),
    weekday,
    any: true,
  });
};

export const weekdayRules = [
  // Said of "next month", it is one of that month.
  rule(["weekday"], ["{weekday}"], ({ weekday }, { within }) => {
    const date = within.find((one) => weekdayOf(one) === weekday);
    return date === undefined ? null : dayList([date], { weekday, alone: true });
  }),
  rule(["weekdays"], ["{weekdays}", "(any|every|all) {weekdays}"], ({ weekdays }, { today }) =>
    fourOf(today, weekdays),
  ),
  rule(["weekday"], ["{weekday}"], ({ weekday }, { today }) => ({
    ...weekdayAlone(today, weekday),
    alone: true,
  })),
  rule(
    ["weekday"],
    ["[this|this coming|this upcoming|the coming|coming|upcoming] {weekday} [coming]"],
    (c, { today }) => weekdayAlone(today, c.weekday),
  ),
  rule(["weekday"], ["(a|any|every) {weekday}"], ({ weekday }, { today }) => fourOf(today, weekday)),
  rule(
    ["weekday"],
    [
      "this week [on] {weekday}",
      "this week's {weekday}",
      "{weekday} [of|in] this week",
      "the {weekday} of this week",
    ],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, 0),
  ),
  rule(
    ["weekday"],
    ["[on] next {weekday}", "next week [on|for] [the] {weekday}", "{weekday} next"],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, 1),
  ),
  rule(
    ["weekday"],
    [
      "[the] {weekday} [of|in|the] next week",
      "next week's {weekday}",
      "{weekday} (in|of) the (following|coming) week",
    ],
    ({ weekday }, { today }) => weekdayOfWeek(today, weekday, 1),
  ),
  rule(["weekday"], ["[the] week after next [on] {weekday}"], ({ weekday }, { today }) =>
    weekdayInWeek(today, weekday, 2),
  ),
  rule(["weekday"], ["[the] {weekday} [of|in] [the] week after next"], ({ weekday }, { today }) =>
    weekdayOfWeek(today, weekday, 2),
  ),
  rule(
    ["weekday"],
    ["[the] {weekday} after next", "[next|this|this coming] {weekday} [a] week"],
    ({ weekday }, { today }) => one(addDays(firstWeekday(addDays(today, 1), weekday), 7)),
  ),
  rule(
    ["weekday"],
    [
      "not this [coming] {weekday} [but] the (next|following|one after|next one|following one|one after that|week after)",
      "not this [coming] {weekday} [but] (next|a week later|next week)",
      "[the] {weekday} after this [one|coming one]",
    ],
    ({ weekday }, { today }) => one(addDays(firstWeekday(today, weekday), 7)),
  ),
  rule(
    ["weekday", "weekday2"],
    [
      "not this [coming] {weekday} [but] [the] (next|following) {weekday2}",
      "not this [coming] {weekday} [but] the {weekday2} after",
      "[the] {weekday2} after (this|the) {weekday}",
    ],
    ({ weekday, weekday2 }, { today }) =>
      weekday === weekday2
        ? one(addDays(firstWeekday(today, weekday), 7))
        : weekdayInWeek(today, weekday2, 1),
  ),
  rule(
    ["count", "weekday"],
    ["[in] {count} (weeks|week) [from|after|on] this [coming] {weekday}"],
    ({ count, weekday }, { today }) => one(addDays(firstWeekday(today, weekday), count * 7)),
  ),
  rule(["nth", "weekday"], ["the {nth} {weekday}"], ({ nth, weekday }, context) =>
    nth > 0 && nth <= 5 ? nthOf(monthAfter(context.today, 0), weekday, nth, context, true) : null,
  ),
  rule(["weekday"], ["{weekday} fortnight", "fortnight {weekday}"], ({ weekday }, { today }) =>
    one(addDays(firstWeekday(addDays(today, 1), weekday), 14)),
  ),
  rule(
    ["weekday", "count"],
    [
      "{weekday} in {count} (weeks|week) [time]",
      "[in] {count} (weeks|week) [time] from now on {weekday}",
      "in {count} (weeks|week|week's) [time] on [a|the] {weekday}",
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
  rule(
    ["weekday"],
    ["[the] {weekday} [of|in|the] last week", "last week's {weekday}"],
    ({ weekday }, { today }) => weekdayInWeek(today, weekday, -1),
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
    ["nth", "weekday", "month", "year"],
    ["[the] {nth} {weekday} (of|in) {month} [of|in] {year}"],
    ({ nth, weekday, month, year }) => {
      const date = nthWeekday(`${year}-${String(month).padStart(2, "0")}-01`, weekday, nth);
      return date === null ? null : one(date);
    },
  ),
  rule(
    ["nth", "weekday", "day"],
    ["[the] {nth} {weekday} (after|following) {day}"],
    ({ nth, weekday, day }) => {
      const last = day.dates.at(-1);
      if (last === undefined || nth < 1) return null;
      return one(addDays(firstWeekday(addDays(last, 1), weekday), (nth - 1) * 7));
    },
  ),
  rule(
    ["weekday", "day"],
    ["[the] (closest|nearest) {weekday} to {day}", "[the] {weekday} (closest|nearest) [to] {day}"],
    ({ weekday, day }) => (day.dates[0] ? one(firstWeekday(addDays(day.dates[0], -3), weekday)) : null),
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
      date.bare && date.dayOfMonth
        ? weekdayWithDay(today, weekday, date.dayOfMonth)
        : onWeekday(today, weekday, date),
  ),
  rule(["weekday", "number"], ["[this|next|the] {weekday} the {number}"], ({ weekday, number }, { today }) =>
    weekdayWithDay(today, weekday, number),
  ),
  // "Tuesday 24" can only be a day of the month, "Tuesday 3" is an hour.
  rule(["weekday", "number"], ["[this|next|the] {weekday} {number}"], ({ weekday, number }, { today }) =>
    number > 12 ? weekdayWithDay(today, weekday, number) : null,
  ),
  rule(
    ["count", "weekdays"],
    ["[in] {count} {weekdays} [from now|time|from today]"],
    ({ count, weekdays }, { today }) =>
      count >= 1 && count <= 12
        ? one(addDays(firstWeekday(addDays(today, 1), weekdays), (count - 1) * 7))
        : null,
  ),
];
