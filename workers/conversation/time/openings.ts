/** Finds start times for a wish: takes the one that was named, or says why not and offers the nearest. Pure over the calendar. */

import { type Calendar, freeSlots, lastDay, type WhyNot, whyNot } from "#app/bookings/calendar.ts";
import { stretchesOf } from "#app/hours/opening-hours.ts";
import {
  addDays,
  daysBetween,
  instantOf,
  localClock,
  localDate,
  minutesOf,
} from "#app/platform/zoned-time.ts";
import type { WhenOption } from "#workers/conversation/words/acts.ts";

const MINUTE_MS = 60_000;
const AROUND_MINUTES = 45;
/** In a narrow window the next start time is an alternative; in a wide one a more different one is offered. */
const NARROW_MINUTES = 180;
const WIDE_STEP_MINUTES = 60;
/** A day with fewer openings than this is offered directly instead of by its halves. */
const FEW = 3;
/** How far from the wished day another one is searched. */
const SEARCH_DAYS = 30;

/** Why a wish was not met: also a full day or half of it, or free times that the caller has ruled out. */
export type Obstacle =
  | WhyNot
  | "closed_for_today"
  | ("full" | "ruled_out")
  | ("nothing_earlier" | "nothing_later");

/** The result of a search for a start time. */
export type Finding =
  /** A free start time. `moved`: the wish that it replaces, and why; null when it is the wish. `among`: it and others named with it, if free. */
  | {
      found: "slot";
      slot: number;
      moved: { obstacle: Obstacle; wished: WhenOption } | null;
      among?: readonly number[];
    }
  /** The day is open and free in both halves. */
  | { found: "day"; date: string }
  /** Morning and evening are both open at that hour, and only the caller can say. */
  | { found: "either_half"; date: string; at: string[] }
  | { found: "offer"; slots: number[]; obstacle: Obstacle | null; wished: WhenOption }
  /** An hour without a day. */
  | { found: "no_day"; wished: WhenOption }
  | { found: "nothing"; obstacle: Obstacle; wished: WhenOption };

/** Where to search for a start time, and for how long. */
export type Search = {
  calendar: Calendar;
  duration_minutes: number;
  /** ms UTC */
  now: number;
  except: readonly WhenOption[];
  /** Start times that were declined; not offered again unless the caller names them. */
  refused: readonly number[];
  /** Start times that other callers took meanwhile. */
  lost: readonly number[];
};

/** The free start times of a date that the caller has not ruled out, earliest first (ms UTC). */
export function openOn(search: Search, date: string): number[] {
  const { calendar, duration_minutes, now, except, refused, lost } = search;
  return freeSlots(calendar, date, duration_minutes, now).filter(
    (slot) =>
      ![...refused, ...lost].includes(slot) &&
      !except.some((option) => covers(option, date, localClock(slot, calendar.time_zone))),
  );
}

/** Whether an option of a wish includes a start time. */
export function covers(option: WhenOption, date: string, clock: string): boolean {
  if (option.date && option.date !== date) return false;
  if (option.at && !option.at.includes(clock)) return false;
  if (option.from && clock < option.from) return false;
  return !(option.to && clock >= option.to);
}

/**
 * Looks for a start time for a wish (docs/conversation.md, "Time").
 * @param options what may be, in the order said; none at all means any time
 */
export function findOpening(search: Search, options: readonly WhenOption[]): Finding {
  const [first] = options;
  if (!first) return soonest(search, {});
  if (options.length === 1) return findOne(search, first);
  const findings = options.map((option) => findOne(search, option));
  const exact = findings.filter((finding) => finding.found === "slot");
  const [free] = exact;
  if (free) return firstFree({ ...free, among: [...new Set(exact.map(({ slot }) => slot))] }, findings[0]);
  const open = options.filter((option) => firstInside(search, option) !== null);
  const [only] = open;
  if (!only) return findings[0] ?? { found: "nothing", obstacle: "full", wished: first };
  // Only an obstacle of the first wish is mentioned; the closed end of "this week" is not.
  const [best] = findings;
  const [obstacle, wished] = best?.found === "offer" ? [best.obstacle, best.wished] : [null, first];
  if (open.length > 1) return { found: "offer", slots: spread(search, open), obstacle, wished };
  return { found: "offer", slots: pair(search, inside(search, only), only), obstacle, wished };
}

type Exact = Extract<Finding, { found: "slot" }>;

/** "At ten or eleven": the first that is free, and why it is not the first named; if several are free the caller chooses. */
function firstFree(best: Exact & { among: number[] }, named: Finding | undefined): Finding {
  if (named?.found !== "offer" || named.obstacle === null || named.wished.at === undefined) return best;
  const { obstacle, wished } = named;
  const slots = best.among.slice(0, 3);
  return slots.length > 1
    ? { found: "offer", slots, obstacle, wished }
    : { ...best, moved: { obstacle, wished } };
}

