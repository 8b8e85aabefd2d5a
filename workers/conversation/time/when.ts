/** Joins the days and times of an utterance into wishes: which time belongs to which day, what a repair replaces, which hour is meant. Independent of language. */
import { addDays, localClock, localDate, minutesOf, weekdayOf } from "#app/platform/zoned-time.ts";
import type { ReadContext, Relation, When, WhenOption } from "#workers/conversation/words/acts.ts";
import {
  beside,
  clashAmong,
  countedFrom,
  type Days,
  dayList,
  everyWeek,
  onWeekday,
  weekdayWithDay,
} from "./calendar.ts";
import { asClock, between, meant, openOn, readings, type Stretch, stillMeant } from "./clocks.ts";
import { type Mention, type Mentioned, type Times, together } from "./times.ts";

const AN_HOUR = 60;
const A_DAY = 24 * AN_HOUR;

type Group = { days: Days[]; times: Times[]; ruledOut: boolean; too: Mention["too"] };

/** The wish in the mentions, or null without any; `corrects` when it takes back part of an earlier turn. */
export function wishOf(
  { mentions, relation }: Mentioned,
  context: ReadContext,
): { when: When; corrects: boolean } | null {
  if (mentions.length === 0 && relation === null) return null;
  const { kept, corrects } = repaired(chained(mentions));
  const options: WhenOption[] = [];
  const except: WhenOption[] = [];
  const groups = groupsOf(kept, context);
  for (const group of groups) {
    (group.ruledOut ? except : options).push(...optionsOf(group, context));
  }
  const out = new Set(except.flatMap(({ date, at, from, to }) => (at || from || to ? [] : [date])));
  const left = options.filter(({ date }) => date === undefined || !out.has(date));
  const any = relation === null && options.length === 0 && kept.some(({ times }) => times?.any);
  // The next day depends on what is ruled out.
  const next = relation === null && kept.length === 1 && kept[0]?.days?.relation === "next_day";
  const how = any ? "any" : next ? "next_day" : relation;
  const clash = clashAmong(groups.flatMap(({ days, ruledOut }) => (ruledOut ? [] : days)));
  return { when: related({ options: left, except, relation: how, ...clash }, context), corrects };
}

/** "Tuesday or the day after": counted from the day named before it. */
function chained(mentions: readonly Mention[]): Mention[] {
  let before: string | undefined;
  return mentions.map((mention) => {
    const { days } = mention;
    const moved = days && before ? countedFrom(before, days) : days;
    before = moved?.dates.at(-1) ?? before;
    return { ...mention, days: moved };
  });
}

/** After a repair word, days replace the days said before it and times the times. */
function repaired(mentions: Mention[]): { kept: Mention[]; corrects: boolean } {
  let kept: Mention[] = [];
  let corrects = false;
  mentions.forEach((mention, at) => {
    if (mention.repairs) {
      const rest = mentions.slice(at);
      const days = rest.some((one) => one.days && !one.ruledOut);
      const times = rest.some((one) => one.times && !one.ruledOut);
      const before = kept.length;
      kept = kept
        .map((one) => ({ ...one, days: days ? null : one.days, times: times ? null : one.times }))
        .filter((one) => one.days || one.times);
      corrects ||= before === 0;
    }
    kept.push(mention);
  });
  return { kept, corrects };
}

function groupsOf(mentions: readonly Mention[], { now, time_zone }: ReadContext): Group[] {
  let groups: Group[] = [];
  const today = localDate(now, time_zone);
  let open: Group | null = null;
  const start = (ruledOut: boolean): Group => {
    open = { days: [], times: [], ruledOut, too: null };
    groups.push(open);
    return open;
  };
  mentions.forEach((mention, at) => {
    const next = mentions[at + 1];
    const startsPair = mention.or && mention.times && !mention.days && next?.days && !next.or && !next.times;
    const complete = open !== null && open.days.length > 0 && open.times.length > 0;
    const another = mention.ruledOut && mention.fresh;
    let group: Group =
      open && open.ruledOut === mention.ruledOut && !another ? open : start(mention.ruledOut);
    if (complete && startsPair && next.days && !narrowed(group.days, next.days, today))
      group = start(mention.ruledOut);
    if (mention.days) {
      const narrower = mention.or ? null : narrowed(group.days, mention.days, today);
      if (narrower) group.days = narrower;
      else {
        // "My sister comes on Monday, so Tuesday at ten".
        if (mention.anew && !mention.or && !mention.ruledOut && group.days.length > 0) {
          groups = groups.filter(({ ruledOut }) => ruledOut);
          group = start(false);
        }
        // "Tuesday at three or Wednesday", "at three on Tuesday or at four on Wednesday": a new pair begins.
        const paired =
          mention.fresh || (group.times.length > 0 && (!mention.or || timesCameLast(mentions, at)));
        const unlike = group.days.some(({ stretch }) => stretch !== mention.days?.stretch);
        if (group.days.length > 0 && (paired || unlike)) group = start(mention.ruledOut);
        const last = group.days.at(-1);
        const more = last ? beside(mention.days, last, true) : mention.days;
        group.days = [
          ...group.days.map((day) => inWeekOf(mention.or ? beside(day, more, false) : day, mention)),
          more,
        ];
      }
    }
    if (mention.times) addTimes(group, mention.times, mention.or);
    group.too ??= mention.too;
  });
  return groups;
}

