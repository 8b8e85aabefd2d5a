/** Reads a person's name: introduced, spelled, or bare when it was asked for. */
import {
  afterName,
  beforeName,
  beforeOthers,
  beginsFirms,
  courtesies,
  firstNames,
  forOthers,
  introductions,
  whichName,
} from "#workers/conversation/english/names.ts";
import { approving } from "#workers/conversation/english/surnames.ts";
import { claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { cased, mergedSpelling, restates, together, withParts } from "./name-spelling.ts";
import { endsWell, isApart, isEveryday, isNameWord, type NameRead, nameAt } from "./name-stretch.ts";
import { spelledAt } from "./spelling.ts";

/** Fewer letters by themselves are more often something else ("O K", "p m"). */
const LEAST_LETTERS = 3;
type Intro = Range & { id: string };

/** The name in an utterance, claimed; `asked` when a name was the question. */
export function nameIn(heard: Heard, asked: boolean): NameRead | null {
  claimOthers(heard);
  const parts = introduced(heard, asked);
  const whole = parts.find(({ which }) => which === "whole");
  const before = asked ? bareName(heard) : null;
  const bare = !whole || before?.name.startsWith(`${whole.name} `) ? before : null;
  const told = bare ? joined([{ ...bare, which: "whole" }, ...parts]) : joined(parts);
  const found = told ?? (asked ? inLastClause(heard) : null) ?? beforeHere(heard) ?? atTheEnd(heard);
  if (found) claim(heard, found);
  return found && { from: found.from, to: found.to, name: found.name, sure: found.sure };
}

/** "A message for Ms. Reyes", "speak to Ms. Reyes": the caller is another person. */
function claimOthers(heard: Heard): void {
  heard.words.forEach((_, at) => {
    const before = phraseAt(beforeOthers, heard.words, at);
    const other = before && nameAt(heard, before.to, "plain");
    if (other) claim(heard, other);
  });
}

type Part = NameRead & { which: "first" | "last" | "whole" | "letters" };

function introduced(heard: Heard, asked: boolean): Part[] {
  const { words } = heard;
  const parts: Part[] = [];
  let at = 0;
  while (at < words.length) {
    // "S for sugar": the "for" introduces nothing.
    const letters = asked && words[at]?.word.length === 1 ? spelledAt(words, at, 2) : null;
    if (letters) {
      at = letters.to;
      continue;
    }
    const intro = phraseAt(introductions, words, at);
    const spells =
      intro?.id === "likely" && at > 0 && isNameWord(heard, at - 1) && isWriting(heard, intro, asked);
    const part =
      intro && !spells && !isForOther(heard, intro) && isFree(heard, intro)
        ? afterIntroduction(heard, intro, asked)
        : partToldAfter(heard, at);
    if (part) parts.push(part);
    at = part ? part.to : at + 1;
  }
  return parts;
}

/** "A message for Dr. Reyes" comes from another person. */
const isForOther = ({ words }: Heard, { from, to }: Intro): boolean =>
  words[to - 1]?.word === "for" && forOthers.has(words[from - 1]?.word ?? "");

/** Whether "that's …" tells how the name before it is written: "Eric Jansen, that's Eric with a K". */
const isWriting = ({ words }: Heard, { from, to }: Range, asked: boolean): boolean =>
  spelledAt(words, to, 2) !== null ||
  (asked &&
    words[to + 1]?.word.startsWith("with") === true &&
    words.slice(0, from).some(({ word }) => word === words[to]?.word));

function afterIntroduction(heard: Heard, intro: Intro, asked: boolean): Part | null {
  if (intro.id === "letters") return lettersOf(heard, intro);
  const names = intro.id !== "likely" && intro.id !== "sure";
  const found = turned(heard, nameAt(heard, intro.to, names ? "named" : "plain"));
  if (!found || (!asked && approving.has(found.name.toLowerCase()))) return null;
  if (intro.id === "likely" && !asked && !isPlausible(heard, found)) return null;
  if (intro.id === "likely" && asked && !isPlausible(heard, found) && !endsWell(heard, found.to)) return null;
  const which = intro.id === "first" || intro.id === "last" ? intro.id : "whole";
  return { ...found, from: intro.from, which, sure: intro.id === "likely" ? 0.8 : 0.9 };
}

/** "Kim is my first name". */
function partToldAfter(heard: Heard, at: number): Part | null {
  const { words } = heard;
  const told = phraseAt(whichName, words, at);
  if (!told) return null;
  let from = at;
  const isLetter = (one: number) => words[one]?.word.length === 1;
  while (from > 0 && isNameWord(heard, from - 1) && (from === at || isLetter(from) || !isApart(heard, from)))
    from--;
  const found = from < at ? nameAt(heard, from, "named") : null;
  return found && { ...found, to: told.to, which: told.id === "first" ? "first" : "last", sure: 0.9 };
}

/** "It's spelled J O H N": letters, and nothing else. */
function lettersOf(heard: Heard, intro: Intro): Part | null {
  if (!spelledAt(heard.words, intro.to, 2)) return null;
  const found = nameAt(heard, intro.to, "plain");
  return found && { ...found, from: intro.from, which: "letters", sure: 0.9 };
}

/** "It's Lindqvist, Marta": a common first name after the comma. */
function turned(heard: Heard, found: NameRead | null): NameRead | null {
  const next = found && heard.words[found.to];
  if (!found || !next?.gap.includes(",") || !firstNames.has(next.word)) return found;
  const more = nameAt(heard, found.to, "plain");
  const whole = more && together(found.name, more.name);
  return more && whole?.endsWith(` ${found.name}`) ? { ...found, to: more.to, name: whole } : found;
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

/** Joins "first name …", "last name …" and letters; otherwise the last one said counts ("it's Ann, no, it's Anna"). */
function joined(parts: readonly Part[]): NameRead | null {
  const of = (which: Part["which"]) => parts.findLast((part) => part.which === which);
  const [said, first, last, letters] = [of("whole"), of("first"), of("last"), of("letters")];
  // "Tom Brisbane, just call me Tom" keeps the surname.
  const longer = parts.find(({ which, name }) => which === "whole" && name.startsWith(`${said?.name} `));
  const whole = longer ?? said;
  const all = [whole, first, last, letters].filter((part) => part !== undefined);
  if (all.length === 0) return null;
  // "Anne, spelled A N N E, last name Smith".
  const given = first ?? (letters && last && !whole && letters.from < last.from ? letters : undefined);
  const name = withParts(whole?.name ?? "", given?.name ?? "", last?.name ?? "");
  return {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    name: letters && letters !== given ? mergedSpelling(name, letters.name) : name,
    sure: all.length === 1 && whole ? whole.sure : 0.9,
  };
}

/** "Marta Lindqvist here". */
function beforeHere(heard: Heard): NameRead | null {
  const { words } = heard;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]?.word;
    if (word !== "here" && word !== "speaking") continue;
    let from = at;
    while (from > 0 && at - from < 4 && (isNameWord(heard, from - 1) || isEveryday(heard, from - 1))) {
      from--;
      if (words[from]?.opensSentence || words[from]?.gap.includes(",")) break;
    }
    while (from < at && !isNameWord(heard, from)) from++;
    const first = words[from];
    if (from === at || !first) continue;
    const known = firstNames.has(first.word) || (/^\p{Lu}/u.test(first.raw) && from > 0) || at - from >= 2;
    if (known) return { from, to: at + 1, name: cased(heard, from, at), sure: 0.85 };
  }
  return null;
}

