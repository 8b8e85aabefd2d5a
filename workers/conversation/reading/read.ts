/** Turns a caller's utterance into acts: what was informed, corrected, asked, agreed. Pure; the same words in the same context always read the same. */

import { fillsUp, joining, wantsCancelled } from "#workers/conversation/english/glue.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import type { Act, DayCheck, ReadContext, Reading, When } from "#workers/conversation/words/acts.ts";
import {
  type Clause,
  claim,
  clausesOf,
  type Heard,
  heard,
  wordsSaid,
} from "#workers/conversation/words/heard.ts";
import { lineOf, type Word, wordsOf } from "#workers/conversation/words/words.ts";
import { askedField } from "./asked-field.ts";
import {
  actsInClauses,
  actsNamed,
  claimLeavetaking,
  emergenciesIn,
  farewellsIn,
  optOutsIn,
  type Placed,
  pausesIn,
  stopsIn,
  tasksIn,
} from "./read-acts.ts";
import {
  type Ask,
  asksForOpening,
  beginsQuestion,
  clausesWithQuestions,
  otherQuestions,
  topicQuestions,
} from "./read-asks.ts";
import { asksBesides, dayChecksIn } from "./read-day-checks.ts";
import { asksTime, namesTime, offersIn, timesIn } from "./read-times.ts";
import {
  addressesIn,
  choicesIn,
  namesAloneIn,
  namesIn,
  numbersIn,
  numbersToReach,
  serviceAsksIn,
  type Unfinished,
} from "./read-values.ts";
import { answerIn } from "./read-yes-no.ts";

/** Whether the caller asks not to be called again; such a request acts before any brain (docs/telephony.md, "Opt-out"). */
export function isStopCalling(text: string): boolean {
  return optOutsIn(wordsOf(text, sounds)).length > 0;
}

/** Whether the caller says goodbye. */
export const takesLeave = (text: string): boolean =>
  farewellsIn(heard(text, wordsOf(text, sounds)), false).length > 0;

/**
 * Reads one utterance (docs/conversation.md, "A turn"). Every reader runs over the whole of it, the asked field's first; no word is used twice.
 * Never throws. Silence and mere noise are `nothing_heard`, what means nothing here `not_understood`. Acts stand in the order spoken.
 */
export function read(utterance: string, context: ReadContext): Reading {
  const words = wordsOf(utterance, sounds);
  const text = lineOf(words);
  if (words.length === 0) {
    return {
      text,
      acts: [{ act: "nothing_heard", words: "", sure: 1 }],
      when: null,
      checks: [],
      unfinished: context.unfinished,
    };
  }
  const whole = heard(utterance, words);
  const urgent = [...stopsIn(whole), ...emergenciesIn(whole, context.emergency_words)];
  const { acts, when, checks, unfinished } = readWords(
    isLong(words) ? heard(utterance, ends(words)) : whole,
    context,
  );
  acts.push(...urgent);
  if (acts.length === 0)
    acts.push({ act: "not_understood", words: utterance.trim(), sure: 1, from: 0, to: words.length });
  acts.sort((one, two) => one.from - two.from);
  return { text, acts: acts.map(plain), when, checks, unfinished };
}

/** A turn of two minutes has so many words; of a longer one its beginning and its end are read. */
const MAX_WORDS = 300;
const isLong = (words: readonly Word[]) => words.length > MAX_WORDS;

function ends(words: readonly Word[]): Word[] {
  const tail = words
    .slice(-MAX_WORDS / 2)
    .map((word, at) => (at === 0 ? { ...word, opensSentence: true } : word));
  return [...words.slice(0, MAX_WORDS / 2), ...tail];
}

const plain = ({ from: _, to: __, ...act }: Placed): Act => act;

type Values = { acts: Placed[]; when: When | null; unfinished: Unfinished | null };
type Read = Values & { checks: DayCheck[] };

