/** Reads what a caller does besides informing: asks for a person, wants a pause, takes leave, begins or drops a task, names an emergency. */

import { acts, actsAlone, stopCalling, tasks } from "#workers/conversation/english/acts.ts";
import {
  afterDenial,
  denials,
  endsAnswer,
  mayNameDay,
  politeWords,
} from "#workers/conversation/english/glue.ts";
import type { Act, ActName } from "#workers/conversation/words/acts.ts";
import {
  type Clause,
  claim,
  type Heard,
  isFree,
  type Range,
  wordsSaid,
} from "#workers/conversation/words/heard.ts";
import { type Found, type PhraseBook, phrasesIn } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { callBacksIn } from "./call-backs.ts";
import { stem } from "./read-choice.ts";

/** An act and where it was said, so that acts come out in the order spoken. */
export type Placed = Act & Range;

const actNames: readonly ActName[] = [
  "repeat",
  "wait",
  "person",
  "robot",
  "wrong_number",
  "abuse",
  "cancel_task",
  "goodbye",
  "thanks",
  "greeting",
];

/** The acts of a book, claimed; `only` limits them. */
function actsOf(heard: Heard, book: PhraseBook, only: (name: ActName, range: Range) => boolean): Placed[] {
  return phrasesIn(book, heard.words).flatMap((found) => {
    const name = actNames.find((one) => one === found.id);
    if (!name || !isFree(heard, found) || !only(name, found)) return [];
    claim(heard, found);
    return [{ act: name, from: found.from, to: found.to, words: wordsSaid(heard, found), sure: 0.9 }];
  });
}

/** The named acts wherever they are said. */
export function actsNamed(heard: Heard, ...names: ActName[]): Placed[] {
  return actsOf(heard, acts, (name) => names.includes(name));
}

/** Leave taken; `answering`: a question is open, so that "that's it" only ends the answer. */
export function farewellsIn(heard: Heard, answering: boolean): Placed[] {
  const ends = (range: Range) => answering && endsAnswer.test(wordsSaid(heard, range));
  return actsOf(heard, acts, (name, range) => name === "goodbye" && !ends(range));
}

/** Pauses; "hold on, make it Tuesday" is none but takes something back. */
export function pausesIn(heard: Heard, goesOn: (range: Range) => boolean): Placed[] {
  return actsOf(
    heard,
    acts,
    (name, { from, to }) => name === "wait" && (to - from > 2 || !goesOn({ from: to, to: to + 4 })),
  );
}

/** Acts of single words ("what?", "stop"), which mean them only with a clause to themselves; `mayLeave`: nothing is open, so "I'm good" takes leave. */
export function actsInClauses(heard: Heard, clauses: readonly Clause[], mayLeave: boolean): Placed[] {
  const isPolite = (from: number, to: number) =>
    heard.words.slice(from, to).every(({ word }, n) => !heard.used[from + n] && politeWords.has(word));
  return actsOf(heard, actsAlone, (name, { from, to }) => {
    if (name === "goodbye" && !mayLeave) return false;
    const clause = clauses.find((one) => from >= one.from && to <= one.to);
    // "At two, no, sorry, three" takes the two back.
    const goesOn = clause !== undefined && !clause.asks && clause.to < heard.words.length;
    if (name === "repeat" && goesOn && heard.words[from]?.word === "sorry") return false;
    return clause !== undefined && isPolite(clause.from, from) && isPolite(to, clause.to);
  });
}

/** "See you Tuesday" takes leave; it wishes for nothing. */
export function claimLeavetaking(heard: Heard, found: readonly Placed[], clauses: readonly Clause[]): void {
  for (const { act, to, words } of found) {
    if (act !== "goodbye" || !mayNameDay.test(words)) continue;
    const clause = clauses.find((one) => to > one.from && to <= one.to);
    if (clause) claim(heard, { from: to, to: clause.to });
  }
}

/** What the caller calls for. Not claimed: "move my cleaning" names a kind as well. */
export function tasksIn(heard: Heard): Placed[] {
  return [...phrasesIn(tasks, heard.words), ...callBacksIn(heard.words)]
    .filter((found) => isFree(heard, { from: found.from, to: found.from + 1 }))
    .map(({ id, from, to }) => ({
      act: "new_task",
      value: id,
      from,
      to,
      words: wordsSaid(heard, { from, to }),
      sure: 0.85,
    }));
}

/** Requests not to be called again; "don't call me before ten" is none. */
export const optOutsIn = (words: readonly Word[]): Found[] =>
  phrasesIn(stopCalling, words).filter(({ id }) => id === "stop_calling");

/** The same as acts, claimed. */
export function stopsIn(heard: Heard): Placed[] {
  return optOutsIn(heard.words).map((found) => {
    claim(heard, found);
    return {
      act: "stop_calling",
      from: found.from,
      to: found.to,
      words: wordsSaid(heard, found),
      sure: 0.95,
    };
  });
}

type Alarm = { phrase: string; stems: readonly string[] };

// The lists of a call stay the same from turn to turn; one that is gone takes its stems along.
const alarms = new WeakMap<readonly string[], Map<string, Alarm[]>>();

/** The phrases of a list by the stem that they begin with. */
function alarmsOf(list: readonly string[]): Map<string, Alarm[]> {
  const byFirst = new Map<string, Alarm[]>();
  for (const phrase of list) {
    const stems = phrase
      .toLowerCase()
      .replace(/['’]/g, "")
      .split(/[^\p{L}\p{M}\d]+/u)
      .filter((word) => word !== "")
      .map(stem);
    const [first] = stems;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { phrase, stems }]);
  }
  alarms.set(list, byFirst);
  return byFirst;
}

/** Words that mean an emergency, the agent's own, unless they are denied ("it's not an emergency"); each phrase once. */
export function emergenciesIn(heard: Heard, list: readonly string[]): Placed[] {
  const known = alarms.get(list) ?? alarmsOf(list);
  const stems = heard.words.map(({ word }) => stem(word));
  const found = new Map<string, Placed>();
  stems.forEach((first, at) => {
    for (const { phrase, stems: wanted } of known.get(first) ?? []) {
      if (found.has(phrase) || wanted.some((word, n) => stems[at + n] !== word) || isDenied(heard, at))
        continue;
      const range = { from: at, to: at + wanted.length };
      const words = wordsSaid(heard, range);
      found.set(phrase, { act: "emergency", ...range, words, value: phrase, sure: 0.95 });
    }
  });
  for (const range of found.values()) claim(heard, range);
  return [...found.values()];
}

function isDenied({ words }: Heard, at: number): boolean {
  let back = at - 1;
  while (back >= 0 && afterDenial.has(words[back]?.word ?? "")) back--;
  return (
    denials.has(words[back]?.word ?? "") &&
    !words[back + 1]?.opensSentence &&
    !words[back + 1]?.gap.includes(",")
  );
}