/** How a time ends that a name may follow after a comma. */
const endsTime =
  /^(\d+|am|pm|oclock|noon|morning|afternoon|evening|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|fifteen)$/;

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
  // "Monday the 30th at 3, Zed Fry".
  const afterTime = /[,;]/.test(said[0]?.gap ?? "") && endsTime.test(words[from - 1]?.word ?? "");
  if (!isCapital && !((isCommon || afterTime) && isCased)) return null;
  return { from, to, name: cased(heard, from, to), sure: 0.8 };
}

/** "Sorry, honey, put that down, okay, Sam Oak": first and last name alone in what is said last, when the name was asked. */
function inLastClause(heard: Heard): NameRead | null {
  const { words } = heard;
  let from = words.length - 1;
  while (from > 0 && !isApart(heard, from) && !beforeName.has(words[from - 1]?.word ?? "")) from--;
  while (from < words.length && beforeName.has(words[from]?.word ?? "")) from++;
  const found = from > 0 ? nameAt(heard, from, "plain") : null;
  if (!found || found.to < words.length || !found.name.includes(" ")) return null;
  const isCased = words.slice(found.from).every(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
  return isCased || firstNames.has(words[found.from]?.word ?? "") ? found : null;
}

/** The answer to "your name, please?": all of what is left, when it looks like a name. */
function bareName(heard: Heard): NameRead | null {
  const { words } = heard;
  let from = 0;
  // "Is this Brightsmile?" asks for a name and tells none.
  if (words[0]?.word === "is" && words[1]?.word === "this") return null;
  while (from < words.length && (heard.used[from] || beforeName.has(words[from]?.word ?? ""))) {
    // "I" and "mean" are passed over only as "I mean".
    from++;
  }
  const addressed = courtesies.has(words[from - 1]?.word ?? "");
  let found = nameAt(heard, from, addressed ? "named" : "bare");
  // "Marta, M A R T A, Lindqvist, L I N D …"
  while (found && isApart(heard, found.to)) {
    const more = nameAt(heard, found.to, "bare");
    if (!more) break;
    found = { ...found, to: more.to, name: together(found.name, more.name) };
  }
  if (!found || !endsWell(heard, found.to)) return null;
  return { ...found, sure: 0.8 };
}

/**
 * A name and nothing else, said though something else was asked; claimed.
 * @param unusual whether two words in capitals are enough, or the first must be a common first name
 * @param known the name as it was told before, which may be said again or finished; empty when none was
 */
export function nameAlone(heard: Heard, unusual: boolean, known: string): NameRead | null {
  const { words } = heard;
  let from = 0;
  while (from < words.length && (heard.used[from] || beforeName.has(words[from]?.word ?? ""))) from++;
  const found = nameAt(heard, from, "plain");
  if (!found || !words.slice(found.to).every(({ word }) => beforeName.has(word))) return null;
  const said = words.slice(found.from, found.to);
  // "J O H N": of what was read back, the letters are mended.
  const letters = unusual ? spelledAt(words, found.from, LEAST_LETTERS) : null;
  if (letters?.to === found.to) {
    claim(heard, found);
    return found;
  }
  const capitals = said.length > 1 && said.every(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
  const first = said[0]?.word ?? "";
  if (
    !firstNames.has(first) &&
    !restates(known, found.name) &&
    !(unusual && capitals && !beginsFirms.has(first))
  )
    return null;
  claim(heard, found);
  return found;
}
