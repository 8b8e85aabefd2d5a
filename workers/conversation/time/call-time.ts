/** A wish for a time as the instant at which someone is to call. Pure. */
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { stretchesOf } from "#app/hours/opening-hours.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { When, WhenOption } from "#workers/conversation/words/acts.ts";

type Place = { now: number; time_zone: string; hours: OpeningHours };

/** No one is called sooner than this, nor promised a call further ahead. */
const soonest_ms = 10 * minute_ms;
const furthest_ms = 60 * day_ms;
/** When people are called on a day without opening hours, from and until. */
const [usualFrom, usualTo] = ["09:00", "20:00"];

/** Of an hour that may be either half of the day, the one at which people are called. */
function clockOf(at: readonly string[], date: string, hours: OpeningHours): string | undefined {
  const open = stretchesOf(hours, date);
  const isOpen = (clock: string) => open.some(({ from, to }) => from <= clock && clock < to);
  const isUsual = (clock: string) => usualFrom <= clock && clock < usualTo;
  return at.find((clock) => isOpen(clock) && isUsual(clock)) ?? at.find(isUsual) ?? at[0];
}

function on(date: string, { at, from }: WhenOption, { time_zone, hours }: Place): number {
  const begins = stretchesOf(hours, date)[0]?.from;
  // A day alone means when it begins, and a house that is open around the clock calls no one at midnight.
  const first = begins !== undefined && begins >= "07:00" && begins < usualTo ? begins : usualFrom;
  const clock = (at && clockOf(at, date, hours)) ?? from ?? first;
  return instantOf(date, clock, time_zone);
}

/** The first instant that the wish names and that is still to come; null: it names none, or one that is too far ahead. */
export function callTimeOf({ options, relation }: When, place: Place): number | null {
  const { now, time_zone } = place;
  const [option] = options;
  if (!option || relation === "any") return null;
  const today = localDate(now, time_zone);
  const date = option.date ?? today;
  const named = on(date, option, place);
  if (named >= now + soonest_ms) return named - now > furthest_ms ? null : named;
  const clock = localClock(now, time_zone);
  // "This afternoon", in the afternoon, and a day that is today: soon.
  const isGoingOn = date === today && !option.at && (option.to ?? usualTo) > clock;
  if (isGoingOn || (option.at && date === today && named >= now)) return now + soonest_ms;
  return option.date === undefined ? on(addDays(today, 1), option, place) : null;
}
