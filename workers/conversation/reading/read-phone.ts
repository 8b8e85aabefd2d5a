/** Reads telephone numbers: digits, words, pairs, "double five", in one breath or two, valid for their country. */
import { type CountryCode, isSupportedCountry, validatePhoneNumberLength } from "libphonenumber-js/min";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { multiples } from "#workers/conversation/english/names.ts";
import { belowHundredAt, zeros } from "#workers/conversation/english/numbers.ts";
import {
  afterEnding,
  beforeEnding,
  digitSounds,
  extensionWords,
  failing,
  notThisAfter,
  notThisNumber,
  reaching,
  suits,
  thisNumber,
  toReach,
  withinNumber,
} from "#workers/conversation/english/phones.ts";
import { claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

/** `number` is E.164; null with `rest` set: so many digits were heard and more must follow. */
export type PhoneRead = Range & { number: string | null; rest: string | null; sure: number };

export type PhoneQuestion = {
  asked: boolean;
  country: string;
  callerNumber: string | null;
  /** Digits of the breath before. */
  unfinished: string | null;
};

/** Fewer digits than these are no telephone number unless one was asked for. */
const UNASKED_DIGITS = 7;
const LONGEST = 18;

/** The telephone number in an utterance, claimed. */
export function phoneIn(heard: Heard, question: PhoneQuestion): PhoneRead | null {
  const found = theirOwn(heard, question) ?? fromDigits(heard, question);
  if (found) claim(heard, found);
  return found;
}

function theirOwn(heard: Heard, { asked, callerNumber }: PhoneQuestion): PhoneRead | null {
  if (callerNumber === null) return null;
  for (let at = 0; at < heard.words.length; at++) {
    const found = phraseAt(thisNumber, heard.words, at);
    if (!found || !isFree(heard, found)) continue;
    // "This one" answers the question for a number and nothing else.
    if (asksOfLine(heard, found) || refusal(heard, found)) continue;
    if (found.id === "same" && !(asked && found.to === heard.words.length)) continue;
    return { from: found.from, to: found.to, number: callerNumber, rest: null, sure: 0.95 };
  }
  return null;
}

/** So many words at most between "don't" and "this number". */
const REFUSAL = 9;

/** The words that refuse a number, where the ones before or after it do; null: it is meant. */
function refusal({ words }: Heard, { from, to }: Range): Range | null {
  const fails = phraseAt(failing, words, to);
  const goes_on = words[to]?.opensSentence === true || words[to]?.gap.includes(",") === true;
  if (fails && !goes_on) return { from, to: fails.to };
  for (let at = from; at > Math.max(0, from - REFUSAL); at--) {
    if (words[at]?.opensSentence || words[at]?.gap.includes(",")) return null;
    const before = words[at - 1]?.word ?? "";
    if (isRefusal(words, at - 1)) return { from: at - 1, to };
    if (!reaching.has(before)) return null;
  }
  return null;
}

function isRefusal(words: readonly Word[], at: number): boolean {
  const [before = "", word = "", next = ""] = [at - 1, at, at + 1].map((one) => words[one]?.word);
  // "Why don't you call me on this number?"
  if (!notThisNumber.has(word) || before === "why" || (before !== "do" && next === "you")) return false;
  return notThisAfter[word]?.has(before) ?? true;
}

/** The words that refuse the number the caller calls from, claimed; null when none do. */
export function refusedIn(heard: Heard): Range | null {
  const { words } = heard;
  for (let at = 0; at < words.length; at++) {
    const found = phraseAt(thisNumber, words, at);
    const range = found && isFree(heard, found) ? refusal(heard, found) : null;
    if (!found || !range || (found.id === "same" && found.to < words.length)) continue;
    claim(heard, range);
    return range;
  }
  return null;
}

/** Whether the words before a number ask to be called on it. */
export function isToReach({ words }: Heard, { from }: Range): boolean {
  return words.slice(0, from).some((_, at) => phraseAt(toReach, words, at)?.to === from);
}

/** "Is this line recorded?" asks about it; "is this number okay?" gives it. */
function asksOfLine({ words }: Heard, { from, to }: Range): boolean {
  const before = words[from - 1];
  const opens = from === 1 || before?.opensSentence === true;
  const next = words[to]?.word;
  return opens && /^(is|are|was|does)$/.test(before?.word ?? "") && next !== undefined && !suits.has(next);
}

type Run = Range & { digits: string; plus: boolean };

function fromDigits(heard: Heard, { asked, country, unfinished }: PhoneQuestion): PhoneRead | null {
  // "I don't have one" holds no number.
  const least = unfinished !== null ? 1 : asked ? 2 : UNASKED_DIGITS;
  const runs = runsOf(heard, asked || unfinished !== null).filter(({ digits }) => digits.length >= least);
  const last = runs.at(-1);
  const first = runs[0];
  if (!last || !first) return null;
  const together = runs.map(({ digits }) => digits).join("");
  const whole = (digits: string, plus: boolean) => {
    const number = phoneNumberFrom((plus ? "+" : "") + digits, country);
    // The metadata contains American service numbers of seven digits, on which people cannot be called back.
    return number?.startsWith("+1") && number.length !== 12 ? null : number;
  };
  const span = { from: first.from, to: last.to };
  const number =
    (unfinished === null ? null : continued(unfinished, together, whole)) ??
    whole(last.digits, last.plus) ??
    mended(runs, whole) ??
    whole(together, first.plus) ??
    runs.map(({ digits, plus }) => whole(digits, plus)).find((one) => one !== null) ??
    whole((digitSounds.get(heard.words[first.from - 1]?.word ?? "") ?? "") + together, false);
  if (number !== null) return { ...span, number, rest: null, sure: 0.95 };
  if (!asked && unfinished === null) return null;
  // What is too long or no number of the country is no time either.
  if (together.length >= UNASKED_DIGITS) for (const run of runs) claim(heard, run);
  const rest = (unfinished ?? (first.plus ? "+" : "")) + together;
  return isBeginning(rest, country) ? { ...span, number: null, rest, sure: 0.5 } : null;
}

type Whole = (digits: string, plus: boolean) => string | null;

/** The rest of a number, or the area code that was missing. */
function continued(unfinished: string, more: string, whole: Whole): string | null {
  const plus = unfinished.startsWith("+");
  const begun = unfinished.replace("+", "");
  return whole(begun + more, plus) ?? (plus ? null : whole(more + begun, false));
}

/** "… 0132, sorry, 0133": what was said again replaces as many digits at the end. */
function mended(runs: readonly Run[], whole: Whole): string | null {
  const before = runs.at(-2);
  const last = runs.at(-1);
  if (!before || !last || whole(before.digits, before.plus) === null) return null;
  return whole(before.digits.slice(0, -last.digits.length) + last.digits, before.plus);
}

/** The digits that a number is said to end with: "78 at the end", "it ends in 78", "the last two are seven eight"; null when none are. */
export function endingIn(heard: Heard): string | null {
  const { words } = heard;
  for (let at = 0; at < words.length; at++) {
    const lead = phraseAt(beforeEnding, words, at);
    const run = runAt(heard, lead?.to ?? at, false);
    if (!run || run.digits.length >= UNASKED_DIGITS) continue;
    const told = lead ?? phraseAt(afterEnding, words, run.to);
    if (told) return run.digits;
    at = run.to - 1;
  }
  return null;
}

const countryOf = (country: string): CountryCode => (isSupportedCountry(country) ? country : usualCountry);

function isBeginning(digits: string, country: string): boolean {
  return (
    (digits.length <= LONGEST && validatePhoneNumberLength(digits, countryOf(country)) === "TOO_SHORT") ||
    digits.length < 3
  );
}

/** Runs of digits, however they were said. */
function runsOf(heard: Heard, loose: boolean): Run[] {
  const { words } = heard;
  const runs: Run[] = [];
  // "3/10/2027" is a date.
  const isDate = ({ from, to }: Run) => !loose && words.slice(from + 1, to).some(({ gap }) => gap === "/");
  let at = 0;
  while (at < words.length) {
    const run = heard.used[at] ? null : runAt(heard, at, loose);
    if (run && !isDate(run)) runs.push(run);
    at = run ? run.to : at + 1;
  }
  return runs;
}

function runAt(heard: Heard, from: number, loose: boolean): Run | null {
  const { words } = heard;
  const plus = words[from]?.word === "plus" || /\+$/.test(words[from]?.gap ?? "");
  // "Oh, area code four one five": a sigh, no zero.
  if (/^oh?$/.test(words[from]?.word ?? "") && !digitsAt(words, from + 1, false)) return null;
  let to = words[from]?.word === "plus" ? from + 1 : from;
  let digits = "";
  while (to < words.length && !heard.used[to]) {
    const step = digitsAt(words, to, loose && digits !== "");
    if (step) {
      digits += step.digits;
      to = step.to;
      continue;
    }
    const skip = digits !== "" ? skipped(words, to) : 0;
    if (skip === 0 || !digitsAt(words, to + skip, false)) break;
    to += skip;
  }
  if (digits === "") return null;
  const extension = extensionWords.has(words[to]?.word ?? "") ? digitsAt(words, to + 1, false) : null;
  return { from, to: extension?.to ?? to, digits, plus };
}

function skipped(words: readonly Word[], at: number): number {
  let to = at;
  while (to - at < 3 && withinNumber.has(words[to]?.word ?? "")) to++;
  return to - at;
}

/** The digits that one word or number stands for: "five", "oh", "forty five", "eight hundred", "double seven", "555". */
function digitsAt(
  words: readonly Word[],
  at: number,
  between: boolean,
): { digits: string; to: number } | null {
  const word = words[at]?.word ?? "";
  const round = roundAt(words, at);
  if (round) return round;
  if (/^\d+$/.test(word)) return { digits: word, to: at + 1 };
  if (zeros.has(word)) return { digits: "0", to: at + 1 };
  const times = multiples.get(word);
  if (times !== undefined && !multiples.has(words[at + 1]?.word ?? "")) {
    const one = digitsAt(words, at + 1, false);
    return one && { digits: one.digits.slice(0, 1).repeat(times) + one.digits.slice(1), to: one.to };
  }
  const number = belowHundredAt(words, at);
  if (number) return { digits: String(number.value), to: number.to };
  const sound = digitSounds.get(word);
  return between && sound !== undefined && digitsAt(words, at + 1, false)
    ? { digits: sound, to: at + 1 }
    : null;
}

/** "Eight hundred" is 800, "four hundred fifteen" 415; a single digit after "hundred" begins anew. */
function roundAt(words: readonly Word[], at: number): { digits: string; to: number } | null {
  const first = words[at]?.word ?? "";
  const read = /^\d{1,2}$/.test(first) ? { value: Number(first), to: at + 1 } : belowHundredAt(words, at);
  const size = words[read?.to ?? at]?.word;
  if (!read || (size !== "hundred" && size !== "thousand")) return null;
  const digits = /^\d/.test(first) ? first : String(read.value);
  if (size === "thousand") return { digits: `${digits}000`, to: read.to + 1 };
  const rest = belowHundredAt(words, read.to + 1);
  if (rest && rest.value >= 10) return { digits: digits + rest.value, to: rest.to };
  return { digits: `${digits}00`, to: read.to + 1 };
}
