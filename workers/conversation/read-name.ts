/** Reads a person's name: introduced, spelled, or bare when it was asked for. */
import { distance } from "fastest-levenshtein";
import {
  afterBareName,
  afterName,
  alsoNames,
  beforeName,
  courtesies,
  firstNames,
  introductions,
  neverName,
  particles,
} from "./english-names.ts";
import { claim, type Heard, isFree, type Range } from "./heard.ts";
import { phraseAt } from "./phrases.ts";
import { spelledAt } from "./spelling.ts";

export type NameRead = Range & { name: string; sure: number };

const MAX_WORDS = 5;
type Intro = Range & { id: string };

/** The name in an utterance, claimed; `asked` when a name was the question. */
export function nameIn(heard: Heard, asked: boolean): NameRead | null {
  const parts = introduced(heard, asked);
  const bare = parts.length === 0 && asked ? bareName(heard) : null;
  const found = bare ?? joined(parts) ?? beforeHere(heard) ?? atTheEnd(heard);
  if (found) claim(heard, found);
  return found && { from: found.from, to: found.to, name: found.name, sure: found.sure };
}

type Part = NameRead & { which: "first" | "last" | "whole" };

function introduced(heard: Heard, asked: boolean): Part[] {
  const { words } = heard;
  const parts: Part[] = [];
  let at = 0;
  while (at < words.length) {
    const intro = phraseAt(introductions, words, at);
    const spells =
      intro?.id === "likely" && at > 0 && isNameWord(heard, at - 1) && spelledAt(words, intro.to, 2) !== null;
    const part = intro && !spells && isFree(heard, intro) ? afterIntroduction(heard, intro, asked) : null;
    if (part) parts.push(part);
    at = part ? part.to : at + 1;
  }
  return parts;
}

function afterIntroduction(heard: Heard, intro: Intro, asked: boolean): Part | null {
  const found = nameAt(heard, intro.to);
  if (!found) return null;
  if (intro.id === "likely" && !asked && !isPlausible(heard, found)) return null;
  if (intro.id === "likely" && asked && !isPlausible(heard, found) && !endsWell(heard, found.to)) return null;
  const which = intro.id === "first" || intro.id === "last" ? intro.id : "whole";
  return { ...found, from: intro.from, which, sure: intro.id === "likely" ? 0.8 : 0.9 };
}

/** A name after "this is", unasked: a common first name, a capital letter, or "… here". */
function isPlausible(heard: Heard, { from, to, name }: NameRead): boolean {
  const { words, utterance } = heard;
  const first = words[from];
  if (!first) return false;
  if (phraseAt(afterName, words, to)?.id === "here") return true;
  if (firstNames.has(first.word)) return true;
  const cased = /\p{Lu}/u.test(utterance.slice(1)) && /\p{Ll}/u.test(utterance);
  return cased && /^\p{Lu}\p{Ll}/u.test(first.raw) && !first.opensSentence && from > 0 && name.length > 1;
}

/** Whether a name may end here: at the end, at a mark, or before a word that goes on with something else. */
function endsWell({ words }: Heard, to: number): boolean {
  const next = words[to];
  return !next || /[.,!?;]/.test(next.gap) || afterBareName.has(next.word);
}

/** Joins "first name …" and "last name …"; otherwise the last one said counts ("it's Ann, no, it's Anna"). */
function joined(parts: readonly Part[]): NameRead | null {
  const last = parts.findLast(({ which }) => which === "last");
  const first = parts.findLast(({ which }) => which !== "last");
  const all = [first, last].filter((part) => part !== undefined);
  const [one] = all;
  if (!one) return null;
  return {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    name: all.map(({ name }) => name).join(" "),
    sure: 0.9,
  };
}

/** "Marta Lindqvist here". */
function beforeHere(heard: Heard): NameRead | null {
  const { words } = heard;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]?.word;
    if (word !== "here" && word !== "speaking") continue;
    let from = at;
    while (from > 0 && at - from < 4 && isNameWord(heard, from - 1)) {
      from--;
      if (words[from]?.opensSentence || words[from]?.gap.includes(",")) break;
    }
    const first = words[from];
    if (from === at || !first) continue;
    const known = firstNames.has(first.word) || (/^\p{Lu}/u.test(first.raw) && from > 0) || at - from >= 2;
    if (known) return { from, to: at + 1, name: cased(heard, from, at), sure: 0.85 };
  }
  return null;
}

