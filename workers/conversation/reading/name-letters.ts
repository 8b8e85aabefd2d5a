/** What a caller tells of how a name is written without spelling it: "with a K", "two l's", "without an e", "no space". */
import { firstNames } from "#workers/conversation/english/names.ts";
import {
  lettersOfSound,
  spelledParts,
  timesLetter,
  toldOfLetters,
} from "#workers/conversation/english/spelling.ts";
import { type Found, phraseAt } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { spelledAt } from "./spelling.ts";

type Told = { name: string; to: number };

/** What is told of the name's writing from a word on, taken into the name; null when nothing is. */
export function describedAt(words: readonly Word[], at: number, name: string): Told | null {
  if (name === "") return null;
  const lead = phraseAt(toldOfLetters, words, at);
  const from = lead?.id === "lead" ? lead.to : at;
  const parts = name.split(" ");
  // "That's Eric with a K" says which part is meant.
  const again = parts.findIndex((part) => part.toLowerCase() === words[from]?.word);
  const told = again >= 0 && lead?.id === "lead" ? phraseAt(toldOfLetters, words, from + 1) : null;
  const found = told ?? phraseAt(toldOfLetters, words, from) ?? timesAt(words, from, name);
  if (!found || found.id === "lead") return null;
  if (found.id === "joined") return { name: joined(parts), to: found.to };
  if (found.id === "hyphen") return { name: hyphened(parts), to: found.to };
  const letters = lettersAt(words, found.to);
  if (letters === null) return null;
  const how = (part: string) => rewritten(part, found.id, letters.letters);
  const order = told ? [again] : [...parts.keys()].reverse();
  for (const nth of order) {
    const part = parts[nth] ?? "";
    const mended = how(part);
    if (mended !== null) return { name: parts.with(nth, mended).join(" "), to: letters.to };
  }
  return { name, to: letters.to };
}

/** "Double s" after Ross tells of its letter; before more letters ("double S E") it is one of them. */
function timesAt(words: readonly Word[], at: number, name: string): Found | null {
  const id = timesLetter.get(words[at]?.word ?? "");
  const letter = lettersAt(words, at + 1);
  if (id === undefined || letter === null || !name.toLowerCase().includes(letter.letters)) return null;
  return spelledAt(words, at + 1, 2) ? null : { id, from: at, to: at + 1 };
}

/** The letter that is told of: "k", "ts" for "t's", "p h". */
function lettersAt(words: readonly Word[], at: number): { letters: string; to: number } | null {
  const word = words[at]?.word ?? "";
  if (word === "ph" || (word === "p" && words[at + 1]?.word === "h"))
    return { letters: "ph", to: word === "ph" ? at + 1 : at + 2 };
  return /^\p{L}s?$/u.test(word) ? { letters: word.slice(0, 1), to: at + 1 } : null;
}

/** A part of a name written as told; null when it cannot have been meant. */
function rewritten(part: string, how: string, letter: string): string | null {
  const plain = part.toLowerCase();
  const mended =
    how === "with"
      ? having(plain, letter)
      : how === "without"
        ? lacking(plain, letter)
        : counted(plain, letter, Number(how));
  if (mended === null || mended === plain) return mended === null ? null : part;
  return mended.charAt(0).toUpperCase() + mended.slice(1);
}

/** "Eric" with a k is "erik", "sara" with an h "sarah", "brown" with an e "browne". */
function having(part: string, letter: string): string | null {
  if (part.includes(letter)) return part;
  const like = (lettersOfSound.get(letter) ?? []).filter((sound) => part.includes(sound));
  const candidates = like.map((sound) => part.replace(sound, letter));
  const inserted =
    letter === "h" ? [...part].map((_, at) => `${part.slice(0, at + 1)}h${part.slice(at + 1)}`) : [];
  const known = [...candidates, ...inserted].find((one) => firstNames.has(one));
  const ended = letter === "e" && /[^aeiouy]$/.test(part) ? `${part}e` : null;
  return known ?? candidates[0] ?? ended;
}

function lacking(part: string, letter: string): string | null {
  if (!part.includes(letter)) return null;
  if (part.endsWith(letter)) return part.slice(0, -letter.length);
  const without = part.replace(letter, "");
  return firstNames.has(without) ? without : part;
}

/** The letter so many times in a row, where it stands last. */
function counted(part: string, letter: string, count: number): string | null {
  const runs = [...part.matchAll(new RegExp(`${letter}+`, "gu"))];
  const last = runs.at(-1);
  if (!last) return null;
  if (runs.some(([run]) => run.length === count)) return part;
  return part.slice(0, last.index) + letter.repeat(count) + part.slice(last.index + last[0].length);
}

/** "Mary Ann, no space" is Maryann, "Tom Mac Donald, one word" Tom Macdonald; of a plain first and last name nothing is joined. */
function joined(parts: readonly string[]): string {
  const isHalf = (at: number) =>
    firstNames.has(parts[at]?.toLowerCase() ?? "") && spelledParts.has(parts[at + 1]?.toLowerCase() ?? "");
  const half = parts.findIndex((_, at) => isHalf(at));
  const at = half >= 0 ? half : parts.length > 2 ? parts.length - 2 : -1;
  const [one, two] = [parts[at], parts[at + 1]];
  if (one === undefined || two === undefined) return parts.join(" ");
  return [...parts.slice(0, at), one + two.toLowerCase(), ...parts.slice(at + 2)].join(" ");
}

const hyphened = (parts: readonly string[]): string =>
  parts.length > 1 ? [...parts.slice(0, -2), parts.slice(-2).join("-")].join(" ") : parts.join(" ");
