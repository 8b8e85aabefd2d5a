/** What the page of the knowledge shows, in words, and what is wrong with a form of it. */
import type { TagTone } from "./knowledge-words.ts";

export type SourceRow = {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly state: { readonly words: string; readonly tone: TagTone };
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly size: string | null;
  readonly usedBy: string;
  readonly hasInstructions: boolean;
  readonly changed: string;
};

export type OpenSource = SourceRow & {
  readonly isEntry: boolean;
  readonly text: string | null;
  readonly address: string | null;
  readonly agent_ids: readonly string[] | null;
  readonly passages: readonly { readonly place: number; readonly heading: string; readonly text: string }[];
  /** Whether it has more passages than are shown. */
  readonly isShortened: boolean;
};

export type FoundRow = {
  readonly source_id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Whether an agent would answer from it. */
  readonly answers: boolean;
};

export type QuestionShown = {
  readonly id: string;
  readonly agent_id: string;
  readonly question: string;
  readonly times: number;
  readonly agents: readonly string[];
};

export type AgentNames = readonly { readonly id: string; readonly name: string }[];

/** `typed` brings back what stood in the form. */
export type KnowledgeAnswer = {
  /** The form, with the id of its row where it has one. */
  readonly form: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly typed: Readonly<Record<string, string>>;
};
