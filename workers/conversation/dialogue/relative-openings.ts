/** Finds start times for wishes relative to earlier words: "later", "the next day", "same time on Thursday", "whatever you have". Pure over the calendar. */
import { addDays, localClock, localDate } from "#app/platform/zoned-time.ts";
import {
  covers,
  type Finding,
  findOpening,
  type Obstacle,
  openOn,
  type Search,
  soonest,
} from "#workers/conversation/time/openings.ts";
import type { WhenOption } from "#workers/conversation/words/acts.ts";
import type { CallState, Wish } from "./state.ts";

const MAX_SLOTS = 2;
/** How many ruled-out days in a row are skipped. */
const MOST_DAYS_OUT = 14;

/** The result of a wish, relative or not. `state` contains earlier offers and wishes. */
export function lookUp(search: Search, wish: Wish, state: CallState): Finding {
  if (wish.relation === null) return findOpening(search, wish.options);
  return relative(search, wish, state);
}

/** "earlier", "later that day", "the next day", "same time on Thursday": relative to what was offered or wished for. */
function relative(search: Search, wish: Wish, state: CallState): Finding {
  const { calendar } = search;
  const clock = (slot: number) => localClock(slot, calendar.time_zone);
  const reference = state.offered.length > 0 ? state.offered : wishedSlots(search, state);
  const [first] = reference;
  const last = reference.at(-1);
  const option: WhenOption = wish.options[0] ?? {};
  if (wish.relation === "next_day" && first === undefined && wish.options.length > 0)
    return findOpening(search, wish.options);
  if (wish.relation === "any" || first === undefined || last === undefined)
    return wish.options.length > 0 ? anyOf(search, wish.options) : soonest(search, {});
  const date = localDate(first, calendar.time_zone);
  switch (wish.relation) {
    case "same_time":
      return findOpening(search, [{ date: option.date ?? date, at: [state.focus.at ?? clock(first)] }]);
    case "next_day": {
      let day = option.date ?? addDays(localDate(last, calendar.time_zone), 1);
      for (let tries = 0; tries < MOST_DAYS_OUT && isOut(search, day); tries++) day = addDays(day, 1);
      const { date: _, ...hours } = state.wished[0] ?? {};
      return findOpening(search, [{ ...hours, date: day }]);
    }
    case "earlier":
    case "earlier_that_day": {
      const slots = openOn(search, date).filter((slot) => slot < first && covers(option, date, clock(slot)));
      if (slots.length > 0)
        return { found: "offer", slots: slots.slice(-MAX_SLOTS), obstacle: null, wished: option };
      const before = soonest(search, {});
      const early = before.found === "offer" ? before.slots.filter((slot) => slot < first) : [];
      const obstacle: Obstacle = "nothing_earlier";
      if (early.length > 0 && wish.relation === "earlier")
        return { found: "offer", slots: early, obstacle, wished: option };
      return { found: "offer", slots: [...reference], obstacle, wished: option };
    }
    default: {
      const slots = openOn(search, date).filter((slot) => slot > last && covers(option, date, clock(slot)));
      const apart = slots.filter(
        (slot, at) => at === 0 || clock(slot).slice(0, 2) !== clock(slots[0] ?? 0).slice(0, 2),
      );
      if (slots.length > 0)
        return { found: "offer", slots: apart.slice(0, MAX_SLOTS), obstacle: null, wished: option };
      const after = soonest(search, {}, addDays(date, 1));
      const slots_after = after.found === "offer" && wish.relation === "later" ? after.slots : [...reference];
      return { found: "offer", slots: slots_after, obstacle: "nothing_later", wished: option };
    }
  }
}

/** Whether the caller ruled out all of a day. */
function isOut({ except }: Search, day: string): boolean {
  return except.some(({ date, at, from, to }) => date === day && !at && !from && !to);
}

function anyOf(search: Search, options: readonly WhenOption[]): Finding {
  const [first = {}] = options;
  // "Whatever you have tomorrow" of a closed day is told so; it does not become another day unsaid.
  const days = options.filter(({ date }) => date !== undefined);
  if (days.length > 0 && !days.some((option) => openInside(search, option)))
    return findOpening(search, options);
  const found = first.date ? soonest(search, first, first.date) : soonest(search, first);
  return found.found === "offer" ? found : findOpening(search, options);
}

function openInside({ calendar, ...search }: Search, option: WhenOption): boolean {
  const { date } = option;
  if (date === undefined) return false;
  return openOn({ calendar, ...search }, date).some((slot) =>
    covers(option, date, localClock(slot, calendar.time_zone)),
  );
}

function wishedSlots(search: Search, state: CallState): number[] {
  const [wished] = state.wished;
  if (!wished?.date) return [];
  const date = wished.date;
  return openOn(search, date)
    .filter((slot) => covers(wished, date, localClock(slot, search.calendar.time_zone)))
    .slice(0, 1);
}
