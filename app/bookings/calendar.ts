/**
 * Which start times can be booked: inside opening hours, free, after the notice and before the horizon. The only
 * place that decides it, for the agent that offers and for the store that writes.
 */
import type { AppointmentKind } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { stretchesOf } from "#app/hours/opening-hours.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { addDays, clockOf, instantOf, localClock, localDate, minutesOf } from "#app/platform/zoned-time.ts";
import type { BusyStretch } from "./bookings.schema.ts";

/** The rules for start times, and the busy times. */
export type Calendar = {
  hours: OpeningHours;
  /** IANA name of the organization's zone; hours and dates are read in it. */
  time_zone: string;
  /** Start times lie on multiples of this many minutes past the hour. */
  step_minutes: number;
  /** The earliest start, in minutes from now. */
  notice_minutes: number;
  /** The latest day, counted from today. */
  horizon_days: number;
  busy: readonly BusyStretch[];
};

/** Why a start time cannot be booked, in the order in which people would say it. */
export type WhyNot =
  | "past"
  | "too_soon"
  | "beyond_horizon"
  | "closed_day"
  | "closed_hour"
  | "off_step"
  | "too_long"
  | "taken";

export type Slot = { starts_at: number; free: boolean };

/**
 * Every start time of a local date that opening hours and steps allow, earliest first, past ones included. Clock
 * times that a clock change skips do not exist; repeated ones exist once.
 * @param date YYYY-MM-DD in the organization's zone
 * @param duration_minutes of the kind of appointment; it must end within the opening hours
 */
export function slotsOf(calendar: Calendar, date: string, duration_minutes: number): Slot[] {
  const busy = busyOn(calendar, date);
  const slots: Slot[] = [];
  for (const { from, to } of stretchesOf(calendar.hours, date)) {
    const opens = instantOf(date, from, calendar.time_zone);
    const closes = instantOf(date, to, calendar.time_zone);
    const first = Math.ceil(minutesOf(from) / calendar.step_minutes) * calendar.step_minutes;
    const last = minutesOf(to) - 1;
    // Only a time range that a clock change cuts through needs each of its times looked up.
    const even = closes - opens === (minutesOf(to) - minutesOf(from)) * minute_ms;
    for (let minute = first; minute <= last; minute += calendar.step_minutes) {
      const clock = clockOf(minute);
      const starts_at = even
        ? opens + (minute - minutesOf(from)) * minute_ms
        : instantOf(date, clock, calendar.time_zone);
      if (!even && localClock(starts_at, calendar.time_zone) !== clock) continue;
      const ends_at = starts_at + duration_minutes * minute_ms;
      if (ends_at <= closes) slots.push({ starts_at, free: !overlaps(busy, starts_at, ends_at) });
    }
  }
  return slots;
}

/**
 * The start times of a local date that can be booked now, ms UTC, earliest first.
 * @param now ms UTC; notice and horizon count from it
 */
export function freeSlots(calendar: Calendar, date: string, duration_minutes: number, now: number): number[] {
  if (date < localDate(now, calendar.time_zone) || date > lastDay(calendar, now)) return [];
  const earliest = now + calendar.notice_minutes * minute_ms;
  return slotsOf(calendar, date, duration_minutes)
    .filter(({ starts_at, free }) => free && starts_at >= earliest && starts_at > now)
    .map(({ starts_at }) => starts_at);
}

/** The last local date (YYYY-MM-DD) that can be booked at `now` (ms UTC). */
export function lastDay(calendar: Calendar, now: number): string {
  return addDays(localDate(now, calendar.time_zone), calendar.horizon_days);
}

/**
 * Why an appointment cannot start at an instant, or null when it can: the rule that the store and the agent share.
 * @param starts_at ms UTC
 * @param now ms UTC
 */
export function whyNot(
  calendar: Calendar,
  starts_at: number,
  duration_minutes: number,
  now: number,
): WhyNot | null {
  const { time_zone } = calendar;
  const date = localDate(starts_at, time_zone);
  if (starts_at <= now) return "past";
  if (date > lastDay(calendar, now)) return "beyond_horizon";
  const stretches = stretchesOf(calendar.hours, date);
  if (stretches.length === 0) return "closed_day";
  const clock = localClock(starts_at, time_zone);
  const stretch = stretches.find(({ from, to }) => from <= clock && clock < to);
  if (!stretch) return "closed_hour";
  if (starts_at < now + calendar.notice_minutes * minute_ms) return "too_soon";
  const ends_at = starts_at + duration_minutes * minute_ms;
  if (ends_at > instantOf(date, stretch.to, time_zone)) return "too_long";
  if (starts_at % minute_ms !== 0 || minutesOf(clock) % calendar.step_minutes !== 0) return "off_step";
  // The second occurrence of a repeated hour is not a separate start time.
  if (instantOf(date, clock, time_zone) !== starts_at) return "off_step";
  return overlaps(calendar.busy, starts_at, ends_at) ? "taken" : null;
}

/** The minutes that a kind of appointment takes; for an unknown name those of the longest kind, so that it fits in any case. Null when there are no kinds. */
export function durationOf(kinds: readonly AppointmentKind[], name: string): number | null {
  const named = kinds.find((kind) => kind.name === name);
  if (named) return named.duration_minutes;
  return kinds.length > 0 ? Math.max(...kinds.map(({ duration_minutes }) => duration_minutes)) : null;
}

function busyOn(calendar: Calendar, date: string): BusyStretch[] {
  const from = instantOf(date, "00:00", calendar.time_zone);
  const to = instantOf(date, "24:00", calendar.time_zone);
  return calendar.busy.filter((stretch) => stretch.to > from && stretch.from < to);
}

function overlaps(busy: readonly BusyStretch[], from: number, to: number): boolean {
  return busy.some((stretch) => stretch.from < to && from < stretch.to);
}
