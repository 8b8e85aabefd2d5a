/** The tasks of a call: how each begins, what it needs next, and where it returns to when it is done. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { whoseAppointment } from "#workers/conversation/english/own-appointments.ts";
import { cannotHelp, transferFailed } from "#workers/conversation/english/partings.ts";
import {
  anythingElse,
  cannotChange,
  howCanIHelp,
  leadSaved,
  notSaved,
  offerBooking,
} from "#workers/conversation/english/sayings.ts";
import { isForSomebody } from "#workers/conversation/english/second.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import { personFor } from "#workers/conversation/line/people.ts";
import { askAgain, askField, askForMessage } from "./asking.ts";
import { bookAction, bookingOutcome, pursueBooking } from "./book.ts";
import { asksCallTime, takenWords } from "./call-time.ts";
import { changeAction, changeOutcome, dropChange, pursueChange, resumesChange } from "./change.ts";
import { offerHelp } from "./emergency.ts";
import { handOver, sayGoodbye, toPerson } from "./endings.ts";
import { pursueLead, saveLeadQuietly } from "./lead.ts";
import { keepLeft, messageAction, takeMessage } from "./left-message.ts";
import { agendaOf, appointmentField, kindField, nameField, phoneOf } from "./needs.ts";
import { owedText } from "./promises.ts";
import { takeInSecond } from "./second-appointment.ts";
import type { Task } from "./state.ts";
import { ask, collected, end, newId, react, type Turn } from "./turn.ts";

/** Begins a task; one that was under way is taken up again after it. */
export function start(turn: Turn, task: Exclude<Task, "open">): void {
  const { state, world } = turn;
  if (state.task === task) return;
  const begun = Object.keys(state.fields).length > 0 || state.wished.length > 0 || state.message !== null;
  // A line that books does not lead on to an appointment that the caller never asked for.
  const wanted = state.task !== "book" || state.wants_appointment || state.wished.length > 0;
  state.set_aside = state.set_aside.filter((one) => one !== task);
  if (state.task !== "open" && begun && wanted) state.set_aside.push(state.task);
  state.task = task;
  state.misses = {};
  turn.settled = true;
  if (task === "book" && state.done.bookings.length > 0) {
    // Another appointment is another time, perhaps of another kind, for the same caller.
    delete state.fields[appointmentField(world.agent).id];
    const kept = (id: string) => state.fields[id]?.turn === state.turn && state.fields[id]?.trust === "heard";
    const [kind, name] = [kindField(world.agent).id, nameField(world.agent).id];
    if (!kept(kind)) delete state.fields[kind];
    if (isForSomebody(turn.utterance)) {
      state.for_other = true;
      if (!kept(name)) delete state.fields[name];
    }
    state.wished = [];
    state.focus = { date: null, at: null };
  }
  if (task === "book") {
    state.confirming = false;
    state.changed = [];
  }
}

/** Returns to the task that was set aside, or to an open question. */
export function finish(turn: Turn): void {
  const { state } = turn;
  state.task = state.set_aside.pop() ?? "open";
  state.misses = {};
  state.confirming = false;
  turn.settled = true;
  state.asked = { what: "nothing" };
}

/** Asks for whatever comes next; nothing when the turn has its question, or waits for an outcome. */
export function next(turn: Turn): void {
  const { state } = turn;
  if (turn.question || turn.closing || state.pending) return;
  // After words of danger no name is asked for; the end of the call keeps the promise.
  if (state.task === "open" && state.owed.length > 0 && !state.emergency) {
    const text = owedText(state);
    state.owed = [];
    start(turn, "message");
    takeMessage(turn, text, true);
    pursueMessage(turn);
    return;
  }
  if (!turn.settled && !state.wish && state.asked.what !== "nothing" && askAgain(turn)) return;
  switch (state.task) {
    case "book":
      pursueBooking(turn);
      return;
    case "lead":
      pursueLead(turn);
      return;
    case "message":
      pursueMessage(turn);
      return;
    case "change":
      pursueChange(turn);
      return;
    case "open": {
      const offers = state.offers_booking && !state.wants_appointment;
      state.offers_booking = false;
      if (offers) ask(turn, offerBooking, { what: "yes_no", about: "book" });
      const done =
        state.done.bookings.length + state.done.messages + state.done.changes > 0 ||
        state.done.lead ||
        turn.answers.length > 0;
      if (done) ask(turn, anythingElse, { what: "anything_else" });
      else ask(turn, howCanIHelp, { what: "nothing" });
    }
  }
}

function pursueMessage(turn: Turn): void {
  const { state, world } = turn;
  if (state.message === null) {
    askForMessage(turn);
    return;
  }
  // What cannot wait needs a number to call back and nothing else.
  const urgent = state.emergency && state.call_back;
  const [need] = agendaOf("message", state, world).filter(
    ({ type }) => !urgent || (type === "phone" && phoneOf(state, world) === null),
  );
  if (need && !(state.changing && askWhose(turn, need))) askField(turn, need);
  if (need) return;
  if (resumesChange(turn)) {
    if (state.change) pursueChange(turn);
    return;
  }
  if (asksCallTime(turn)) return;
  state.pending = { what: "take_message", id: newId(state, "take_message") };
  state.asked = { what: "nothing" };
  turn.before.push(...pendingAction(turn));
}