function readWords(said: Heard, context: ReadContext): Read {
  const acts: Placed[] = [];
  const free = freeText(said, context);
  if (free) {
    acts.push(free);
    if (context.asked.what === "message") {
      acts.push(...numbersToReach(said, context));
      return { acts, when: null, checks: [], unfinished: null };
    }
  }
  const clauses = clausesWithQuestions(said);
  const { asks, checks } = dayChecksIn(said, context);
  acts.push(...[...asks, ...asksBesides(said, clauses, context)].map(askAct(said)));
  acts.push(
    ...actsNamed(said, "repeat", "person", "robot", "wrong_number", "abuse", "cancel_task", "greeting"),
  );
  const { what } = context.asked;
  acts.push(...actsInClauses(said, clauses, what === "anything_else"));
  if (what === "nothing" || what === "anything_else") meanExisting(acts);
  const leaving = farewellsIn(said, what === "confirm" || what === "field" || what === "offer");
  claimLeavetaking(said, leaving, clauses);
  acts.push(...leaving, ...pausesIn(said, (range) => namesTime(said, range, context)));
  const of_existing = namesExisting(said, context);
  const values = valuesOf(said, clauses, context);
  acts.push(...values.acts);
  // Unasked, "book me in" calls for an appointment; asked to confirm one it agrees.
  const early = what === "nothing" ? tasksOf(said, acts) : [];
  const answer = answered(said, clauses, context);
  if (answer) acts.push(answer);
  acts.push(...actsNamed(said, "thanks"));
  const called = what === "nothing" ? early : tasksOf(said, acts);
  acts.push(...(called.length === 0 && of_existing ? [of_existing] : called));
  const rest = otherQuestions(said, clauses).filter(
    ({ from, to }) => !acts.some((act) => isTask(act) && act.from < to && act.to > from),
  );
  acts.push(...rest.map(askAct(said)));
  const waits = acts.length > 0 && acts.every(({ act }) => act === "wait" || act === "repeat");
  return {
    acts,
    when: values.when,
    checks,
    unfinished: values.unfinished ?? (waits ? context.unfinished : null),
  };
}

/** The wish to change an appointment that exists, while none is being made: "move it from Tuesday to Thursday" names days and wishes for none of them. */
function namesExisting(said: Heard, { asked, focus }: ReadContext): Placed | null {
  const open = asked.what === "nothing" || asked.what === "anything_else";
  if (!open && (focus.at !== null || asked.what !== "field" || asked.field.type !== "appointment"))
    return null;
  return tasksIn(said).find(({ value }) => value === "reschedule") ?? null;
}

/** "I need to cancel", with nothing under way, means an appointment that exists. */
function meanExisting(acts: Placed[]): void {
  acts.forEach((act, at) => {
    if (act.act === "cancel_task" && wantsCancelled.test(act.words))
      acts[at] = { ...act, act: "new_task", value: "cancel" };
  });
}

const isTask = ({ act }: Placed) => act === "new_task";

/** The values, in the order in which readers may claim words. */
function valuesOf(said: Heard, clauses: readonly Clause[], context: ReadContext): Values {
  const acts: Placed[] = [];
  const { acts: addresses, unfinished } = addressesIn(said, context);
  acts.push(...addresses);
  const services = serviceAsksIn(said, clauses, context);
  acts.push(...services.map(askAct(said)));
  const type = askedField(context)?.type;
  if (type === "name") acts.push(...namesIn(said, context));
  if (type === "choice") acts.push(...choicesIn(said, context));
  acts.push(...numbersIn(said, context), ...offersIn(said, context));
  const topics = topicQuestions(said, clauses, (range) => namesTime(said, range, context));
  acts.push(...topics.map(askAct(said)));
  const booking = asksForOpening(said, clauses) || tasksIn(said).some(({ value }) => value === "book");
  const first = asksTime(context) ? timesIn(said, context, booking) : null;
  if (type !== "name") acts.push(...namesIn(said, context));
  if (type !== "choice") acts.push(...choicesIn(said, context));
  const times = first ?? timesIn(said, context, booking);
  acts.push(...times.acts);
  if (acts.length === 0) acts.push(...namesAloneIn(said, context));
  return { acts, when: times.when ?? whenAsked(said, topics, context), unfinished };
}

