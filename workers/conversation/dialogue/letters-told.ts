/** Takes corrections of a known name's spelling that do not repeat the name: "with double t", "it's with a K". */

import { sounds } from "#workers/conversation/english/numbers.ts";
import { aboutLetters } from "#workers/conversation/english/spelling.ts";
import { describedAt } from "#workers/conversation/reading/name-letters.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { nameField } from "./needs.ts";
import { takeValue } from "./take-value.ts";
import type { Turn } from "./turn.ts";

/**
 * Corrects the letters of the name, when the utterance is about nothing else.
 * @returns the id of its field, or null when nothing was corrected
 */
export function takeLettersTold(turn: Turn): string | null {
  const { state, world, utterance } = turn;
  const field = nameField(world.agent);
  const known = state.fields[field.id]?.value;
  const { asked } = state;
  // "All one word" may be said of an address.
  const elsewhere = asked.what === "field" && (asked.field.type === "email" || asked.field.type === "text");
  if (typeof known !== "string" || elsewhere) return null;
  const words = wordsOf(utterance, sounds);
  let from = 0;
  while (from < words.length && aboutLetters.has(words[from]?.word ?? "")) from++;
  const told = describedAt(words, from, known) ?? (from > 0 ? describedAt(words, from - 1, known) : null);
  if (!told || told.to === from || !words.slice(told.to).every(({ word }) => aboutLetters.has(word)))
    return null;
  return takeValue(turn, field, { value: told.name, words: utterance, sure: 1 }) ? field.id : null;
}
