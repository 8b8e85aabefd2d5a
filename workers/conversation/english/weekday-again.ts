/** English that tells how a day is meant of the one said before: the same again, another one, or the month that it lacked. */
import { takesBack } from "./signals.ts";

const OTHER = /\b(instead|rather|another|different|other)\b/;
const DENIED = /\b(no|nope|nah)\b(?: \w+){0,3}$/;
const APPROVED =
  /^(?: (?:is|s|would be|sounds|looks|at \w+))*(?: (?:really|just|all|still|also))* (?:works?|fine|good|great|perfect|ok|okay|right|correct|suits|lovely|yes)\b/;

/**
 * Whether the words around a weekday say that another one is meant: "no, Wednesday", "Wednesday instead".
 * @param before the normalised words before it
 * @param after those after it
 */
export function meansAnother(before: string, after: string): boolean {
  const all = `${before} ${after}`;
  if (OTHER.test(all) || takesBack(all) === "by_command") return true;
  return DENIED.test(before) && !APPROVED.test(` ${after}`);
}

const MONTH =
  "(?:january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept|sep|october|oct|november|nov|december|dec)";
const MENDS = "(?:(?:no|sorry|i mean|i meant|oh|wait|actually|that is|thats|its|not november|and|uh) )";
const OF_MONTH = new RegExp(
  `^${MENDS}*of (?:the month of )?${MONTH}(?: (?:please|sorry|thanks|then|i mean|i meant))*$`,
);
const MENDED_MONTH = new RegExp(
  `^(?:sorry |no |oh |wait )*(?:i mean|i meant) (?:in )?${MONTH}(?: please| sorry)*$`,
);

/** Whether a normalised utterance only says the month of a day that was named before it: "of January", "I mean December". */
export function completesDay(text: string): boolean {
  return OF_MONTH.test(text) || MENDED_MONTH.test(text);
}
