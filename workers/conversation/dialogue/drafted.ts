/** Reads "change" while an appointment is being made, of a part of it, and after it is booked. */

import {
  asksForChange,
  changesSomething,
  declinesBooking,
  partNamed,
  whichDayInstead,
  whichTimeInstead,
} from "#workers/conversation/english/booking.ts";
import { asksForNew, changeTold, existingTold, tellsApart } from "#workers/conversation/english/existing.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { asksForAppointment, asksOfOwn } from "#workers/conversation/english/openings.ts";
import { looksItUp, notUnderNumber, numberNotSeen } from "#workers/conversation/english/own-appointments.ts";
import { cannotHelp } from "#workers/conversation/english/partings.ts";
import { cannotChange } from "#workers/conversation/english/sayings.ts";
import { asksForAnother, isForSomebody } from "#workers/conversation/english/second.ts";
import { takesBack } from "#workers/conversation/english/signals.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { partsOf, whenField } from "./asking.ts";
import { askWhichPart } from "./book.ts";
import { beginsChange } from "./change.ts";
import { slotWritten } from "./endings.ts";
import { appointmentField, kindField, nameField, nameOf } from "./needs.ts";
import { type Taken, takeIn } from "./take-in.ts";
import { passOn } from "./tasks.ts";
import { ask, end, react, type Turn } from "./turn.ts";
import { replyToWhichPart } from "./wrong-part.ts";

/** "Another day" is no other appointment. */
const anotherTime = /\b(another|some other) (day|time|date|week)\b/g;

/** Whether an appointment is being made: a time was wished or agreed, and nothing is booked yet. */
export function isDrafted({ state }: Turn): boolean {
  return state.task === "book" && state.wished.length > 0;
}

/**
 * A request to change what is being booked: takes the new value, or asks which part it is about.
 * @returns whether the utterance was one
 */
export function changesDraft(turn: Turn, acts: readonly Act[], taken: Taken): boolean {
  const { state } = turn;
  const text = turn.reading?.text ?? "";
  const called = acts.find(({ act }) => act === "new_task");
  const reschedules = called?.value === "reschedule" && !/\b(existing|upcoming|other)\b/.test(text);
  const vague = reschedules || changesSomething(text);
  if (!vague && !asksForChange(text)) return false;
  turn.settled ||= reschedules;
  if (taken.wish || taken.fields.length > 0) return reschedules;
  const appointment = whenField(turn);
  const part = partNamed(text);
  const name = /\bname\b/.test(text) && state.fields[nameField(turn.world.agent).id] !== undefined;
  if (name || (part !== null && state.fields[appointment.id] !== undefined))
    return replyToWhichPart(turn, taken, null, text);
  if (part !== null)
    ask(turn, part === "day" ? whichDayInstead : whichTimeInstead, { what: "field", field: appointment });
  else if (vague) askWhichPart(turn, partsOf(turn));
  else return false;
  turn.settled = true;
  return true;
}

/** Whether an existing appointment is to be changed: the one just booked, or one that the caller has. It is never booked a second time. */
export function changesExisting(turn: Turn, acts: readonly Act[]): boolean {
  const { state, reading } = turn;
  if (state.change) return false;
  if (state.asked.what === "message" || state.task === "message" || acts.some(({ act }) => act === "person"))
    return false;
  const text = reading?.text ?? "";
  const words = wordsOf(turn.utterance, sounds);
  const named = changeTold(words);
  // What is swapped without a time, or moved where nothing is booked, may be a thing.
  const timed = reading?.when || (named === "moves" && turn.world.agent.actions.book);
  const told = named === "moves" || named === "swaps" ? (timed ? "it" : null) : named;
  const more = asksForAnother(text.replace(anotherTime, "")) || asksForNew(text);
  if (told === "own") return !isBegun(turn) || tellsApart(text);
  const times = acts.some(({ act, field }) => isTime(turn, field) && act !== "ask");
  if (isBegun(turn) || more) return false;
  const told_before = state.has_one !== "" && (times || existingTold(words).other);
  if (told_before) return true;
  if (state.changing && (times || told !== null)) return true;
  if (state.done.bookings.length > 0 && state.task === "open")
    return told !== null || changesBooked(turn, acts) || (times && !names(turn, acts));
  const calls = acts.some(({ act, value }) => act === "new_task" && value === "book");
  if (told === "comes") return !calls && state.task !== "lead";
  if (told === "off") return isOpen(turn) && state.done.messages === 0;
  return told === "has" || (told === "it" && state.task !== "lead");
}

/** What words that only tell of an appointment are read as besides. */
const beside = new Set<Act["act"]>(["new_task", "not_understood"]);