/** The first start time of each of two or three options; with more, the first and one in the other half of a later day. */
function spread(search: Search, open: readonly WhenOption[]): number[] {
  const firsts = open.map((option) => firstInside(search, option)).filter((slot) => slot !== null);
  if (open.length <= 3) return [...new Set(firsts)];
  const [first] = firsts;
  if (first === undefined) return [];
  const clock = (slot: number) => localClock(slot, search.calendar.time_zone);
  const others = open.slice(1).flatMap((option) => inside(search, option));
  const apart = others.filter((slot) => clock(slot).slice(0, 2) !== clock(first).slice(0, 2));
  const other = apart.find((slot) => clock(slot) >= "13:00") ?? apart[0] ?? firsts[1];
  return other === undefined ? [first] : [first, other];
}

function findOne(search: Search, option: WhenOption): Finding {
  if (!option.date) {
    const any = !option.at && !option.from && !option.to;
    return any ? soonest(search, option) : { found: "no_day", wished: option };
  }
  if (option.at) return findClock(search, option, option.date, option.at);
  return findStretch(search, option, option.date);
}

function findClock(search: Search, option: WhenOption, date: string, at: readonly string[]): Finding {
  const { calendar, duration_minutes, now } = search;
  const stretches = stretchesOf(calendar.hours, date);
  const open = at.filter((clock) => stretches.some(({ from, to }) => from <= clock && clock < to));
  // Today an ambiguous hour is the one still to come.
  const ahead = at.filter((clock) => instantOf(date, clock, calendar.time_zone) > now);
  const named = at.length > 1 && ahead.length > 0 ? ahead : at;
  const inside = open.filter((clock) => named.includes(clock));
  if (inside.length > 1) return { found: "either_half", date, at: inside };
  const clock = inside[0] ?? named.find((one) => one >= "07:00") ?? named[0] ?? "12:00";
  const wished = { date, at: [clock, ...open.filter((one) => one !== clock)] };
  const slot = instantOf(date, clock, calendar.time_zone);
  const why = whyNot(calendar, slot, duration_minutes, now) ?? (search.lost.includes(slot) ? "taken" : null);
  if (why === null) return { found: "slot", slot, moved: null };
  if (option.around || why === "off_step") {
    const reach = (option.around ? AROUND_MINUTES : calendar.step_minutes - 1) * MINUTE_MS;
    const near = openOn(search, date)
      .filter((one) => Math.abs(one - slot) <= reach)
      .sort((a, b) => Math.abs(a - slot) - Math.abs(b - slot) || a - b);
    const [best] = near;
    if (option.around && best !== undefined)
      return { found: "slot", slot: best, moved: { obstacle: why, wished } };
    if (near.length > 0)
      return { found: "offer", slots: near.slice(0, 2).sort((a, b) => a - b), obstacle: why, wished };
  }
  const slots = nearest(search, date, slot);
  const obstacle = why === "past" && isOverFor(search, date) ? "closed_for_today" : why;
  return slots.length > 0
    ? { found: "offer", slots, obstacle, wished }
    : { found: "nothing", obstacle, wished };
}

function findStretch(search: Search, option: WhenOption, date: string): Finding {
  const { calendar } = search;
  const slots = inside(search, { ...option, date });
  const windowed = option.from !== undefined || option.to !== undefined;
  if (slots.length > 0) {
    const halves = new Set(slots.map((slot) => localClock(slot, calendar.time_zone) < "12:00"));
    if (!windowed && halves.size === 2 && slots.length > FEW) return { found: "day", date };
    return { found: "offer", slots: pair(search, slots, option), obstacle: null, wished: option };
  }
  const middle = option.from ?? option.to ?? "12:00";
  const wanted = instantOf(date, middle, calendar.time_zone);
  const near = nearest(search, date, wanted);
  const obstacle = stretchObstacle(search, option, date);
  return near.length > 0
    ? { found: "offer", slots: near, obstacle, wished: option }
    : { found: "nothing", obstacle, wished: option };
}

function stretchObstacle(search: Search, option: WhenOption, date: string): Obstacle {
  const { calendar, duration_minutes, now } = search;
  const today = localDate(now, calendar.time_zone);
  if (date < today) return "past";
  if (date > lastDay(calendar, now)) return "beyond_horizon";
  const stretches = stretchesOf(calendar.hours, date);
  if (stretches.length === 0) return "closed_day";
  if (isOverFor(search, date)) return "closed_for_today";
  const [from, to] = [option.from ?? "00:00", option.to ?? "24:00"];
  if (!stretches.some((stretch) => stretch.from < to && from < stretch.to)) return "closed_hour";
  if (date === today && to <= localClock(now, calendar.time_zone)) return "past";
  if (inside({ ...search, except: [], refused: [] }, { ...option, date }).length > 0) return "ruled_out";
  const has = (notice_minutes: number) =>
    freeSlots({ ...calendar, busy: [], notice_minutes }, date, duration_minutes, now).some((slot) =>
      covers(option, date, localClock(slot, calendar.time_zone)),
    );
  if (has(calendar.notice_minutes)) return "full";
  return date === today || has(0) ? "too_soon" : "too_long";
}

