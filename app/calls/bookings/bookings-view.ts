/** Appointments as the pages of /bookings show them: which days a view covers, and each appointment in words. */

import type { Booking } from "#app/bookings/booking-terms.ts";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { nobody } from "#app/calls/scrub/scrub.ts";
import { exactTime, longDate, monthDay, type Place, timeSpan, weekdayName } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { addDays, instantOf, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { BookingView } from "./bookings-query.schema.ts";

/** The countries whose weeks begin on a Sunday, and on a Saturday (CLDR, supplemental weekData); others begin on a Monday. */
const sundays =
  "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW";
const saturdays = "AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY";

/** The first day of the week in a locale, as ISO counts days: 7 is Sunday. */
function firstWeekday(locale: string): number {
  const region = new Intl.Locale(locale).maximize().region ?? "";
  if (sundays.split(" ").includes(region)) return 7;
  return saturdays.split(" ").includes(region) ? 6 : 1;
}

/** How many days the list covers. */
const listed_days = 30;

/** The local dates that a view covers. @param date YYYY-MM-DD */
export function daysOf(view: BookingView, date: string, locale: string): string[] {
  const isWeek = view === "week";
  const first = isWeek ? addDays(date, -((weekdayOf(date) - firstWeekday(locale) + 7) % 7)) : date;
  const length = view === "day" ? 1 : isWeek ? 7 : listed_days;
  return Array.from({ length }, (_, place) => addDays(first, place));
}

/** The instants (ms UTC) at which some days begin and end, end exclusive; a day of a clock change has 23 or 25 hours. */
export const rangeOf = (days: readonly string[], zone: string) => ({
  from: instantOf(days[0] ?? "", "00:00", zone),
  to: instantOf(days.at(-1) ?? "", "24:00", zone),
});

/** The date that the view before or after shows. */
export const turned = (view: BookingView, date: string, by: -1 | 1): string =>
  addDays(date, by * (view === "day" ? 1 : view === "week" ? 7 : listed_days));

export type Reading = Place & { readonly now: number; readonly showsPersons: boolean };

/** An appointment in words. Without the right to see persons, nothing says whose it is. */
export function bookingShown(booking: Booking, { now, showsPersons, ...place }: Reading) {
  const { id, starts_at, ends_at, kind, name, phone_number, call_id, status, version } = booking;
  const hasBegun = starts_at <= now;
  return {
    id,
    starts_at,
    version,
    kind,
    status,
    who: showsPersons ? name || "No name" : nobody,
    phone: showsPersons && phone_number ? internationally(phone_number) : null,
    email: showsPersons ? booking.email : null,
    notes: showsPersons ? booking.notes : "",
    call_id,
    date: localDate(starts_at, place.timeZone),
    day: longDate(starts_at, now, place),
    time: timeSpan(starts_at, ends_at, place),
    exactly: exactTime(starts_at, place),
    hasBegun,
    isOver: ends_at <= now,
  };
}
export type BookingShown = ReturnType<typeof bookingShown>;

export const statusWords = {
  booked: "Booked",
  canceled: "Canceled",
  no_show: "No-show",
} as const satisfies Record<Booking["status"], string>;

/** A time at which the connected calendar is busy; what it is busy with stays there. */
export type BlockShown = { key: string; starts_at: number; time: string };

export type DayShown = {
  date: string;
  name: string;
  label: string;
  isToday: boolean;
  bookings: BookingShown[];
  blocks: BlockShown[];
};

/** The busy times of one day, those that touch as one. */
function blocksOf(blocked: readonly BusyStretch[], date: string, place: Place): BlockShown[] {
  const { from: begins, to: ends } = rangeOf([date], place.timeZone);
  const joined: BusyStretch[] = [];
  for (const { from, to } of blocked.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    const [start, end] = [Math.max(from, begins), Math.min(to, ends)];
    if (end <= start) continue;
    if (last && start <= last.to) last.to = Math.max(last.to, end);
    else joined.push({ from: start, to: end });
  }
  return joined.map(({ from, to }) => ({
    key: `busy-${from}`,
    starts_at: from,
    time: from === begins && to === ends ? "All day" : timeSpan(from, to, place),
  }));
}

/** What stands on a day, in the order of its times. */
export const entriesOf = ({ bookings, blocks }: DayShown): (BookingShown | BlockShown)[] =>
  [...blocks, ...bookings].toSorted((a, b) => a.starts_at - b.starts_at);

/** The appointments by the local date on which they begin; in the list, days without any are left out. */
export function byDay(
  view: BookingView,
  days: readonly string[],
  shown: readonly BookingShown[],
  blocked: readonly BusyStretch[],
  { now, locale, timeZone }: Reading,
): DayShown[] {
  const today = localDate(now, timeZone);
  return days
    .map((date) => ({
      date,
      name: weekdayName(date, locale),
      label: monthDay(date, locale),
      isToday: date === today,
      bookings: shown.filter((booking) => booking.date === date),
      blocks: blocksOf(blocked, date, { timeZone, locale }),
    }))
    .filter(({ bookings }) => view !== "list" || bookings.length > 0);
}

/** "November 28", "Nov 23 to Nov 29": the days of a view as its heading. */
export function spanWords(days: readonly string[], locale: string): string {
  const [first = "", last = first] = [days[0], days.at(-1)];
  if (first === last)
    return `${weekdayName(first, locale)}, ${monthDay(first, locale)}, ${first.slice(0, 4)}`;
  return `${monthDay(first, locale)} to ${monthDay(last, locale)}, ${last.slice(0, 4)}`;
}
