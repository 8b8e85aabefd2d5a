/** Reads a number that was asked for: "three", "a couple", "two and a half", "twelve fifty", "just me". */
import { amountAt } from "#workers/conversation/english/amounts.ts";
import { repairWords } from "#workers/conversation/english/signals.ts";
import { claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

export type NumberRead = Range & { value: number; sure: number };

const saidOtherwise = phraseBook({
  "0": ["(none|zero|nobody|no one|not any|nothing|nil)"],
  "1": ["(just|only) (me|myself|the one|us one)", "(myself|by myself|once|a single one|single)"],
  "2": [
    "(couple|pair|both of us|the two of us|the both of us|twice)",
    "(me|myself) and my (wife|husband|partner|son|daughter|friend|girlfriend|boyfriend|mother|father|mom|dad)",
  ],
});

/** The number that an utterance gives, claimed: the first of several, unless a later one takes it back ("two, no, three", "two, three"). */
export function numberIn(heard: Heard): NumberRead | null {
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
