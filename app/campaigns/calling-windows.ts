/** When a lead may be called: within the campaign's hours and the lawful ones, wherever its number can be. */
import { isWithin, weekOf } from "#app/calls/compliance/calling-hours.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { localClock, localDate, minutesOf, weekdayOf } from "#app/platform/zoned-time.ts";
import type { CampaignDraft } from "./campaign.schema.ts";

type Schedule = CampaignDraft["schedule"];

/** Clocks change, and hours begin and end, at whole quarters of an hour. */
const step_ms = 15 * minute_ms;
/** How far is looked ahead: a schedule of one weekday comes around within, and behind so many closed days. */
const searched_ms = 9 * day_ms;
const mostClosedDays = 60;

/** Where a lead is: the region whose rules hold, and every zone in which it must be within the hours. */
export type LeadPlace = { readonly region: string; readonly zones: readonly string[] };

/** `until`: when that ends. Closed for good: `until` is null. */
export type Window =
  | { readonly isOpen: true; readonly until: number }
  | { readonly isOpen: false; readonly until: number | null };

const isScheduled = (
  { days, from, to, starts_on, ends_on }: Schedule,
  closed: ReadonlySet<string>,
  zone: string,
  at: number,
): boolean => {
  const date = localDate(at, zone);
  if (closed.has(date)) return false;
  if ((starts_on !== null && date < starts_on) || (ends_on !== null && date > ends_on)) return false;
  if (!days.includes(weekdayOf(date))) return false;
  const minutes = minutesOf(localClock(at, zone));
  return minutes >= minutesOf(from) && minutes < minutesOf(to);
};

type Known = { from: number; window: Window };

/**
 * A function that says of a place whether it is open at a moment. It keeps what it found for the next leads of the same
 * place: of a hundred thousand leads, most are in a few dozen.
 * @param closedDates local dates on which no one is called
 */
export function windowsOf(
  schedule: Schedule,
  closedDates: readonly string[] = [],
): (place: LeadPlace, now: number) => Window {
  const closed = new Set(closedDates);
  const reach_ms = searched_ms + Math.min(closed.size, mostClosedDays) * day_ms;
  const found = new Map<string, Known>();
  const isOpenAt = ({ region, zones }: LeadPlace, at: number): boolean =>
    zones.length > 0 &&
    zones.every((zone) => isWithin(weekOf(region), zone, at)) &&
    (schedule.zone === "contact" ? zones : [schedule.zone]).every((zone) =>
      isScheduled(schedule, closed, zone, at),
    );
  /** A quarter of an hour is open when it is so at its beginning and at its end. */
  const isStepOpen = (place: LeadPlace, start: number): boolean =>
    isOpenAt(place, start) && isOpenAt(place, start + step_ms - 1);
  const search = (place: LeadPlace, start: number): Window => {
    const isOpen = isStepOpen(place, start);
    const first = isOpen ? start : Math.max(start, beginOf(schedule));
    for (let at = first; at < first + reach_ms; at += step_ms)
      if (isStepOpen(place, at) !== isOpen) return { isOpen, until: at };
    return isOpen ? { isOpen, until: first + reach_ms } : { isOpen, until: null };
  };
  return (place, now) => {
    const key = `${place.region} ${place.zones.join(" ")}`;
    const known = found.get(key);
    if (known && known.from <= now && (known.window.until === null || now < known.window.until))
      return known.window;
    const start = Math.floor(now / step_ms) * step_ms;
    const window = search(place, start);
    found.set(key, { from: start, window });
    return window;
  };
}

/** No zone's first day begins more than a day before it does in UTC. */
const beginOf = ({ starts_on }: Schedule): number =>
  starts_on === null ? 0 : Date.parse(`${starts_on}T00:00:00Z`) - day_ms;

/** Functions of schedules that were asked for before, by what the schedule says. */
const kept = new Map<string, ReturnType<typeof windowsOf>>();
const mostKept = 200;

/** As `windowsOf`, for the same schedule the same one. */
export function keptWindowsOf(
  schedule: Schedule,
  closedDates: readonly string[],
): ReturnType<typeof windowsOf> {
  const key = JSON.stringify([schedule, closedDates]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const windows = windowsOf(schedule, closedDates);
  kept.set(key, windows);
  return windows;
}
