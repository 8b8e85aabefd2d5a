/** Reads what an agent's sentence calls done. */
import { asksDone, claims, isCallers, isTaken, notDone } from "#workers/conversation/english/claims.ts";
import type { Claim } from "#workers/conversation/line/guard-terms.ts";

const longest = 1000;
const clauseEnds = /[,;:!?.()–—]+\s*|\s(?:but|so|then|because)\s/;
const kinds: readonly Claim[] = ["booked", "stands", "moved", "canceled", "message", "sent", "done"];

export function readClaims(sentence: string): Claim[] {
  const text = sentence.slice(0, longest).toLowerCase().replace(/[’‘`]/g, "'").replace(/\s+/g, " ").trim();
  if (asksDone.test(text)) return [];
  const taken = isTaken.test(text) && !isCallers.test(text);
  const found = new Set<Claim>();
  for (const clause of text.split(clauseEnds)) {
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
