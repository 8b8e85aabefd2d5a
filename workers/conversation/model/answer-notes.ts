/**
 * What a model's answer came from, as the notes that the built-in brain makes of its own: by them a call counts as
 * answered, its topics are told, and its transcript names the source.
 */
import type { KnowledgeEntry } from "#app/agents/agents.schema.ts";
import { questionWords, stemOf } from "#app/knowledge/question-words.ts";
import { profileAnswer } from "#workers/conversation/dialogue/profile-answers.ts";
import type { Note, World } from "#workers/conversation/line/conversation.ts";
import type { ModelMemory } from "./model-memory.ts";
import { passagesFound } from "./outcomes.ts";

const mostPassages = 3;
const mostKept = 1200;

/** A question has been searched for: what was found is kept until the caller is answered. */
export function keepLookup({ answering }: ModelMemory, question: string, data: unknown): void {
  const found = passagesFound.safeParse(data);
  const passages = found.success ? found.data.passages.slice(0, mostPassages) : [];
  answering.lookups.push({
    question,
    passages: passages.map((one) => ({ ...one, text: one.text.slice(0, mostKept) })),
  });
}

/** What a model owns up to not knowing. */
const unknown =
  /\b(?:don't|do not|can't|cannot|couldn't|didn't) (?:know|say|find|have (?:that|any|the))\b|\bnot (?:sure|certain)\b|\bno (?:lo )?s[eé]\b|\bno (?:lo )?(?:encuentro|encontr[eé])\b/i;

/** The words that tell what a sentence is about; those of every sentence are left out. */
const wordsOf = (text: string): Set<string> => new Set(questionWords(text).map(stemOf));
const sentencesOf = (text: string): string[] => text.match(/[^.!?]{1,400}/g) ?? [];

/** As many words as make a sentence one about the same, and their share of it. */
const enoughWords = 2;
const enoughShare = 0.5;

/** How much of an answer's best sentence a text holds: 0 when too little. */
function sharedWith(said: string, text: string): number {
  const held = new Set(sentencesOf(text).flatMap((sentence) => [...wordsOf(sentence)]));
  const shares = sentencesOf(said).map((sentence) => {
    const words = [...wordsOf(sentence)];
    const shared = words.filter((word) => held.has(word)).length;
    const isEnough = shared >= Math.min(enoughWords, held.size) && shared >= words.length * enoughShare;
    return shared > 0 && isEnough ? shared : 0;
  });
  return Math.max(0, ...shares);
}

/** The entry of the agent's own that an answer was made of; null: of none. */
function entryIn(said: string, knowledge: readonly KnowledgeEntry[]): KnowledgeEntry | null {
  const scored = knowledge
    .map((entry) => ({ entry, shared: sharedWith(said, entry.answer) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  return scored[0]?.entry ?? null;
}

/** The question in the caller's last words; null: they are none. */
function questionAsked({ transcript }: World): string | null {
  const last = transcript.findLast(({ who }) => who === "caller")?.text ?? "";
  return last.includes("?") || /^(?:what|when|where|how|are you|do you)\b/i.test(last) ? last : null;
}

/** Whether the model called a tool since the caller's last words: what it does not know then is what that did not find. */
function hasCalled({ steps }: ModelMemory, { transcript }: World): boolean {
  const asked = transcript.findLast(({ who }) => who === "caller")?.seq ?? 0;
  return steps.some(({ after }) => after >= asked);
}

/** The notes of a turn whose answer is whole. Changes `memory`: they are made once. */
export function notesOf(memory: ModelMemory, world: World, now: number): Note[] {
  const { said, lookups, noted } = memory.answering;
  memory.answering = { said: "", lookups: [], noted: true };
  if (noted || said === "") return [];
  const asked = questionAsked(world);
  const [searched] = lookups;
  if (unknown.test(said)) {
    const question = searched?.question ?? (hasCalled(memory, world) ? null : asked);
    return question === null ? [] : [{ type: "no_answer", question }];
  }
  const passages = lookups.flatMap((one) => one.passages);
  const used = passages.filter(({ text }) => sharedWith(said, text) > 0);
  // Words of another language or a figure alone share nothing with their source: the best one was read for them.
  const sources = used.length > 0 ? used : passages.slice(0, 1);
  if (sources.length > 0)
    return [...new Map(sources.map((one) => [one.source_id, one.title]))].map(([source_id, title]) => ({
      type: "answered_from",
      entry_id: source_id,
      title,
      source_id,
    }));
  const entry = entryIn(said, world.agent.knowledge);
  if (entry) return [{ type: "answered_from", entry_id: entry.id, title: entry.question }];
  if (searched) return [{ type: "no_answer", question: searched.question }];
  const profile = asked === null ? null : profileAnswer(asked, world, now, null);
  return profile ? [{ type: "answered_from", entry_id: profile.topic, title: profile.title }] : [];
}
