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

const MOST_RULED_OUT = 60; // dates; a caller who rules out a weekday rules out thirteen dates
/** At this many wishes without a free time nearby, the agent offers a person or a call back, or else ends the call. */
const MOST_TRIES = 3;

/**
 * Adds the caller's new wish to what the caller wished for before. What the new wish leaves open stays: "in the
 * afternoon" keeps the day, and "no, Thursday" keeps the time. So a correction changes only the value it names.
 */
export function takeWish(turn: Turn, said: When): void {
  const { state, world, reading } = turn;
  const when = bounded(said, reading?.text ?? "", named(turn), world.organization.time_zone);
  // After "that's too late", "earlier" means earlier than the time that the caller called too late.
  if (when !== said) state.offered = named(turn);
  state.except = [...state.except, ...when.except].slice(-MOST_RULED_OUT);
  const before = state.wished;
  const chosen = chosenOption(turn);
  // A caller who says "any time Thursday" wants no particular time: a time wished for before is dropped.
  const hours_before = when.relation === "any" ? [] : before;
  let options = ofThatDay(when, chosen).map((option) =>
    completed(option, hours_before, when.relation === "any" ? null : chosen, state),
  );
  const { asked } = state;
  // "Any time" as the answer to "morning or afternoon?" means any time of the day that the agent asked about.
  if (when.relation === "any" && options.length === 0 && asked.what === "morning_or_afternoon")
    options = [{ date: asked.date }];
  if (options.length === 1 && options[0] && !options[0].date) {
    const days = before.filter(({ date }) => date !== undefined);
    const [time] = options;
    if (days.length > 0) options = days.map(({ date }) => ({ ...time, ...(date ? { date } : {}) }));
  }
  let { relation } = when;
  // A caller who only rules out a day or a time still wants the rest of what they wished for before.
  if (options.length === 0 && relation === null) {
    options = before.filter((option) => !isRuledOut(option, when.except));
    if (options.length < before.length && options.length === 0) {
      relation = "any";
      // Where the caller ruled out only the time, the agent looks for another time on the same day.
      options = before
        .flatMap(({ date }) => (date === undefined ? [] : [{ date }]))
        .filter((day) => !isRuledOut(day, when.except));
    }
  }
  state.wish = { options, except: when.except, relation };
  // A day that the caller asks for is no longer ruled out. "The next day" does not name one.
  const again = when.relation === "next_day" ? [] : when.options;
  state.except = state.except.filter(
    (ruled) => !again.some((option) => option.date !== undefined && option.date === ruled.date),
  );
  if (options.length > 0) state.wished = options;
}

/** The options without a day that the caller only repeats: "earlier on Wednesday" about Wednesday at nine means "earlier". */
function ofThatDay({ options, relation }: When, chosen: WhenOption | null): WhenOption[] {
  const compares = relation === "earlier" || relation === "later";
  const same = options.every(
    ({ date, at, from, to }) => date !== undefined && date === chosen?.date && !at && !from && !to,
  );
  return compares && same ? [] : options;
}

/** The start times that the agent named last: those it offered, else the one that caller and agent agreed on. */
function named({ state, world }: Turn): number[] {
  const agreed = state.fields[appointmentField(world.agent).id]?.value;
  if (state.offered.length > 0) return state.offered;
  return typeof agreed === "number" ? [agreed] : [];
}

/** Whether the caller has ruled out all of an option: its whole day, or its exact time. */
function isRuledOut({ date, at }: WhenOption, except: readonly WhenOption[]): boolean {
  return except.some((ruled) => {
    const day = ruled.date === undefined || ruled.date === date;
    const whole = ruled.at === undefined && ruled.from === undefined && ruled.to === undefined;
    return day && (whole || (date !== undefined && (at ?? []).some((clock) => covers(ruled, date, clock))));
  });
}

/** The agreed start time as an option; null: caller and agent have not agreed on one. */
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
      // The same time, looked up again for another kind of appointment: the agent has already said it back.
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
    // The confirmation that follows says the time back anyway.
    if (!state.confirming) react(turn, slotBack(phrase, finding.moved !== null, why), [{ field, phrase }]);
    else if (why) react(turn, [`${why}.`]);
    return;
  }
  delete state.fields[field];
  present(turn, search, finding);
}

/** Looks a wish up. When only times that the caller ruled out or refused earlier prevent it, the caller's newest words win. */
function findAgain(turn: Turn, search: Search, wish: Wish): Finding {
  const { state } = turn;
  const finding = lookUp(search, wish, state);
  if (finding.found === "slot" || !("obstacle" in finding) || finding.obstacle !== "ruled_out")
    return finding;
  state.except = [...state.except.filter(({ date }) => date !== undefined), ...wish.except];
  state.refused = [];
  return lookUp({ ...search, except: state.except, refused: [] }, wish, state);
}

/** Why the agent takes a time near the one that the caller named with "around"; empty when that one only lies between start times. */
function movedBecause(
  turn: Turn,
  { calendar }: Search,
  { moved }: Extract<Finding, { found: "slot" }>,
): string {
  if (moved === null || moved.obstacle === "off_step") return "";
  return obstacleSaid(moved.obstacle, moved.wished, clockworkOf(turn), lastDay(calendar, turn.now));
}

/** When the caller only rules something out, the agent does not repeat why the wish before could not be met. */
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
