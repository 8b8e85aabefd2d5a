/** Fixed phrases found in an utterance: many at once, longest first, in one pass. */
import { type Grammar, grammar, matchAt } from "./grammar.ts";
import type { Word } from "./words.ts";

/** Phrases by their meaning. */
export type PhraseBook = Grammar<string, Record<never, never>, null>;
export type Found = { id: string; from: number; to: number };

/** Builds a book from patterns (see `rulesFor`): plain words, `[optional]`, `(one|another)`; apostrophes do not matter. */
export function phraseBook(entries: Readonly<Record<string, readonly string[]>>): PhraseBook {
  return grammar(
    {},
    Object.entries(entries).map(([id, patterns]) => ({ patterns, make: () => id })),
  );
}

/** The longest phrase that begins at a word, if any. */
export function phraseAt(book: PhraseBook, words: readonly Word[], from: number): Found | null {
  const found = matchAt(book, words, from, null);
  return found && { id: found.value, from, to: found.to };
}

/** All phrases from left to right, the longest first where several begin; none overlap. */
export function phrasesIn(book: PhraseBook, words: readonly Word[]): Found[] {
  const all: Found[] = [];
  let at = 0;
  while (at < words.length) {
    const found = phraseAt(book, words, at);
    if (found) all.push(found);
    at = found ? found.to : at + 1;
  }
  return all;
}
