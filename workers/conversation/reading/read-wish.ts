/** Reads what a caller may want that code answers and no model: no more calls, help in danger, a person. */
import type { DangerKind } from "#workers/conversation/english/dangers.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import type { WishRead } from "#workers/conversation/line/guard-terms.ts";
import { heard } from "#workers/conversation/words/heard.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { actsNamed, emergenciesIn, stopsIn } from "./read-acts.ts";
import { readDanger } from "./read-dangers.ts";

/** How much of earlier words is remembered together with the current ones, in characters. */
const longestAiling = 300;

/**
 * The danger that an utterance and earlier words describe.
 * @param ailing the earlier words that told of symptoms which are harmless by themselves
 * @param goes_on whether danger was told of before
 */
export function readAiling(
  ailing: string,
  utterance: string,
  goes_on: boolean,
): { kind: DangerKind | null; ailing: string } {
  const words = wordsOf(`${ailing}${utterance}`, sounds);
  const { kind, symptom } = readDanger(words, goes_on);
  if (kind !== null) return { kind, ailing: "" };
  const told = symptom !== null && (words[symptom.from]?.start ?? 0) >= ailing.length;
  return { kind, ailing: told ? `${ailing}${utterance}. `.slice(-longestAiling) : ailing };
}

export function readWish(text: string, ailing: string, emergency_words: readonly string[]): WishRead {
  const danger = readAiling(ailing, text, false);
  const said = heard(text, wordsOf(text, sounds));
  const stops = stopsIn(said).length > 0;
  if (danger.kind !== null || emergenciesIn(said, emergency_words).length > 0)
    return { wish: "emergency", ailing: danger.ailing };
  if (stops) return { wish: "stop_calling", ailing: danger.ailing };
  return { wish: actsNamed(said, "person").length > 0 ? "person" : null, ailing: danger.ailing };
}
