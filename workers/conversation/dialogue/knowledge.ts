/** Finds the knowledge entry that answers a question: stemmed words, synonyms, BM25, and a threshold below which nothing is answered. */
import type { KnowledgeEntry } from "#app/agents/agents.schema.ts";
import { aspectsOf, topicWords } from "#workers/conversation/english/topics.ts";

/** BM25's usual constants: how soon repetition stops counting, and how much length does. */
const K1 = 1.2;
const B = 0.75;
/** How much a word counts by where the entry has it; the answer's own words are hints, the question's are the topic. */
const WEIGHT = { question: 2, synonym: 2, answer: 0.6 };
/** The share of the question that an entry must be about, by the rarity of its words. */
const ENOUGH = 0.5;
/** A smaller share is enough for an entry whose whole topic was named ("Parking"). */
const ENOUGH_OF_TOPIC = 0.2;
/** Only the beginning of a very long question is looked at. */
const LONGEST = 400;

type Indexed = {
  entry: KnowledgeEntry;
  /** Weighted frequency of each word. */
  words: Map<string, number>;
  length: number;
  /** The topics that the entry may be called by: its question and each of its synonyms. */
  names: string[][];
  /** What its question asks of a subject ("price" of "Price of whitening"); empty when it names only the one or the other. */
  aspects: string[];
};
type Index = { entries: Indexed[]; containing: Map<string, number>; mean_length: number };

/** The entry that answers, and how well (only for comparing entries). `by_topic`: a word of its topic was asked for, not only a word of its answer. */
export type Answer = {
  entry: KnowledgeEntry;
  score: number;
  by_topic: boolean;
  /** The share of the question that the entry is about, 0 to 1. */
  share: number;
};

// The entries of a call are one frozen list; a list that is gone takes its index along.
const indexes = new WeakMap<readonly KnowledgeEntry[], Index>();

/**
 * The entry that answers a question best, or null when none is about it.
 * @param question the caller's words
 */
export function findAnswer(question: string, knowledge: readonly KnowledgeEntry[]): Answer | null {
  const index = indexes.get(knowledge) ?? indexed(knowledge);
  indexes.set(knowledge, index);
  const asked = [...new Set(topicWords(question.slice(0, LONGEST)))];
  if (asked.length === 0) return null;
  const total = asked.reduce((sum, word) => sum + rarity(word, index), 0);
  let best: Answer | null = null;
  const aspects = aspectsOf(asked);
  for (const candidate of index.entries) {
    // "How long does a whitening take" is not answered by its price.
    if (aspects.length > 0 && !aspects.some((word) => candidate.words.has(word))) continue;
    let score = 0;
    let about = 0;
    for (const word of asked) {
      const frequency = candidate.words.get(word) ?? 0;
      if (frequency === 0) continue;
      const length = 1 - B + (B * candidate.length) / index.mean_length;
      score += rarity(word, index) * ((frequency * (K1 + 1)) / (frequency + K1 * length));
      about += rarity(word, index) * Math.min(1, frequency);
    }
    const named = candidate.names.some(
      (name) => name.length > 0 && name.every((word) => asked.includes(word)),
    );
    const share = about / total;
    if (share < (named ? ENOUGH_OF_TOPIC : ENOUGH)) continue;
    // A price answers "whitening?", but not "does whitening work on crowns".
    const asks_other =
      candidate.aspects.length > 0 && !candidate.aspects.some((word) => asked.includes(word));
    if (asks_other && share < 1) continue;
    const better = named ? score + 1 : score;
    if (best && better <= best.score) continue;
    const by_topic = candidate.names.some((name) => name.some((word) => asked.includes(word)));
    best = { entry: candidate.entry, score: better, by_topic, share };
  }
  return best;
}

/** The entry with our address, for questions about the address or the way: each can answer the other. */
export function findPlace(question: string, knowledge: readonly KnowledgeEntry[]): Answer | null {
  const asked = topicWords(question);
  const place = asked.includes("address") ? "directions" : asked.includes("travel") ? "address" : null;
  return place === null ? null : findAnswer(place, knowledge);
}

/** How much a word tells: words of few entries more than words of all; unknown words most. Never nothing, so that one entry alone can answer too. */
function rarity(word: string, { entries, containing }: Index): number {
  const many = containing.get(word) ?? 0;
  return 1 + Math.log(1 + (entries.length - many + 0.5) / (many + 0.5));
}

function indexed(knowledge: readonly KnowledgeEntry[]): Index {
  const containing = new Map<string, number>();
  const entries = knowledge.map((entry) => {
    const words = new Map<string, number>();
    const add = (list: string[], weight: number) => {
      for (const word of list) words.set(word, (words.get(word) ?? 0) + weight);
      return list;
    };
    const names = [
      add(topicWords(entry.question), WEIGHT.question),
      ...entry.synonyms.map((synonym) => add(topicWords(synonym), WEIGHT.synonym)),
    ];
    add(topicWords(entry.answer), WEIGHT.answer);
    for (const word of words.keys()) containing.set(word, (containing.get(word) ?? 0) + 1);
    const length = [...words.values()].reduce((sum, weight) => sum + weight, 0);
    const [title = []] = names;
    const of_title = aspectsOf(title);
    const aspects = of_title.length < title.length ? of_title : [];
    return { entry, words, length, names, aspects };
  });
  const all = entries.reduce((sum, { length }) => sum + length, 0);
  return { entries, containing, mean_length: Math.max(1, all / Math.max(1, entries.length)) };
}
