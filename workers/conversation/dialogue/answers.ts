/** Answers a caller's questions: from the agent's knowledge, from the organization's profile, or by saying that neither knows. */
import { dateSaid } from "#app/hours/spoken-time.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { bookedAs } from "#workers/conversation/english/booking.ts";
import { bookThat, itIs, thatIsNotSo, thatIsSo } from "#workers/conversation/english/day-checks.ts";
import {
  announcesQuestion,
  asksForAppointment,
  asksForNow,
  asksOfOwn,
  isRemark,
  refersBack,
  wantsToHearMore,
} from "#workers/conversation/english/openings.ts";
import { unknownTransfer } from "#workers/conversation/english/partings.ts";
import {
  cannotLookUp,
  goAhead,
  unknownCallBack,
  unknownLead,
  unknownNoted,
  unknownPossible,
} from "#workers/conversation/english/sayings.ts";
import { slotSaidAgain, upper } from "#workers/conversation/english/slots.ts";
import { isMerePrice, topicWords } from "#workers/conversation/english/topics.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { handOver } from "./endings.ts";
import { findAnswer, findPlace } from "./knowledge.ts";
import { appointmentField, kindField, textOf } from "./needs.ts";
import { kindNamed, profileAnswer } from "./profile-answers.ts";
import { promiseCallBack, wantsToKnow } from "./promises.ts";
import type { CallState } from "./state.ts";
import { answer, ask, clockworkOf, newId, readContextOf, type Turn } from "./turn.ts";

/** Two questions at once are answered; a third is rare and can be asked again. */
const MOST_ANSWERS = 2;
const LONGEST_QUESTION = 300;

/** The words of a question: the value of its act, or the words of the utterance. */
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
    if (tellDay(turn, question)) {
      answered = true;
      continue;
    }
    if (announcesQuestion(question)) {
      ask(turn, goAhead, turn.state.asked);
      answered = true;
      continue;
    }
    const said = answerOne(turn, question, !wantsToHearMore(question));
    answered ||= said;
  }
  return answered;
}

/** So much of words that are no question must be about an entry; "Kim Park" is not about parking. */
const MOSTLY = 0.5;

