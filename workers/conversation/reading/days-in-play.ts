/** The days that are under discussion already: a weekday or "the 20th" that is said again means the one that was agreed, offered or asked about. Knows no language. */
import { addDays, daysBetween, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { type Days, dateNamed, dayList } from "#workers/conversation/time/calendar.ts";
import type { Mention } from "#workers/conversation/time/times.ts";
import type { ReadContext, When } from "#workers/conversation/words/acts.ts";
import { fits } from "./read-offer.ts";

/** Once a booking is made, or before one is begun, a weekday is the coming one. */
function daysInPlay({ asked, focus, agreed, time_zone }: ReadContext): string[] {
  switch (asked.what) {
    case "nothing":
    case "anything_else":
      return [];
    case "offer":
      return asked.slots.map((slot) => localDate(slot, time_zone));
    case "morning_or_afternoon":
      return [asked.date];
    default:
      return [agreed?.date ?? focus.date].filter((date) => date !== null);
  }
}

/** What was mentioned with its weekdays taken for days under discussion; null when they are not all such days. */
export function ofDaysInPlay(mentions: readonly Mention[], context: ReadContext): Mention[] | null {
  const dates = daysInPlay(context);
  let found = 0;
  const meant: Mention[] = [];
  for (const mention of mentions) {
    const { days, ruledOut } = mention;
    if (!days || ruledOut) {
      meant.push(mention);
      continue;
    }
    const date = dates.find((one) => !days.any && isOfDay(one, days));
    if (date === undefined) return null;
    found++;
    meant.push({ ...mention, days: dayList([date], { weekday: days.weekday, dayOfMonth: days.dayOfMonth }) });
  }
  return found > 0 ? meant : null;
}

/** So far ahead a day under discussion draws other days to it: of December the 15th, "the 23rd" is no tomorrow. */
const FAR_DAYS = 7;

/** What was mentioned with its bare weekdays and days of the month taken for those nearest to the day under discussion, where that is far ahead. */
export function nearDaysInPlay(mentions: readonly Mention[], context: ReadContext, today: string): Mention[] {
  const play = daysInPlay(context).filter((date) => daysBetween(today, date) >= FAR_DAYS);
  const meant = mentions.map(({ days }) => {
    if (!days || (!days.alone && !days.bare)) return null;
    const { weekday, dayOfMonth } = days;
    if (weekday === null && dayOfMonth === null) return null;
    const is = (date: string) =>
      dayOfMonth === null ? weekdayOf(date) === weekday : Number(date.slice(8)) === dayOfMonth;
    const date = context.within.find(is) ?? play.flatMap((one) => nearestOf(one, today, is) ?? [])[0];
    return date === undefined ? null : dayList([date], { weekday, dayOfMonth });
  });
  // Where none but the day under discussion is named, its own rules hold.
  const moved = meant.some((days) => days !== null && !play.includes(days.dates[0] ?? ""));
  return mentions.map((mention, at) => {
    const days = meant[at];
    return moved && days ? { ...mention, days } : mention;
  });
}

/** The nearest day from today on, before or after a date. */
function nearestOf(date: string, today: string, meant: (date: string) => boolean): string | null {
  for (let away = 0; away <= 31; away++)
    for (const day of [addDays(date, away), addDays(date, -away)]) if (day >= today && meant(day)) return day;
  return null;
}

/** A month taken for the one of the day that was named before it; as it was mentioned when that month has no such day. */
export function inMonth(mentions: readonly Mention[], { named }: ReadContext, today: string): Mention[] {
  return mentions.map((mention) => {
    const first = mention.days?.dates[0];
    const day = named === null || first === undefined ? 0 : Number(named.slice(8));
    const days =
      mention.days?.stretch && first ? dateNamed(today, Number(first.slice(5, 7)), day, null) : null;
    return days && sameMonth(days, first) ? { ...mention, days } : mention;
  });
}

const sameMonth = ({ dates }: Days, first: string | undefined): boolean =>
  dates[0]?.slice(5, 7) === first?.slice(5, 7);

/** Whether a weekday or a day of the month, said without its month, is that of a date. */
export const isOfDay = (date: string, { alone, any, bare, weekday, dayOfMonth }: Days): boolean =>
  ((alone || any) && weekdayOf(date) === weekday) || (bare && dayOfMonth === Number(date.slice(8)));

/** Whether a wish names nothing but what is agreed already: its day, its hour, a part of the day around it. */
export function restates({ options, except, relation, clash }: When, { agreed }: ReadContext): boolean {
  if (agreed === null || except.length > 0 || relation !== null || clash) return false;
  return options.length > 0 && options.every((option) => fits(option, agreed.date, agreed.at));
}

/** Whether a wish names a day under discussion and no hour that would be another one there. */
export function keepsHour(when: When, context: ReadContext): boolean {
  return (
    restates(when, context) ||
    when.options.every(({ at, from, to }) => at === undefined && from === undefined && to === undefined)
  );
}