/** Remembers an appointment that a caller mentions; its time is not a wish. @returns the remaining acts */
export function tellsExisting(turn: Turn, acts: readonly Act[]): readonly Act[] {
  const { state, utterance } = turn;
  if (isBegun(turn) || state.task === "message" || isForSomebody(utterance)) return acts;
  const asks = asksOfOwn(utterance) || asksForAppointment(utterance) || asksForAnother(utterance);
  if (asks || /\bhad\b/.test(utterance) || !existingTold(wordsOf(utterance, sounds)).has) return acts;
  const kind = kindField(turn.world.agent).id;
  const rest = acts.filter(
    ({ act, field }) =>
      act === "ask" ||
      !(isTime(turn, field) || field === kind || field === "appointment_kind" || beside.has(act)),
  );
  if (rest.length < acts.length) state.has_one = utterance;
  return rest;
}

/** Whether the only open question is the subject of the call, or a day. */
function isOpen({ state: { asked } }: Turn): boolean {
  return (
    asked.what === "nothing" ||
    asked.what === "anything_else" ||
    (asked.what === "field" && asked.field.type === "appointment")
  );
}

/** Whether an appointment is being made that is not booked yet. */
function isBegun({ state }: Turn): boolean {
  return state.task === "book" && (state.wants_appointment || state.wished.length > 0);
}

const isTime = ({ world }: Turn, id: string | undefined): boolean =>
  id === "appointment" || id === appointmentField(world.agent).id;

/** Whether a kind of appointment or a person is named, as for a further one. */
function names({ world, utterance }: Turn, acts: readonly Act[]): boolean {
  const kind = kindField(world.agent).id;
  return (
    isForSomebody(utterance) ||
    acts.some(({ field, act, value }) => field === kind || (act === "new_task" && value === "book"))
  );
}

function changesBooked({ reading }: Turn, acts: readonly Act[]): boolean {
  const text = reading?.text ?? "";
  const called = acts.find(({ act }) => act === "new_task")?.value;
  if (called !== undefined) return called === "reschedule";
  const informs = acts.some(
    ({ act, field }) => (act === "inform" || act === "correct") && field !== undefined,
  );
  return informs ? takesBack(text) !== null || asksForChange(text) : changesSomething(text);
}

/** A day or hour said while a request for a change is noted belongs to it. @returns the remaining acts */
export function addToChange(turn: Turn, acts: readonly Act[]): readonly Act[] {
  const { state } = turn;
  if (!state.changing || state.task !== "message" || state.message === null) return acts;
  const declines = declinesBooking(turn.utterance) !== null;
  const changes = declines || changeTold(wordsOf(turn.utterance, sounds)) !== null;
  const belongs = ({ act, field }: Act) =>
    isTime(turn, field) ||
    (changes && (act === "cancel_task" || act === "new_task")) ||
    (declines && act === "deny");
  const rest = acts.filter((act) => !belongs(act));
  if (changes || rest.length < acts.length) state.message = `${state.message}; ${turn.utterance}`;
  return rest;
}

/** An existing appointment is to be changed: one of the caller's is moved or cancelled here, if it is found; colleagues see to any other. */
export function changeOrPassOn(turn: Turn, text: string, acts: readonly Act[] = []): void {
  const { state } = turn;
  if (state.change) return;
  // Callers often say who they are in the same utterance.
  takeIn(
    turn,
    acts.filter(({ act, field }) => act === "inform" && (field === "name" || field === "phone")),
  );
  const told = state.has_one === "" || state.has_one === text ? text : `${state.has_one}; ${text}`;
  if (!beginsChange(turn, told)) leaveToColleagues(turn, told);
}

/** Colleagues change existing appointments: the request is passed on in the caller's words. */
function leaveToColleagues(turn: Turn, told: string): void {
  const { state, world } = turn;
  state.changing = true;
  // An existing appointment is changed; no new one is made afterwards.
  if (state.task === "book" && !state.wants_appointment) state.task = "open";
  const [booked] = state.done.bookings.slice(-1);
  const which = booked ? `the appointment on ${slotWritten(turn, booked.starts_at)}` : "an appointment";
  const looked = world.agent.actions.book !== null;
  const asksName = looked && nameOf(state, world) === null && state.done.bookings.length === 0;
  if (asksName && world.agent.actions.take_message && world.caller.phone_number !== null) {
    if (passOn(turn, `Wants to change ${which}: ${told}`, true)) react(turn, looksItUp);
    return;
  }
  const why = looked ? (world.caller.phone_number === null ? numberNotSeen : notUnderNumber) : cannotChange;
  if (passOn(turn, `Wants to change ${which}: ${told}`, true)) react(turn, why);
  else end(turn, "goodbye", cannotHelp);
}
