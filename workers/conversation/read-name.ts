/** Reads a person's name: introduced, spelled, or bare when it was asked for. */
import {
  afterBareName,
  afterName,
  beforeName,
  beginsFirms,
  courtesies,
  firstNames,
  introductions,
  joints,
  neverName,
  particles,
} from "./english-names.ts";
import {
  afterDay,
  afterSurname,
  approving,
  everydayNames,
  givenAsWell,
  timedNames,
} from "./english-surnames.ts";
import { claim, type Heard, isFree, type Range } from "./heard.ts";
import { cased, inOrder, withSpelling } from "./name-spelling.ts";
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
    // "S for sugar": the "for" introduces nothing.
    const letters = asked && words[at]?.word.length === 1 ? spelledAt(words, at, 2) : null;
    if (letters) {
      at = letters.to;
      continue;
    }
    const intro = phraseAt(introductions, words, at);
    const spells =
      intro?.id === "likely" && at > 0 && isNameWord(heard, at - 1) && isWriting(heard, intro, asked);
    const part = intro && !spells && isFree(heard, intro) ? afterIntroduction(heard, intro, asked) : null;
    if (part) parts.push(part);
    at = part ? part.to : at + 1;
  }
  return parts;
}

/** Whether "that's …" tells how the name before it is written: "Eric Jansen, that's Eric with a K". */
const isWriting = ({ words }: Heard, { from, to }: Range, asked: boolean): boolean =>
  spelledAt(words, to, 2) !== null ||
  (asked &&
    words[to + 1]?.word.startsWith("with") === true &&
    words.slice(0, from).some(({ word }) => word === words[to]?.word));

function afterIntroduction(heard: Heard, intro: Intro, asked: boolean): Part | null {
  const names = intro.id !== "likely" && intro.id !== "sure";
  const found = turned(heard, nameAt(heard, intro.to, names ? "named" : "plain"));
  if (!found || (!asked && approving.has(found.name.toLowerCase()))) return null;
  if (intro.id === "likely" && !asked && !isPlausible(heard, found)) return null;
  if (intro.id === "likely" && asked && !isPlausible(heard, found) && !endsWell(heard, found.to)) return null;
  const which = intro.id === "first" || intro.id === "last" ? intro.id : "whole";
  return { ...found, from: intro.from, which, sure: intro.id === "likely" ? 0.8 : 0.9 };
}

