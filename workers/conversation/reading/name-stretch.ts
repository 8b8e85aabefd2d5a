/** Finds how far a name goes that begins at a word: which words belong to it, everyday ones and spelled letters included. */
import {
  afterBareName,
  afterName,
  courtesies,
  firstNames,
  joints,
  neverName,
  particles,
} from "#workers/conversation/english/names.ts";
import {
  afterDay,
  afterSurname,
  everydayNames,
  givenAsWell,
  timedNames,
} from "#workers/conversation/english/surnames.ts";
import type { Heard, Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { cased, saidLast, together, withSpelling } from "./name-spelling.ts";
import { spelledAt } from "./spelling.ts";

export type NameRead = Range & { name: string; sure: number };

const MAX_WORDS = 5;

/** Whether a name may end here: at the end, at a mark, or before a word that goes on with something else. */
export function endsWell({ words }: Heard, to: number): boolean {
  const next = words[to];
  return !next || /[.,!?;]/.test(next.gap) || afterBareName.has(next.word) || timedNames.has(next.word);
}

/** Which everyday words may begin a name: none, those that are first names too (the bare answer), or all ("my name is Price"). */
export type Opening = "plain" | "bare" | "named";

export function isNameWord({ words, used }: Heard, at: number): boolean {
  const word = words[at];
  const isWord = word !== undefined && !used[at] && /^\p{L}+$/u.test(word.word) && !neverName.has(word.word);
  // "Mmfh" is a sound.
  return isWord && !/^[b-df-hj-np-tv-xz]{3,}$/.test(word.word);
}

export const isEveryday = ({ words, used }: Heard, at: number): boolean =>
  !used[at] && everydayNames.has(words[at]?.word ?? "");

/** Whether a word begins a new stretch: after a mark, or with letters that are spelled out. */
export const isApart = ({ words }: Heard, at: number): boolean =>
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
export function nameAt(heard: Heard, start: number, opening: Opening): NameRead | null {
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
    const whole = together(name, more);
    ({ name, to, spelled } = withSpelling(heard, whole, rest));
  }
  return name === "" ? null : { from, to, name: saidLast(name), sure: 0.8 };
}
