/** Reads yes, no, and "either is fine"; the question that was asked last decides what politeness means. */

import { afterAnswer, beforeAnswer, yesNo, yesNoAlone } from "#workers/conversation/english/yes-no.ts";
import type { Asked } from "#workers/conversation/words/acts.ts";
import { type Clause, claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";

export type Answer = Range & { answer: "yes" | "no" | "either"; sure: number };

type Part = Range & { id: string };

/** The answer that an utterance gives, claimed; null when it gives none. */
export function answerIn(heard: Heard, clauses: readonly Clause[], asked: Asked): Answer | null {
  const loose = asked.what === "field" && asked.field.type === "yes_no";
  const parts = clauses.flatMap((clause) => partsOf(heard, clause, loose));
  const counted = parts.filter(({ id }) => id !== "neutral");
  const [first] = counted;
  const last = counted.at(-1);
  if (!first || !last) return null;
  for (const part of counted) claim(heard, part);
  return { from: first.from, to: last.to, ...meaningOf(counted, last, asked) };
}

/** What the parts mean together; the last one that decides counts ("yeah no", "no, yeah"). */
function meaningOf(parts: readonly Part[], last: Part, asked: Asked): Pick<Answer, "answer" | "sure"> {
  if (last.id === "either") return { answer: "either", sure: 0.8 };
  if (last.id !== "fine") return { answer: last.id === "no" ? "no" : "yes", sure: 0.95 };
  const before = parts.findLast(({ id }) => id !== "fine");
  // "Anything else?" "I'm good." "Perfect, thanks."
  if (asked.what === "anything_else") return { answer: before?.id === "yes" ? "yes" : "no", sure: 0.7 };
  // "Shall I put you through?" "Yeah no, that's fine." wants none either.
  const declined = before?.id === "no" && (offersHelp(asked) || parts.every(({ id }) => id !== "yes"));
  // "Shall I book it?" "No, that's fine." has no objection; "Would you like a reminder?" "No, that's fine." wants none.
  return { answer: declined && asked.what !== "confirm" ? "no" : "yes", sure: declined ? 0.6 : 0.9 };
}

/** Whether something was offered that a caller may do without; what was heard and is only checked is none. */
const offersHelp = (asked: Asked): boolean => asked.what === "yes_no" && asked.about !== "unsure";

/** The answers at the beginning of a clause, one after the other. */
function partsOf(heard: Heard, clause: Clause, loose: boolean): Part[] {
  const { words } = heard;
  const parts: Part[] = [];
  let at = clause.from;
  while (at < clause.to) {
    const found = phraseAt(yesNo, words, at);
    const alone = phraseAt(yesNoAlone, words, at);
    const opens = !heard.used.slice(clause.from, at).includes(true);
    const ends = alone && opens && (loose || endsClause(heard, alone.to, clause.to));
    // "No insurance" answers whether there is one.
    const answers =
      alone && (alone.to > (found?.to ?? 0) || (loose && found?.id === "neutral" && alone.to === found.to));
    const part = ends && answers ? alone : found;
    if (part && isFree(heard, part)) {
      parts.push(part);
      at = part.to;
    } else if (heard.used[at] || beforeAnswer.has(words[at]?.word ?? "")) at++;
    else break;
  }
  return parts;
}

const endsClause = ({ words }: Heard, at: number, end: number): boolean =>
  at >= end || afterAnswer.has(words[at]?.word ?? "");