/** "Thursday or Friday next week": the week also applies to the weekday before it, if that comes first in a week. */
function inWeekOf(day: Days, { days, or }: Mention): Days {
  if (!or || !days?.week || day.week !== null || day.stretch || day.weekday === null) return day;
  if (day.weekday >= (days.weekday ?? 0)) return day;
  return dayList([addDays(days.week, day.weekday - 1)], { weekday: day.weekday, week: days.week });
}

const timesCameLast = (mentions: readonly Mention[], at: number) => mentions[at - 1]?.times !== null;

function addTimes(group: Group, times: Times, or: boolean): void {
  const last = group.times.at(-1);
  // "Not before two and not after four" is one window, "ten or eleven" are two times.
  const joined = last && (!or || areTwoEnds(last, times)) ? together(last, times) : null;
  if (joined) group.times[group.times.length - 1] = joined;
  else group.times.push(times);
}

const areTwoEnds = (one: Times, two: Times): boolean =>
  (one.from !== null && one.to === null && two.to !== null && two.from === null) ||
  (one.to !== null && one.from === null && two.from !== null && two.to === null);

/** Days that refine each other: "Tuesday … next week", "in December … on the 12th"; null when they are further days. */
function narrowed(before: readonly Days[], more: Days, today: string): Days[] | null {
  if (before.length === 0) return null;
  const within = (stretch: Days, day: Days): Days | null => {
    const dates = stretch.dates.filter((date) =>
      day.weekday !== null
        ? weekdayOf(date) === day.weekday
        : day.dayOfMonth !== null
          ? Number(date.slice(8)) === day.dayOfMonth
          : day.dates.includes(date),
    );
    return dates.length > 0 ? dayList(dates, { weekday: day.weekday }) : null;
  };
  if (more.stretch) {
    const found = before.map((day) => within(more, day));
    return found.every((days) => days !== null) ? found : null;
  }
  const last = before.at(-1);
  if (!last) return null;
  let found: Days | null = null;
  if (last.stretch) found = within(last, more);
  else if (last.weekday !== null && more.dayOfMonth !== null)
    found = more.bare
      ? weekdayWithDay(today, last.weekday, more.dayOfMonth)
      : onWeekday(today, last.weekday, more);
  else if (last.dates[0] === more.dates[0]) found = last;
  return found && [...before.slice(0, -1), found];
}

function optionsOf({ days, times, ruledOut, too }: Group, context: ReadContext): WhenOption[] {
  const { now, time_zone } = context;
  const today = localDate(now, time_zone);
  const alternatives: (Times | null)[] = times.length > 0 ? times : [null];
  const found: WhenOption[] = [];
  for (const one of days.length > 0 ? days : [null]) {
    const dates = one === null ? [null] : ruledOut ? everyWeek(one) : one.dates;
    for (const date of dates) {
      for (const time of alternatives) {
        const past = date === today && isPast(time, date, context);
        const later = past ? one?.later?.[0] : undefined;
        // "Today at eight", said at ten, can only be the evening.
        found.push(optionOf(later ?? date, time, context, past && later === undefined));
      }
    }
  }
  const all = too === null ? found : found.map((option) => beyond(option, too));
  return unique(all).filter((option) => Object.keys(option).length > 0);
}

/** "Eight is too early" rules out that hour and everything before it; "five is too late" the hour that ends then and everything after it. */
function beyond({ at, ...option }: WhenOption, too: "early" | "late"): WhenOption {
  const minutes = (at ?? []).map(minutesOf);
  if (minutes.length === 0) return option;
  return too === "early"
    ? { ...option, to: asClock(Math.min(Math.min(...minutes) + AN_HOUR, A_DAY)) }
    : { ...option, from: asClock(Math.max(Math.max(...minutes) - AN_HOUR + 1, 0)) };
}