/** Whether the date is today and its opening hours are over. */
function isOverFor({ calendar, now }: Search, date: string): boolean {
  const clock = localClock(now, calendar.time_zone);
  const stretches = stretchesOf(calendar.hours, date);
  return (
    date === localDate(now, calendar.time_zone) &&
    stretches.length > 0 &&
    stretches.every(({ to }) => to <= clock)
  );
}

/** Two start times of a window: the earliest, and a later one that is a real alternative. */
function pair({ calendar }: Search, slots: readonly number[], option: WhenOption): number[] {
  const [first] = slots;
  if (first === undefined) return [];
  const width = minutesOf(option.to ?? "24:00") - minutesOf(option.from ?? "00:00");
  const apart = width <= NARROW_MINUTES ? calendar.step_minutes : WIDE_STEP_MINUTES;
  const second = slots.find((slot) => slot >= first + apart * MINUTE_MS) ?? slots[1];
  return second === undefined ? [first] : [first, second];
}

/** The free start times of an option that names its day. */
function inside(search: Search, option: WhenOption): number[] {
  const { date } = option;
  if (!date) return [];
  return openOn(search, date).filter((slot) =>
    covers(option, date, localClock(slot, search.calendar.time_zone)),
  );
}

function firstInside(search: Search, option: WhenOption): number | null {
  return inside(search, option)[0] ?? null;
}

/** The nearest free start times to an instant: one before and one after it, in different hours; on its day if possible, else on the days around it. */
export function nearest(search: Search, date: string, wanted: number): number[] {
  const { calendar } = search;
  const hour = (slot: number) => localClock(slot, calendar.time_zone).slice(0, 2);
  const today = openOn(search, date);
  const before = today.findLast((slot) => slot < wanted) ?? null;
  const afters = today.filter((slot) => slot > wanted);
  if (before !== null || afters.length > 0) {
    const after = afters.find((slot) => before === null || hour(slot) !== hour(before)) ?? afters[0] ?? null;
    if (before !== null && after !== null) return [before, after];
    if (before !== null) {
      const earlier = today.findLast((slot) => slot < before && hour(slot) !== hour(before));
      return earlier === undefined ? [before] : [earlier, before];
    }
    const later = afters.find((slot) => after !== null && slot > after && hour(slot) !== hour(after));
    return [after, later].filter((slot) => slot !== null && slot !== undefined);
  }
  const earlier = beside(search, date, -1)?.at(-1);
  const later = beside(search, date, 1) ?? [];
  const first = later[0];
  if (earlier !== undefined) {
    const other = later.find((slot) => hour(slot) !== hour(earlier)) ?? first;
    if (other !== undefined) return [earlier, other];
    const sooner = beside(search, date, -1)?.findLast((slot) => hour(slot) !== hour(earlier));
    return sooner === undefined ? [earlier] : [sooner, earlier];
  }
  const second = later.find((slot) => first !== undefined && hour(slot) !== hour(first));
  return [first, second].filter((slot) => slot !== undefined);
}

/** The free start times of the nearest day before (-1) or after (1) a date that has any. */
function beside(search: Search, date: string, direction: 1 | -1): number[] | null {
  const { calendar, now } = search;
  const today = localDate(now, calendar.time_zone);
  const last = lastDay(calendar, now);
  // A wish far outside the bookable days is closest to their edge.
  const from = date > last ? addDays(last, 1) : date < today ? addDays(today, -1) : date;
  for (let away = 1; away <= SEARCH_DAYS; away++) {
    const day = addDays(from, away * direction);
    if (day < today || day > last) return null;
    const slots = openOn(search, day);
    if (slots.length > 0) return slots;
  }
  return null;
}

/** The first openings from today on, with the hours of a wish if it names any. */
export function soonest(search: Search, option: WhenOption, from?: string): Finding {
  const { calendar, now } = search;
  const start = from ?? localDate(now, calendar.time_zone);
  const days = daysBetween(start, lastDay(calendar, now));
  for (let ahead = 0; ahead <= days; ahead++) {
    const date = addDays(start, ahead);
    const slots = inside(search, { ...option, date });
    if (slots.length > 0)
      return { found: "offer", slots: pair(search, slots, option), obstacle: null, wished: option };
  }
  return { found: "nothing", obstacle: "full", wished: option };
}
