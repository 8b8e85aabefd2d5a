/** Takes a correction of a phone number's last digits: "no, 78 at the end", "it ends in 78", "the last two are seven eight". */
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { endingIn } from "#workers/conversation/reading/read-phone.ts";
import { heard } from "#workers/conversation/words/heard.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { phoneField } from "./needs.ts";
import { takeValue } from "./take-value.ts";
import type { Turn } from "./turn.ts";

/**
 * Corrects the end of the known number.
 * @returns the id of its field, or null when nothing was corrected
 */
export function takeEndOfNumber(turn: Turn): string | null {
  const { state, world, utterance } = turn;
  const field = phoneField(world.agent);
  const known = state.fields[field.id]?.value;
  if (typeof known !== "string") return null;
  const digits = endingIn(heard(utterance, wordsOf(utterance, sounds)));
  if (digits === null) return null;
  const value = phoneNumberFrom(known.slice(0, -digits.length) + digits, world.organization.country);
  return value !== null && takeValue(turn, field, { value, words: utterance, sure: 1 }) ? field.id : null;
}
