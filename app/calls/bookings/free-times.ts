/** The start times of a day that an agent's calendar allows, for a list to choose from. */
import type { AgentCalendar, Booking } from "#app/bookings/booking-terms.ts";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { freeSlots } from "#app/bookings/calendar.ts";
import { weekWords } from "#app/hours/week-words.ts";
import { counted, timeOfDay, wordDuration } from "#app/platform/format.ts";
import { localClock } from "#app/platform/zoned-time.ts";

export type FreeTime = { value: string; label: string };

type Reading = { timeZone: string; locale: string; now: number };

/** @param own the appointment that is moved: its own time counts as free */
export function freeTimes(
  calendar: AgentCalendar,
  busy: readonly BusyStretch[],
  { date, minutes, own }: { date: string; minutes: number; own?: Booking },
  { now, ...place }: Reading,
): FreeTime[] {
  const others = busy.filter(({ from, to }) => from !== own?.starts_at || to !== own.ends_at);
  const rules = { ...calendar.book, hours: calendar.hours, time_zone: place.timeZone, busy: others };
  return freeSlots(rules, date, minutes, now)
    .filter((starts_at) => starts_at !== own?.starts_at)
    .map((starts_at) => ({
      value: localClock(starts_at, place.timeZone),
      label: timeOfDay(starts_at, place),
    }));
}

/** The rules of an agent's calendar in words. */
export function rulesInWords({ id, name, hours, book }: AgentCalendar, { locale }: Pick<Reading, "locale">) {
  return {
    id,
    name,
    facts: [
      ["Hours", weekWords(hours.weekly, locale)],
      ["Start times", `every ${book.step_minutes} minutes`],
      ["Minimum notice", book.notice_minutes === 0 ? "none" : wordDuration(book.notice_minutes * 60)],
      ["Booking window", counted(book.horizon_days, "day", "days", locale)],
      ["Kinds", book.kinds.map((kind) => `${kind.name} (${kind.duration_minutes} min)`).join(", ")],
    ] as const,
  };
}
export type RulesInWords = ReturnType<typeof rulesInWords>;