/** Whether nothing of that time is left today. */
function isPast(times: Times | null, today: string, context: ReadContext): boolean {
  const now = minutesOf(localClock(context.now, context.time_zone));
  const { at, to } = optionOf(today, times, context);
  if (at) return at.every((clock) => minutesOf(clock) <= now);
  if (to !== undefined) return minutesOf(to) <= now;
  const closing = Math.max(...openOn(context.hours, today).map((open) => open.to));
  return closing <= now;
}

function optionOf(date: string | null, times: Times | null, context: ReadContext, ahead = false): WhenOption {
  const { now, time_zone, hours, focus } = context;
  const option: WhenOption = date === null ? {} : { date };
  if (times === null || times.any) return option;
  if (times.ahead !== null) {
    const at = now + times.ahead * 60_000;
    return { date: localDate(at, time_zone), at: [localClock(at, time_zone)] };
  }
  const day = date ?? focus.date;
  const open = openOn(hours, day);
  const past = day === localDate(now, time_zone) ? minutesOf(localClock(now, time_zone)) : -1;
  if (times.at.length > 0) {
    const at = times.at
      .map((clock) => readings(clock))
      .flatMap((all) => (ahead ? stillMeant(all, open, past) : meant(all, open, past)))
      .map(asClock);
    return { ...option, at: [...new Set(at)], ...(times.around ? { around: true } : {}) };
  }
  const window = windowOf(times, open, past);
  return {
    ...option,
    ...(window.from === null ? {} : { from: asClock(window.from) }),
    ...(window.to === null ? {} : { to: asClock(window.to) }),
  };
}

function windowOf(
  { from, to, part }: Times,
  open: Stretch[],
  past: number,
): { from: number | null; to: number | null } {
  const named = part && partWindow(part, open);
  if (from && to) return between(from, to, open) ?? { from: null, to: null };
  const start = from ? (meant(readings(from), open, past)[0] ?? null) : null;
  const end = to ? (endMeant(readings(to), open) ?? null) : null;
  const window = { from: start ?? named?.from ?? null, to: end ?? named?.to ?? null };
  // "Before two in the morning" at an office that opens at eight: the hour counts, not the part of the day.
  const crossed = window.from !== null && window.to !== null && window.from >= window.to;
  return crossed ? { from: start, to: start === null ? end : null } : window;
}

/** "Before eight" on a day that opens at eight means eight in the morning. */
function endMeant(all: number[], open: Stretch[]): number | undefined {
  const first = Math.min(...open.map(({ from }) => from));
  const last = Math.max(...open.map(({ to }) => to));
  return all.find((minutes) => minutes >= first && minutes <= last) ?? all.at(-1);
}

function partWindow(part: NonNullable<Times["part"]>, open: Stretch[]): Stretch {
  const first = Math.min(...open.map(({ from }) => from));
  const last = Math.max(...open.map(({ to }) => to));
  if ("opening" in part) return { from: first, to: Math.min(first + part.opening, last) };
  if ("closing" in part) return { from: Math.max(last - part.closing, first), to: last };
  const from = first > part.from && first < part.to ? first : part.from;
  return { from, to: part.to };
}

/** Fills in what was said relative to the day and time under discussion. */
function related(when: When, { focus, now, time_zone }: ReadContext): When {
  const { relation, options } = when;
  const date = focus.date ?? localDate(now, time_zone);
  const of = (relation: Relation, option: WhenOption): When => ({ ...when, relation, options: [option] });
  if (relation === "later_that_day" && options.length === 0) {
    return of(relation, { date, ...(focus.at ? { from: asClock(minutesOf(focus.at) + 1) } : {}) });
  }
  if (relation === "earlier_that_day" && options.length === 0)
    return of(relation, { date, ...(focus.at ? { to: focus.at } : {}) });
  if (relation === "same_time" && focus.at !== null) {
    const { at } = focus;
    const days = options.length > 0 ? options : [{ date }];
    return {
      ...when,
      options: days.map((option) => (option.at || option.from ? option : { ...option, at: [at] })),
    };
  }
  return when;
}

function unique(options: WhenOption[]): WhenOption[] {
  const seen = new Set<string>();
  return options.filter((option) => {
    const key = `${option.date} ${option.at?.join()} ${option.from} ${option.to}`;
    return !seen.has(key) && seen.add(key);
  });
}
