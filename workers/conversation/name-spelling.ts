/** Writes a heard name as a name: capitals, hyphens, particles, and what was spelled in place of what was recognised. */
import { distance } from "fastest-levenshtein";
import { afterName, firstNames, particles } from "./english-names.ts";
import type { Heard } from "./heard.ts";
import { phraseAt } from "./phrases.ts";
import { spelledAt } from "./spelling.ts";

/** The words as a name: capitals where the recogniser wrote none, hyphens and apostrophes kept. */
export function cased({ words }: Heard, from: number, to: number): string {
  let name = "";
  for (let at = from; at < to; at++) {
    const word = words[at];
    if (!word) break;
    // "O Brien" is how recognisers write O'Brien.
    const irish = name.endsWith(" O") || name === "O";
    const joint = at === from ? "" : irish ? "'" : word.gap.includes("-") ? "-" : " ";
    const small = at > from && particles.has(word.word) && !/^\p{Lu}/u.test(word.raw);
    name += joint + (small ? word.raw : titled(word.raw));
  }
  return name;
}

function titled(raw: string): string {
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

/** "Lindqvist, Marta" as "Marta Lindqvist". */
export function inOrder(one: string, two: string): string {
  const reversed =
    !one.includes(" ") && firstNames.has(two.toLowerCase()) && !firstNames.has(one.toLowerCase());
  return reversed ? `${two} ${one}` : `${one} ${two}`;
}

/**
 * What was spelled wins over what was recognised.
 * @param name as recognised; empty when only letters were said
 * @param to where it ended
 * @returns the name as spelled and where the spelling ended
 */
export function withSpelling({ words }: Heard, name: string, to: number): { name: string; to: number } {
  let [written, end] = [name, to];
  for (;;) {
    // "Martha with an h" tells how it is written, as far as an ear can use it.
    if (describesLetter(words, end)) end += 3;
    const lead = phraseAt(afterName, words, end);
    const from = lead?.id === "spelled" ? lead.to : end;
    const spelled = spelledAt(words, from, 2);
    if (!spelled) break;
    // "Matt with double t" describes what was said.
    const describes = words[end]?.word === "with" && spelled.count <= 2;
    if (!describes) written = merged(written, titled(spelled.letters));
    end = spelled.to;
  }
  return { name: written, to: end };
}

const describesLetter = (words: Heard["words"], at: number): boolean =>
  words[at]?.word === "with" &&
  /^an?$/.test(words[at + 1]?.word ?? "") &&
  /^\p{L}$/u.test(words[at + 2]?.word ?? "");

function merged(name: string, spelled: string): string {
  const parts = name === "" ? [] : name.split(" ");
  const both = spelledTogether(parts, spelled);
  if (both) return both;
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
