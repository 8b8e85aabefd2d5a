/** Decides what the agent does with an utterance, in the order of docs/conversation.md, "Order of decisions": urgent things, corrections, informs, questions to us, then the next thing needed. */

import { asksForChange, changesSomething } from "#workers/conversation/english/booking.ts";
import {
  asksForAppointment,
  asksForHours,
  asksOfOwn,
  asksOfService,
} from "#workers/conversation/english/openings.ts";
import { cannotHelp } from "#workers/conversation/english/partings.ts";
import {
  anythingElse,
  cannotBook,
  howCanIHelp,
  offerBooking,
  oneMoment,
  passedOn,
  robot,
  sympathy,
  sympathyDue,
  youAreWelcome,
} from "#workers/conversation/english/sayings.ts";
import { upper } from "#workers/conversation/english/slots.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act, ActName } from "#workers/conversation/words/acts.ts";
import { speaksAnother } from "./another-language.ts";
import { answerIfKnown, answerQuestions, askPerson, knowsAppointment, questionOf } from "./answers.ts";
import { askAgain } from "./asking.ts";
import { tellsCallTime } from "./call-time.ts";
import { goesOnWithChange } from "./change-replies.ts";
import { declines } from "./declined.ts";
import {
  addToChange,
  changeOrPassOn,
  changesDraft,
  changesExisting,
  isDrafted,
  tellsExisting,
} from "./drafted.ts";
import { dangerOf, emergency } from "./emergency.ts";
import { nobody, stop, toPerson } from "./endings.ts";
import { mendMessages, repeatsPromise } from "./left-message.ts";
import { kindField } from "./needs.ts";
import { missed, unheard } from "./repair.ts";
import { reply } from "./replies.ts";
import { firstWish } from "./second-appointment.ts";
import { sayBack, type Taken, takeIn } from "./take-in.ts";
import { next, passOn, start } from "./tasks.ts";
import { beginMessage } from "./told-message.ts";
import { answer, ask, end, react, readContextOf, type Turn } from "./turn.ts";
import { urgent } from "./urgent.ts";
import { answerVerbatim } from "./verbatim.ts";

const LONGEST_TEXT = 500;
/** So many words beside a greeting or thanks are something to react to. */
const A_REMARK = 3;

