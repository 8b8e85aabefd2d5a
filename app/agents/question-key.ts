/** Decides when two questions are the same: their words are reduced to meaningful stems. */
import { stemmer } from "stemmer";

/** Question words, and words without meaning; two questions that differ only in these are one. */
const empty = new Set(
  "a an and any are at be by can could did didn do does doesn don for from had has have hey hi how i if in is it just like me my of ok okay on or our please so some tell that the their them there they this to uh um us was we well what when where which who why will with would you your".split(
    " ",
  ),
);

const longestKey = 160;

/** The key by which a question is counted; empty when it contains no meaningful word. */
export function questionKey(question: string): string {
  const words =
    question
      .normalize("NFKC")
      .toLowerCase()
      // "what's" is "what", "don't" is "don".
      .replace(/['’]\p{L}*/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !empty.has(word));
  const stems = (telling.length > 0 ? telling : words).map((word) => stemmer(word));
  return [...new Set(stems)].sort().join(" ").slice(0, longestKey);
}

/** Words that begin or join a question and ask for nothing by themselves. */
const joining = new Set(
  "about also and but else like more or right really something then thing things".split(" "),
);

/** Whether words are only the beginning or the end of a question: "and the", "what about". */
export function isFragment(question: string): boolean {
  const words =
    question
      .normalize("NFKC")
      .toLowerCase()
      .replace(/['’]\p{L}*/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return !words.some((word) => !empty.has(word) && !joining.has(word));
}

/** How much of the words of two questions must be the same. */
const alike = 0.6;

/** Whether two questions ask the same, by their keys: "cost of a cleaning", "cleaning cost for two". */
export function areAlike(key: string, other: string): boolean {
  if (key === other) return true;
  const [words, others] = [new Set(key.split(" ")), new Set(other.split(" "))];
  const both = [...words].filter((word) => others.has(word)).length;
  return both >= 2 && both / (words.size + others.size - both) >= alike;
}
