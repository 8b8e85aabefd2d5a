/** A wish for a time as a flat list, for terminals and tests. */
import { type Stretch, stretchesOf } from "#app/hours/opening-hours.ts";
import { addDays, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { ReadContext, When, WhenOption } from "#workers/conversation/words/acts.ts";

/** One plain line of a wish for terminals and tests: dates times, exclusions applied (see `flat`). */
export type FlatWhen = { date: string; at?: string; around?: boolean; from?: string; to?: string };

/**
 * A wish as a flat list, one entry per day and start time. Without a day it is the day under discussion, else the first on which the time
 * is still to come; only exclusions leave the other open days of the coming week.
 */
export function flat({ options, except, relation }: When, context: ReadContext): FlatWhen[] {
  const { now, time_zone, focus, hours } = context;
  const today = localDate(now, time_zone);
  const clock = localClock(now, time_zone);
  const week = Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead)).filter(
    (day) => stretchesOf(hours, day).length > 0,
  );
  const wished: readonly WhenOption[] =
    options.length > 0 ? options : except.length > 0 ? week.map((date) => ({ date })) : [];
  const list: FlatWhen[] = [];
  for (const { date, at, around, from, to } of wished) {
    const rest = { ...(around ? { around } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) };
    for (const start of at ?? [undefined]) {
      const gone = start === undefined ? to !== undefined && to <= clock : start <= clock;
      // Of an hour that may be either, the one still to come.
      if (gone && date === today && at?.some((one) => one > clock)) continue;
      const day: string = date ?? focus.date ?? (gone ? addDays(today, 1) : today);
      list.push({ date: day, ...(start ? { at: start } : {}), ...rest });
    }
  }
  if (relation === "next_day" && list.length === 0) list.push({ date: addDays(focus.date ?? today, 1) });
  return list.flatMap((one) => without(one, except, stretchesOf(hours, one.date)));
}

/** What exclusions leave of one entry. */
function without(one: FlatWhen, except: readonly WhenOption[], open: readonly Stretch[]): FlatWhen[] {
  let left = [one];
  for (const { date, at, from, to } of except) {
    left = left.flatMap((entry) => {
      if (date !== undefined && date !== entry.date) return [entry];
      if (at) return entry.at !== undefined && at.includes(entry.at) ? [] : [entry];
      if (from === undefined && to === undefined) return [];
      if (entry.at !== undefined)
        return entry.at >= (from ?? "00:00") && entry.at < (to ?? "24:00") ? [] : [entry];
      const parts: FlatWhen[] = [];
      const begin = entry.from ?? open[0]?.from ?? "00:00";
      const end = entry.to ?? open.at(-1)?.to ?? "24:00";
      if (from !== undefined && begin < from) parts.push({ ...entry, to: from < end ? from : end });
      if (to !== undefined && to < end) parts.push({ ...entry, from: to > begin ? to : begin });
      return parts;
    });
  }
  return left;
}
