/** Answers what a caller asks: from the agent's knowledge, from the organization's profile, and honestly when neither knows. */
import type { Act } from "./acts.ts";
import { bookedAs } from "./english-booking.ts";
import { asksForAppointment, wantsToHearMore } from "./english-openings.ts";
import { unknownTransfer } from "./english-partings.ts";
import { unknownCallBack, unknownNoted } from "./english-sayings.ts";
import { slotSaidAgain } from "./english-slots.ts";
import { findAnswer } from "./knowledge.ts";
import { appointmentField, phoneOf } from "./needs.ts";
import { profileAnswer } from "./profile-answers.ts";
import { read } from "./read.ts";
import { answer, ask, clockworkOf, newId, readContextOf, type Turn } from "./turn.ts";

/** Two questions at once are answered; a third is rare and can be asked again. */
const MOST_ANSWERS = 2;
const LONGEST_QUESTION = 300;

/** The words of a question: the value of its act, else the words that it was read from. */
export function questionOf({ value, words }: Act): string {
  return (typeof value === "string" && value !== "" ? value : words).slice(0, LONGEST_QUESTION);
}

/**
 * Answers the questions of an utterance.
 * @returns whether anything was answered or noted
 */
export function answerQuestions(turn: Turn, asks: readonly Act[]): boolean {
  let answered = false;
  for (const act of asks.slice(0, MOST_ANSWERS)) {
    const question = questionOf(act);
    const said = answerOne(turn, question, !wantsToHearMore(question));
    answered ||= said;
  }
  return answered;
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
  const booking = state.done.bookings.at(-1);
  if (booking && asksForAppointment(question)) {
    answer(turn, bookedAs(slotSaidAgain(booking.starts_at, clockworkOf(turn))));
    return true;
  }
  const date = dateIn(turn, question);
  const profile = profileAnswer(question, world, today, date);
  const known = findAnswer(question, agent.knowledge);
  // What the organization says of itself comes before an entry that only mentions the word ("the first hour is free").
  if (known && !(profile && (date !== null || !known.by_topic))) {
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
