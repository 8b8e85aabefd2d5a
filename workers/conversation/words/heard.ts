/** An utterance while it is read: its words, and which of them a reader has claimed. No word is used twice. */
import { quote, type Word } from "./words.ts";

export type Heard = { utterance: string; words: readonly Word[]; used: boolean[] };
/** Word positions, the end exclusive. */
export type Range = { from: number; to: number };
/** A part of an utterance between full stops, commas and "and do you …". `asks`: it ends with a question mark. */
export type Clause = Range & { asks: boolean };

export const heard = (utterance: string, words: readonly Word[]): Heard => ({
  utterance,
  words,
  used: words.map(() => false),
});

export function claim({ used }: Heard, { from, to }: Range): void {
  for (let at = from; at < to; at++) used[at] = true;
}

export function isFree({ used }: Heard, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (used[at]) return false;
  return true;
}

/** The caller's own words of a range. */
export const wordsSaid = ({ utterance, words }: Heard, { from, to }: Range): string =>
  quote(utterance, words, from, to);

/**
 * The utterance in clauses.
 * @param opens whether a new clause begins at a word though no mark stands before it ("and do you have …")
 */
export function clausesOf({ words }: Heard, opens: (at: number) => boolean): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  words.forEach((word, at) => {
    if (at === 0 || !(word.opensSentence || /[,:–—]|\s-+\s/.test(word.gap) || opens(at))) return;
    clauses.push({ from, to: at, asks: words[at - 1]?.after.includes("?") ?? false });
    from = at;
  });
  if (words.length > 0)
    clauses.push({ from, to: words.length, asks: words.at(-1)?.after.includes("?") ?? false });
  return clauses;
}
