/** Decides what the agent does with an utterance, in the order of conversation.md section 2.4: urgent things, corrections, informs, questions to us, then the next thing needed. */
import type { Act, ActName } from "./acts.ts";
import { answerIfKnown, answerQuestions } from "./answers.ts";
import { emergency, nobody, sayGoodbye, stop, toPerson } from "./endings.ts";
import { asksForHours } from "./english-openings.ts";
import {
  abuseGoodbye,
  calm,
  cannotBook,
  cannotChange,
  cannotHelp,
  dropped,
  goOn,
  listening,
  nothingBooked,
  notInterested,
  oneMoment,
  robot,
  sympathy,
  sympathyDue,
  takeYourTime,
  wrongNumber,
  youAreWelcome,
} from "./english-sayings.ts";
import { upper } from "./english-slots.ts";
import { kindField } from "./needs.ts";
import { read } from "./read.ts";
import { again, missed, unheard } from "./repair.ts";
import { reply, verdictOf } from "./replies.ts";
import { sentencesOf } from "./say.ts";
import { sayBack, type Taken, takeIn } from "./take-in.ts";
import { finish, next, passOn, start, takeMessage } from "./tasks.ts";
import { answer, ask, end, react, readContextOf, type Turn } from "./turn.ts";

const QUIET_MS = 60_000;
const LONGEST_TEXT = 500;
const LINES_OF_ABUSE = 3;
/** So many words beside a greeting or thanks are something to react to. */
const A_REMARK = 3;

/** The caller's final words of a turn. */
export function said(turn: Turn, utterance: string): void {
  const { state } = turn;
  if (state.ended) return;
  const reading = read(utterance, readContextOf(turn));
  turn.reading = reading;
  turn.utterance = utterance.trim().slice(0, LONGEST_TEXT);
  state.silences = 0;
  state.quiet_until = null;
  state.keyed = "";
  const { acts } = reading;
  const has = (...names: ActName[]) => acts.some(({ act }) => names.includes(act));
  if (has("stop_calling")) {
    stop(turn);
    return;
  }
  if (has("emergency")) emergency(turn);
  if (state.pending) {
    saidMeanwhile(turn, has("goodbye"));
    return;
  }
  state.unfinished = reading.unfinished;
  if (turn.answers.length > 0) {
    return;
  }
  if (acts.length === 0 || acts.every(({ act }) => act === "nothing_heard")) {
    nothingHeard(turn);
    return;
  }
  state.unheard = 0;
  if (urgent(turn, acts, utterance)) return;
  const held_question = state.asked.what;
  const taken = takeIn(turn, acts);
  turn.sympathetic = !state.sympathy && sympathyDue.test(utterance) && state.asked.what !== "message";
  if (turn.sympathetic) state.sympathy = true;
  const began = begin(turn, acts, taken, utterance);
  const replied = !turn.closing && !turn.question && reply(turn, acts, taken, utterance);
  if (turn.closing) return;
  const digressed = digress(turn, acts, replied || began);
  const questions = questionsOf(turn, acts, taken, utterance);
  const answered = held_question !== "message" && answerQuestions(turn, questions);
  const progress = taken.wish || taken.fields.length > 0 || began || replied;
  if (progress || answered) state.fruitless = 0;
  if (!progress && !answered && !digressed) {
    if (!answerIfKnown(turn, utterance)) {
      if (turn.sympathetic) react(turn, sympathy);
      missed(turn);
      return;
    }
    state.fruitless = 0;
  }
  sayBack(turn, taken);
  next(turn);
  if (state.pending && !turn.closing) hold(turn);
}

/** The questions to us that are left to answer. One about our hours may have been read as a mere time. */
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

