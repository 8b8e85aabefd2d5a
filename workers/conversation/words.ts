/** An utterance as words: what a recogniser wrote, cut into letters and digits, without fillers and stammering. */

/** Longer utterances are cut here; nobody says more in one turn. */
export const MAX_CHARACTERS = 10_000;

export type Word = {
  /** Lower case, without apostrophes; a run of letters or a run of digits. */
  word: string;
  /** As it was written. */
  raw: string;
  /** What stood before it: "" when glued to the word before, else blanks and marks. */
  gap: string;
  /** What stands after it, up to the next word that counts. */
  after: string;
  /** Where it is in the utterance, for the caller's own words. */
  start: number;
  end: number;
};

const pieces = /[\p{L}\p{M}]+(?:['’`][\p{L}\p{M}]+)*|\d+/gu;
const marks = /['’`]/g;

/** What a language pack says about sounds that carry nothing. */
export type Sounds = {
  /** Whether the word at `at` is only a filler there ("uh"; "like" unless "I'd like"). */
  isFiller(words: readonly Word[], at: number): boolean;
  /** Whether saying the word twice in a row is a stammer ("on on"), not a meaning ("five five", "no no"). */
  mayStammer(word: string): boolean;
};

/** Cuts an utterance into words, in one pass. Never throws. */
export function cut(utterance: string): Word[] {
  const text = utterance.length > MAX_CHARACTERS ? utterance.slice(0, MAX_CHARACTERS) : utterance;
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    const gap = text.slice(end, match.index);
    const last = words.at(-1);
    if (last) last.after = gap;
    end = match.index + match[0].length;
    const word = match[0].toLowerCase().replace(marks, "");
    words.push({ word, raw: match[0], gap, after: "", start: match.index, end });
  }
  const last = words.at(-1);
  if (last) last.after = text.slice(end);
  return words;
}

/** The words that count: fillers, stammers ("on on Tuesday") and broken-off starts ("Tues- Tuesday") left out. */
export function withoutNoise(words: readonly Word[], sounds: Sounds): Word[] {
  const kept: Word[] = [];
  let skipped = "";
  words.forEach((word, at) => {
    const next = words[at + 1];
    const broken = next && /^-+\s/.test(word.after) && next.word.startsWith(word.word);
    const last = kept.at(-1);
    const stammer = last && last.word === word.word && sounds.mayStammer(word.word);
    if (broken || stammer || sounds.isFiller(words, at)) {
      skipped += word.gap;
      if (last) last.after += word.after;
      return;
    }
    kept.push({ ...word, gap: skipped + word.gap });
    skipped = "";
  });
  return kept;
}

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

/** Whether a clause ends before this word: a full stop, question mark or the like stands there. */
export function startsSentence(word: Word): boolean {
  return /[?!;…]|\.(\s|$)/.test(word.gap);
}
