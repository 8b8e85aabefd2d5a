/** Moves or cancels an appointment that the caller has: which one, to when, one confirmation, the deed, and its outcome (docs/conversation.md, "Appointments that exist"). */
import { whyNot } from "#app/bookings/calendar.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { canceled, confirmCancel, confirmMove, moved } from "#workers/conversation/english/changing.ts";
import {
  betweenTimes,
  callsOff,
  cannotCome,
  insteadOf,
  keepsIt,
  moveOrCancel,
  moveWhen,
  ofTheirs,
  putsInstead,
  runsLate,
  wantsOther,
  whichOfThem,
} from "#workers/conversation/english/own-appointments.ts";
import { notSaved } from "#workers/conversation/english/sayings.ts";
import { slotSaid, slotSaidAgain } from "#workers/conversation/english/slots.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act, When, WhenOption } from "#workers/conversation/words/acts.ts";
import { whenField } from "./asking.ts";
import { handOver } from "./endings.ts";
import { appointmentField, callersFirstName } from "./needs.ts";
import { areKnown } from "./own-appointments.ts";
import type { OwnAppointment } from "./state.ts";
import {
  answer,
  ask,
  changedAppointment,
  clockworkOf,
  newId,
  react,
  readContextOf,
  searchOf,
  type Turn,
} from "./turn.ts";
import { offerInstead, settleWish, takeWish } from "./wishes.ts";

/** More are not told apart by ear. */
const mostNamed = 3;
/** Longer utterances are not taken apart for their times. */
const longest = 300;

/**
 * Begins to move or cancel an appointment of the caller.
 * @returns false: this agent does not book, or no appointment was found; true also while they are looked for
 */
export function beginsChange(turn: Turn, words: string): boolean {
  const { state, world } = turn;
  if (!world.agent.actions.book) return false;
  const text = textOf(words);
  const said = timesIn(turn, words);
  if (runsLate.test(text) && said.length < 2) return false;
  if (!areKnown(turn)) return true;
  const found = state.appointments?.found ?? [];
  if (found.length === 0) return false;
  if (state.task === "book" && (state.wants_appointment || state.wished.length > 0))
    state.set_aside.push("book");
  state.task = "change";
  state.change = { booking_id: null, wants: null, words };
  state.changing = false;
  state.confirming = true;
  state.has_one = "";
  state.message = null;
  state.call_back = false;
  state.set_aside = state.set_aside.filter((task) => task !== "message");
  // What was read from the whole utterance before is read anew, clause by clause.
  turn.question = null;
  forgetTimes(turn);
  takeTold(turn, words);
  turn.settled = true;
  return true;
}

/** Takes up a change that waited for the caller's name and number, when an appointment was found with them. @returns whether the turn goes on with it, or waits for what is found */
export function resumesChange(turn: Turn): boolean {
  const { state } = turn;
  if (!state.changing || state.message === null || turn.reading === null) return false;
  return beginsChange(turn, state.message.slice(state.message.indexOf(": ") + 1).trim());
}

/** The words of an utterance as they are compared. */
const textOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}:]+/gu, " ")
    .trim();

type Said = { when: When; is_old: boolean };

/** The times of an utterance, clause by clause, as if a time had been asked for. */
function timesIn(turn: Turn, words: string): Said[] {
  if (words.length > longest) return [];
  const context = { ...readContextOf(turn), asked: { what: "field", field: whenField(turn) } } as const;
  return words.split(insteadOf).flatMap((part, at) =>
    part
      .split(betweenTimes)
      .map((clause) => clause.replace(/\b(?:the|that|this) one\b/gi, " ").trim())
      .filter((clause) => clause !== "")
      .flatMap((clause) => {
        const { when } = read(clause, context);
        if (!when || (when.options.length === 0 && when.relation === null)) return [];
        return [{ when, is_old: at > 0 || tellsOld(textOf(clause)) }];
      }),
  );
}

/** Whether a clause tells of the appointment as it stands: "my appointment on Monday", "I can't make Monday". */
const tellsOld = (text: string): boolean =>
  cannotCome.test(text) || (ofTheirs.test(text) && !putsInstead.test(text));