/** The day of a question ("are you open on Monday?"), when nothing else is wished for. */
function whenAsked(said: Heard, topics: readonly Ask[], context: ReadContext): When | null {
  const copy = { ...said, used: said.used.map(() => true) };
  for (const { from, to } of topics) for (let at = from; at < to; at++) copy.used[at] = false;
  return topics.length > 0 ? timesIn(copy, context, true).when : null;
}

const askAct =
  (said: Heard) =>
  ({ from, to, question }: Ask): Placed => ({
    act: "ask",
    value: question,
    from,
    to,
    words: wordsSaid(said, { from, to }),
    sure: 0.85,
  });

/** Yes, no, or either, as the act that the question makes of it. */
function answered(said: Heard, clauses: readonly Clause[], context: ReadContext): Placed | null {
  const found = answerIn(said, clauses, context.asked);
  if (!found) return null;
  const { answer, sure, from, to } = found;
  const at = { from, to, words: wordsSaid(said, found), sure };
  const field = askedField(context);
  if (field?.type === "yes_no") return { act: "inform", field: field.id, value: answer !== "no", ...at };
  if (answer === "either") {
    if (field?.type === "choice" && field.options[0]) {
      return { act: "inform", field: field.id, value: field.options[0].name, ...at, sure: 0.6 };
    }
    if (context.asked.what === "offer") return { act: "choose", field: "offer", value: 0, ...at, sure: 0.7 };
  }
  return { act: answer === "no" ? "deny" : "affirm", ...at };
}

/** What is called for, once: "book" adds nothing to "reschedule", and "call me back" in a request for a person is none. */
function tasksOf(said: Heard, acts: readonly Placed[]): Placed[] {
  const found = tasksIn(said);
  const first = found.find(({ value }) => value !== "book") ?? found[0];
  if (!first || acts.some(({ act }) => act === "person" || act === "stop_calling")) return [];
  for (let at = first.from; at < first.to; at++) said.used[at] = true;
  return [first];
}

/** The caller's own words for a field of free text or a message; null when they are a mere yes, no, or request to us. */
function freeText(said: Heard, context: ReadContext): Placed | null {
  const field = askedField(context);
  const id = context.asked.what === "message" ? "message" : field?.type === "text" ? field.id : null;
  if (id === null) return null;
  const { words } = said;
  const copy = { ...said, used: [...said.used] };
  const clauses = clausesOf(copy, () => false);
  actsNamed(
    copy,
    "repeat",
    "person",
    "robot",
    "wrong_number",
    "abuse",
    "cancel_task",
    "greeting",
    "goodbye",
    "wait",
  );
  actsInClauses(copy, clauses, true);
  answerIn(copy, clauses, context.asked);
  actsNamed(copy, "thanks");
  if (copy.used.every((used, at) => used || fillsUp.has(words[at]?.word ?? ""))) return null;
  if (id === "message") {
    claim(said, { from: 0, to: words.length });
    return {
      act: "inform",
      field: id,
      value: said.utterance.trim(),
      from: 0,
      to: words.length,
      words: said.utterance.trim(),
      sure: 0.9,
    };
  }
  const questions = clausesWithQuestions(said);
  const own = questions.filter((clause) => !beginsQuestion(said, clause));
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) return null;
  const joins = joining.has(words[last.to - 1]?.word ?? "") ? 1 : 0;
  const range = { from: first.from, to: last.to - joins };
  for (const clause of own) claim(said, clause);
  const value = wordsSaid(said, range);
  return { act: "inform", field: id, value, ...range, words: value, sure: 0.9 };
}
