/** English numbers and ordinals, spoken or in digits, and the sounds that carry nothing. */
import { beginning, type Read } from "#workers/conversation/words/grammar.ts";
import type { Sounds, Word } from "#workers/conversation/words/words.ts";

const list = (words: string) => words.split(" ");

export const units = new Map(
  list("zero one two three four five six seven eight nine").map((word, value) => [word, value] as const),
);
/** Other ways to say a digit, only where digits are expected: "oh" elsewhere is a sigh. */
export const zeros = new Set(list("zero oh o nought naught nil ought"));
export const teens = new Map(
  list("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen").map(
    (word, at) => [word, at + 10] as const,
  ),
);
export const tens = new Map([
  ...list("twenty thirty forty fifty sixty seventy eighty ninety").map(
    (word, at) => [word, at * 10 + 20] as const,
  ),
  ["fourty", 40] as const,
  ["fourtie", 40] as const,
]);
const ordinals = new Map([
  ...list(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
  ).map((word, at) => [word, at + 1] as const),
  ["fourtheenth", 14] as const,
  ["twelvth", 12] as const,
  ["nineth", 9] as const,
  ["thirtieth", 30] as const,
]);

/** What numbers in words begin with. */
const numberWords = [...units.keys(), ...teens.keys(), ...tens.keys()];
/** What the readers of numbers below begin with. */
export const numbersBegin = {
  cardinal: beginning(true, numberWords),
  ordinal: beginning(true, ordinals.keys(), tens.keys()),
  count: beginning(true, numberWords, list("a an the couple pair few several")),
  minutesAhead: beginning(true, numberWords, list("a an the couple pair few several half quarter three")),
};

/** A whole number below ten thousand, in digits or words ("twenty-three", "one hundred and five"). */
export function cardinalAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  if (/^\d/.test(word)) return word.length <= 6 ? { value: Number(word), to: at + 1 } : null;
  let read = belowHundredAt(words, at);
  for (const [name, size] of [["hundred", 100] as const, ["thousand", 1000] as const]) {
    if (!read || words[read.to]?.word !== name) continue;
    const and = words[read.to + 1]?.word === "and" ? 2 : 1;
    const rest: Read<number> | null = belowHundredAt(words, read.to + and);
    read = { value: read.value * size + (rest?.value ?? 0), to: rest?.to ?? read.to + 1 };
  }
  return read;
}

/** A number from 0 to 99 in words: one word, or a ten and a unit. */
export function belowHundredAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const small = units.get(word) ?? teens.get(word);
  if (small !== undefined) return { value: small, to: at + 1 };
  const ten = tens.get(word);
  if (ten === undefined) return null;
  const unit = units.get(words[at + 1]?.word ?? "");
  return unit ? { value: ten + unit, to: at + 2 } : { value: ten, to: at + 1 };
}

/** "third", "twenty third", "23rd", "31 st": 1 to 31. */
export function ordinalAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const next = words[at + 1]?.word ?? "";
  if (/^\d{1,2}$/.test(word)) {
    const value = Number(word);
    return /^(st|nd|rd|th)$/.test(next) && value >= 1 && value <= 31 ? { value, to: at + 2 } : null;
  }
  const plain = ordinals.get(word);
  if (plain !== undefined) return { value: plain, to: at + 1 };
  const ten = tens.get(word) ?? 0;
  const unit = ordinals.get(next) ?? 0;
  if ((ten !== 20 && ten !== 30) || unit < 1 || unit > 9 || ten + unit > 31) return null;
  return { value: ten + unit, to: at + 2 };
}

/** A number of things: "three", "a", "a couple of", "a few". */
export function countAt(words: readonly Word[], at: number): Read<number> | null {
  const article = /^(a|an|the)$/.test(words[at]?.word ?? "") ? 1 : 0;
  const word = words[at + article]?.word ?? "";
  const vague = word === "couple" || word === "pair" ? 2 : word === "few" || word === "several" ? 3 : null;
  if (vague !== null)
    return { value: vague, to: at + article + (words[at + article + 1]?.word === "of" ? 2 : 1) };
  if (article && words[at]?.word !== "the") return { value: 1, to: at + 1 };
  return cardinalAt(words, at);
}