/** "It's Lindqvist, Marta": a common first name after the comma. */
function turned(heard: Heard, found: NameRead | null): NameRead | null {
  const next = found && heard.words[found.to];
  if (!found || !next?.gap.includes(",") || !firstNames.has(next.word)) return found;
  const more = nameAt(heard, found.to, "plain");
  const whole = more && inOrder(found.name, more.name);
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

/** Whether a name may end here: at the end, at a mark, or before a word that goes on with something else. */
function endsWell({ words }: Heard, to: number): boolean {
  const next = words[to];
  return !next || /[.,!?;]/.test(next.gap) || afterBareName.has(next.word) || timedNames.has(next.word);
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

/** The answer to "your name, please?": all of what is left, when it looks like a name. */
function bareName(heard: Heard): NameRead | null {
  const { words } = heard;
  let from = 0;
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
  const found = nameAt(heard, from, "plain");
  if (!found || !words.slice(found.to).every(({ word }) => beforeName.has(word))) return null;
  const said = words.slice(found.from, found.to);
  const capitals = said.length > 1 && said.every(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
  const first = said[0]?.word ?? "";
  if (!firstNames.has(first) && !(unusual && capitals && !beginsFirms.has(first))) return null;
  claim(heard, found);
  return found;
}

/** Which everyday words may begin a name: none, those that are first names too (the bare answer), or all ("my name is Price"). */
type Opening = "plain" | "bare" | "named";

function isNameWord({ words, used }: Heard, at: number): boolean {
  const word = words[at];
  return word !== undefined && !used[at] && /^\p{L}+$/u.test(word.word) && !neverName.has(word.word);
}

const isEveryday = ({ words, used }: Heard, at: number): boolean =>
  !used[at] && everydayNames.has(words[at]?.word ?? "");

/** Whether a word begins a new stretch: after a mark, or with letters that are spelled out. */
const isApart = ({ words }: Heard, at: number): boolean =>
  words[at]?.opensSentence === true || /[,;:]/.test(words[at]?.gap ?? "") || spelledAt(words, at, 2) !== null;

/** "Smith hyphen Jones", "O apostrophe Brien". */
const isJoint = (heard: Heard, at: number, from: number): boolean =>
  at > from && joints.has(heard.words[at]?.word ?? "") && isNameWord(heard, at + 1);

/** Where the name that begins at a word ends, or `from` when none does. */
function endOfName(heard: Heard, from: number, opening: Opening): number {
  const { words } = heard;
  let to = from;
  let everyday = -1;
  while (to < words.length && to - from < MAX_WORDS && (to === from || !isApart(heard, to))) {
    if (isEveryday(heard, to)) {
      if (to === from && !mayOpen(heard, to, opening)) return from;
      if (to > from && everyday < 0) everyday = to;
    } else if (!isNameWord(heard, to) && !isJoint(heard, to, from)) break;
    to++;
  }
  // "Tom Price" is a name, "Tom Friday at nine" is Tom and a wish.
  if (everyday >= 0 && !isSurname(heard, from, everyday, to)) to = everyday;
  while (to > from && particles.has(words[to - 1]?.word ?? "") && to - from > 1) to--;
  return to;
}

function mayOpen(heard: Heard, at: number, opening: Opening): boolean {
  const word = heard.words[at]?.word ?? "";
  if (opening === "bare") return givenAsWell.has(word) || !neverName.has(word);
  if (!neverName.has(word)) return true;
  return opening === "named" && (endsSurname(heard, at) || isNameWord(heard, at + 1));
}

/** Whether the everyday word at `at`, said after a name word, belongs to the name that ends at `to`. */
function isSurname(heard: Heard, from: number, at: number, to: number): boolean {
  const { words } = heard;
  const before = words.slice(from, at);
  const timed = timedNames.has(words[at]?.word ?? "");
  if (timed && before.length > 1 && !before.every(({ word }) => firstNames.has(word))) return false;
  if (at === to - 1) return endsSurname(heard, at);
  return !timed && to - at <= 3 && endsSurname(heard, to - 1);
}

/** Whether nothing goes on after a word that would make it an everyday word again. */
function endsSurname({ words }: Heard, at: number): boolean {
  const next = words[at + 1];
  if (!next || next.opensSentence || /[.,!?;:–—]/.test(next.gap)) return true;
  if (timedNames.has(words[at]?.word ?? "") && (afterDay.has(next.word) || /^\d/.test(next.word)))
    return false;
  return (
    afterBareName.has(next.word) ||
    afterSurname.has(next.word) ||
    /^\d/.test(next.word) ||
    phraseAt(afterName, words, at + 1) !== null ||
    spelledAt(words, at + 1, 2) !== null
  );
}

/** A name that begins at a word, with what is spelled after it. */
function nameAt(heard: Heard, start: number, opening: Opening): NameRead | null {
  const { words } = heard;
  let from = start;
  while (courtesies.has(words[from]?.word ?? "")) from++;
  const letters = spelledAt(words, from, 2);
  // "J R Smith" begins with initials.
  const plain = letters !== null && letters.to - letters.from === letters.count;
  const initials =
    plain && letters.count <= 3 && !firstNames.has(letters.letters) && isNameWord(heard, letters.to);
  const alone = letters !== null && !initials;
  const end = alone ? from : endOfName(heard, from, from > start ? "named" : opening);
  if (!alone && end === from) return null;
  let { name, to, spelled } = withSpelling(heard, cased(heard, from, end), end);
  // "B as in boy, O, B, Smith": after letters the name goes on.
  while (spelled && !words[to]?.opensSentence) {
    const rest = endOfName(heard, to, "plain");
    if (rest === to) break;
    const more = cased(heard, to, rest);
    const whole = name.endsWith(more) ? name : inOrder(name, more);
    ({ name, to, spelled } = withSpelling(heard, whole, rest));
  }
  return name === "" ? null : { from, to, name, sure: 0.8 };
}
