/** English numbers that look like hours but are not: amounts and ages. */

import type { Times } from "#workers/conversation/time/times.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { counted } from "./signals.ts";

type Numbered = { from: number; to: number; times: Times | null; bare: boolean };

/** What stands before "one" where it is no hour: "I need one", "the first one". */
const beforePronoun =
  /^(need|needs|want|wants|have|get|another|first|second|third|last|earlier|later|other|former|latter|which)$/;

/** "Two appointments" counts them, and "one for Monday" is an appointment: neither is an hour. */
export const isCount = (words: readonly Word[], { from, to, times, bare }: Numbered) =>
  times?.at.length === 1 &&
  (counted.has(words[to]?.word ?? "") ||
    (bare &&
      to === from + 1 &&
      words[from]?.word === "one" &&
      (/^(for|more|of|with)$/.test(words[to]?.word ?? "") ||
        (words[from]?.gap.includes(",") === false && beforePronoun.test(words[from - 1]?.word ?? "")))));

const personal = new Set(
  "he she who they son daughter kid kids child children twins boy boys girl girls baby toddler wife husband mother father mom mum dad grandson granddaughter brother sister niece nephew".split(
    " ",
  ),
);
const ofAge = new Set("is are was turns turned turning being".split(" "));
const barely = new Set("just only now already almost nearly about".split(" "));

/** "My son is ten" and "she's just turned nine" tell an age. */
export function isAge(words: readonly Word[], { from, to, times, bare }: Numbered): boolean {
  if (!bare || times?.at.length !== 1 || to !== from + 1) return false;
  let at = from - 1;
  while (barely.has(words[at]?.word ?? "")) at--;
  const { word = "", raw = "" } = words[at] ?? {};
  if (/^(aged|age|turns|turned|turning)$/.test(word)) return true;
  const owner = raw.replace(/['’]s$/i, "").toLowerCase();
  if (owner.length < raw.length) return personal.has(owner);
  while (barely.has(words[at - 1]?.word ?? "")) at--;
  return ofAge.has(word) && personal.has(words[at - 1]?.word ?? "");
}
