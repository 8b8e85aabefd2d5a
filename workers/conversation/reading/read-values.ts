/** Reads the values that an utterance informs of besides its times, and says which field claims each. */

import { amountAt } from "#workers/conversation/english/amounts.ts";
import { comparatives } from "#workers/conversation/english/glue.ts";
import { repairWords, takesBack } from "#workers/conversation/english/signals.ts";
import type { ReadContext } from "#workers/conversation/words/acts.ts";
import {
  type Clause,
  claim,
  type Heard,
  isFree,
  type Range,
  wordsSaid,
} from "#workers/conversation/words/heard.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import { lineOf, type Word } from "#workers/conversation/words/words.ts";
import { askedField, fieldFor } from "./asked-field.ts";
import type { Placed } from "./read-acts.ts";
import { type Ask, serviceQuestions } from "./read-asks.ts";
import { choiceIn, ruledOutIn } from "./read-choice.ts";
import { emailIn } from "./read-email.ts";
import { nameAlone, nameIn } from "./read-name.ts";
import { isToReach, phoneIn, refusedIn } from "./read-phone.ts";
import { asksTime, correctsTime, namesTime } from "./read-times.ts";

export type Unfinished = { field: string; text: string };

/** An act that gives a field its value; a correction when a repair word stands before it. */
function informs(heard: Heard, range: Range, field: string, value: unknown, sure: number): Placed {
  const act = isRepaired(heard, range) ? "correct" : "inform";
  return { act, field, value, sure, from: range.from, to: range.to, words: wordsSaid(heard, range) };
}

/** "No, it's Martha": the "no" belongs to the new value. */
function isRepaired(heard: Heard, { from, to }: Range): boolean {
  const { words, used } = heard;
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    // "No more than five" takes nothing back.
    if (comparatives.has(words[at + 1]?.word ?? "")) continue;
    if (!used[at] && repairWords.has(words[at]?.word ?? "")) {
      used[at] = true;
      return true;
    }
  }
  return words[to]?.word === "instead" || (words[to]?.word === "not" && words[to + 1]?.word !== "sure");
}

/** E-mail addresses and telephone numbers: nothing else is written so, so they go first. */
export function addressesIn(
  heard: Heard,
  context: ReadContext,
): { acts: Placed[]; unfinished: Unfinished | null } {
  const acts: Placed[] = [];
  // "Actually make it four" to "What's your number?" begins no number.
  if (correctsTime(heard, context)) return { acts, unfinished: context.unfinished };
  let unfinished: Unfinished | null = null;
  const type = askedField(context)?.type;
  const begun = context.unfinished?.text ?? null;
  const ofPhone = begun !== null && /^\+?\d*$/.test(begun);
  const email = emailIn(heard, type === "email", begun !== null && !ofPhone ? begun : null);
  if (email) {
    const field = fieldFor(context, ["email"], "email");
    if (email.address !== null) acts.push(informs(heard, email, field, email.address, email.sure));
    else if (email.rest !== null) unfinished = { field, text: email.rest };
  }
  const refused = context.caller_number === null ? null : refusedIn(heard);
  const phone = phoneIn(heard, {
    asked: type === "phone",
    country: context.country,
    callerNumber: context.caller_number,
    unfinished: ofPhone ? begun : null,
  });
  if (phone) {
    const field = fieldFor(context, ["phone"], "phone");
    if (phone.number !== null) acts.push(informs(heard, phone, field, phone.number, phone.sure));
    else if (phone.rest !== null) unfinished = { field, text: phone.rest };
  }
  if (refused && !phone?.number) acts.push(refusesNumber(heard, refused, context));
  return { acts, unfinished };
}

/** "Not on this number": the number that the caller calls from is taken back, and none is given. */
const refusesNumber = (heard: Heard, range: Range, context: ReadContext): Placed => ({
  act: "correct",
  field: fieldFor(context, ["phone"], "phone"),
  value: null,
  ...range,
  words: wordsSaid(heard, range),
  sure: 0.9,
});

/** What a message tells of the number to call back: "call me on 212 555 0142", "not on this phone". Its other numbers are its own. */
export function numbersToReach(heard: Heard, context: ReadContext): Placed[] {
  const copy = { ...heard, used: heard.words.map(() => false) };
  const refused = context.caller_number === null ? null : refusedIn(copy);
  const phone = phoneIn(copy, {
    asked: false,
    country: context.country,
    callerNumber: context.caller_number,
    unfinished: null,
  });
  const field = fieldFor(context, ["phone"], "phone");
  if (phone?.number && (refused || isToReach(heard, phone)))
    return [informs(copy, phone, field, phone.number, phone.sure)];
  return refused ? [refusesNumber(heard, refused, context)] : [];
}

/** The name, when one is said or was asked for. */
export function namesIn(heard: Heard, context: ReadContext): Placed[] {
  const found = nameIn(heard, askedField(context)?.type === "name");
  return found
    ? [informs(heard, found, fieldFor(context, ["name"], "caller_name"), found.name, found.sure)]
    : [];
}