/** Handles the caller's final words of a turn. */
export function said(turn: Turn, whole: string): void {
  const { state } = turn;
  if (state.ended) return;
  const utterance = firstWish(turn, whole);
  const reading = read(utterance, readContextOf(turn));
  turn.reading = reading;
  turn.utterance = whole.trim().slice(0, LONGEST_TEXT);
  state.silences = 0;
  state.quiet_until = null;
  state.keyed = "";
  if (state.asked.what !== "yes_no" || state.asked.about !== "unsure") state.unsure = null;
  let acts = addToChange(turn, reading.acts);
  const has = (...names: ActName[]) => acts.some(({ act }) => names.includes(act));
  const danger = dangerOf(turn, whole);
  if (danger === null && has("stop_calling")) {
    stop(turn);
    return;
  }
  if (danger !== null || has("emergency")) emergency(turn, danger ?? "help");
  if (state.pending) {
    if (turn.answers.length === 0) saidMeanwhile(turn, has("goodbye"));
    return;
  }
  state.unfinished = reading.unfinished;
  if (turn.answers.length > 0) return;
  if (acts.length < reading.acts.length && acts.length === 0) {
    react(turn, passedOn);
    next(turn);
    return;
  }
  if (acts.length === 0 || acts.every(({ act }) => act === "nothing_heard")) {
    nothingHeard(turn);
    return;
  }
  state.unheard = 0;
  if (answerVerbatim(turn) || tellsCallTime(turn, acts, utterance)) {
    next(turn);
    return;
  }
  if (goesOnWithChange(turn, acts) || declines(turn, acts, utterance)) return;
  if (changesExisting(turn, acts)) {
    changeOrPassOn(turn, turn.utterance, acts);
    next(turn);
    if (state.pending && !turn.closing) hold(turn);
    return;
  }
  if (whole === utterance) {
    acts = tellsExisting(turn, acts);
    if (acts.length === 0) {
      ask(turn, howCanIHelp, { what: "nothing" });
      return;
    }
  }
  if (urgent(turn, acts, utterance)) return;
  if (speaksAnother(turn, acts)) return;
  const asked_before = state.asked.what;
  const drafted = isDrafted(turn);
  const taken = takeIn(turn, acts);
  mendMessages(turn, taken.fields);
  turn.sympathetic =
    !state.sympathy && sympathyDue.test(tellsBeside(utterance, acts)) && state.asked.what !== "message";
  if (turn.sympathetic) state.sympathy = true;
  const mended = drafted && changesDraft(turn, acts, taken);
  const began = mended || begin(turn, acts, taken, utterance);
  const wonders_of_own = began && asksOfOwn(utterance);
  const informs = taken.fields.length > 0 && state.task !== "message";
  const wants = taken.wish || informs || (began && !wonders_of_own) || calledToBook(acts);
  if (wants && !state.change) state.wants_appointment = true;
  const replied = !turn.closing && !turn.question && reply(turn, acts, taken, utterance);
  if (turn.closing) return;
  const digressed = digress(turn, acts, replied || began);
  const dealt = mended ? isOfChange : wonders_of_own ? isOfAppointment : () => false;
  const questions = questionsOf(turn, acts, taken, utterance).filter((act) => !dealt(questionOf(act)));
  const answered = asked_before !== "message" && answerQuestions(turn, questions);
  const progress = taken.wish || taken.fields.length > 0 || began || replied;
  if (progress || answered) state.fruitless = 0;
  if (digressed && !progress && !answered && greeted(turn, acts)) return;
  if (!progress && !answered && !digressed) {
    if (!answerIfKnown(turn, utterance)) {
      if (turn.sympathetic) react(turn, sympathy);
      missed(turn);
      return;
    }
    state.fruitless = 0;
  }
  const checks = taken.guess !== undefined && taken.fields.length === 1 && !taken.wish && !state.wish;
  if (checks && !turn.question && !turn.closing) checkGuess(turn);
  else sayBack(turn, taken);
  if (answered && !progress && state.task === "book" && !state.wants_appointment)
    offerOnce(
      turn,
      questions.some((act) => asksForAppointment(questionOf(act))),
    );
  // A caller who only asked whom they are talking to has not wished for anything yet.
  const wonders = digressed && acts.every(({ act }) => act === "robot" || act === "greeting");
  const idle =
    state.asked.what === "nothing" || (state.asked.what === "yes_no" && state.asked.about === "book");
  if (wonders && idle && state.task === "book" && !state.wants_appointment)
    ask(turn, howCanIHelp, { what: "nothing" });
  next(turn);
  if (state.pending && !turn.closing) hold(turn);
}

const isOfChange = (question: string): boolean => asksForChange(question) || changesSomething(question);
const isOfAppointment = (question: string): boolean => asksForAppointment(question) || asksOfOwn(question);

/** A plain greeting in reply to ours does not lead to asking for a day. */
function greeted(turn: Turn, acts: readonly Act[]): boolean {
  const { state } = turn;
  const first = state.asked.what === "nothing" && !state.wants_appointment && state.task !== "lead";
  if (!first || !acts.every(({ act }) => act === "greeting")) return false;
  ask(turn, howCanIHelp, { what: "nothing" });
  return true;
}

/** Asks about an inferred kind, when nothing more urgent is pending. */
function checkGuess(turn: Turn): void {
  if (turn.sympathetic) react(turn, sympathy);
  turn.state.asked = { what: "yes_no", about: "kind" };
  askAgain(turn);
}

/** A caller who only asked something is not led into an appointment: it is offered once, unless they have one, and not again when they ask on. */
function offerOnce(turn: Turn, has_one: boolean): void {
  const { state } = turn;
  if (state.asked.what !== "yes_no" && !has_one) {
    ask(turn, offerBooking, { what: "yes_no", about: "book" });
    return;
  }
  state.task = "open";
  ask(turn, anythingElse, { what: "anything_else" });
}

/** Whether an utterance informs of something: "does whitening hurt" is a question, not an injury. */
const tellsBeside = (utterance: string, acts: readonly Act[]): string =>
  acts.reduce(
    (told, { act, words }) => (act === "ask" && asksOfService(words) ? told.replace(words, "") : told),
    utterance,
  );

const calledToBook = (acts: readonly Act[]): boolean =>
  acts.some(({ act, value }) => act === "new_task" && value === "book");

