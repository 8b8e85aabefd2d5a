/** Letters spelled out: "L I N D Q V I S T", "b as in boy", "double t". */
import { letterNames, letterSounds, multiples } from "#workers/conversation/english/names.ts";
import type { Range } from "#workers/conversation/words/heard.ts";
import type { Word } from "#workers/conversation/words/words.ts";

export type Spelled = Range & { letters: string; count: number };

const isLetter = (word: string | undefined): word is string => word !== undefined && /^\p{L}$/u.test(word);

/** No spelled name is longer; what follows is something else. */
const LONGEST = 40;

type Step = { letters: string; to: number };

/** One letter, however it is said; `loose` takes sounds such as "bee" and names such as "bravo", which only stand between letters. */
function letterAt(words: readonly Word[], at: number, loose: boolean): Step | null {
  const word = words[at]?.word ?? "";
  const times = multiples.get(word);
  if (times !== undefined && !multiples.has(words[at + 1]?.word ?? "")) {
    const one = letterAt(words, at + 1, true);
    return one && { letters: one.letters.slice(0, 1).repeat(times), to: one.to };
  }
  if (word === "capital" || word === "letter" || word === "small") {
    return isLetter(words[at + 1]?.word) ? letterAt(words, at + 1, loose) : null;
  }
  const letter = isLetter(word)
    ? word
    : loose
      ? (letterSounds.get(word) ?? letterNames.get(word))
      : undefined;
  if (letter === undefined) return null;
  const next = words[at + 1]?.word;
  const example = words[at + 2]?.word ?? "";
  const asIn = next === "as" && example === "in" ? words[at + 3]?.word : undefined;
  if (asIn?.startsWith(letter)) return { letters: letter, to: at + 4 };
  // "S like Sam": the "like" was left out as a filler, the room that it took was not.
  const mate = words[at + 1];
  if (mate && /^ {2,}$/.test(mate.gap) && mate.word.length > 1 && mate.word.startsWith(letter))
    return { letters: letter, to: at + 2 };
  if ((next === "for" || next === "like") && example.length > 1 && example.startsWith(letter)) {
    return { letters: letter, to: at + 3 };
  }
  return { letters: letter, to: at + 1 };
}

/**
 * The letters spelled out from a word on; null when there are fewer than `least`.
 * A hyphen or apostrophe said between letters is kept.
 */
export function spelledAt(words: readonly Word[], from: number, least: number): Spelled | null {
  const first = letterAt(words, from, false) ?? asInAt(words, from) ?? alphabetAt(words, from);
  if (!first) return null;
  let { letters, to } = first;
  let count = letters.length;
  while (count < LONGEST) {
    const word = words[to]?.word ?? "";
    const mark = word === "hyphen" || word === "dash" ? "-" : word === "apostrophe" ? "'" : "";
    const skip = mark !== "" || word === "and" ? 1 : 0;
    const next = letterAt(words, to + skip, true);
    // "then a" after letters begins something else; a sound counts only if a real letter follows or precedes it.
    if (!next || words[to]?.opensSentence) break;
    letters += mark + next.letters;
    count += next.letters.length;
    to = next.to;
  }
  return count >= least ? { from, to, letters, count } : null;
}

/** "bravo as in boy", "em as in mother". */
function asInAt(words: readonly Word[], at: number): Step | null {
  return words[at + 1]?.word === "as" ? letterAt(words, at, true) : null;
}

/** "Sierra Mike India …": at least three words of the telephone alphabet in a row. */
function alphabetAt(words: readonly Word[], at: number): Step | null {
  const three = [0, 1, 2].map((n) => letterNames.get(words[at + n]?.word ?? ""));
  return three.every((letter) => letter !== undefined) ? letterAt(words, at, true) : null;
}