/** Answers words that were not put as a question, when they name a topic that the agent knows ("Parking?"). */
export function answerIfKnown(turn: Turn, words: string): boolean {
  const question = words.slice(0, LONGEST_QUESTION);
  if (!question.includes("?")) {
    const { asked } = turn.state;
    const names = asked.what === "field" && asked.field.type !== "appointment";
    if (names || asked.what === "confirm") return false;
    const known = findAnswer(question, turn.world.agent.knowledge);
    if (known && known.share < MOSTLY) return false;
  }
  return answerOne(turn, question, false);
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

/** Whether an appointment was made in this call, or a time is agreed so far. */
export const knowsAppointment = ({ state, world }: Turn): boolean =>
  state.done.bookings.length > 0 || typeof state.fields[appointmentField(world.agent).id]?.value === "number";

/** Only people know which appointment a caller has: passes the question to a person, or promises a call back. */
export function askPerson(turn: Turn, text: string): void {
  const { state, world } = turn;
  state.wish = null;
  state.wished = [];
  if (state.task === "book" && !state.wants_appointment) state.task = "open";
  delete state.fields[kindField(world.agent).id];
  const { transfer } = world.agent.actions;
  if (transfer && state.handed_over === 0) {
    answer(turn, cannotLookUp.no);
    handOver(turn);
  } else answer(turn, cannotLookUp[promiseCallBack(state, world, wantsToKnow(text))]);
  turn.settled = true;
}

/** Tells the appointment made in this call, or the time agreed so far. @returns whether there is one */
export function tellAppointment(turn: Turn): boolean {
  const { state, world } = turn;
  const agreed = state.fields[appointmentField(world.agent).id]?.value;
  const booked = state.done.bookings.at(-1)?.starts_at;
  if (typeof agreed === "number" && agreed !== booked) {
    const slot = upper(slotSaidAgain(agreed, clockworkOf(turn)));
    answer(turn, [`${slot}.`, `${slot}, that was it.`, `We said ${slot}.`]);
    return true;
  }
  if (booked === undefined) return false;
  answer(turn, bookedAs(slotSaidAgain(booked, clockworkOf(turn))));
  return true;
}

/** Answers a question about a day by the calendar; an interrupted confirmation is repeated in short. @returns whether it was such a question */
function tellDay(turn: Turn, question: string): boolean {
  const { state, world, reading } = turn;
  const check = reading?.checks.find((one) => one.question === question);
  if (!check) return false;
  const slot = state.fields[appointmentField(world.agent).id]?.value;
  const agreed = typeof slot === "number" && localDate(slot, world.organization.time_zone) === check.date;
  const when = agreed ? slotSaidAgain(slot, clockworkOf(turn)) : dateSaid(check.date, turn.today);
  const { holds } = check;
  answer(turn, holds === null ? itIs(when) : holds ? thatIsSo(when) : thatIsNotSo(when));
  if (agreed && state.asked.what === "confirm" && state.task === "book") ask(turn, bookThat, state.asked);
  return true;
}

/** "How much are they" with the service that was last talked about. */
function inFull({ state, world }: Turn, question: string): string {
  const service = kindNamed(question, world)?.name;
  if (service !== undefined) state.talked_of = service;
  const topics = topicWords(question);
  const open = topics.length < 2 && (refersBack(question) || isMerePrice(topics));
  const meant = isMerePrice(topics) ? priced(state, world) : state.talked_of;
  return open && meant !== null && service === undefined ? `${question} (${meant})` : question;
}

/** The subject of a bare "how much?": the service last talked about, else the current one, else anything asked about. */
function priced(state: CallState, world: World): string | null {
  const kinds = world.agent.actions.book?.kinds ?? [];
  const in_hand = textOf(state, kindField(world.agent).id);
  return kinds.some(({ name }) => name === state.talked_of) ? state.talked_of : (in_hand ?? state.talked_of);
}

/** A call back is promised only if it can be kept; it needs a number. */
const unknownBy = { promised: unknownCallBack, possible: unknownPossible, no: unknownNoted } as const;

function answerOne(turn: Turn, words: string, own_up: boolean): boolean {
  const { world, state, now } = turn;
  const question = inFull(turn, words);
  const { agent, organization } = world;
  const of_today = asksForNow(question) === "day" && /\b(today|date)\b|today's/i.test(question);
  if (!of_today && (asksForAppointment(question) || asksOfOwn(question)) && tellAppointment(turn))
    return true;
  const date = dateIn(turn, question);
  const profile = profileAnswer(question, world, now, date);
  const known =
    findAnswer(question, agent.knowledge) ?? (profile ? null : findPlace(question, agent.knowledge));
  // The organization's profile comes before an entry that only mentions the word ("the first hour is free").
  if (known && !(profile && (date !== null || !known.by_topic))) {
    const { id, question: title, answer: text } = known.entry;
    answer(turn, [text]);
    // A second question may mean this one's subject: "how much is it".
    if (kindNamed(question, world) === undefined && !refersBack(words)) state.talked_of = title;
    turn.notes.push({ type: "answered_from", entry_id: id, title });
    return true;
  }
  if (profile) {
    // "How late are you open today?" "Can I come at five, then?"
    if (date !== null && profile.topic === "opening_hours" && state.focus.date === null)
      state.focus = { date, at: null };
    answer(turn, profile.wordings);
    turn.notes.push({ type: "answered_from", entry_id: profile.topic, title: profile.title });
    return true;
  }
  if (!own_up || isRemark(question) || topicWords(question).length === 0) return false;
  // A call back requested in the same utterance is about it.
  if (state.task === "message" && state.message?.includes(words)) return false;
  const found = turn.found.find((one) => one.question === question);
  if (found) {
    const { source_id, title, text } = found;
    answer(turn, [text]);
    turn.notes.push({ type: "answered_from", entry_id: source_id, title, source_id });
    return true;
  }
  turn.notes.push({ type: "no_answer", question });
  turn.before.push({ type: "note_question", id: newId(state, "note_question"), question });
  const { transfer } = agent.actions;
  if (agent.when_unknown === "transfer" && transfer && state.handed_over === 0 && !state.pending) {
    ask(turn, unknownTransfer(transfer.name || organization.name), { what: "yes_no", about: "transfer" });
    return true;
  }
  const unknown = unknownBy[promiseCallBack(state, world, wantsToKnow(question))];
  // A new question was not answered before: "as I said" would be wrong.
  turn.answers.push({ wordings: unknown, leads: unknownLead });
  return true;
}
