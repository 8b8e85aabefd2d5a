/** Answers what a caller asks: from the agent's knowledge, from the organization's profile, and honestly when neither knows. */
import type { Act } from "./acts.ts";
import { unknownCallBack, unknownNoted, unknownTransfer } from "./english-sayings.ts";
import { findAnswer } from "./knowledge.ts";
import { phoneOf } from "./needs.ts";
import { profileAnswer } from "./profile-answers.ts";
import { answer, ask, newId, type Turn } from "./turn.ts";

/** Two questions at once are answered; a third is rare and can be asked again. */
const MOST_ANSWERS = 2;
const LONGEST_QUESTION = 300;

/** A question that names a time and wants to know whether it is free is a wish. */
const AVAILABILITY =
  /\b(anything|something|availab\w*|openings?|open slots?|slots?|appointments?|free|fit (me|us) in|squeeze|got any|have any|see me|come in|times? (do|have)|do you have|could i|can i)\b/i;
const OPENING =
  /\b(are you|you guys|is (the|it|that)|will you be|do you) .{0,30}\b(open|close[ds]?|work|there)\b|\bhours\b|\bwhat time do\b/i;

/** Whether a question about a time asks for an opening of the calendar, not for the opening hours. */
export function asksForOpening(words: string): boolean {
  return AVAILABILITY.test(words) && !OPENING.test(words);
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

function answerOne(turn: Turn, question: string, own_up: boolean): boolean {
  const { world, state, today } = turn;
  const { agent, organization } = world;
  const date = turn.reading?.when?.options.find((option) => option.date !== undefined)?.date ?? null;
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
  if (agent.when_unknown === "transfer" && transfer && state.handed_over === 0) {
    ask(turn, unknownTransfer(transfer.name || organization.name), { what: "yes_no", about: "transfer" });
    return true;
  }
  // A call back needs a number to call.
  answer(turn, phoneOf(state, world) === null ? unknownNoted : unknownCallBack);
  return true;
}
