/** Finds questions to us, among clauses that may as well be wishes: "do you have parking", not "do you have anything on Tuesday". */
import {
  aboutService,
  afterTime,
  asksIfFree,
  beforeQuestion,
  beforeTime,
  openings,
  opensQuestion,
  questions,
  tellsOfPast,
} from "#workers/conversation/english/asks.ts";
import { owners } from "#workers/conversation/english/glue.ts";
import { yesNo } from "#workers/conversation/english/yes-no.ts";
import {
  type Clause,
  claim,
  clausesOf,
  type Heard,
  isFree,
  type Range,
  wordsSaid,
} from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";

export type Ask = Range & { question: string };

/** The utterance in clauses; a question after "and" or "yes" is one of its own. */
export function clausesWithQuestions(heard: Heard): Clause[] {
  const { words } = heard;
  return clausesOf(heard, (at) => {
    const before = words[at - 1]?.word ?? "";
    return (
      opensQuestion.has(before) && !opensQuestion.has(words[at]?.word ?? "") && startsQuestion(heard, at)
    );
  });
}

/** Whether a clause begins like a question. */
export function beginsQuestion(heard: Heard, clause: Clause): boolean {
  const from = questionStart(heard, clause);
  return from < clause.to && startsQuestion(heard, from);
}

const startsQuestion = ({ words }: Heard, at: number): boolean => {
  const found = phraseAt(questions, words, at);
  return found !== null && (found.id === "topic" || found.to - found.from > 1);
};

/** Questions for information, whatever they name: claimed before anything in them is read as a wish. */
export function topicQuestions(
  heard: Heard,
  clauses: readonly Clause[],
  isWish: (range: Range) => boolean,
): Ask[] {
  return clauses.flatMap((clause) => {
    const from = questionStart(heard, clause);
    const found = from < clause.to ? phraseAt(questions, heard.words, from) : null;
    const agrees = phraseAt(yesNo, heard.words, from);
    // "Why not?"
    if (agrees && found && agrees.to > found.to) return [];
    if (found?.id !== "topic" && found?.id !== "now") return [];
    if (!isFree(heard, { from, to: clause.to })) return [];
    if (found.id === "topic" && phraseAt(openings, heard.words, from) && isWish({ from, to: clause.to }))
      return [];
    return [asked(heard, { from, to: clause.to })];
  });
}

/**
 * Questions about a service, which wish for none; claimed.
 * @param isService whether a word begins the name of something that can be booked
 */
export function serviceQuestions(
  heard: Heard,
  clauses: readonly Clause[],
  isService: (at: number, range: Range) => boolean,
  isWish: (range: Range) => boolean,
): Ask[] {
  return clauses.flatMap((clause) => {
    const from = questionStart(heard, clause);
    const range = { from, to: clause.to };
    const about = from < clause.to ? phraseAt(aboutService, heard.words, from) : null;
    if (!about || !isFree(heard, range) || !isService(about.to, range) || isWish(range)) return [];
    if (heard.words.slice(from, clause.to).some(({ word }) => asksIfFree.has(word))) return [];
    return [asked(heard, range)];
  });
}

const openingWords = new Set(
  "appointment appointments opening openings slot slots availability available".split(" "),
);

/** Whether an utterance asks for an opening, so that "in the evening" and "as soon as possible" in it are wishes. */
export function asksForOpening(heard: Heard, clauses: readonly Clause[]): boolean {
  const { words, used } = heard;
  const isOpening = (at: number) =>
    !used[at] &&
    openingWords.has(words[at]?.word ?? "") &&
    ![1, 2, 3].some((back) => owners.has(words[at - back]?.word ?? ""));
  if (words.some((_, at) => isOpening(at))) return true;
  return clauses.some((clause) => {
    const from = questionStart(heard, clause);
    return clause.asks || (from < clause.to && !used[from] && phraseAt(openings, words, from) !== null);
  });
}

/** How many words may stand between a question for an opening and the day that it asks for. */
const BETWEEN = 6;

/** Whether the day or time in a range is what a question asks for: "can I come in yesterday", "is yesterday at nine free". */
export function asksForTime({ words }: Heard, { from, to }: Range): boolean {
  for (let at = from - 1; at >= Math.max(0, from - BETWEEN); at--) {
    const opening = phraseAt(openings, words, at);
    const close = phraseAt(beforeTime, words, at);
    if (close?.to === from && (close.id === "about" || isFreeAfter(words, to))) return true;
    // The question itself may have an "it" or a "you" in it, what follows may not.
    if (opening && opening.to <= from && !tellsBetween(words, opening.to, from)) return true;
    if (words[at + 1]?.opensSentence || words[at + 1]?.gap.includes(",")) return false;
  }
  return false;
}

const isFreeAfter = (words: Heard["words"], to: number) =>
  words.slice(to, to + 3).some(({ word }) => afterTime.has(word));

const tellsBetween = (words: Heard["words"], from: number, to: number) =>
  words.slice(from, to).some(({ word, gap }) => tellsOfPast.has(word) || gap.includes(","));

/** What is left of clauses that begin or end like a question. */
export function otherQuestions(heard: Heard, clauses: readonly Clause[]): Ask[] {
  return clauses.flatMap((clause) => {
    const from = questionStart(heard, clause);
    const range = { from, to: clause.to };
    if (from >= clause.to || !isFree(heard, range)) return [];
    const length = clause.to - from;
    const wonders = length > 2 && phraseAt(questions, heard.words, from) !== null;
    const begins = wonders || (startsQuestion(heard, from) && length > 1);
    return begins || clause.asks ? [asked(heard, range)] : [];
  });
}

function asked(heard: Heard, range: Range): Ask {
  claim(heard, range);
  return { ...range, question: wordsSaid(heard, range) };
}

function questionStart({ words, used }: Heard, { from, to }: Clause): number {
  let at = from;
  while (
    at < to &&
    (used[at] || (beforeQuestion.has(words[at]?.word ?? "") && !phraseAt(questions, words, at)))
  )
    at++;
  return at;
}
