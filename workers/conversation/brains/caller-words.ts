/** What the line asks of an utterance before any brain hears it, in every language that agents speak. */
import type { WishRead } from "#workers/conversation/line/guard-terms.ts";
import {
  isStopCalling as inEnglish,
  takesLeave as leavesInEnglish,
} from "#workers/conversation/reading/read.ts";
import { readWish as englishWish } from "#workers/conversation/reading/read-wish.ts";
import { isLeave } from "#workers/conversation/spanish/desk-words.ts";
import { languageOf } from "#workers/conversation/spanish/sayings.ts";
import * as spanish from "#workers/conversation/spanish/wishes.ts";

/** Whether the caller asks not to be called again; such a request acts before any brain (docs/telephony.md, "Opt-out"). */
const isStopCalling = (text: string): boolean => inEnglish(text) || spanish.isStopCalling(text);

/** Whether the caller says goodbye. */
export const takesLeave = (text: string): boolean => leavesInEnglish(text) || isLeave(text);

/** The words of callers as the turn loop needs them. */
export const callerWords = { isStopCalling, languageOf };

/** What code has to answer in Spanish; null: nothing. */
export function spanishWish(text: string): WishRead["wish"] {
  if (spanish.dangerIn(text) !== null) return "emergency";
  if (spanish.isStopCalling(text)) return "stop_calling";
  return spanish.asksForPerson(text) ? "person" : null;
}

/** Both languages are read in every call: a caller in need speaks their own. */
export function readWish(text: string, ailing: string, emergency_words: readonly string[]): WishRead {
  const { said, denied } = spanish.emergencyWordsIn(text, emergency_words);
  // The list itself where nothing is denied: the English readers keep what they made of it.
  const own = denied.length > 0 ? emergency_words.filter((one) => !denied.includes(one)) : emergency_words;
  const read = englishWish(text, ailing, own);
  if (read.wish === "emergency") return read;
  const wish = said.length > 0 ? "emergency" : spanishWish(text);
  return { ...read, wish: wish ?? read.wish };
}
