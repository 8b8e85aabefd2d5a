/** Turns a caller's wish into a start time: joins it with what was said before, looks it up, and takes it or offers alternatives. */
import { lastDay, whyNot } from "#app/bookings/calendar.ts";
import { listSaid } from "#app/hours/spoken-time.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import {
  anotherDay,
  lost,
  obstacleSaid,
  offer,
  slotBack,
  whichDay,
  whichHalf,
  whichReading,
} from "#workers/conversation/english/offers.ts";
import { slotSaid, timeSaid } from "#workers/conversation/english/slots.ts";
import {
  covers,
  type Finding,
  findOpening,
  type Obstacle,
  type Search,
} from "#workers/conversation/time/openings.ts";
import type { When, WhenOption } from "#workers/conversation/words/acts.ts";
import { bounded } from "./bounds.ts";
import { handOver } from "./endings.ts";
import { appointmentField } from "./needs.ts";
import { lookUp } from "./relative-openings.ts";
import type { CallState, Wish } from "./state.ts";
import { ask, clockworkOf, react, searchOf, type Turn } from "./turn.ts";

const MOST_RULED_OUT = 60; // dates; a weekday that is ruled out is thirteen of them
/** So many wishes without one free time in reach are enough; a person may know more. */
const MOST_TRIES = 3;

/**
 * Takes in a wish as it was read. What it leaves open comes from before: "in the afternoon" keeps the day, "no, Thursday" keeps the hour:
 * a correction changes that one value.
 */
export function takeWish(turn: Turn, said: When): void {
  const { state, world, reading } = turn;
  const when = bounded(said, reading?.text ?? "", named(turn), world.organization.time_zone);
  // What is earlier than "too late" is counted from the time that was called so.
  if (when !== said) state.offered = named(turn);
  state.except = [...state.except, ...when.except].slice(-MOST_RULED_OUT);
  const before = state.wished;
  const chosen = chosenOption(turn);
  // "Any time Thursday" leaves the hour open on purpose.
  const hours_before = when.relation === "any" ? [] : before;
  let options = ofThatDay(when, chosen).map((option) =>
    completed(option, hours_before, when.relation === "any" ? null : chosen, state),
  );
  const { asked } = state;
  // "Any time", asked for the half of a day, is any time of that day.
  if (when.relation === "any" && options.length === 0 && asked.what === "morning_or_afternoon")
    options = [{ date: asked.date }];
  if (options.length === 1 && options[0] && !options[0].date) {
    const days = before.filter(({ date }) => date !== undefined);
    const [time] = options;
    if (days.length > 0) options = days.map(({ date }) => ({ ...time, ...(date ? { date } : {}) }));
  }
  let { relation } = when;
  // A wish that only rules something out keeps what else was wished for.
  if (options.length === 0 && relation === null) {
    options = before.filter((option) => !isRuledOut(option, when.except));
    if (options.length < before.length && options.length === 0) {
      relation = "any";
      // Only its hour is out: the day stays.
      options = before
        .flatMap(({ date }) => (date === undefined ? [] : [{ date }]))
        .filter((day) => !isRuledOut(day, when.except));
    }
  }
  state.wish = { options, except: when.except, relation };
  // What a caller names again is no longer ruled out; "the next day" names nothing.
  const again = when.relation === "next_day" ? [] : when.options;
  state.except = state.except.filter(
    (ruled) => !again.some((option) => option.date !== undefined && option.date === ruled.date),
  );
  if (options.length > 0) state.wished = options;
}

/** "Earlier on Wednesday", said of a Wednesday at nine, is earlier that day: naming it adds nothing. */
function ofThatDay({ options, relation }: When, chosen: WhenOption | null): WhenOption[] {
  const compares = relation === "earlier" || relation === "later";
  const same = options.every(
    ({ date, at, from, to }) => date !== undefined && date === chosen?.date && !at && !from && !to,
  );
  return compares && same ? [] : options;
}

/** The start times that the caller has heard last: those offered, else the agreed one. */
function named({ state, world }: Turn): number[] {
  const agreed = state.fields[appointmentField(world.agent).id]?.value;
  if (state.offered.length > 0) return state.offered;
  return typeof agreed === "number" ? [agreed] : [];
}