/** "I'd like to book a cleaning, JANE DOE": a name in capitals, or a common first name in a clause of its own, at the end. */
function atTheEnd(heard: Heard): NameRead | null {
  const { words, utterance } = heard;
  const to = words.length;
  let from = to;
  while (from > 0 && to - from < 3 && isNameWord(heard, from - 1)) {
    from--;
    if (/[.,;:–—]/.test(words[from]?.gap ?? "")) break;
  }
  const said = words.slice(from, to);
  if (from === 0 || said.length < 2) return null;
  const isCapital = said.every(({ raw }) => /^\p{Lu}{2,}$/u.test(raw)) && /\p{Ll}/u.test(utterance);
  const isCommon = /[.,;:–—]/.test(said[0]?.gap ?? "") && firstNames.has(said[0]?.word ?? "");
  const isCased = said.every(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
  if (!isCapital && !(isCommon && isCased)) return null;
  return { from, to, name: cased(heard, from, to), sure: 0.8 };
}

/** The answer to "your name, please?": all of what is left, when it looks like a name. */
function bareName(heard: Heard): NameRead | null {
  const { words } = heard;
  let from = 0;
  while (from < words.length && (heard.used[from] || beforeName.has(words[from]?.word ?? ""))) {
    // "I" and "mean" are passed over only as "I mean".
    from++;
  }
  let found = nameAt(heard, from, true);
  // "Marta, M A R T A, Lindqvist, L I N D …"
  for (
    let more = found && nameAt(heard, found.to, true);
    found && more;
    more = nameAt(heard, found.to, true)
  ) {
    found = { ...found, to: more.to, name: inOrder(found.name, more.name) };
  }
  if (!found || !endsWell(heard, found.to)) return null;
  return { ...found, sure: 0.8 };
}

/**
 * A name and nothing else, said though something else was asked; claimed.
 * @param unusual whether two words in capitals are enough, or the first must be a common first name
 */
export function nameAlone(heard: Heard, unusual: boolean): NameRead | null {
  const { words } = heard;
  let from = 0;
  while (from < words.length && (heard.used[from] || beforeName.has(words[from]?.word ?? ""))) from++;
  const found = nameAt(heard, from);
  if (!found || !words.slice(found.to).every(({ word }) => beforeName.has(word))) return null;
  const said = words.slice(found.from, found.to);
  const capitals = said.length > 1 && said.every(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
  if (!firstNames.has(said[0]?.word ?? "") && !(unusual && capitals)) return null;
  claim(heard, found);
  return found;
}

/** "Lindqvist, Marta" as "Marta Lindqvist". */
function inOrder(one: string, two: string): string {
  const reversed =
    !one.includes(" ") && firstNames.has(two.toLowerCase()) && !firstNames.has(one.toLowerCase());
  return reversed ? `${two} ${one}` : `${one} ${two}`;
}

/** `alone`: the word answers the question for a name, so that "Will" and "April May" are names too. */
function isNameWord(heard: Heard, at: number, alone = false): boolean {
  const word = heard.words[at];
  if (word === undefined || heard.used[at] || !/^\p{L}+$/u.test(word.word)) return false;
  return !neverName.has(word.word) || (alone && alsoNames.has(word.word));
}

/** A name that begins at a word, with what is spelled after it. */
function nameAt(heard: Heard, start: number, bare = false): NameRead | null {
  const { words } = heard;
  let from = start;
  while (courtesies.has(words[from]?.word ?? "")) from++;
  const letters = spelledAt(words, from, 2);
  // "J R Smith" begins with initials.
  const initials = letters !== null && letters.count <= 3 && isNameWord(heard, letters.to, bare);
  const alone = initials ? null : letters;
  let to = from;
  if (!alone) {
    while (to < words.length && to - from < MAX_WORDS && isNameWord(heard, to, bare)) {
      if (
        to > from &&
        (words[to]?.opensSentence || /[,;:]/.test(words[to]?.gap ?? "") || spelledAt(words, to, 2))
      )
        break;
      to++;
    }
    while (to > from && particles.has(words[to - 1]?.word ?? "") && to - from > 1) to--;
    if (to === from) return null;
  }
  const name = cased(heard, from, to);
  return withSpelling(heard, { from, to, name, sure: 0.8 });
}

/** What was spelled wins over what was recognised. */
function withSpelling(heard: Heard, found: NameRead): NameRead | null {
  const { words } = heard;
  let { name, to } = found;
  for (;;) {
    // "Martha with an h" tells how it is written, as far as an ear can use it.
    if (describesLetter(words, to)) to += 3;
    const lead = phraseAt(afterName, words, to);
    const from = lead?.id === "spelled" ? lead.to : to;
    const spelled = spelledAt(words, from, 2);
    if (!spelled) break;
    // "Matt with double t" describes what was said.
    const describes = words[to]?.word === "with" && spelled.count <= 2;
    if (!describes) name = merged(name, titled(spelled.letters));
    to = spelled.to;
  }
  return name === "" ? null : { ...found, name, to };
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

/** The words as a name: capitals where the recogniser wrote none, hyphens and apostrophes kept. */
function cased({ words }: Heard, from: number, to: number): string {
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
