/** Reads one of several named things: by name, by a word that means the same, nearly so, or by its place in the list. */
import { distance } from "fastest-levenshtein";
import {
  beforeNoun,
  beginsInstead,
  byPlace,
  everyday,
  leadsInstead,
  notThis,
  ofSomebody,
  placesElsewhere,
  soonest,
  tooGeneral,
  verbs,
} from "#workers/conversation/english/choices.ts";
import { lastOfEndings, thingsCounted, wordEndings } from "#workers/conversation/english/glue.ts";
import { ordinalAt, sounds, units } from "#workers/conversation/english/numbers.ts";
import { light, repairWords } from "#workers/conversation/english/signals.ts";
import { claim, type Heard, isFree, type Range, wordsSaid } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { type Word, wordsOf } from "#workers/conversation/words/words.ts";

export type Option = { name: string; synonyms: readonly string[] };
export type ChoiceRead = Range & { name: string; sure: number };
export type RuledOut = Range & { name: string; instead: string | null };

type Label = { option: number; isName: boolean; words: string[] };

/**
 * The option that an utterance names, claimed. Asked for, near names and places in the list count too.
 * @param enough so many everyday words name an option, though another question was asked
 */
export function choiceIn(
  heard: Heard,
  options: readonly Option[],
  asked: boolean,
  enough: () => number = () => Number.POSITIVE_INFINITY,
): ChoiceRead | null {
  if (options.length === 0) return null;
  const labels = labelsOf(options).filter(
    ({ words }) => asked || !words.every((word) => everyday.has(word)) || words.length >= enough(),
  );
  const found = named(heard, labels, asked) ?? (asked ? placed(heard, options.length) : null);
  if (!found) return null;
  claim(heard, found);
  const option = options[found.option];
  return option ? { from: found.from, to: found.to, name: option.name, sure: found.sure } : null;
}

/** An option that is ruled out, and what is wanted in its place, in the caller's words: "not as soon as possible, more like spring"; null when none is. */
export function ruledOutIn(heard: Heard, options: readonly Option[]): RuledOut | null {
  const { words } = heard;
  const labels = labelsOf(options);
  for (let at = 1; at < words.length; at++) {
    const match = longestAt(heard, labels, at, false);
    // "Not now" and "not later" put off whatever is talked of.
    const is_vague = match?.to === at + 1 && everyday.has(words[at]?.word ?? "");
    if (!match || is_vague || !isFree(heard, match) || !isDenied(words, at)) continue;
    const name = options[match.option]?.name ?? "";
    return { from: at - 1, to: words.length, name, instead: insteadAt(heard, match.to) };
  }
  return null;
}

/** More words than these tell something else. */
const MOST_INSTEAD = 6;

function insteadAt(heard: Heard, from: number): string | null {
  const { words } = heard;
  const lead = phraseAt(leadsInstead, words, from);
  const start = lead?.to ?? from;
  const begins = lead !== null || beginsInstead.has(words[start]?.word ?? "");
  if (!begins || start >= words.length || words.length - start > MOST_INSTEAD) return null;
  return wordsSaid(heard, { from: start, to: words.length });
}

