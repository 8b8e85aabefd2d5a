/** Finds articles by their words: stems, beginnings of words and small typing errors; titles count most. */
import { distance } from "fastest-levenshtein";
import { stemmer } from "stemmer";
import type { Article } from "./article.ts";
import { plainText } from "./help-text.ts";

/** Longer searches are cut: nothing is asked in more words. */
export const longestSearch = 100;
const mostWords = 8;

/** Words that questions are made of and that tell no articles apart. */
const empty = new Set(
  "a an and are at be but by can did do does for from get has have how i if in is it its me my of on or our so that the their them then there they this to was we what when where which who why will with you your".split(
    " ",
  ),
);

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const weights = { title: 10, words: 6, summary: 4, body: 1 };

type Entry = { readonly article: Article; readonly weights: ReadonlyMap<string, number> };
export type Index = {
  readonly entries: readonly Entry[];
  /** In how many articles each stem stands. */
  readonly frequency: ReadonlyMap<string, number>;
  /** Every word as it is written, with its stem. */
  readonly vocabulary: ReadonlyMap<string, string>;
};

function entryOf(article: Article): Entry {
  const found = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of new Set(wordsIn(text).map(stemmer))) found.set(stem, (found.get(stem) ?? 0) + weight);
  };
  add(article.title, weights.title);
  add(article.words ?? "", weights.words);
  add(article.summary, weights.summary);
  add(plainText(article.body), weights.body);
  return { article, weights: found };
}

/** What the search knows of all articles. */
export function indexOf(articles: readonly Article[]): Index {
  const entries = articles.map(entryOf);
  const frequency = new Map<string, number>();
  for (const entry of entries)
    for (const stem of entry.weights.keys()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const texts = articles.map(({ title, words = "", summary, body }) => [
    title,
    words,
    summary,
    plainText(body),
  ]);
  const vocabulary = new Map(wordsIn(texts.flat().join(" ")).map((word) => [word, stemmer(word)]));
  return { entries, frequency, vocabulary };
}

/** How many letters may be wrong in a word of this length. */
const errorsIn = (word: string): number => (word.length < 5 ? 0 : word.length < 8 ? 1 : 2);

/** The stems that a typed word may mean, with how surely: its own, else those of words that begin so, else of words that are nearly so. */
function meanings(word: string, { frequency, vocabulary }: Index): [stem: string, share: number][] {
  const stem = stemmer(word);
  if (frequency.has(stem)) return [[stem, 1]];
  const known = [...vocabulary];
  const begun = word.length < 3 ? [] : known.filter(([one]) => one.startsWith(word));
  if (begun.length > 0) return begun.map(([, one]) => [one, 0.7]);
  return known.flatMap(([one, of]) => (distance(one, word) <= errorsIn(word) ? [[of, 0.5]] : []));
}

/** The articles that a text is about, the best first; those with all of its words come before those with some. */
export function search(typed: string, index: Index): Article[] {
  const all = wordsIn(typed.slice(0, longestSearch));
  const telling = all.filter((word) => !empty.has(word));
  const wanted = [...new Set(telling.length > 0 ? telling : all)].slice(0, mostWords);
  const meant = wanted.map((word) => meanings(word, index)).filter((one) => one.length > 0);
  if (meant.length === 0) return [];
  const scored = index.entries.map(({ article, weights: found }) => {
    const scores = meant.map((one) =>
      Math.max(
        ...one.map(([stem, share]) => {
          const rarity = Math.log(1 + index.entries.length / (index.frequency.get(stem) ?? 1));
          return share * (found.get(stem) ?? 0) * rarity;
        }),
      ),
    );
    const hits = scores.filter((score) => score > 0).length;
    return { article, hits, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const most = Math.max(...scored.map(({ hits }) => hits));
  return scored
    .filter(({ hits }) => hits > 0 && hits >= most - 1)
    .sort((a, b) => b.hits - a.hits || b.score - a.score)
    .map(({ article }) => article);
}