const fractions = new Map([
  ["half an hour", 30],
  ["a half hour", 30],
  ["half hour", 30],
  ["quarter of an hour", 15],
  ["a quarter of an hour", 15],
  ["three quarters of an hour", 45],
]);

/** A stretch of hours or minutes, in minutes: "two hours", "2.5 hours", "an hour and a half", "half an hour", "90 minutes". */
export function minutesAheadAt(words: readonly Word[], at: number): Read<number> | null {
  const is = (to: number, phrase: string) =>
    phrase.split(" ").every((word, n) => words[to + n]?.word === word);
  for (const [phrase, value] of fractions)
    if (is(at, phrase)) return { value, to: at + phrase.split(" ").length };
  const count = countAt(words, at);
  if (!count) return null;
  let { value, to } = count;
  if (words[to]?.gap === "." && /^\d$/.test(words[to]?.word ?? "")) value += Number(words[to++]?.word) / 10;
  const half = () => is(to, "and a half") || is(to, "and an half");
  if (half()) {
    value += 0.5;
    to += 3;
  }
  const unit = words[to]?.word ?? "";
  if (/^(minutes?|mins?)$/.test(unit)) return { value: Math.round(value), to: to + 1 };
  // "An h" is a letter, "2 h" a time.
  if (!/^(hours?|hrs?)$/.test(unit) && !(unit === "h" && /^\d/.test(words[at]?.word ?? ""))) return null;
  to++;
  if (half()) {
    value += 0.5;
    to += 3;
  }
  return { value: Math.round(value * 60), to };
}

/** A dash between two digits or days, which stands for "to"; takes no word. */
export function dashAt(words: readonly Word[], at: number): Read<true> | null {
  return /^\s*[-–—]\s*$/.test(words[at]?.gap ?? "") ? { value: true, to: at } : null;
}

const hesitations = new Set(
  list(
    "uh um er erm uhm umm uhh hmm hm ah eh mm em hmmm ahem ugh basically literally honestly obviously anyway anyways",
  ),
);
const sounding = new Set([
  "uh huh",
  "uh uh",
  "mm hm",
  "mm hmm",
  "um hum",
  "uh hum",
  "mm hum",
  "mm mm",
  "eh what",
]);
const beforeLike = new Set(
  list(
    "would id i we wed youd he she they you feel feels look looks sound sounds something anything more nothing dont also really much stuff things its whats not",
  ),
);

const isNumber = (word: string) =>
  /^\d/.test(word) || units.has(word) || teens.has(word) || tens.has(word) || zeros.has(word);

export const sounds: Sounds = {
  isFiller(words, at) {
    const word = words[at]?.word ?? "";
    const next = words[at + 1]?.word ?? "";
    const last = words[at - 1]?.word ?? "";
    if (/^['’]s$/i.test(words[at]?.raw ?? "")) return true;
    if (hesitations.has(word)) return !sounding.has(`${word} ${next}`) && !sounding.has(`${last} ${word}`);
    if (word === "like") return at > 0 && !beforeLike.has(last) && next !== "to";
    if (word === "you")
      return next === "know" && words[at + 2]?.word !== "what" && last !== "do" && last !== "did";
    if (word === "know")
      return last === "you" && words[at - 2]?.word !== "do" && words[at - 2]?.word !== "did";
    return false;
  },
  mayStammer(word) {
    if (word.length === 1) return word === "i";
    return !isNumber(word) && !ordinals.has(word) && !hesitations.has(word) && !/^(bye|about)$/.test(word);
  },
  seam(raw) {
    // "Ten's great" is about ten; "that one's fine" is about no hour.
    const hour = /['’]s$/i.test(raw) ? raw.slice(0, -2).toLowerCase() : "one";
    if (hour !== "one") return isNumber(hour) ? hour.length : null;
    if (!/ish$/i.test(raw)) return null;
    const stem = raw.slice(0, -3).toLowerCase();
    return /^(noon|morning|afternoon|evening|lunchtime)$/.test(stem) || stem === "midday" || isNumber(stem)
      ? stem.length
      : null;
  },
  shortened: new Set(
    list(
      "m jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun dr mr mrs ms st",
    ),
  ),
};
