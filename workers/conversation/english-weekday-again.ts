/** English that tells whether a weekday said again is the one under discussion or another one. */
import { takesBack } from "./english-signals.ts";

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