/** The questions that remain to be answered. One about our hours may have been read as a time. */
function questionsOf(turn: Turn, acts: readonly Act[], taken: Taken, utterance: string): Act[] {
  const asks = acts.filter((act) => act.act === "ask" && !taken.wished_by.includes(act));
  const hours = asks.length === 0 && !taken.wish && asksForHours(turn.reading?.text ?? "");
  return hours ? [{ act: "ask", value: utterance, words: utterance, sure: 1 }] : asks;
}

/** While an action is under way there is nothing to ask; goodbye is remembered. */
function saidMeanwhile(turn: Turn, leaving: boolean): void {
  if (leaving) turn.state.leaving = true;
  react(turn, oneMoment);
}

/** What came with the words that set an action going is said together with what became of it. */
function hold(turn: Turn): void {
  const words = [...turn.reactions, ...turn.answers].map(({ wordings }) => wordings[0] ?? "");
  turn.state.held.push(...words.filter((text) => text !== ""));
  turn.answers = [];
  turn.reactions = [];
}

function nothingHeard(turn: Turn): void {
  if (turn.state.unfinished) turn.state.unfinished = null;
  unheard(turn);
}

/** Begins what the caller calls for. @returns whether something began */
function begin(turn: Turn, acts: readonly Act[], taken: Taken, utterance: string): boolean {
  const { state, world } = turn;
  const { actions } = world.agent;
  const called = acts.find(({ act }) => act === "new_task");
  const text = utterance.trim().slice(0, LONGEST_TEXT);
  if (state.asked.what === "message") return false;
  if (taken.wish && called !== undefined && called.value !== "book") {
    // "Call me tomorrow at nine" is no wish for an appointment.
    state.wish = null;
    state.wished = [];
  }
  if (called?.value === "reschedule" || called?.value === "cancel") {
    // What it is for is part of what is passed on, and is not said back as if it were being booked.
    taken.fields = taken.fields.filter((id) => id !== kindField(world.agent).id);
    changeOrPassOn(turn, text);
    return true;
  }
  if (asksOfOwn(text) && !knowsAppointment(turn)) {
    taken.fields = taken.fields.filter((id) => id !== kindField(world.agent).id);
    taken.wish = false;
    askPerson(turn, text);
    return true;
  }
  if (called?.value === "message" && repeatsPromise(turn, taken.fields)) return false;
  if (called?.value === "message" && state.task !== "message") {
    if (actions.take_message) beginMessage(turn, called.words, text);
    else if (!toPerson(turn, text)) nobody(turn);
    return true;
  }
  const names_time = acts.some(({ act, field }) => act !== "ask" && field === "appointment");
  // Who does not book hears of a time all the same, unless it belongs to a question about our hours.
  const unbookable = !actions.book && names_time && !asksForHours(turn.reading?.text ?? "");
  const wants_time = taken.wish || unbookable || taken.fields.includes(kindField(world.agent).id);
  if (called?.value === "book" || wants_time) {
    if (actions.book) {
      const lead_has_it =
        state.task === "lead" && world.agent.fields.some(({ type }) => type === "appointment");
      // A message that only lacks a name or a number waits for the appointment.
      const told = state.task === "message" && state.message !== null;
      const between = told && (called !== undefined || taken.wished_by.length > 0);
      if (state.task === "open" || between || (state.task === "lead" && !lead_has_it && taken.wish)) {
        start(turn, "book");
        return true;
      }
      return called !== undefined && state.asked.what === "nothing";
    }
    if (state.task === "open") {
      if (passOn(turn, text)) react(turn, cannotBook);
      else end(turn, "goodbye", cannotHelp);
      return true;
    }
  }
  return false;
}

function wordsIn(acts: readonly Act[]): number {
  return acts.reduce((sum, { words }) => sum + words.split(/\s+/).length, 0);
}

/** Small talk and questions about us that need an answer but are no task. @returns whether there was any */
function digress(turn: Turn, acts: readonly Act[], busy: boolean): boolean {
  const has = (name: ActName) => acts.some(({ act }) => act === name);
  if (has("robot")) {
    answer(turn, robot(turn.world.organization.name).map(upper));
    return true;
  }
  if (has("thanks") && !busy && turn.state.task === "open") react(turn, youAreWelcome);
  // A greeting that goes on ("Hello, my tooth is loose") is more than one.
  if (!has("thanks") && !has("greeting") && !has("wait")) return false;
  const more = (turn.reading?.text.split(" ").length ?? 0) - wordsIn(acts);
  return more < A_REMARK;
}