const labelsOf = (options: readonly Option[]): Label[] =>
  options.flatMap(({ name, synonyms }, option) =>
    [name, ...synonyms].map((text, at) => ({
      option,
      isName: at === 0,
      words: text
        .toLowerCase()
        .replace(/['’]/g, "")
        .split(/[^\p{L}\p{M}\d]+/u)
        .filter((word) => word !== ""),
    })),
  );

type Match = Range & { option: number; sure: number };

function named(heard: Heard, labels: readonly Label[], asked: boolean): Match | null {
  const matches: Match[] = [];
  for (let at = 0; at < heard.words.length; at++) {
    const match = longestAt(heard, labels, at, asked);
    if (!match || !isFree(heard, match)) continue;
    // "Cleaning, no, whitening" takes back; "no whitening" rules out.
    const denied = isDenied(heard.words, at);
    if (!denied || (matches.length > 0 && heard.words[at - 1]?.word === "no")) matches.push(match);
    at = match.to - 1;
  }
  // "The cleaning, no, the whitening": the last; "a cleaning or a whitening": open.
  const [final, before] = [matches.at(-1), matches.at(-2)];
  const takenBack =
    final && before && heard.words.slice(before.to, final.from).some(({ word }) => repairWords.has(word));
  if (takenBack) return final;
  const best = Math.max(...matches.map(({ sure }) => sure));
  const sure = matches.filter((match) => match.sure === best);
  const [first] = sure;
  const last = sure.at(-1);
  if (!first || !last) return null;
  if (first.option === last.option) return first;
  return { ...first, sure: asked ? 0.45 : 0.6 };
}

function longestAt({ words }: Heard, labels: readonly Label[], at: number, asked: boolean): Match | null {
  let best: Match | null = null;
  for (const { option, words: label } of labels) {
    const sure = samePhrase(words, at, label, asked);
    const to = at + label.length;
    if (sure > 0 && (!best || sure > best.sure || (sure === best.sure && to > best.to)))
      best = { from: at, to, option, sure };
  }
  const soon = soonestAt(words, labels, at);
  if (soon && (!best || soon.to > best.to)) best = soon;
  // "That's right" is no "right away": unasked, part of a synonym says too little.
  const wholes = asked ? labels : labels.filter(({ isName }) => isName);
  if (!asked && everyday.has(words[at]?.word ?? "")) return best;
  return best ?? (asked ? joinedAt(words, labels, at) : null) ?? partialAt(words, wholes, at, asked);
}

/** "As soon as I can" is "as soon as possible", not "soon". */
function soonestAt(words: readonly Word[], labels: readonly Label[], at: number): Match | null {
  const found = phraseAt(soonest, words, at);
  const label = found && labels.find(({ words }) => isSoonest(words.join(" ")));
  return label ? { from: at, to: found.to, option: label.option, sure: 0.95 } : null;
}

const isSoonest = (label: string): boolean => {
  const words = wordsOf(label, sounds);
  return phraseAt(soonest, words, 0)?.to === words.length;
};

/** How sure the words are the label: 1 the same, less when nearly so, 0 not. */
function samePhrase(words: readonly Word[], at: number, label: readonly string[], asked: boolean): number {
  let sure = label.length > 0 ? 0.95 : 0;
  for (const [n, part] of label.entries()) {
    const word = words[at + n]?.word;
    if (word === undefined) return 0;
    if (stem(word) === stem(part)) continue;
    if (!asked || !isNear(word, part)) return 0;
    sure = 0.75;
  }
  return sure;
}

/** "White ning" for "Whitening", "chekup" for "Check-up": the recogniser cut or joined the words otherwise. */
function joinedAt(words: readonly Word[], labels: readonly Label[], at: number): Match | null {
  for (const { option, words: label } of labels) {
    const whole = label.join("");
    for (const size of [label.length - 1, label.length + 1]) {
      const said = words.slice(at, at + size).map(({ word }) => word);
      if (size > 0 && said.length === size && isNear(said.join(""), whole)) {
        return { from: at, to: at + size, option, sure: 0.7 };
      }
    }
  }
  return null;
}

/** One word of a longer name that no other option has: "cleaning" for "Teeth cleaning". */
function partialAt(
  words: readonly Word[],
  labels: readonly Label[],
  at: number,
  asked: boolean,
): Match | null {
  const word = stem(words[at]?.word ?? "");
  if (word.length < 4 || tooGeneral.has(words[at]?.word ?? "")) return null;
  if (verbs.has(words[at]?.word ?? "") && !beforeNoun.has(words[at - 1]?.word ?? "") && (at > 0 || !asked))
    return null;
  const having = labels.filter(
    (label) =>
      label.words.length > 1 &&
      label.words.some((part) => stem(part) === word || (asked && isNear(stem(part), word))),
  );
  const [first] = having;
  if (!first || having.some(({ option }) => option !== first.option)) return null;
  return { from: at, to: at + 1, option: first.option, sure: 0.7 };
}

/** A word without its common endings: "cleanings" and "cleaned" are "clean". */
export function stem(word: string): string {
  if (!lastOfEndings.includes(word.at(-1) ?? " ")) return word;
  const bare = word.replace(wordEndings, "");
  return bare.length >= 3 ? bare : word;
}

function isNear(one: string, two: string): boolean {
  const length = Math.min(one.length, two.length);
  return length >= 4 && distance(one, two) <= (length >= 7 ? 2 : 1);
}

const isDenied = (words: readonly Word[], at: number): boolean => {
  for (let back = 1; back <= 2; back++) {
    const before = words[at - back]?.word ?? "";
    // "No, a cleaning" names one after a no of its own.
    if (words[at - back + 1]?.gap.includes(",")) return false;
    // "No a filling" is a no and a kind, "no filling" rules one out.
    if (before === "no" && back > 1) return false;
    if (notThis.has(before)) return true;
    if (before !== "a" && before !== "the" && before !== "for") return false;
  }
  return false;
};

/** "The second one", "number two", "the last". */
function placed(heard: Heard, count: number): Match | null {
  const place = placeIn(heard, count) ?? bareNumber(heard, count);
  return place && { ...place, sure: 0.85 };
}

/** "Two": a number and nothing else. */
function bareNumber(heard: Heard, count: number): (Range & { option: number }) | null {
  const left = heard.words.flatMap((word, at) => (heard.used[at] || light.has(word.word) ? [] : [at]));
  const at = heard.words.length === 1 ? 0 : left[0];
  const number = at === undefined || left.length > 1 ? null : numberAt(heard.words, at);
  if (at === undefined || !number || number.value > count) return null;
  return { from: at, to: number.to, option: number.value - 1 };
}

/** The place in a list of `count` that an utterance names, from 0. */
export function placeIn(heard: Heard, count: number): (Range & { option: number }) | null {
  const { words } = heard;
  for (let from = 0; from < words.length; from++) {
    const found = phraseAt(byPlace, words, from);
    const start = found?.id === "number" ? found.to : words[from]?.word === "the" ? from + 1 : from;
    const ordinal = found?.id === "number" ? numberAt(words, start) : ordinalAt(words, start);
    const place =
      found && found.id !== "number"
        ? { value: found.id === "last" ? count : Number(found.id), to: found.to }
        : ordinal;
    if (!place || place.value < 1 || place.value > count || !isFree(heard, { from, to: place.to })) continue;
    const next = words[place.to];
    const elsewhere =
      ofSomebody.has(words[from - 1]?.word ?? "") || (next?.gap === " " && placesElsewhere.has(next.word));
    // "The first of those" is one of them.
    if (elsewhere && !(next?.word === "of" && isOneOf.has(words[place.to + 1]?.word ?? ""))) continue;
    const one = thingsCounted.has(next?.word ?? "") ? 1 : 0;
    return { from, to: place.to + one, option: place.value - 1 };
  }
  return null;
}

const isOneOf = new Set(["those", "these", "them", "the"]);

function numberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const word = words[at]?.word ?? "";
  const value = /^\d$/.test(word) ? Number(word) : (units.get(word) ?? 0);
  return value > 0 ? { value, to: at + 1 } : null;
}
