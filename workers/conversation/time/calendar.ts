/** Days in people's sense ("next Tuesday", "the 12th", "the end of the month"), computed by calendar from today. Independent of language. */
import { addDays, addMonths, dateOf, daysBetween, weekdayOf } from "#app/platform/zoned-time.ts";

/** One or more days that were named together. */
export type Days = {
  /** In calendar order, YYYY-MM-DD. */
  dates: string[];
  /** The alternative when the first day is today and already too late; null: none. */
  later: string[] | null;
  /** A range of days from which another word may choose ("next week", "in December"). */
  stretch: boolean;
  /** The weekday that was said, so that a range said beside it can choose anew: "Thursday … next week". */
  weekday: number | null;
  /** Only a weekday was said: it may be one that is already under discussion. */
  alone: boolean;
  /** One of many such weekdays: "a Friday", "any Monday". */
  any: boolean;
  dayOfMonth: number | null;
  /** The words may mean something else: "the third", "May". */
  bare: boolean;
  /** The Monday of the week that was named after the weekday: "Thursday or Friday next week" applies it to both. */
  week: string | null;
  /** Said relative to the day under discussion. */
  relation: "next_day" | "week_after" | null;
  /** When a date was said with another weekday than its own: the nearest day with that weekday. "Tuesday the 25th", when that is a Wednesday. */
  clash: string | null;
};

/** The context in which day words are read. */
export type Today = {
  today: string;
  /** The day under discussion, for "the day after" and "that day". */
  focus: string | null;
  /** The days among which one is being chosen, if that is still open. */
  within: readonly string[];
  /** Whether 3/4 is the third of April (most of the world) rather than March 4th. */
  dayFirst: boolean;
};

export const dayList = (dates: string[], more: Partial<Days> = {}): Days => ({
  dates,
  later: null,
  stretch: false,
  weekday: null,
  alone: false,
  any: false,
  dayOfMonth: null,
  bare: false,
  week: null,
  relation: null,
  clash: null,
  ...more,
});

/** The days from one to another, both included; at most 62. */
export function daysFrom(from: string, to: string): string[] {
  const count = Math.min(Math.max(daysBetween(from, to) + 1, 0), 62);
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

/** The first such weekday from a day on, that day included. Weekdays count from Monday, 1. */
export const firstWeekday = (from: string, weekday: number): string =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** A weekday alone: the first from today; said on that very weekday, today or else in seven days (docs/conversation.md, "Time"). */
export function weekdayAlone(today: string, weekday: number): Days {
  const date = firstWeekday(today, weekday);
  return dayList([date], { later: date === today ? [addDays(date, 7)] : null, weekday });
}

/** A weekday in the calendar week this many weeks after the current one. */
export const weekdayInWeek = (today: string, weekday: number, weeks: number): Days =>
  dayList([addDays(mondayOf(today), weeks * 7 + weekday - 1)], { weekday });

/** The same, where the week was said after the weekday and so applies to earlier weekdays too. */
export const weekdayOfWeek = (today: string, weekday: number, weeks: number): Days => ({
  ...weekdayInWeek(today, weekday, weeks),
  week: addDays(mondayOf(today), weeks * 7),
});
/** The week this many weeks after the current one, Monday to Sunday; of the current week only the rest. */
export function week(today: string, weeks: number): Days {
  const monday = addDays(mondayOf(today), weeks * 7);
  return dayList(daysFrom(weeks === 0 ? today : monday, addDays(monday, 6)), { stretch: true });
}

/** The first day of the month this many months after a date's. */
export const monthAfter = (today: string, months: number): string =>
  addMonths(`${today.slice(0, 7)}-01`, months);

/** The first day of the next such month of the year (1 to 12), this month included. */
export function monthOf(today: string, month: number): string {
  return monthAfter(today, (month - Number(today.slice(5, 7)) + 12) % 12);
}

export const lastOfMonth = (first: string): string => addDays(addMonths(first, 1), -1);

/** The days of a month, from its first day; of the current month only the rest. */
export function wholeMonth(today: string, first: string): Days {
  return dayList(daysFrom(first < today ? today : first, lastOfMonth(first)), { stretch: true });
}

/** "the 12th": the first from today on; months without such a day are skipped. */
export function dayOfMonth(today: string, day: number): Days | null {
  const [date] = nthsFrom(today, day, 1);
  return date ? dayList([date], { dayOfMonth: day }) : null;
}

function nthsFrom(today: string, day: number, count: number): string[] {
  const found: string[] = [];
  for (let months = 0; months < 14 && found.length < count; months++) {
    const first = monthAfter(today, months);
    const date = dateOf(Number(first.slice(0, 4)), Number(first.slice(5, 7)), day);
    if (date && date >= today) found.push(date);
  }
  return found;
}

/** "December third": in its year when that was said, else the first from today on (so one just past is next year's). */
export function dateNamed(today: string, month: number, day: number, year: number | null): Days | null {
  const thisYear = Number(today.slice(0, 4));
  if (year !== null) {
    const date = dateOf(year, month, day);
    return date === null ? null : dayList([date], { dayOfMonth: day });
  }
  for (let ahead = 0; ahead < 9; ahead++) {
    const date = dateOf(thisYear + ahead, month, day);
    if (date && date >= today) return dayList([date], { dayOfMonth: day });
  }
  return null;
}

/** "Monday the 30th": where both agree within the next months, or did in the current month; otherwise they contradict each other. */
export function weekdayWithDay(today: string, weekday: number, day: number): Days | null {
  const gone = dateOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)), day);
  const near = [...nthsFrom(today, day, 3), ...(gone ? [gone] : [])].find(
    (date) => weekdayOf(date) === weekday,
  );
  if (near !== undefined) return dayList([near], { dayOfMonth: day });
  const date = dayOfMonth(today, day);
  return date && onWeekday(today, weekday, date);
}