/** Asks with whose name and number an appointment was made that the number of the line did not find. @returns whether that is the question */
function askWhose(turn: Turn, need: AgentField): boolean {
  const { world, state } = turn;
  if (need.type !== "name" || !world.agent.actions.book || state.done.bookings.length > 0) return false;
  ask(turn, whoseAppointment, { what: "field", field: need });
  return true;
}

/** A message whose words are known goes out without what the caller does not tell. @returns whether there was one */
export function takeAsItIs(turn: Turn): boolean {
  const { state, world } = turn;
  if (state.task !== "message" || state.message === null) return false;
  for (const { id } of agendaOf("message", state, world))
    state.fields[id] = { value: null, words: "", turn: state.turn, trust: "heard" };
  pursueMessage(turn);
  return true;
}

/** The action under way, made again from what is known: doing it twice is doing it once. */
export function pendingAction(turn: Turn): Action[] {
  const { state, world } = turn;
  if (!state.pending) return [];
  const { what, id } = state.pending;
  const transfer = personFor(world);
  switch (what) {
    case "book":
      return bookAction(turn, id);
    case "move_appointment":
    case "cancel_appointment":
      return changeAction(turn, id);
    case "save_lead":
      return [{ type: "save_lead", id, fields: collected(world, state) }];
    case "take_message":
      return [messageAction(turn, id, { text: state.message ?? "", call_back: state.call_back })];
    case "transfer":
      return transfer
        ? [{ type: "transfer", id, phone_number: transfer.phone_number, reason: "caller asked again" }]
        : [];
  }
}

/** What became of the action under way, and what is said about it. */
export function settleOutcome(turn: Turn, outcome: Outcome): void {
  const { state, world } = turn;
  const what = state.pending?.what;
  state.pending = null;
  turn.settled = true;
  turn.answers.push(...state.held.map((text) => ({ wordings: [text] })));
  state.held = [];
  switch (what) {
    case "book":
      if (!bookingOutcome(turn, outcome)) break;
      // An ending call saves its lead by itself.
      if (!state.ended) saveLeadQuietly(turn);
      finish(turn);
      state.for_other = false;
      if (state.second === null || state.ended) break;
      start(turn, "book");
      takeInSecond(turn);
      break;
    case "move_appointment":
    case "cancel_appointment":
      settleChange(turn, outcome);
      break;
    case "take_message":
      if (outcome.ok) {
        state.done.messages += 1;
        if (state.message === state.urgent) state.urgent = null;
        turn.answers.push({ wordings: takenWords(turn) });
        keepLeft(state, { text: state.message ?? "", call_back: state.call_back });
        state.message = null;
        state.call_back = false;
      } else react(turn, notSaved);
      finish(turn);
      break;
    case "save_lead":
      if (outcome.ok) {
        state.done.lead = true;
        turn.answers.push({ wordings: leadSaved });
        finish(turn);
      } else {
        react(turn, notSaved);
        finish(turn);
        handOver(turn);
      }
      break;
    case "transfer":
      if (outcome.ok) end(turn, "transferred", []);
      else if (world.agent.actions.take_message) {
        react(turn, transferFailed);
        start(turn, "message");
        state.call_back = true;
        if (state.call_time === "not_asked") state.call_time = "wanted";
        if (state.urgent !== null) {
          takeMessage(turn, state.urgent, true);
          state.set_aside.push("open");
        }
      } else react(turn, transferFailed);
      break;
    default:
      return;
  }
  if (state.ended) return;
  if (state.emergency && state.task === "open" && offerHelp(turn)) return;
  if (state.leaving && state.task === "open") sayGoodbye(turn);
  else next(turn);
}

/** What became of moving or cancelling; what cannot be changed any more is left to colleagues. */
function settleChange(turn: Turn, outcome: Outcome): void {
  const { state } = turn;
  const words = state.change?.words ?? "";
  const became = changeOutcome(turn, outcome);
  if (became === "done" || became === "failed") {
    const { asked } = state;
    finish(turn);
    if (became === "failed") state.asked = asked;
  }
  if (became !== "gone") return;
  dropChange(turn);
  finish(turn);
  if (passOn(turn, `Wants to change an appointment: ${words}`, true)) react(turn, cannotChange);
  else end(turn, "goodbye", cannotHelp);
}

/** What a caller is helped with when the agent cannot do it itself: a message, else a person. @returns whether either is possible */
export function passOn(turn: Turn, text: string, call_back = false): boolean {
  const { world } = turn;
  if (world.agent.actions.take_message) {
    start(turn, "message");
    takeMessage(turn, text, call_back);
    return true;
  }
  return toPerson(turn, text);
}
