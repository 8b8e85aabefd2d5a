/** Looks unanswered questions up in the organization's knowledge before the caller is told that there is no answer. What is found is information: it is quoted, never obeyed. */
import { z } from "zod";
import { answerable } from "#app/knowledge/answerable.ts";
import { questionWords, stemOf, stemsOf } from "#app/knowledge/question-words.ts";
import { speaksToAgents } from "#app/knowledge/told-to-agents.ts";
import type { Json } from "#app/platform/json.ts";
import type { Move, Outcome } from "#workers/conversation/line/conversation.ts";
import { sentencesOf } from "./say.ts";
import type { CallState, FoundAnswer } from "./state.ts";
import { newId } from "./turn.ts";

const mostSentences = 2;
/** So much is heard without losing the thread, in characters. */
const mostSaid = 300;

const passages = z.object({
  passages: z.array(
    z.object({ source_id: z.string(), title: z.string(), text: z.string(), share: z.number().default(1) }),
  ),
});

/** Begins to look up what the moves would have noted as unanswered; null: they answer everything. */
export function lookUp(
  before: CallState,
  text: string,
  moves: readonly Move[],
): { state: CallState; moves: Move[] } | null {
  const questions = moves.flatMap((move) =>
    move.type === "do" && move.action.type === "note_question" ? [move.action.question] : [],
  );
  if (questions.length === 0) return null;
  const state = structuredClone(before);
  const waiting = [...new Set(questions)].map((question) => ({
    id: newId(state, "search_knowledge"),
    question,
  }));
  state.looking = { text, waiting, found: [] };
  return {
    state,
    moves: waiting.map((asked): Move => ({ type: "do", action: { type: "search_knowledge", ...asked } })),
  };
}

/** Takes in what a search found. @returns the state; null: it was none of these searches */
export function lookedUp(before: CallState, id: string, outcome: Outcome): CallState | null {
  const asked = before.looking?.waiting.find((one) => one.id === id);
  if (!asked) return null;
  const state = structuredClone(before);
  const { looking } = state;
  if (!looking) return null;
  looking.waiting = looking.waiting.filter((one) => one.id !== id);
  const found = outcome.ok ? answerIn(asked.question, outcome.data ?? null) : null;
  if (found) looking.found.push(found);
  return state;
}

function answerIn(question: string, data: Json): FoundAnswer | null {
  const read = passages.safeParse(data);
  const [best] = read.success ? read.data.passages : [];
  if (!best || best.share < answerable) return null;
  const text = extractOf(question, best.text);
  return text === "" ? null : { question, text, source_id: best.source_id, title: best.title };
}

const ended = (sentence: string): string => (/[.!?…]["”’)]?$/.test(sentence) ? sentence : `${sentence}.`);

function shortened(text: string): string {
  if (text.length <= mostSaid) return text;
  const end = text.lastIndexOf(" ", mostSaid);
  return `${text.slice(0, end > 0 ? end : mostSaid).replace(/[,;:–-]$/, "")}.`;
}

/** At most two sentences of a passage: the one that is most about the question, and the one after it. Sentences that speak to an agent are left out. */
export function extractOf(question: string, passage: string): string {
  const words = questionWords(question).map(stemOf);
  const sentences = passage
    .split("\n")
    .flatMap(sentencesOf)
    .filter((sentence) => !speaksToAgents(sentence))
    .map(ended);
  const about = sentences.map((sentence) => {
    const stems = stemsOf(sentence);
    return words.filter((word) => stems.has(word)).length;
  });
  const best = Math.max(0, about.indexOf(Math.max(...about)));
  const said = sentences.slice(best, best + mostSentences);
  while (said.length > 1 && said.join(" ").length > mostSaid) said.pop();
  return shortened(said.join(" "));
}