/** A bare name, when something else was asked: a correction of the one that was read back, the rest of it, or said early. */
export function namesAloneIn(heard: Heard, context: ReadContext): Placed[] {
  const { what } = context.asked;
  const isRead = what === "confirm" || what === "which_part_is_wrong";
  const type = askedField(context)?.type;
  // Half an address may look like a name.
  const isField = type !== undefined && type !== "name" && type !== "text" && type !== "email";
  const offered = what === "offer" || what === "morning_or_afternoon";
  if (!isRead && !isField && !offered) return [];
  const found = nameAlone(heard, isRead || offered, context.name ?? "");
  return found
    ? [informs(heard, found, fieldFor(context, ["name"], "caller_name"), found.name, found.sure)]
    : [];
}

/** The asked choice, then the kinds of appointment and the agent's other choices by their plain names. */
export function choicesIn(heard: Heard, context: ReadContext): Placed[] {
  const asked = askedField(context);
  const acts: Placed[] = [];
  const enough = () => enoughToCorrect(heard, context);
  const take = (id: string, options: Parameters<typeof choiceIn>[1], isAsked: boolean) => {
    const found = choiceIn(heard, options, isAsked, enough);
    if (found) {
      acts.push(informs(heard, found, id, found.name, found.sure));
      return;
    }
    const out = id === "appointment_kind" ? null : ruledOutIn(heard, options);
    if (!out || (isAsked && out.instead === null)) return;
    claim(heard, out);
    const { name: except, instead } = out;
    const words = wordsSaid(heard, out);
    acts.push({ act: "correct", field: id, value: { except, instead }, ...out, words, sure: 0.9 });
  };
  if (asked?.type === "choice") take(asked.id, asked.options, true);
  if (asked?.id !== "appointment_kind") take("appointment_kind", context.kinds, false);
  for (const { id, type, options } of context.fields) {
    if (type === "choice" && id !== asked?.id) take(id, options, false);
  }
  return acts;
}

/** How many everyday words correct a choice: "no, as soon as possible" and "I mean later" do, where no day is asked for. */
function enoughToCorrect({ words }: Heard, context: ReadContext): number {
  const { what } = context.asked;
  const text = lineOf(words);
  if ((what !== "confirm" && what !== "which_part_is_wrong" && asksTime(context)) || takesBack(text) === null)
    return Number.POSITIVE_INFINITY;
  return /\bi (said|mean|meant)\b/.test(text) ? 1 : 2;
}

/** Questions about something that can be booked or chosen, which choose nothing: "does whitening hurt". */
export function serviceAsksIn(heard: Heard, clauses: readonly Clause[], context: ReadContext): Ask[] {
  const isService = (at: number, { to }: Range) => {
    const rest = { ...heard, used: heard.used.map((used, n) => used || n < at || n >= to) };
    return choicesIn(rest, context).some(({ from }) => from - at <= 1);
  };
  return serviceQuestions(heard, clauses, isService, (range) => namesTime(heard, range, context));
}

/** The number that was asked for. */
export function numbersIn(heard: Heard, context: ReadContext): Placed[] {
  const asked = askedField(context);
  const found = asked?.type === "number" ? numberIn(heard) : null;
  return asked && found ? [informs(heard, found, asked.id, found.value, found.sure)] : [];
}

type NumberRead = Range & { value: number; sure: number };

const saidOtherwise = phraseBook({
  "0": ["(none|zero|nobody|no one|not any|nothing|nil)"],
  "1": ["(just|only) (me|myself|the one|us one)", "(myself|by myself|once|a single one|single)"],
  "2": [
    "(couple|pair|both of us|the two of us|the both of us|twice)",
    "(me|myself) and my (wife|husband|partner|son|daughter|friend|girlfriend|boyfriend|mother|father|mom|dad)",
  ],
});

/** The number that an utterance gives, claimed: the first of several, unless a later one takes it back ("two, no, three", "two, three"). */
function numberIn(heard: Heard): NumberRead | null {
  let found: NumberRead | null = null;
  for (const next of numbersOf(heard)) {
    if (!found) found = next;
    else if (heard.words[next.from - 1]?.word === "or" && next.from - found.to === 1)
      found = either(found, next);
    else if (next.from === found.to || isTakenBack(heard, found.to, next.from)) found = next;
  }
  if (found) claim(heard, found);
  return found;
}

/** All numbers; those said as an hour ("three of us at four") only when there are no others. */
function numbersOf(heard: Heard): NumberRead[] {
  const { words } = heard;
  const found: NumberRead[] = [];
  let at = 0;
  while (at < words.length) {
    const read = heard.used[at] ? null : numberAt(words, at);
    if (read && isFree(heard, { from: at, to: read.to }))
      found.push({ from: at, to: read.to, value: read.value, sure: 0.9 });
    at = read ? read.to : at + 1;
  }
  const others = found.filter(({ from }) => words[from - 1]?.word !== "at");
  return others.length > 0 ? others : found;
}

const isTakenBack = ({ words }: Heard, from: number, to: number): boolean =>
  words.slice(from, to).some(({ word }) => repairWords.has(word));

/** "Two or three": the first is meant as much as the second; "four or five hundred" are hundreds both. */
function either(one: NumberRead, two: NumberRead): NumberRead {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, two.value)));
  const value = size >= 100 && one.value < 10 && two.value % size === 0 ? one.value * size : one.value;
  return { ...one, to: two.to, value };
}

function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const phrase = phraseAt(saidOtherwise, words, at);
  return phrase ? { value: Number(phrase.id), to: phrase.to } : amountAt(words, at);
}
