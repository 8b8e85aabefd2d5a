/** Reads what an agent's sentence calls done. */
import {
  asksDone,
  claims,
  isCallers,
  isOnlyBooked,
  isSorry,
  isTaken,
  notDone,
} from "#workers/conversation/english/claims.ts";
import type { Claim } from "#workers/conversation/line/guard-terms.ts";

const longest = 1000;
const clauseEnds = /[,;:!?.()–—]+\s*|\s(?:but|so|then|because)\s/;
const sentences = /[^.!?]+[.!?]*/g;
const kinds: readonly Claim[] = ["booked", "stands", "moved", "canceled", "message", "sent", "done"];

/** A question asks whether something is done. */
const clausesOf = (sentence: string): string[] =>
  asksDone.test(sentence.trim()) ? [] : sentence.trim().split(clauseEnds);

export function readClaims(sentence: string): Claim[] {
  const text = sentence.slice(0, longest).toLowerCase().replace(/[’‘`]/g, "'").replace(/\s+/g, " ").trim();
  const told = isTaken.test(text) || (isSorry.test(text) && isOnlyBooked.test(text));
  const taken = told && !isCallers.test(text);
  const found = new Set<Claim>();
  for (const clause of text.match(sentences)?.flatMap(clausesOf) ?? []) {
    const at = notDone.exec(clause)?.index ?? Number.POSITIVE_INFINITY;
    for (const kind of kinds) {
      const isSaid = claims[kind].some((pattern) => {
        const match = pattern.exec(clause);
        // What is denied or depends on something stands behind the word that says so.
        return match !== null && at > match.index + match[0].length - 1;
      });
      if (isSaid && !(taken && (kind === "booked" || kind === "stands"))) found.add(kind);
    }
  }
  return [...found];
}