/** What goes before everything else. @returns whether the turn is decided by it */
function urgent(turn: Turn, acts: readonly Act[], utterance: string): boolean {
  const { state, world } = turn;
  const has = (...names: ActName[]) => acts.some(({ act }) => names.includes(act));
  const informs = has("inform", "correct", "choose");
  if (has("person") && !(state.asked.what === "message" && !world.agent.actions.transfer)) {
    if (toPerson(turn, utterance.slice(0, LONGEST_TEXT))) return true;
    nobody(turn);
    if (world.agent.actions.take_message) start(turn, "message");
    else turn.settled = false;
    next(turn);
    return true;
  }
  if (has("wrong_number") && !informs) {
    end(turn, "wrong_number", wrongNumber);
    return true;
  }
  if (state.last.heard !== null && listening.test(turn.reading?.text ?? "")) {
    // Said over our words without taking the turn: the caller is listening, and has not heard the end.
    repeat(turn);
    return true;
  }
  if (world.direction === "outbound" && state.asked.what !== "message" && notInterested.test(utterance)) {
    sayGoodbye(turn);
    return true;
  }
  const agreed = state.asked.what === "confirm" && verdictOf(acts) === "yes";
  const message = state.asked.what === "message" && utterance.trim().split(/\s+/).length > 4;
  if (has("goodbye") && agreed) state.leaving = true;
  else if (has("goodbye") && !message && (!informs || has("cancel_task", "deny"))) {
    sayGoodbye(turn);
    return true;
  }
  if (has("cancel_task") && !informs && !message && cancels(turn)) return true;
  if (has("abuse") && !informs) return abused(turn);
  const other = has("ask", "affirm", "deny", "new_task", "repeat") || informs;
  if (has("wait") && !other) {
    state.quiet_until = turn.now + QUIET_MS;
    react(turn, takeYourTime);
    return true;
  }
  if (has("repeat") && !informs && !has("ask", "affirm")) {
    repeat(turn);
    return true;
  }
  if (state.unfinished && !informs) {
    // A number or address that breaks off waits for its rest instead of failing.
    ask(turn, goOn, state.asked);
    return true;
  }
  return false;
}

/** "What did you say?": what was told comes back too, not the question alone; offers and confirmations tell it themselves. */
function repeat(turn: Turn): void {
  const { last, asked } = turn.state;
  const tells_itself =
    asked.what === "offer" || asked.what === "morning_or_afternoon" || asked.what === "confirm";
  const told = sentencesOf(last.text).filter((sentence) => !sentence.endsWith("?"));
  const plain = told.join(" ").replace(/^(all right|okay|got it|thanks|thank you|hello)[,;]? /i, "");
  if (plain !== "" && !tells_itself) answer(turn, [upper(plain)]);
  else if (last.answer) answer(turn, [last.answer]);
  again(turn);
}

/** "Never mind": drops what is being done. @returns whether there was something to drop */
function cancels(turn: Turn): boolean {
  const { state } = turn;
  const optional = state.asked.what === "field" && !state.asked.field.required;
  if (optional) return false;
  react(turn, state.task === "book" ? nothingBooked : dropped);
  state.message = null;
  state.wish = null;
  state.set_aside = [];
  finish(turn);
  state.task = "open";
  ask(turn, ["Is there anything else?", "Can I do anything else for you?", "Anything else, then?"], {
    what: "anything_else",
  });
  return true;
}

function abused(turn: Turn): boolean {
  const { state, world } = turn;
  state.abuse += 1;
  if (state.abuse >= LINES_OF_ABUSE) {
    end(turn, "abuse", abuseGoodbye);
    return true;
  }
  if (state.abuse === 2 && world.agent.actions.transfer) return toPerson(turn, "The caller was upset");
  react(turn, calm);
  again(turn);
  return true;
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
    react(turn, cannotChange);
    if (!passOn(turn, text)) end(turn, "goodbye", cannotHelp);
    return true;
  }
  if (called?.value === "message" && state.task !== "message") {
    if (actions.take_message) {
      // "Call me back about the crown" is the message itself.
      if (/\b(call|ring|phone)\b/i.test(called.words) && text.split(/\s+/).length > 3)
        takeMessage(turn, text);
      start(turn, "message");
    } else if (!toPerson(turn, text)) nobody(turn);
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
      if (state.task === "open" || (state.task === "lead" && !lead_has_it && taken.wish)) {
        start(turn, "book");
        return true;
      }
      return called !== undefined && state.asked.what === "nothing";
    }
    if (state.task === "open") {
      react(turn, cannotBook);
      if (!passOn(turn, text)) end(turn, "goodbye", cannotHelp);
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
  const more = (turn.reading?.text.split(" ").length ?? 0) - wordsIn(acts);
  return (has("thanks") || has("greeting") || has("wait")) && more < A_REMARK;
}
