/** Writes a heard name as a name: capitals, hyphens, particles, and what was spelled in place of what was recognised. */
import { distance } from "fastest-levenshtein";
import { afterName, firstNames, joints, particles } from "#workers/conversation/english/names.ts";
import type { Heard } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { describedAt } from "./name-letters.ts";
import { spelledAt } from "./spelling.ts";

/** The words as a name: capitals where the recogniser wrote none, hyphens and apostrophes kept, also those that were said. */
export function cased({ words }: Heard, from: number, to: number): string {
  let name = "";
  let said = "";
  for (let at = from; at < to; at++) {
    const word = words[at];
    if (!word) break;
    if (joints.has(word.word)) {
      said = joints.get(word.word) ?? "";
      continue;
    }
    // "O Brien" is how recognisers write O'Brien.
    const irish = name.endsWith(" O") || name === "O";
    const joint = at === from ? "" : said || (irish ? "'" : word.gap.includes("-") ? "-" : " ");
    const small = at > from && particles.has(word.word) && !/^\p{Lu}/u.test(word.raw);
    name += joint + (small ? word.raw : titled(word.raw));
    said = "";
  }
  return name;
}

/** A word with the capitals of a name: "Smith-Jones", "McAllister". */
export function titled(raw: string): string {
  const mixed = /\p{Lu}/u.test(raw.slice(1)) && /\p{Ll}/u.test(raw);
  if (mixed) return raw;
  const plain = raw.toLowerCase().replace(/’/g, "'");
  const capital = plain.replace(
    /(^|[-'])(\p{L})/gu,
    (_, mark: string, letter: string) => mark + letter.toUpperCase(),
  );
  return capital
    .replace(/'(S|T|D|M|Ll|Re|Ve)$/, (end) => end.toLowerCase())
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

const begins = (name: string) => name.toLowerCase().split(" ")[0] ?? "";

/** "Lindqvist, Marta" as "Marta Lindqvist", "Van der Berg, Peter" as "Peter Van der Berg". */
export function inOrder(one: string, two: string): string {
  const isFamily = !one.includes(" ") || particles.has(begins(one));
  const reversed = isFamily && firstNames.has(begins(two)) && !firstNames.has(begins(one));
  return reversed ? `${two} ${one}` : `${one} ${two}`;
}

/** "Sor", begun and broken off before "Sorensen"; "Rob" before "Roberts" is a name of its own, and "J" an initial. */
export function isBrokenOff(part: string, whole: string): boolean {
  const [a, b] = [part.toLowerCase(), whole.toLowerCase()];
  return a.length > 1 && a.length < b.length && b.startsWith(a) && !firstNames.has(a);
}

/** Whether a name says an earlier one again: "Hank Sorensen" or "Sorensen" after "Hank Sor". */
export function restates(before: string, name: string): boolean {
  if (before === "") return false;
  const [parts, again] = [before.toLowerCase().split(" "), name.toLowerCase().split(" ")];
  const [first = ""] = again;
  return again.length > 1 ? first === parts[0] : parts.some((part) => isBrokenOff(part, first));
}

/** A name said in one breath, as it was said last: "Hank Sor Hank Sorensen" and "Hank Sor Sorensen" are one name. */
export function saidLast(name: string): string {
  const parts = name.split(" ");
  const again = parts.lastIndexOf(parts[0] ?? "");
  const rest = again < parts.length - 1 ? parts.slice(again) : parts;
  return rest.filter((part, at) => !isBrokenOff(part, rest[at + 1] ?? "")).join(" ");
}

/** Two stretches of one name, one after the other; "Bond, James Bond" says a part of it twice. */
export function together(one: string, two: string): string {
  if (restates(one, two)) return two.includes(" ") ? two : saidLast(`${one} ${two}`);
  const [a, b] = [` ${one.toLowerCase()} `, ` ${two.toLowerCase()} `];
  if (b.startsWith(a) || b.endsWith(a)) return two;
  return a.startsWith(b) || a.endsWith(b) ? one : inOrder(one, two);
}

/** "My name is Nguyen, first name Kim" is Kim Nguyen; a part told of wins over the whole. */
export function withParts(whole: string, first: string, last: string): string {
  if (first && last) return `${first} ${last}`;
  const words = whole === "" ? [] : whole.split(" ");
  if (first)
    return [first, ...(words.length > 1 ? words.slice(1) : words.filter((word) => word !== first))].join(" ");
  return last
    ? [...(words.length > 1 ? words.slice(0, -1) : words.filter((word) => word !== last)), last].join(" ")
    : whole;
}

/** Whether the words that gave a name were its letters: "it's spelled J O H N". */
export const isSpelledOut = (words: string): boolean =>
  /(^|[^\p{L}])\p{L}([\s,.-]+\p{L})+[\s.]*$/u.test(words.slice(-200));

/**
 * What was spelled, or told of the spelling, wins over what was recognised.
 * @param name as recognised; empty when only letters were said
 * @param to where it ended
 * @returns the name as spelled, where the spelling ended, and whether letters came last
 */
export function withSpelling(
  { words }: Heard,
  name: string,
  to: number,
): { name: string; to: number; spelled: boolean } {
  let [written, end, letters] = [name, to, false];
  for (;;) {
    const told = describedAt(words, end, written);
    if (told) {
      written = told.name;
      end = told.to;
      continue;
    }
    const lead = phraseAt(afterName, words, end);
    const from = lead?.id === "spelled" ? lead.to : end;
    const spelled = spelledAt(words, from, 2);
    if (!spelled) break;
    written = mergedSpelling(written, titled(spelled.letters));
    end = spelled.to;
    letters = true;
  }
  return { name: written, to: end, spelled: letters };
}

/**
 * A name with one part of it spelled.
 * @param name as recognised or known; may be empty
 */
export function mergedSpelling(name: string, spelled: string): string {
  const parts = name === "" ? [] : name.split(" ");
  const both = spelledTogether(parts, spelled);
  if (both) return both;
  // "Annie, double n i e" spells the end of what was said.
  if (parts.some((part) => part.toLowerCase().endsWith(spelled.toLowerCase()))) return name;
  const near = parts.findLastIndex((part) => isNear(part, spelled));
  if (near >= 0) return parts.with(near, spelled).join(" ");
  // A first name said and another one spelled: the family name. With both said, the last one was misheard.
  return parts.length > 1 ? parts.with(-1, spelled).join(" ") : [...parts, spelled].join(" ");
}

/** "Marta Lindqvist, M A R T A L I N D …": first and last name in one go. */
function spelledTogether([first, last, ...more]: string[], spelled: string): string | null {
  if (first === undefined || last === undefined || more.length > 0) return null;
  for (const end of [first.length, first.length - 1, first.length + 1]) {
    const [one, two] = [titled(spelled.slice(0, end)), titled(spelled.slice(end))];
    if (two.length > 1 && isNear(first, one) && isNear(last, two)) return `${one} ${two}`;
  }
  return null;
}

function isNear(one: string, two: string): boolean {
  const [a, b] = [one.toLowerCase(), two.toLowerCase()];
  return a[0] === b[0] && distance(a, b) <= Math.max(2, Math.floor(b.length / 2));
}