/** Takes in which appointment the words mean, what is to become of it, and to when. */
function takeTold(turn: Turn, words: string): void {
  const { state } = turn;
  const { change, appointments } = state;
  if (!change || !appointments) return;
  const { found } = appointments;
  const said = timesIn(turn, words);
  if (change.booking_id === null) {
    const meant = said
      .map(({ when }) => found.filter((one) => isNamedBy(turn, one, when)))
      .find((named) => named.length > 0);
    const just_made = found.find(({ starts_at }) => starts_at === state.done.bookings.at(-1)?.starts_at);
    const chosen = meant ? (meant.length === 1 ? meant[0] : undefined) : just_made;
    change.booking_id = (found.length === 1 ? found[0] : chosen)?.booking_id ?? null;
  }
  const current = changedAppointment(state);
  const wish = current && said.findLast((one) => !one.is_old && !isNamedBy(turn, current, one.when));
  const text = textOf(words);
  const off = callsOff.test(text) && !wantsOther.test(text);
  if (off) change.wants = "cancel";
  else if (current && wish) {
    change.wants = "move";
    beginAt(turn, current);
    // What the new time leaves open is as it was: "to Friday" keeps the hour, "to four" the day.
    const { id } = appointmentField(turn.world.agent);
    state.fields[id] = { value: current.starts_at, words: "", turn: state.turn, trust: "heard" };
    takeWish(turn, wish.when);
  } else if (change.wants === null && !cannotCome.test(text)) change.wants = "move";
}

/** Hours and days are said relative to the appointment as it stands. */
function beginAt({ state, world }: Turn, { starts_at }: OwnAppointment): void {
  const zone = world.organization.time_zone;
  state.focus = { date: localDate(starts_at, zone), at: localClock(starts_at, zone) };
  state.offered = [starts_at];
}

const isNamedBy = (turn: Turn, one: OwnAppointment, { options }: When): boolean =>
  options.some((option) => isAt(turn, one, option));

/** Whether an appointment is at a time that was said: on its day, and at its hour where one was said. */
function isAt({ world }: Turn, { starts_at }: OwnAppointment, { date, at, from, to }: WhenOption): boolean {
  const zone = world.organization.time_zone;
  const clock = localClock(starts_at, zone);
  if (date === undefined && at === undefined) return false;
  return (
    (date === undefined || date === localDate(starts_at, zone)) &&
    (at === undefined || at.includes(clock)) &&
    (from === undefined || from <= clock) &&
    (to === undefined || clock < to)
  );
}

/** Forgets the times of what was being made before; afterwards only the change's own are known. */
function forgetTimes({ state, world }: Turn): void {
  delete state.fields[appointmentField(world.agent).id];
  state.wish = null;
  state.wished = [];
  state.offered = [];
  state.chosen_from = [];
  state.refused = [];
  state.except = [];
  state.changed = [];
  state.focus = { date: null, at: null };
}

/** Ends the change in the memory; the task is finished by its caller. */
export function dropChange(turn: Turn): void {
  forgetTimes(turn);
  turn.state.change = null;
  turn.state.confirming = false;
}

/** What an utterance means while a change is under way: the next step, a request to leave it, or neither. */
export function tellsOfChange(turn: Turn, acts: readonly Act[]): "goes_on" | "agreed" | "left" | "other" {
  const { state, reading } = turn;
  const { change, asked } = state;
  if (!change) return "other";
  const text = reading?.text ?? "";
  const last = acts.findLast(({ act }) => act === "affirm" || act === "deny");
  if (keepsIt.test(text)) return "left";
  if (change.booking_id === null) {
    if (!choosesOne(turn, text)) return "other";
    return "goes_on";
  }
  const off = callsOff.test(text) || acts.some(({ act }) => act === "cancel_task");
  if (off && change.wants !== "cancel" && !acts.some(({ field }) => field === "appointment")) {
    change.wants = "cancel";
    forgetTimes(turn);
    return "goes_on";
  }
  if (asked.what !== "confirm") return "other";
  const when = reading?.when;
  const has_time = when && (when.options.length > 0 || when.relation !== null);
  if (has_time && acts.some(({ act, field }) => field === "appointment" && act !== "ask")) {
    const current = changedAppointment(state);
    if (change.wants === "cancel") {
      forgetTimes(turn);
      if (current) beginAt(turn, current);
    }
    change.wants = "move";
    return "other";
  }
  if (last?.act === "affirm" || (off && change.wants === "cancel" && last === undefined)) return "agreed";
  if (last?.act !== "deny" && !/^no\b/.test(text)) return "other";
  if (change.wants === "cancel") return "left";
  forgetTimes(turn);
  return "goes_on";
}

/** "The first one", "the one on Tuesday". @returns whether one was chosen */
function choosesOne(turn: Turn, text: string): boolean {
  const { state } = turn;
  const { change } = state;
  const named = (state.appointments?.found ?? []).slice(0, mostNamed);
  const slots = named.map(({ starts_at }) => starts_at);
  const context = { ...readContextOf(turn), asked: { what: "offer", slots } } as const;
  const act = read(text, context).acts.find((one) => one.act === "choose" && one.field === "offer");
  const chosen = typeof act?.value === "number" ? named[act.value] : undefined;
  if (!change) return false;
  if (chosen) {
    change.booking_id = chosen.booking_id;
    if (callsOff.test(text)) change.wants = "cancel";
  } else takeTold(turn, turn.utterance);
  if (change.booking_id === null) return false;
  // The time may have been named before it was known of which appointment.
  if (state.wish === null && change.wants !== "cancel") takeTold(turn, change.words);
  return true;
}

