/** The types with which the parts of the editor share one form. */
import type { FieldMetadata, FormMetadata, SubmissionResult } from "@conform-to/react";
import type { GroupedChoice } from "#app/voices/voice-list.ts";
import type { AgentFormValues } from "./agent-draft.ts";
import type { Rehearsal } from "./rehearsal.schema.ts";

export type EditorForm = FormMetadata<AgentFormValues, string[]>;
export type EditorFields = ReturnType<EditorForm["getFieldset"]>;
type Row<Values> = FieldMetadata<Values, AgentFormValues, string[]>;
export type QuestionField = Row<AgentFormValues["fields"][number]>;
export type AnswerField = Row<AgentFormValues["knowledge"][number]>;

/** What every field of the editor may use. */
export interface EditorProps {
  readonly form: EditorForm;
  readonly fields: EditorFields;
  /** The id of the answer's row that the editor was opened with, for a callers' question. */
  readonly begun: string | null;
  /** The address that is used while the agent has none of its own. */
  readonly otherAddress: string | null;
  /** The voices to choose from. */
  readonly voices: readonly GroupedChoice[];
  /** Whom callers can be transferred to. */
  readonly people: readonly TransferPerson[];
}

/** A transfer target as the editor offers it. */
export interface TransferPerson {
  readonly id: string;
  readonly name: string;
  /** When callers belong there, and whether it is open. */
  readonly note: string;
}

/** A field's first value as text. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The answer of the editor's address to a post that stays on the page. */
export interface EditorAnswer {
  readonly result: SubmissionResult | null | undefined;
  /** The version that another member has saved meanwhile. */
  readonly conflict: number | null;
  readonly rehearsal: Rehearsal | null;
  /** Why the agent was not archived. */
  readonly refusal: string | null;
}
