/**
 * The hours in which people may be called, by where they are: 8:00 to 21:00 their time (47 CFR 64.1200(c)(1)), and less
 * where a state or country allows less (docs/telephony.md, "Outbound calls"). A number that can be in several zones may
 * be called only when it is within the hours in all of them.
 */
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { dayInWords, timeOfDay } from "#app/platform/format.ts";
import { localClock, localDate, minutesOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { placeOfNumber } from "./area-places.ts";
import type { CallAsked, Compliance, Verdict } from "./compliance.schema.ts";

/** From and to in hours, by ISO weekday; a day without an entry has the first one. */
export type Week = {
  readonly usual: readonly [number, number];
  readonly [weekday: number]: readonly [number, number];
};

const everywhere: Week = { usual: [8, 21] };
const untilEight: Week = { usual: [8, 20] };

/** What differs. */
const stricter: Readonly<Record<string, Week>> = {
  "US-FL": untilEight,
  "US-OK": untilEight,
  "US-MD": untilEight,
  "US-TX": { usual: [9, 21], 7: [12, 21] },
};
/** Canada's rules for telemarketing: 9:00 to 21:30 on weekdays, 10:00 to 18:00 at weekends; within the hours above. */
const canada: Week = { usual: [9, 21], 6: [10, 18], 7: [10, 18] };

/** The hours of a region ("US-TX", "DE"). */
export const weekOf = (region: string): Week =>
  stricter[region] ?? (region.startsWith("CA-") ? canada : everywhere);

/** Whether a moment is within a week's hours on a zone's clock. */
export function isWithin(week: Week, zone: string, at: number): boolean {
  const [from, to] = week[weekdayOf(localDate(at, zone))] ?? week.usual;
  const minutes = minutesOf(localClock(at, zone));
  return minutes >= from * 60 && minutes < to * 60;
}

/** Zones change their clocks, and rules begin and end, at whole quarters of an hour. */
const step_ms = 15 * minute_ms;
const searched_ms = 8 * day_ms;

/** The first moment from `now` on at which it is within the hours in every zone; null: in a week there is none. */
function firstWithin(week: Week, zones: readonly string[], now: number): number | null {
  const start = Math.ceil(now / step_ms) * step_ms;
  for (let at = start; at < now + searched_ms; at += step_ms)
    if (zones.every((zone) => isWithin(week, zone, at))) return at;
  return null;
}

/** "Los Angeles" of America/Los_Angeles. */
const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** "3:10 pm in New York, 2:10 pm in Chicago". */
const clocks = (zones: readonly string[], at: number, locale: string): string =>
  zones.map((timeZone) => `${timeOfDay(at, { timeZone, locale })} in ${cityOf(timeZone)}`).join(", ");

export const callingHours: Compliance = {
  mayCall({ to, now, locale, zones: known }: CallAsked): Verdict {
    const place = placeOfNumber(to);
    const zones = known ?? place?.zones ?? [];
    if (zones.length === 0)
      return {
        ok: false,
        reason: "unknown_place",
        words: "It isn't known in which time zone this number is, so it can't be called within lawful hours.",
        allowed_at: null,
      };
    const week = weekOf(place?.region ?? "");
    const time = clocks(zones, now, locale);
    if (zones.every((zone) => isWithin(week, zone, now)))
      return { ok: true, words: `Within the hours in which this number may be called: ${time}.` };
    const allowed_at = firstWithin(week, zones, now);
    const [first = "UTC"] = zones;
    const there = { timeZone: first, locale };
    const next =
      allowed_at === null
        ? ""
        : ` It may be called again ${dayInWords(allowed_at, now, there)} at ${timeOfDay(allowed_at, there)} (${cityOf(first)} time).`;
    return {
      ok: false,
      reason: "calling_hours",
      words: `People may not be called at this hour: it is ${time}.${next}`,
      allowed_at,
    };
  },
};
