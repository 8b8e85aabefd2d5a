/** A callers' question that had no answer: from the editor's address into a new row of the knowledge, and off the list when it is saved. */
import { z } from "zod";
import { type AgentFormValues, idFor } from "./agent-draft.ts";
import type { AgentSpec } from "./agents.schema.ts";

/** The longest question that a row of the knowledge takes, in characters. */
const longestRow = 160;

/** How much of the words counts. Longer ones cannot come from our own list. */
const longestWords = 1000;

/** The question that the editor was opened for. */
export type Asked = {
  /** The question as it was asked. */
  words: string;
  /** Its id on the list; null when it comes from a call's script. */
  id: string | null;
  /** The id of the row that was added for it, and later of the saved entry. */
  entry: string;
};

/**
 * The question in an editor's address, `?add_knowledge=<words>&question=<id>`; null when there is none. The same
 * address makes the same row as long as the agent is unchanged.
 */
export function askedIn(address: string, spec: AgentSpec): Asked | null {
  const search = new URL(address).searchParams;
  const words = (search.get("add_knowledge") ?? "").trim().slice(0, longestWords);
  if (words === "") return null;
  const taken = new Set([...spec.fields, ...spec.knowledge].map(({ id }) => id));
  return { words, id: search.get("question"), entry: idFor(undefined, words, taken) };
}

/** As much of a question as a row holds, in whole words. */
function shortened(words: string): string {
  if (words.length <= longestRow) return words;
  const end = words.lastIndexOf(" ", longestRow);
  return words.slice(0, end > 0 ? end : longestRow);
}

/** The editor's first values with a row for the question at the end of the knowledge. */
export function begunWith(
  asked: Asked | null,
  values: AgentFormValues,
): { asked: Asked | null; values: AgentFormValues } {
  if (asked === null) return { asked, values };
  const row = { id: asked.entry, question: shortened(asked.words), answer: "", synonyms: "" };
  return { asked, values: { ...values, knowledge: [...values.knowledge, row] } };
}

const posted = z.object({
  asked: z.string().trim().min(1).max(longestWords),
  asked_id: z.string().max(100),
  asked_entry: z.string().min(1).max(40),
});

/** The question that a saved draft answers: by its id on the list, or by its words when it came without one. */
export type AnsweredQuestion = { id: string } | { words: string };

/** The question that a posted draft answers; null unless the row that was added for it is still there. */
export function answeredBy(form: FormData, spec: AgentSpec): AnsweredQuestion | null {
  const came = posted.safeParse(Object.fromEntries(form));
  if (!came.success) return null;
  const { asked, asked_id, asked_entry } = came.data;
  if (!spec.knowledge.some(({ id }) => id === asked_entry)) return null;
  return asked_id === "" ? { words: asked } : { id: asked_id };
}
