/** Reads a number that was asked for: "three", "a couple", "two and a half", "twelve fifty", "just me". */
import { amountAt } from "./english-amounts.ts";
import { claim, type Heard, isFree, type Range } from "./heard.ts";
import { phraseAt, phraseBook } from "./phrases.ts";
import type { Word } from "./words.ts";

export type NumberRead = Range & { value: number; sure: number };

const saidOtherwise = phraseBook({
  "0": ["(none|zero|nobody|no one|not any|nothing|nil)"],
  "1": ["(just|only) (me|myself|the one|us one)", "(myself|by myself|once|a single one|single)"],
  "2": [
    "(couple|pair|both of us|the two of us|the both of us|twice)",
    "(me|myself) and my (wife|husband|partner|son|daughter|friend|girlfriend|boyfriend|mother|father|mom|dad)",
  ],
});

/** The last number in an utterance (a repair comes after what it repairs), claimed. */
export function numberIn(heard: Heard): NumberRead | null {
  const { words } = heard;
  let found: NumberRead | null = null;
  let at = 0;
  while (at < words.length) {
    const read = heard.used[at] ? null : numberAt(words, at);
    if (read && isFree(heard, { from: at, to: read.to })) {
      // "Two or three": the first is meant as much as the second. "Three of us at four": four is an hour.
      const or = found !== null && /^(or|at)$/.test(words[at - 1]?.word ?? "");
      if (!or) found = { from: at, to: read.to, value: read.value, sure: 0.9 };
    }
    at = read ? read.to : at + 1;
  }
  if (found) claim(heard, found);
  return found;
}

function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const phrase = phraseAt(saidOtherwise, words, at);
  return phrase ? { value: Number(phrase.id), to: phrase.to } : amountAt(words, at);
}
