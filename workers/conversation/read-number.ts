/** Reads a number that was asked for: "three", "a couple", "two and a half", "1,200", "just me". */
import { cardinalAt, countAt } from "./english-numbers.ts";
import { claim, type Heard, isFree, type Range } from "./heard.ts";
import { phraseAt, phraseBook } from "./phrases.ts";
import type { Word } from "./words.ts";

export type NumberRead = Range & { value: number; sure: number };

const saidOtherwise = phraseBook({
  "0": ["(none|zero|nobody|no one|not any|nothing|nil)"],
  "1": ["(just|only) (me|myself|the one|us one)", "(myself|by myself|once|a single one|single)"],
  "2": [
    "(a couple|a pair|both of us|the two of us|the both of us|twice)",
    "(me|myself) and my (wife|husband|partner|son|daughter|friend|girlfriend|boyfriend|mother|father|mom|dad)",
  ],
  "12": ["a dozen"],
});

/** The last number in an utterance (a repair comes after what it repairs), claimed. */
export function numberIn(heard: Heard): NumberRead | null {
  const { words } = heard;
  let found: NumberRead | null = null;
  let at = 0;
  while (at < words.length) {
    const read = heard.used[at] ? null : numberAt(words, at);
    if (read && isFree(heard, { from: at, to: read.to })) {
      // "Two or three": the first is meant as much as the second.
      const or = found !== null && words[at - 1]?.word === "or";
      if (!or) found = { from: at, to: read.to, value: read.value, sure: 0.9 };
    }
    at = read ? read.to : at + 1;
  }
  if (found) claim(heard, found);
  return found;
}

function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const phrase = phraseAt(saidOtherwise, words, at);
  if (phrase) return { value: Number(phrase.id), to: phrase.to };
  const article = words[at]?.word === "a" || words[at]?.word === "an" || words[at]?.word === "the";
  const big = /^(hundred|thousand|million)$/.test(words[at + 1]?.word ?? "");
  if (article && big) return hundredsAt(words, at + 1);
  const read =
    (article ? null : cardinalAt(words, at)) ??
    (article && /^(few|couple|pair)$/.test(words[at + 1]?.word ?? "") ? countAt(words, at) : null);
  if (!read) return null;
  return withFraction(words, at, read);
}

/** "A hundred and fifty": the article is the one. */
function hundredsAt(words: readonly Word[], at: number): { value: number; to: number } {
  const size = { hundred: 100, thousand: 1000 }[words[at]?.word ?? ""] ?? 1_000_000;
  const and = words[at + 1]?.word === "and" ? 1 : 0;
  const rest = cardinalAt(words, at + 1 + and);
  return rest && rest.value < size ? { value: size + rest.value, to: rest.to } : { value: size, to: at + 1 };
}

function withFraction(words: readonly Word[], at: number, { value, to }: { value: number; to: number }) {
  const next = words[to];
  if (/^\d+$/.test(words[at]?.word ?? "")) {
    if (next?.gap === "," && /^\d{3}$/.test(next.word))
      return { value: value * 1000 + Number(next.word), to: to + 1 };
    if (next?.gap === "." && /^\d+$/.test(next.word))
      return { value: Number(`${value}.${next.word}`), to: to + 1 };
    if (next?.gap === "" && next.word === "k") return { value: value * 1000, to: to + 1 };
  }
  if (next?.word === "point") {
    const decimal = cardinalAt(words, to + 1);
    if (decimal) return { value: Number(`${value}.${decimal.value}`), to: decimal.to };
  }
  const half = next?.word === "and" && words[to + 1]?.word === "a" && words[to + 2]?.word === "half";
  if (half) return { value: value + 0.5, to: to + 3 };
  return next?.word === "million" ? { value: value * 1_000_000, to: to + 1 } : { value, to };
}