/** A date that was said with its weekday; if they differ, the nearest day with that weekday from today on is added. */
export function onWeekday(today: string, weekday: number, day: Days): Days {
  const [date, another] = day.dates;
  if (date === undefined || another !== undefined || weekdayOf(date) === weekday) return day;
  const near = firstWeekday(addDays(date, -3), weekday);
  return { ...day, clash: near < today ? addDays(near, 7) : near };
}

/**
 * A day of the month said beside a date with its month: "the 3rd or 4th of January", "from January 3rd to the 5th".
 * @param follows whether it was said after that date, and so lies after it
 */
export function beside(day: Days, named: Days, follows: boolean): Days {
  const [date] = named.dates;
  if (!day.bare || day.dayOfMonth === null || named.bare || named.dayOfMonth === null || date === undefined)
    return day;
  const nth = day.dayOfMonth;
  const found = follows
    ? nthsFrom(date, nth, 1)[0]
    : dateOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)), nth);
  return found ? dayList([found], { dayOfMonth: nth }) : day;
}

/** The nth weekday of a month given by its first day; -1 is the last. */
export function nthWeekday(first: string, weekday: number, nth: number): string | null {
  if (nth < 0) return firstWeekday(addDays(lastOfMonth(first), -6), weekday);
  const date = addDays(firstWeekday(first, weekday), (nth - 1) * 7);
  return date.slice(0, 7) === first.slice(0, 7) ? date : null;
}

/** The days that many working days (Monday to Friday) after a date. */
export function workingDaysAfter(date: string, count: number): string {
  let day = date;
  for (let left = Math.min(count, 60); left > 0; ) {
    day = addDays(day, 1);
    if (weekdayOf(day) <= 5) left--;
  }
  return day;
}

/** Easter Sunday of a year (the anonymous Gregorian computus). */
export function easter(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return dateOf(year, Math.floor(day / 31), (day % 31) + 1) ?? `${year}-04-01`;
}

/** A part of a range ("early next week"): its days. */
export function partOf(days: Days, part: "early" | "middle" | "late" | "first" | "last"): Days {
  const { dates } = days;
  const week = dates.length <= 7;
  const open = week ? dates.filter((date) => weekdayOf(date) <= 5) : dates;
  const from = open.length > 0 ? open : dates;
  const third = Math.max(1, week ? 2 : Math.ceil(from.length / 3));
  const middle = Math.floor((from.length - (week ? 1 : third)) / 2);
  switch (part) {
    case "first":
      return dayList(from.slice(0, 1));
    case "last":
      return dayList(from.slice(-1));
    case "early":
      return { ...days, dates: from.slice(0, third) };
    case "late":
      return { ...days, dates: from.slice(-third) };
    case "middle":
      return { ...days, dates: from.slice(middle, middle + (week ? 1 : third)) };
  }
}

/** "The day after", "the week after", counted from the day that was named before it. */
export function countedFrom(before: string, days: Days): Days {
  if (days.relation === "next_day") return dayList([addDays(before, 1)]);
  return days.relation === "week_after" ? week(before, 1) : days;
}

/** The two days that a contradicting weekday and date mean, in calendar order; empty without a contradiction. */
export function clashAmong(days: readonly Days[]): { clash?: [string, string] } {
  for (const { clash, dates } of days) {
    const [date] = dates;
    if (clash !== null && date !== undefined) return { clash: clash < date ? [clash, date] : [date, clash] };
  }
  return {};
}

/** For how long a weekday is ruled out: a quarter of a year. */
const RULED_OUT_WEEKS = 13;

/** The days of a weekday that is ruled out, week after week; other days as they are. */
export const everyWeek = ({ dates, weekday }: Days): string[] =>
  weekday !== null && dates[0]
    ? Array.from({ length: RULED_OUT_WEEKS }, (_, week) => addDays(dates[0] ?? "", week * 7))
    : dates;
