/** English for stretches of days and their parts: "next week", "early in December", "the weekend", "the end of the month". */
import { addDays, weekdayOf } from "#app/platform/zoned-time.ts";
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
  week,
  weekdayAlone,
  wholeMonth,
} from "#workers/conversation/time/calendar.ts";
import { about, one, rule, stretch } from "./day-slots.ts";

const weekend = (from: string, weeks: number): Days => {
  const monday = addDays(mondayOf(from), weeks * 7);
  const days = daysFrom(addDays(monday, 5), addDays(monday, 6)).filter((date) => date >= from);
  return dayList(days, { stretch: true });
};

/** The Saturday and Sunday of the nth weekend of a month, counted by its Saturdays. */
function weekendOfMonth(first: string, nth: number, today: string): Days | null {
  const saturday = nthWeekday(first, 6, nth);
  return saturday === null || saturday < today ? null : stretch([saturday, addDays(saturday, 1)]);
}

export const stretchRules = [
  rule(["nth", "month"], ["[the] {nth} weekend (of|in) {month}"], ({ nth, month }, { today }) =>
    weekendOfMonth(monthOf(today, month), nth, today),
  ),
  rule(["nth"], ["[the] {nth} weekend (of|in) next month"], ({ nth }, { today }) =>
    weekendOfMonth(monthAfter(today, 1), nth, today),
  ),
  rule(["nth"], ["[the] {nth} weekend (of|in) (the|this) month"], ({ nth }, { today }) =>
    weekendOfMonth(monthAfter(today, 0), nth, today),
  ),
  rule(["stretch"], ["(any|one|some|a|another) day {stretch}"], ({ stretch }) => stretch),
  rule(
    [],
    ["(this|the current|current) week", "[the] (rest|remainder|balance) of (the|this) week"],
    (_, { today }) => week(today, 0),
  ),
  rule([], ["later (this|in the) week"], (_, { today }) =>
    weekdayOf(today) >= 6
      ? week(today, 1)
      : stretch(daysFrom(addDays(today, 1), addDays(mondayOf(today), weekdayOf(today) < 5 ? 4 : 6))),
  ),
  rule(
    [],
    ["[during|in|the] next week", "[the] upcoming week", "[the] week after (this one|this)"],
    (_, { today }) => week(today, 1),
  ),
  rule([], ["[the] following week", "[the] week after [that|that one]"], (_, context) =>
    dayList(week(about(context), 1).dates, { stretch: true, relation: "week_after" }),
  ),
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
      "[in|within|over|during|sometime in|any time in] [the] (next|coming|upcoming|following) {count} days",
      "within {count} (days|day)",
      "[in|within|over] the (next|coming|upcoming|following) {count} days",
    ],
    ({ count }, { today }) => stretch(daysFrom(today, addDays(today, count))),
  ),
  rule(
    ["count"],
    [
      "[in|within|over|during|sometime in] [the] (next|coming|upcoming|following) {count} (weeks|week)",
      "within [the next] {count} (weeks|week)",
    ],
    ({ count }, { today }) => stretch(daysFrom(today, addDays(today, count * 7))),
  ),
  rule(
    [],
    ["(in|within|over|during) the (next|coming) week", "within the week", "[the] coming week"],
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
  rule(["month"], ["(in|during|next|this) {month}", "the month of {month}"], ({ month }, { today }) =>
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

/** The nth week of a month by sevens from its first day; -1 is the last seven days. */
function weekOfMonth(first: string, nth: number, today: string): Days | null {
  const { dates } = wholeMonth(first, first);
  const days = nth < 0 ? dates.slice(-7) : dates.slice((nth - 1) * 7, nth * 7);
  return stretch(days.filter((date) => date >= today));
}

export const partRules = [
  rule(["nth", "month"], ["[in|on] [the] {nth} week (of|in) {month}"], ({ nth, month }, { today }) =>
    weekOfMonth(monthOf(today, month), nth, today),
  ),
  rule(["nth"], ["[in] [the] {nth} week (of|in) next month"], ({ nth }, { today }) =>
    weekOfMonth(monthAfter(today, 1), nth, today),
  ),
  rule(
    ["nth"],
    ["[in] [the] {nth} week (of|in) (the|this) month"],
    ({ nth }, { today }) =>
      weekOfMonth(monthAfter(today, 0), nth, today) ?? weekOfMonth(monthAfter(today, 1), nth, today),
  ),
  rule(["nth"], ["[in|on] [the] {nth} week"], ({ nth }, { within, today }) => {
    const first = within[0];
    return first === undefined ? null : weekOfMonth(monthAfter(first, 0), nth, today);
  }),
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
  rule([], ["[at|by] [the] end of [the|this] year", "[by] (eoy|year's end)"], (_, { today }) =>
    one(`${today.slice(0, 4)}-12-31`),
  ),
  rule([], ["[at] [the] (beginning|start) of (the|next) year"], (_, { today }) => one(monthOf(today, 1))),
  rule([], ["[by] eom"], (_, { today }) => one(lastOfMonth(monthAfter(today, 0)))),
  rule(
    ["month"],
    ["[at|by] [the] end of {month}", "[the] (last|final) day (of|in) {month}"],
    ({ month }, { today }) => one(lastOfMonth(monthOf(today, month))),
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
