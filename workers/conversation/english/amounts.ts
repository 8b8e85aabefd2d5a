/** English amounts as people say them: "seventy-six thousand four hundred", "twelve fifty", "one oh five", "minus three", "one and three quarters". */

import type { Read } from "#workers/conversation/words/grammar.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { countAt, teens, tens, units, zeros } from "./numbers.ts";

const scales = new Map([
  ["thousand", 1000],
  ["grand", 1000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
]);

/** Parts of a whole, said by themselves or, with "and" before them, after a number. */
const parts = phraseBook({
  "0.25": ["(a|one) quarter"],
  "0.5": ["(a|one) half"],
  "0.75": ["three quarters", "3 quarters"],
});
const partsOfScale = phraseBook({
  "0.25": ["a quarter (of a|)"],
  "0.5": ["half a"],
  "0.75": ["three quarters of a"],
});

/** Digits one by one are a number from so many on: "two three" is more often either. */
const LEAST_DIGITS = 3;

/**
 * The amount that begins at a word, in digits or words, below zero and with decimals too.
 * An article begins one only before a scale ("a hundred", "a couple").
 */
export function amountAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  if (word === "minus" || word === "negative") {
    const read = positiveAt(words, at + 1);
    return read && { value: -read.value, to: read.to };
  }
  const read = positiveAt(words, at);
  const isBelow = read && /^\d/.test(word) && /(^|\s)[-−]$/.test(words[at]?.gap ?? "");
  return isBelow ? { value: -read.value, to: read.to } : read;
}

function positiveAt(words: readonly Word[], at: number): Read<number> | null {
  const scaled = partOfScaleAt(words, at);
  if (scaled) return scaled;
  const part = phraseAt(parts, words, at);
  if (part) return withScale(words, { value: Number(part.id), to: part.to });
  if (words[at]?.word === "point") return decimalsAt(words, at, 0);
  const whole = wholeAt(words, at);
  if (!whole) return null;
  const { to } = whole;
  const more = words[to]?.word === "and" ? phraseAt(parts, words, to + 1) : null;
  if (more) return withScale(words, { value: whole.value + Number(more.id), to: more.to });
  const decimals = decimalsAt(words, to, whole.value);
  return decimals ? withScale(words, decimals) : whole;
}

/** "Half a dozen", "a quarter million", "half a million". */
function partOfScaleAt(words: readonly Word[], at: number): Read<number> | null {
  const part = phraseAt(partsOfScale, words, at);
  const size = part ? scaleAt(words, part.to) : null;
  return part && size !== null ? { value: Number(part.id) * size, to: part.to + 1 } : null;
}

/** What the word after an amount multiplies it with. */
function scaleAt(words: readonly Word[], at: number): number | null {
  const { word = "", gap = "" } = words[at] ?? {};
  if (word === "hundred") return 100;
  if (word === "dozen" || word === "dozens") return 12;
  // "50k", "fifty k".
  if (word === "k" && /^ ?$/.test(gap)) return 1000;
  return scales.get(word) ?? null;
}

function withScale(words: readonly Word[], { value, to }: Read<number>): Read<number> {
  const size = scaleAt(words, to);
  return size === null ? { value, to } : { value: value * size, to: to + 1 };
}

/** ".5", "point one four": after a whole, or by themselves. */
function decimalsAt(words: readonly Word[], at: number, whole: number): Read<number> | null {
  const { word = "", gap = "" } = words[at] ?? {};
  if (gap === "." && /^\d+$/.test(word)) return { value: Number(`${whole}.${word}`), to: at + 1 };
  if (word !== "point") return null;
  const digits = digitsAt(words, at + 1, 1);
  if (digits) return { value: Number(`${whole}.${digits.value}`), to: digits.to };
  const pair = pairAt(words, at + 1);
  return pair && { value: Number(`${whole}.${pair.value}`), to: pair.to };
}

/** A whole number: groups with falling scales, "one million two hundred thousand and five". */
function wholeAt(words: readonly Word[], at: number): Read<number> | null {
  let read = beginningAt(words, at);
  if (!read) return null;
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    const size = scaleAt(words, read.to);
    if (size === null || size >= least) return { value: total + read.value, to: read.to };
    total += read.value * size;
    least = size;
    const from = read.to + 1;
    const and = words[from]?.word === "and" ? 1 : 0;
    const rest = groupAt(words, from + and);
    // "A hundred and two hundred" are two amounts, "two dozen five" as well.
    if (!rest || size === 12 || rest.value * (scaleAt(words, rest.to) ?? 1) >= size)
      return { value: total, to: from };
    read = rest;
  }
}

