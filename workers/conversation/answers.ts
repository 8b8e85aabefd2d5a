/** Answers what a caller asks: from the agent's knowledge, from the organization's profile, and honestly when neither knows. */
import type { Act } from "./acts.ts";
import { unknownCallBack, unknownNoted, unknownTransfer } from "./english-sayings.ts";
import { findAnswer } from "./knowledge.ts";
import { appointmentField, phoneOf } from "./needs.ts";
import { profileAnswer } from "./profile-answers.ts";
import { read } from "./read.ts";
import { answer, ask, newId, readContextOf, type Turn } from "./turn.ts";

/** Two questions at once are answered; a third is rare and can be asked again. */
const MOST_ANSWERS = 2;
const LONGEST_QUESTION = 300;

/** A question that wants to know whether a time is free is a wish; one about our hours is not. */
const FREE =
  /\b(anything|something|availab\w*|openings?|slots?|appointments?|free|fit (me|us|him|her) in|squeeze|see me|come in|do you have|have you got|got any|could i|can i|can you do|what about|how about)\b/i;
const TIME =
  /\b((mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|mornings?|afternoons?|evenings?|noon|weeks?|weekends?|months?|earlier|later|sooner|soon|next|earliest|soonest|first|before|after|availab\w*|openings?|slots?|appointments?|o'?clock|times?|\d+|the \w+(st|nd|rd|th))\b/i;
const OUR_HOURS =
  /\b(are|is|will) (you|you guys|the \w+|it|that|anybody|someone) .{0,30}\b(open|closed?|there|working|in)\b|\b(opening|business|office) hours\b|\byour hours\b|\bdo you (open|close|work)\b|\bwhat time do\b/i;
const ANY_FREE =
  /\b(soonest|earliest)\b|\b(what|which|when|any|next|first)\b.{0,40}\b(availab\w*|openings?|slots?|appointments?|free|come in|see me|fit me in|times? (do|are|have))\b/i;

/** Whether a question asks for an opening of the calendar, not for opening hours or anything else. */
export function asksForOpening(words: string): boolean {
  return FREE.test(words) && TIME.test(words) && !OUR_HOURS.test(words);
}

/** Whether a question asks when we are open. */
export function asksForHours(words: string): boolean {
  return OUR_HOURS.test(words);
}

/** Whether a question asks what is free, without naming a time. */
export function asksWhatIsFree(words: string): boolean {
  return ANY_FREE.test(words) && !OUR_HOURS.test(words);
}

/** The words of a question: the value of its act, else the words that it was read from. */
export function questionOf({ value, words }: Act): string {
  return (typeof value === "string" && value !== "" ? value : words).slice(0, LONGEST_QUESTION);
}

/**
 * Answers the questions of an utterance.
 * @returns whether anything was answered or noted
 */
export function answerQuestions(turn: Turn, asks: readonly Act[]): boolean {
  for (const act of asks.slice(0, MOST_ANSWERS)) answerOne(turn, questionOf(act), true);
  return asks.length > 0;
}

/** Answers words that were not put as a question, when they name a topic that the agent knows ("Parking?"). */
export function answerIfKnown(turn: Turn, words: string): boolean {
  return answerOne(turn, words.slice(0, LONGEST_QUESTION), false);
}

/** The day that a question names ("are you open on Monday"), read as if a day had been asked for. */
function dateIn(turn: Turn, question: string): string | null {
  const context = readContextOf(turn);
  const { when } = read(question, {
    ...context,
    asked: { what: "field", field: appointmentField(turn.world.agent) },
    unfinished: null,
  });
  return when?.options.find((option) => option.date !== undefined)?.date ?? null;
}

function answerOne(turn: Turn, question: string, own_up: boolean): boolean {
  const { world, state, today } = turn;
  const { agent, organization } = world;
  const date = dateIn(turn, question);
  const profile = profileAnswer(question, world, today, date);
  const known = findAnswer(question, agent.knowledge);
  if (known && !(profile && date !== null)) {
    const { id, question: title, answer: text } = known.entry;
    answer(turn, [text]);
    turn.notes.push({ type: "answered_from", entry_id: id, title });
    return true;
  }
  if (profile) {
    answer(turn, profile.wordings);
    turn.notes.push({ type: "answered_from", entry_id: profile.topic, title: profile.title });
    return true;
  }
  if (!own_up) return false;
  turn.notes.push({ type: "no_answer", question });
  turn.before.push({ type: "note_question", id: newId(state, "note_question"), question });
  const { transfer } = agent.actions;
  if (agent.when_unknown === "transfer" && transfer && state.handed_over === 0 && !state.pending) {
    ask(turn, unknownTransfer(transfer.name || organization.name), { what: "yes_no", about: "transfer" });
    return true;
  }
  // A call back needs a number to call.
  answer(turn, phoneOf(state, world) === null ? unknownNoted : unknownCallBack);
  return true;
}