/** Asks for what the change still needs, or for its confirmation. */
export function pursueChange(turn: Turn): void {
  const { state } = turn;
  const { change, appointments } = state;
  const clockwork = clockworkOf(turn);
  const current = changedAppointment(state);
  if (!change || !current) {
    const times = (appointments?.found ?? [])
      .slice(0, mostNamed)
      .map((one) => slotSaid(one.starts_at, clockwork));
    ask(turn, whichOfThem(times), { what: "appointment" });
    return;
  }
  const old = slotSaid(current.starts_at, { ...clockwork, said_date: null });
  const field = whenField(turn);
  if (change.wants === "cancel") {
    state.fields[field.id] ??= {
      value: current.starts_at,
      words: "",
      turn: state.turn,
      trust: "heard",
    };
    ask(turn, confirmCancel(old), { what: "confirm" }, { says: [{ field: field.id, phrase: old }] });
    return;
  }
  if (state.wish) settleWish(turn);
  if (turn.question) return;
  const slot = state.fields[field.id]?.value;
  if (typeof slot !== "number" || slot === current.starts_at) {
    delete state.fields[field.id];
    beginAt(turn, current);
    ask(turn, change.wants === null ? moveOrCancel(old) : moveWhen(old), { what: "field", field });
    return;
  }
  const search = searchOf(turn);
  if (search && whyNot(search.calendar, slot, search.duration_minutes, turn.now) !== null) {
    offerInstead(turn, slot);
    return;
  }
  const phrase = slotSaid(slot, { ...clockwork, said_date: null });
  // The confirmation says it itself.
  turn.reactions = turn.reactions.filter(({ says = [] }) => says.every((one) => one.field !== field.id));
  ask(turn, confirmMove(old, phrase), { what: "confirm" }, { says: [{ field: field.id, phrase }] });
  state.changed = [];
}

/** The caller agreed: does it, unless the time was interrupted and never heard. */
export function commitChange(turn: Turn): void {
  const { state } = turn;
  const known = state.fields[whenField(turn).id];
  const { change } = state;
  if (!change || !known || known.trust === "heard") {
    pursueChange(turn);
    return;
  }
  known.trust = "confirmed";
  const what = change.wants === "cancel" ? "cancel_appointment" : "move_appointment";
  state.pending = { what, id: newId(state, what) };
  state.asked = { what: "nothing" };
  turn.before.push(...changeAction(turn, state.pending.id));
}

/** The action of the change, made from what is known; the same id is the same deed. */
export function changeAction(turn: Turn, id: string): Action[] {
  const { state } = turn;
  const current = changedAppointment(state);
  const slot = state.fields[whenField(turn).id]?.value;
  if (!current || !state.change) return [];
  const { booking_id, duration_minutes } = current;
  if (state.change.wants === "cancel") return [{ type: "cancel_appointment", id, booking_id }];
  if (typeof slot !== "number") return [];
  return [{ type: "move_appointment", id, booking_id, starts_at: slot, duration_minutes }];
}

/**
 * Says what became of the change.
 * @returns `done`; `asks`: another time is asked for; `gone`: it cannot be changed any more; `failed`
 */
export function changeOutcome(turn: Turn, outcome: Outcome): "done" | "asks" | "gone" | "failed" {
  const { state, world } = turn;
  const current = changedAppointment(state);
  const slot = state.fields[whenField(turn).id]?.value;
  if (!current || typeof slot !== "number" || !state.change) return "gone";
  if (!outcome.ok && outcome.reason === "failed") {
    react(turn, notSaved);
    dropChange(turn);
    handOver(turn);
    return "failed";
  }
  if (!outcome.ok) {
    if (outcome.busy) turn.world = { ...world, calendar: { busy: outcome.busy } };
    const search = searchOf(turn);
    const why = search && whyNot(search.calendar, slot, search.duration_minutes, turn.now);
    if (state.change.wants === "cancel" || (!why && outcome.reason === "not_bookable")) return "gone";
    offerInstead(turn, slot);
    return "asks";
  }
  const cancels = state.change.wants === "cancel";
  const when = slotSaidAgain(slot, clockworkOf(turn));
  answer(turn, cancels ? canceled(when) : moved(when));
  const others = state.done.bookings.filter(({ starts_at }) => starts_at !== current.starts_at);
  const { kind } = current;
  const now = { starts_at: slot, kind, caller: callersFirstName(state, world) };
  state.done.bookings = cancels ? others : [...others, now];
  state.done.changes += 1;
  state.appointments = null;
  dropChange(turn);
  return "done";
}