/** A group, or "a couple", or the article that stands for one before a scale. */
function beginningAt(words: readonly Word[], at: number): Read<number> | null {
  const isArticle = /^(a|an|the)$/.test(words[at]?.word ?? "");
  if (!isArticle) return groupAt(words, at);
  if (words[at + 1]?.word === "hundred") return hundredsAt(words, { value: 1, to: at + 1 });
  if (scaleAt(words, at + 1) !== null && words[at + 1]?.word !== "k") return { value: 1, to: at + 1 };
  return /^(few|couple|pair)$/.test(words[at + 1]?.word ?? "") ? countAt(words, at) : null;
}

/** What stands before a scale: digits, digits one by one, "twelve fifty", "one oh five", or a number below a hundred with hundreds. */
function groupAt(words: readonly Word[], at: number): Read<number> | null {
  const run = digitsAt(words, at, LEAST_DIGITS);
  if (run) return { value: Number(run.value), to: run.to };
  if (/^\d+$/.test(words[at]?.word ?? "")) return writtenAt(words, at);
  const first = pairAt(words, at);
  if (!first) return null;
  if (words[first.to]?.word === "hundred") return hundredsAt(words, first);
  if (first.value === 0 || words[first.to]?.gap !== " ") return first;
  const rest = zeros.has(words[first.to]?.word ?? "") ? unitAfter(words, first.to) : pairAt(words, first.to);
  const isRest = rest && (rest.value >= 10 || zeros.has(words[first.to]?.word ?? ""));
  return isRest ? { value: first.value * 100 + rest.value, to: rest.to } : first;
}

/** "One hundred and five", "one hundred oh five". */
function hundredsAt(words: readonly Word[], { value, to }: Read<number>): Read<number> {
  const and = words[to + 1]?.word === "and" ? 1 : 0;
  const from = to + 1 + and;
  const rest = (zeros.has(words[from]?.word ?? "") ? unitAfter(words, from) : null) ?? pairAt(words, from);
  const isScale = rest && (scaleAt(words, rest.to) ?? 0) === 100;
  return rest && !isScale
    ? { value: value * 100 + rest.value, to: rest.to }
    : { value: value * 100, to: to + 1 };
}

/** "Oh five". */
function unitAfter(words: readonly Word[], at: number): Read<number> | null {
  const unit = units.get(words[at + 1]?.word ?? "");
  return unit === undefined || unit === 0 ? null : { value: unit, to: at + 2 };
}

/** A number from 0 to 99 in words or digits. */
function pairAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  if (/^\d{1,2}$/.test(word)) return { value: Number(word), to: at + 1 };
  const small = units.get(word) ?? teens.get(word);
  if (small !== undefined) return { value: small, to: at + 1 };
  const ten = tens.get(word);
  if (ten === undefined) return null;
  const unit = units.get(words[at + 1]?.word ?? "");
  return unit ? { value: ten + unit, to: at + 2 } : { value: ten, to: at + 1 };
}

/** "76400", "76,400". */
function writtenAt(words: readonly Word[], at: number): Read<number> | null {
  let digits = words[at]?.word ?? "";
  let to = at + 1;
  while (digits.length <= 9 && words[to]?.gap === "," && /^\d{3}$/.test(words[to]?.word ?? "")) {
    digits += words[to]?.word;
    to++;
  }
  return digits.length <= 12 ? { value: Number(digits), to } : null;
}

/** Digits one by one, as one line: "one two three four", "one oh five". */
function digitsAt(words: readonly Word[], at: number, least: number): { value: string; to: number } | null {
  let value = "";
  let to = at;
  while (to < words.length && value.length < 12 && (to === at || words[to]?.gap === " ")) {
    const word = words[to]?.word ?? "";
    const digit = /^\d$/.test(word)
      ? Number(word)
      : (to > at || least === 1) && zeros.has(word)
        ? 0
        : units.get(word);
    if (digit === undefined) break;
    value += digit;
    to++;
  }
  // "One two hundred": the last digit belongs to what it counts.
  if (to > at && scaleAt(words, to) !== null && value.length < LEAST_DIGITS) return null;
  return value.length >= least ? { value, to } : null;
}
