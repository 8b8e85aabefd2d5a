/** The words of a question that are looked for in passages: stems of those that tell what it is about. */
import { stemmer } from "stemmer";

/** Question words, and words of every sentence; a passage is about none of them. */
const empty = new Set(
  "a about all also am an and any anyone anything are as ask at available be because been but by call can cannot could couldn did do does doesn doing don for from get give go going got had has have having he hello help her here hey hi how i if in into is isn it its just kind know let like ll looking m may me might mind more much my need no not of off offer oh ok okay on one or our out over people please possible question re really right s said same say see she should so some somebody someone something sorry sort still such sure t take tell than thank thanks that the their them then there these they thing things think this those to too try uh um under up us use used ve very want wanted was way we well were what when where which while who whose why will with won wonder wondering would wouldn yeah yes yet you your yours".split(
    " ",
  ),
);

const mostWords = 12;

/** In their order, each once. */
export function questionWords(question: string): string[] {
  const words =
    question
      .normalize("NFKC")
      .toLowerCase()
      .slice(0, 400)
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => !empty.has(word)))].slice(0, mostWords);
}

const known = new Map<string, string>();
const mostKnown = 20_000;

/** A word's stem, without accents. */
export function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (known.size >= mostKnown) known.clear();
  const stem = stemmer(word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase());
  known.set(word, stem);
  return stem;
}

/** The stems of a text, for comparing it with those of a question. */
export const stemsOf = (text: string): Set<string> =>
  new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf));
