/** Phrases found in an utterance: many fixed phrases, looked for together, longest first, in one pass. */
import type { Word } from "./words.ts";

type Node = { next: Map<string, Node>; id: string | null };

/** Phrases by what they mean; build with `phraseBook`. */
export type PhraseBook = { root: Node };
export type Found = { id: string; from: number; to: number };

/** Every plain phrase that "[please] (stop|quit) calling" stands for. */
function spellOut(pattern: string): string[] {
  let lines: string[] = [""];
  const parts = pattern.matchAll(/\[([^\]]*)\]|\(([^)]*)\)|([^[(]+)/g);
  for (const [, optional, either, plain] of parts) {
    const choices =
      optional !== undefined
        ? ["", ...optional.split("|")]
        : either !== undefined
          ? either.split("|")
          : [plain ?? ""];
    lines = lines.flatMap((line) => choices.map((choice) => `${line} ${choice}`));
  }
  return lines.map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line !== "");
}

/**
 * Builds a book from patterns: plain words, `[may be absent]`, `(one|another)`, `[one|another|none]`; no nesting.
 * Apostrophes do not matter, as in `Word.word`.
 */
export function phraseBook(entries: Readonly<Record<string, readonly string[]>>): PhraseBook {
  const root: Node = { next: new Map(), id: null };
  for (const [id, patterns] of Object.entries(entries)) {
    for (const line of patterns.flatMap(spellOut)) add(root, line, id);
  }
  return { root };
}

function add(root: Node, line: string, id: string): void {
  let node = root;
  for (const word of line
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[\s-]+/)) {
    let next = node.next.get(word);
    if (!next) {
      next = { next: new Map(), id: null };
      node.next.set(word, next);
    }
    node = next;
  }
  node.id ??= id;
}

/** The longest phrase that begins at a word, if any. */
export function phraseAt(book: PhraseBook, words: readonly Word[], from: number): Found | null {
  let node: Node | undefined = book.root;
  let found: Found | null = null;
  for (let at = from; at < words.length; at++) {
    node = node.next.get(words[at]?.word ?? "");
    if (!node) break;
    if (node.id !== null) found = { id: node.id, from, to: at + 1 };
  }
  return found;
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
