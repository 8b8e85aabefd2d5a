/** From what a caller wishes for to a start time: joins a wish with what was said before, looks it up, and takes it or offers what there is. */

import { listSaid } from "#app/agents/spoken-time.ts";
import { lastDay } from "#app/bookings/calendar.ts";
import { addDays, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { When, WhenOption } from "./acts.ts";
import { handOver } from "./endings.ts";
import {
  anotherDay,
  lost,
  obstacleSaid,
  offer,
  slotBack,
  whichDay,
  whichHalf,
  whichReading,
} from "./english-offers.ts";
import { slotSaid } from "./english-slots.ts";
import { appointmentField } from "./needs.ts";
import {
  covers,
  type Finding,
  findOpening,
  type Obstacle,
  openOn,
  type Search,
  soonest,
} from "./openings.ts";
import type { CallState, Wish } from "./state.ts";
import { ask, clockworkOf, react, searchOf, type Turn } from "./turn.ts";

const MAX_SLOTS = 2;
/** So many wishes without one free time in reach are enough; a person may know more. */
const MOST_TRIES = 3;

/**
 * Takes in a wish as it was read. What it leaves open comes from before: "in the afternoon" keeps the day, "no, Thursday" keeps the hour
 * (conversation.md section 5: a correction changes that one value).
 */
export function takeWish(turn: Turn, when: When): void {
  const { state } = turn;
  state.except = [...state.except, ...when.except].slice(-20);
  const before = state.wished;
  const chosen = chosenOption(turn);
  // "Any time Thursday" leaves the hour open on purpose.
  const hours_before = when.relation === "any" ? [] : before;
  let options = when.options.map((option) =>
    completed(option, hours_before, when.relation === "any" ? null : chosen, state),
  );
  if (options.length === 1 && options[0] && !options[0].date) {
    const days = before.filter(({ date }) => date !== undefined);
    const [time] = options;
    if (days.length > 0) options = days.map(({ date }) => ({ ...time, ...(date ? { date } : {}) }));
  }
  // A wish that only rules something out keeps what was wished for.
  if (options.length === 0 && when.relation === null) options = before;
  state.wish = { options, except: when.except, relation: when.relation };
  // What a caller names again is no longer ruled out.
  state.except = state.except.filter(
    (ruled) => !when.options.some((option) => option.date !== undefined && option.date === ruled.date),
  );
  if (options.length > 0) state.wished = options;
}

/** The start time under discussion as an option: the chosen one, else the last one wished for. */
function chosenOption({ state, world }: Turn): WhenOption | null {
  const value = state.fields[appointmentField(world.agent).id]?.value;
  const zone = world.organization.time_zone;
  if (typeof value !== "number") return null;
  return { date: localDate(value, zone), at: [localClock(value, zone)] };
}

function completed(
  option: WhenOption,
  before: readonly WhenOption[],
  chosen: WhenOption | null,
  state: CallState,
): WhenOption {
  const timed = option.at !== undefined || option.from !== undefined || option.to !== undefined;
  if (!option.date) {
    const date = chosen?.date ?? state.focus.date;
    return date ? { ...option, date } : option;
  }
  if (timed) return option;
  const time =
    chosen ?? before.find(({ at, from, to }) => at !== undefined || from !== undefined || to !== undefined);
  if (!time || (time.date === option.date && !chosen)) return option;
  const { date: _, ...hours } = time;
  return { ...hours, date: option.date };
}

/** Looks the wish up and writes the result into the turn: a start time taken, or a question about it. */
export function settleWish(turn: Turn): void {
  const { state, world } = turn;
  const search = searchOf(turn);
  const { wish } = state;
  if (!wish || !search) return;
  state.wish = null;
  const field = appointmentField(world.agent).id;
  const finding = lookUp(search, wish, state);
  note(turn, finding);
  if (finding.found === "slot") {
    const was = state.fields[field]?.value;
    state.fields[field] = {
      value: finding.slot,
      words: turn.reading?.text ?? "",
      turn: state.turn,
      trust: "heard",
    };
    chosen(turn, finding.slot);
    if (was !== finding.slot) state.changed.push(field);
    const phrase = slotSaid(finding.slot, clockworkOf(turn));
    // A confirmation says it back by itself.
    if (!state.confirming) react(turn, slotBack(phrase, finding.moved), [{ field, phrase }]);
    return;
  }
  delete state.fields[field];
  present(turn, search, finding);
}

/** Remembers a start time as the one under discussion. */
export function chosen({ state, world }: Turn, slot: number): void {
  const zone = world.organization.time_zone;
  state.offered = [];
  state.focus = { date: localDate(slot, zone), at: localClock(slot, zone) };
  state.wished = [{ date: localDate(slot, zone), at: [localClock(slot, zone)] }];
}

/** Asks the question that a finding leaves open. */
function present(turn: Turn, search: Search, finding: Exclude<Finding, { found: "slot" }>): void {
  const { state, world, now } = turn;
  const clockwork = clockworkOf(turn);
  const field = appointmentField(world.agent);
  const why = (obstacle: Obstacle | null, wished: WhenOption) =>
    obstacle ? obstacleSaid(obstacle, wished, clockwork, lastDay(search.calendar, now)) : "";
  switch (finding.found) {
    case "day":
      state.focus = { date: finding.date, at: null };
      ask(turn, whichHalf(finding.date, clockwork), {
        what: "morning_or_afternoon",
        date: finding.date,
        at: [],
      });
      return;
    case "either_half":
      state.focus = { date: finding.date, at: null };
      ask(turn, whichReading(finding.date, finding.at, clockwork), {
        what: "morning_or_afternoon",
        date: finding.date,
        at: finding.at,
      });
      return;
    case "no_day":
      ask(turn, whichDay(finding.wished), { what: "field", field });
      return;
    case "nothing": {
      const words = why(finding.obstacle, finding.wished);
      const times = (state.misses.nothing_free ?? 0) + 1;
      state.misses.nothing_free = times;
      if (times < MOST_TRIES) ask(turn, anotherDay(words), { what: "field", field });
      else {
        react(turn, [`${words}.`]);
        handOver(turn);
      }
      return;
    }
    case "offer":
      offerSlots(turn, finding.slots, why(finding.obstacle, finding.wished), finding.wished);
  }
}

/**
 * Offers start times, and remembers what was offered.
 * @param why why the wish was not met; empty when nothing stands against it
 */
export function offerSlots(turn: Turn, slots: number[], why: string, wished: WhenOption): void {
  const { state, world } = turn;
  const zone = world.organization.time_zone;
  const days = new Set(slots.map((slot) => localDate(slot, zone)));
  const [day] = days;
  state.offered = slots;
  state.focus = { date: days.size === 1 && day ? day : null, at: wished.at?.[0] ?? null };
  ask(turn, offer(slots, why, wished, clockworkOf(turn)), { what: "offer", slots });
}

/** The slot that was agreed is gone: says so and offers the nearest. */
export function offerInstead(turn: Turn, slot: number): void {
  const { state, world } = turn;
  const search = searchOf(turn);
  const zone = world.organization.time_zone;
  delete state.fields[appointmentField(world.agent).id];
  if (!state.refused.includes(slot)) state.refused.push(slot);
  if (!search) return;
  const option = { date: localDate(slot, zone), at: [localClock(slot, zone)] };
  state.wished = [option];
  const finding = findOpening({ ...search, refused: state.refused }, [option]);
  note(turn, finding);
  const words = lost(slotSaid(slot, clockworkOf(turn)));
  if (finding.found === "offer") offerSlots(turn, finding.slots, words, option);
  else ask(turn, anotherDay(words), { what: "field", field: appointmentField(world.agent) });
}

function lookUp(search: Search, wish: Wish, state: CallState): Finding {
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
  if (wish.relation === "any" || first === undefined || last === undefined)
    return wish.options.length > 0 ? anyOf(search, wish.options) : soonest(search, {});
  const date = localDate(first, calendar.time_zone);
  switch (wish.relation) {
    case "same_time":
      return findOpening(search, [{ date: option.date ?? date, at: [state.focus.at ?? clock(first)] }]);
    case "next_day": {
      const day = option.date ?? addDays(localDate(last, calendar.time_zone), 1);
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

function anyOf(search: Search, options: readonly WhenOption[]): Finding {
  const [first = {}] = options;
  const found = first.date ? soonest(search, first, first.date) : soonest(search, first);
  return found.found === "offer" ? found : findOpening(search, options);
}

function wishedSlots(search: Search, state: CallState): number[] {
  const [wished] = state.wished;
  if (!wished?.date) return [];
  const date = wished.date;
  return openOn(search, date)
    .filter((slot) => covers(wished, date, localClock(slot, search.calendar.time_zone)))
    .slice(0, 1);
}

function note(turn: Turn, finding: Finding): void {
  const clockwork = clockworkOf(turn);
  const slots = finding.found === "slot" ? [finding.slot] : finding.found === "offer" ? finding.slots : [];
  if (slots.length === 0) return;
  const free = listSaid(
    slots.map((slot) => slotSaid(slot, clockwork)),
    "and",
  );
  turn.notes.push({
    type: "checked_calendar",
    text: `Checked the calendar: ${free} ${slots.length > 1 ? "are" : "is"} free`,
  });
}