/** Whether nothing is left of an option: its whole day is out, or its very hour. */
function isRuledOut({ date, at }: WhenOption, except: readonly WhenOption[]): boolean {
  return except.some((ruled) => {
    const day = ruled.date === undefined || ruled.date === date;
    const whole = ruled.at === undefined && ruled.from === undefined && ruled.to === undefined;
    return day && (whole || (date !== undefined && (at ?? []).some((clock) => covers(ruled, date, clock))));
  });
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
  const finding = narrowed(findAgain(turn, search, wish), turn);
  note(turn, finding);
  if (finding.found === "slot") {
    const before = state.fields[field];
    const stays = before?.value === finding.slot;
    state.fields[field] = {
      value: finding.slot,
      words: turn.reading?.text ?? "",
      turn: state.turn,
      // The same time looked up again, for another kind, was said back already.
      trust: stays ? before.trust : "heard",
    };
    chosen(turn, finding.slot);
    state.chosen_from = [...(finding.among ?? [])];
    if (!stays) state.changed.push(field);
    const why = movedBecause(turn, search, finding);
    const same_day =
      finding.moved?.wished.date === undefined || finding.moved.wished.date === state.focus.date;
    const phrase =
      why && same_day ? timeSaid(finding.slot, clockworkOf(turn)) : slotSaid(finding.slot, clockworkOf(turn));
    // A confirmation says it back by itself.
    if (!state.confirming) react(turn, slotBack(phrase, finding.moved !== null, why), [{ field, phrase }]);
    else if (why) react(turn, [`${why}.`]);
    return;
  }
  delete state.fields[field];
  present(turn, search, finding);
}

/** Looks a wish up. Where only the caller's own words of earlier turns stand against it, the newest words count. */
function findAgain(turn: Turn, search: Search, wish: Wish): Finding {
  const { state } = turn;
  const finding = lookUp(search, wish, state);
  if (finding.found === "slot" || !("obstacle" in finding) || finding.obstacle !== "ruled_out")
    return finding;
  state.except = [...state.except.filter(({ date }) => date !== undefined), ...wish.except];
  state.refused = [];
  return lookUp({ ...search, except: state.except, refused: [] }, wish, state);
}

/** Why it is not the very time that was said with "around"; empty when that merely is no start time here. */
function movedBecause(
  turn: Turn,
  { calendar }: Search,
  { moved }: Extract<Finding, { found: "slot" }>,
): string {
  if (moved === null || moved.obstacle === "off_step") return "";
  return obstacleSaid(moved.obstacle, moved.wished, clockworkOf(turn), lastDay(calendar, turn.now));
}

/** Why the first wish could not be met has been said before the caller ruled a day out; it is not repeated. */
function narrowed(finding: Finding, { reading }: Turn): Finding {
  const when = reading?.when;
  const only = when && when.options.length === 0 && when.except.length > 0 && when.relation === null;
  return only && finding.found === "offer" ? { ...finding, obstacle: null } : finding;
}

/** Remembers a start time as the one under discussion. */
export function chosen({ state, world }: Turn, slot: number): void {
  const zone = world.organization.time_zone;
  state.offered = [];
  state.chosen_from = [];
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

/** The slot that was agreed is gone, taken by another caller or too near by now: says so and offers the nearest. */
export function offerInstead(turn: Turn, slot: number): void {
  const { state, world } = turn;
  const search = searchOf(turn);
  const zone = world.organization.time_zone;
  delete state.fields[appointmentField(world.agent).id];
  if (!state.lost.includes(slot)) state.lost.push(slot);
  if (!search) return;
  const option = { date: localDate(slot, zone), at: [localClock(slot, zone)] };
  state.wished = [option];
  const { calendar, duration_minutes, now } = search;
  const finding = findOpening({ ...search, lost: state.lost }, [option]);
  note(turn, finding);
  const clockwork = clockworkOf(turn);
  const why = whyNot(calendar, slot, duration_minutes, now);
  const words =
    why === null || why === "taken"
      ? lost(slotSaid(slot, clockwork))
      : obstacleSaid(why, option, clockwork, lastDay(calendar, now));
  if (finding.found === "offer") offerSlots(turn, finding.slots, words, option);
  else ask(turn, anotherDay(words), { what: "field", field: appointmentField(world.agent) });
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
