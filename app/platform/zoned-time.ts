/** Calendar arithmetic in a time zone: local dates (YYYY-MM-DD) and wall-clock times (HH:MM) to instants (ms UTC) and back. */
import { day_ms, minute_ms } from "./durations.ts";

/** Every zone changes its clocks at multiples of this, so one offset holds for the whole interval. */
const stretch_ms = 15 * minute_ms;
const MAX_CACHED_STRETCHES = 5_000;

/** `canonical`: one name for all that mean the same clocks (America/Los_Angeles for US/Pacific). */
type Zone = { format: Intl.DateTimeFormat; canonical: string; offsets: Map<number, number> };
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const zone: Zone = { format, canonical: format.resolvedOptions().timeZone, offsets: new Map() };
  zones.set(name, zone);
  return zone;
}

/** Whether a text names a time zone that clocks can be read in. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether two names mean the same time zone. */
export const isSameZone = (one: string, other: string): boolean =>
  zoneOf(one).canonical === zoneOf(other).canonical;

function offsetAt(ms: number, zone: Zone): number {
  const stretch = Math.floor(ms / stretch_ms);
  const known = zone.offsets.get(stretch);
  if (known !== undefined) return known;
  const start = stretch * stretch_ms;
  const part = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of zone.format.formatToParts(start)) {
    switch (type) {
      case "year":
      case "month":
      case "day":
      case "hour":
      case "minute":
      case "second":
        part[type] = Number(value);
    }
  }
  const local = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  if (zone.offsets.size >= MAX_CACHED_STRETCHES) zone.offsets.clear();
  zone.offsets.set(stretch, local - start);
  return local - start;
}

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`);

function dateString(utc: number): string {
  const day = new Date(utc);
  return `${String(day.getUTCFullYear()).padStart(4, "0")}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
}

function utcOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}

/**
 * How far the zone's clocks are ahead of UTC at an instant, in ms (negative west of Greenwich).
 * @param ms instant, ms UTC
 * @throws RangeError when the zone is not an IANA name
 */
export function zoneOffset(ms: number, zone: string): number {
  return offsetAt(ms, zoneOf(zone));
}

/** The local date (YYYY-MM-DD) of an instant (ms UTC) in a zone. Throws RangeError for an unknown zone. */
export function localDate(ms: number, zone: string): string {
  return dateString(ms + zoneOffset(ms, zone));
}

/** The local wall-clock time (HH:MM, seconds cut off) of an instant (ms UTC) in a zone. Throws RangeError for an unknown zone. */
export function localClock(ms: number, zone: string): string {
  const local = new Date(ms + zoneOffset(ms, zone));
  return `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
}

/**
 * The instant (ms UTC) at which the clocks of a zone show a date and time.
 * A time that a clock change skips moves forward by the skipped length (02:30 becomes 03:30); a time that occurs
 * twice means the first.
 * @param date YYYY-MM-DD
 * @param clock HH:MM; 24:00 is the start of the next day
 * @throws RangeError when the zone is not an IANA name
 */
export function instantOf(date: string, clock: string, zone: string): number {
  const local = utcOf(date) + minutesOf(clock) * minute_ms;
  const found = zoneOf(zone);
  const before = offsetAt(local - day_ms, found);
  const after = offsetAt(local + day_ms, found);
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  if (early + offsetAt(early, found) === local) return early;
  if (late + offsetAt(late, found) === local) return late;
  return local - before;
}

/** Whether a text (YYYY-MM-DD) is a date that exists: February 30th does not. */
export function isDate(date: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && dateString(utcOf(date)) === date;
}

/** The date from its parts (month 1 to 12), or null when it does not exist: years from 1000 to 2999. */
export function dateOf(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 2999 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = `${year}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : null;
}

/** The date `days` after a date; before it when negative. */
export function addDays(date: string, days: number): string {
  return dateString(utcOf(date) + days * day_ms);
}

/** The same day of the month, `months` later; the month's last day when it is shorter (January 31st and one month is February 28th). */
export function addMonths(date: string, months: number): string {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7)) - 1 + months;
  const last = new Date(Date.UTC(year, month + 1, 0));
  const day = Math.min(Number(date.slice(8, 10)), last.getUTCDate());
  return dateString(Date.UTC(year, month, day));
}

/** How many days lie from one date to another; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcOf(to) - utcOf(from)) / day_ms);
}

/** The weekday of a date as ISO counts them: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(utcOf(date)).getUTCDay() || 7;
}

/** Minutes since midnight of a wall-clock time (HH:MM, 24:00 included). */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** The wall-clock time (HH:MM) that lies so many minutes after midnight; 1440 is 24:00. */
export function clockOf(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
