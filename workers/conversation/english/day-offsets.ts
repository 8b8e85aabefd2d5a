/** English for days counted from another: "the day after tomorrow", "in a fortnight", "two weeks from Monday". */
import { addDays, addMonths } from "#app/platform/zoned-time.ts";
import { dayList, workingDaysAfter } from "#workers/conversation/time/calendar.ts";
import { about, firstOf, one, rule, shifted } from "./day-slots.ts";

export const offsetRules = [
  rule([], ["today", "[later] today"], (_, { today }) => one(today)),
  rule([], ["(tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tomorrows|to morrow|2 morrow)"], (_, { today }) =>
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
      "in [about|around|roughly] {count} (days|day) [time|from now|from today|or so|or two]",
      "{count} (days|day) (from now|out|hence|away|from today|time)",
    ],
    ({ count }, { today }) => one(addDays(today, count)),
  ),
  rule(["count"], ["after {count} (days|day)"], ({ count }, { today }) => one(addDays(today, count))),
  rule(
    ["count"],
    [
      "in {count} (years|year) [time]",
      "{count} (years|year) (from now|from today|hence)",
      "in {count} year's time",
    ],
    ({ count }, { today }) => (count <= 20 ? one(addMonths(today, count * 12)) : null),
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
      "in [about|around|roughly] {count} (weeks|week|week's) [time|from now|from today|or so|or two|or three]",
      "[in|about|around] {count} (weeks|week) (from now|out|hence|away|time)",
    ],
    ({ count }, { today }) => one(addDays(today, count * 7)),
  ),
  rule(
    [],
    [
      "week from (now|today)",
      "this (time|day) next week",
      "same (time|day) next week",
      "next week [at] [the] same (time|day)",
      "in about a week",
    ],
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
  rule(["count", "day"], ["[in] {count} (weeks|week) (from|on|after|past) {day}"], ({ count, day }) =>
    shifted(day, count * 7),
  ),
  rule(["count", "day"], ["{count} (weeks|week) {day}"], ({ count, day }) => shifted(day, count * 7)),
  rule(["count", "day"], ["{count} (weeks|week) before {day}"], ({ count, day }) => shifted(day, -count * 7)),
  rule(["day"], ["week (from|on|after) {day}"], ({ day }) => shifted(day, 7)),
  rule(["day"], ["[a] fortnight (from|on|after|this) {day}", "a fortnight {day}"], ({ day }) =>
    shifted(day, 14),
  ),
  rule([], ["(tomorrow) week", "week tomorrow"], (_, { today }) => one(addDays(today, 8))),
  rule([], ["tomorrow fortnight"], (_, { today }) => one(addDays(today, 15))),
  rule([], ["today week", "week today"], (_, { today }) => one(addDays(today, 7))),
  rule(
    ["count"],
    [
      "in [about|around|roughly] {count} (months|month|month's) [time|from now|from today|or so|or two]",
      "{count} (months|month) (today|from now|from today|out|hence|away|time)",
    ],
    ({ count }, { today }) => one(addMonths(today, Math.min(count, 24))),
  ),
  rule(["count", "day"], ["{count} (months|month) (from|after) {day}"], ({ count, day }) => {
    const date = firstOf(day);
    return date === null ? null : one(addMonths(date, Math.min(count, 24)));
  }),
];
