/** An utterance as words: the recognizer's text, cut into letters and digits, without fillers and stammering. */

import { mostCharacters } from "#workers/conversation/line/loop-limits.ts";

export type Word = {
  /** Lower case, without apostrophes; a run of letters or a run of digits. */
  word: string;
  /** As it was written. */
  raw: string;
  /** The text before it: "" when attached to the previous word, else spaces and marks. */
  gap: string;
  /** The text after it, up to the next word that counts. */
  after: string;
  /** A full stop, question mark or similar precedes it. */
  opensSentence: boolean;
  /** Where it is in the utterance, for the caller's own words. */
  start: number;
  end: number;
};

/** A language's sounds without meaning. */
export type Sounds = {
  /** Whether the word at `at` is only a filler there ("uh"; "like" unless in "I'd like"). */
  isFiller(words: readonly Word[], at: number): boolean;
  /** Whether saying the word twice in a row is a stammer ("on on"), not a meaning ("five five"). */
  mayStammer(word: string): boolean;
  /** Where a written word is really two ("threeish": 5), or null. */
  seam(word: string): number | null;
  /** Words after which a full stop does not end a sentence ("Nov. 24"). */
  shortened: ReadonlySet<string>;
};

const pieces = /[\p{L}\p{M}]+(?:['’`][\p{L}\p{M}]+)*|\d+/gu;

/** Cuts an utterance into the words that count, in one pass: without fillers, stammers and broken-off starts ("Tues- Tuesday"). */
export function wordsOf(utterance: string, sounds: Sounds): readonly Word[] {
  if (latest?.utterance !== utterance || latest.sounds !== sounds)
    latest = { utterance, sounds, words: withoutNoise(cut(utterance, sounds), sounds) };
  return latest.words;
}

// Several readers in turn ask for the words of one utterance.
let latest: { utterance: string; sounds: Sounds; words: readonly Word[] } | null = null;

function cut(utterance: string, { shortened, seam }: Sounds): Word[] {
  const text = utterance.slice(0, mostCharacters);
  const words: Word[] = [];
  let end = 0;
  const add = (raw: string, start: number) => {
    const gap = text.slice(end, start);
    const last = words.at(-1);
    if (last) last.after = gap;
    end = start + raw.length;
    const lower = raw.toLowerCase();
    const word = /['’`]/.test(lower) ? lower.replace(/['’`]/g, "") : lower;
    const opensSentence = gap !== " " && gap !== "" && endsSentence(gap, last, shortened);
    words.push({ word, raw, gap, after: "", opensSentence, start, end });
  };
  for (const { 0: raw, index } of text.matchAll(pieces)) {
    const cutAt = seam(raw);
    if (cutAt === null) add(raw, index);
    else {
      add(raw.slice(0, cutAt), index);
      add(raw.slice(cutAt), index + cutAt);
    }
  }
  const last = words.at(-1);
  if (last) last.after = text.slice(end);
  return words;
}

const endsSentence = (gap: string, last: Word | undefined, shortened: Sounds["shortened"]): boolean =>
  /[?!;…\n]/.test(gap) || (/\.\s/.test(gap) && !(last && shortened.has(last.word)));

function withoutNoise(words: readonly Word[], sounds: Sounds): Word[] {
  const kept: Word[] = [];
  let gap = "";
  let stop = false;
  words.forEach((word, at) => {
    const next = words[at + 1];
    const last = kept.at(-1);
    const broken = word.after.startsWith("-") && isBroken(word, next);
    const stammer = last?.word === word.word && gap + word.gap !== "" && sounds.mayStammer(word.word);
    if (stammer && !broken && last) {
      // The second one stays, with the text before the first: "it's for Tom, Tom Brisbane".
      kept[kept.length - 1] = { ...word, gap: last.gap, opensSentence: last.opensSentence };
      [gap, stop] = ["", false];
      return;
    }
    gap += word.gap;
    stop ||= word.opensSentence;
    if (broken || sounds.isFiller(words, at)) {
      if (last) last.after += word.after;
      return;
    }
    const opensSentence = stop && kept.length > 0;
    kept.push(
      word.gap === gap && word.opensSentence === opensSentence ? word : { ...word, gap, opensSentence },
    );
    gap = "";
    stop = false;
  });
  return kept;
}

const isBroken = ({ word, after }: Word, next: Word | undefined): boolean =>
  next !== undefined && /^-+\s/.test(after) && next.word.startsWith(word);

/** The words as one normalised line. */
export function lineOf(words: readonly Word[]): string {
  return words.map(({ word, gap }, at) => (at > 0 && gap !== "" ? ` ${word}` : word)).join("");
}

/** The caller's own words from one word to another (exclusive), as written. */
export function quote(utterance: string, words: readonly Word[], from: number, to: number): string {
  const first = words[from];
  const last = words[to - 1];
  return first && last ? utterance.slice(first.start, last.end) : "";
}
