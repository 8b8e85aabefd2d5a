/** What a step of a workflow can do: its settings, as one table for the editor, the check before saving, and the run. */
import type { Field } from "./triggers.schema.ts";

export const stepKinds = ["send_text", "tag", "untag", "wait", "branch", "stop"] as const;
export type StepKind = (typeof stepKinds)[number];

/** One setting of a step. `text` and `words` may name fields in double braces. */
export type Setting = {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "words" | "choice" | "number";
  readonly hint?: string;
  readonly needed?: true;
  readonly most: number;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Choices that the organization has: its agents, numbers, lists, campaigns. */
  readonly of?: "agents" | "numbers" | "lists" | "campaigns";
  /** What the empty choice says. */
  readonly none?: string;
  readonly initial?: string;
};

export type StepType = {
  readonly label: string;
  readonly hint: string;
  readonly settings: readonly Setting[];
  /** What later steps can ask of it, by the last part of the path. */
  readonly gives: readonly (Omit<Field, "path"> & { readonly name: string })[];
};

const units = [
  { value: "minutes", label: "Minutes" },
  { value: "hours", label: "Hours" },
  { value: "days", label: "Days" },
];

export const steps: Readonly<Record<StepKind, StepType>> = {
  send_text: {
    label: "Send a text message",
    hint: "To the person whom the run is about.",
    settings: [
      {
        name: "text",
        label: "Message",
        type: "words",
        most: 1200,
        needed: true,
        hint: "{{contact.name}} and other fields in double braces are filled in.",
      },
      {
        name: "number_id",
        label: "From",
        type: "choice",
        of: "numbers",
        none: "The number they know",
        most: 64,
      },
    ],
    gives: [],
  },
  tag: {
    label: "Add a tag",
    hint: "To the contact.",
    settings: [{ name: "tag", label: "Tag", type: "text", most: 40, needed: true }],
    gives: [],
  },
  untag: {
    label: "Remove a tag",
    hint: "From the contact.",
    settings: [{ name: "tag", label: "Tag", type: "text", most: 40, needed: true }],
    gives: [],
  },
  wait: {
    label: "Wait",
    hint: "The run sleeps, and goes on by itself.",
    settings: [
      { name: "amount", label: "How long", type: "number", most: 4, needed: true, initial: "1" },
      {
        name: "unit",
        label: "Unit",
        type: "choice",
        choices: units,
        most: 10,
        needed: true,
        initial: "hours",
      },
    ],
    gives: [],
  },
  branch: {
    label: "If … then … else",
    hint: "Goes one way when the conditions hold, and the other way when they don’t.",
    settings: [],
    gives: [],
  },
  stop: { label: "Stop", hint: "The run ends here.", settings: [], gives: [] },
};

/** Steps that change something outside the run. */
export const isAction = (kind: StepKind): boolean => !["wait", "branch", "stop"].includes(kind);

/** The settings with which a new step begins. */
export const initialSettings = (kind: StepKind): Record<string, string> =>
  Object.fromEntries(steps[kind].settings.map(({ name, initial }) => [name, initial ?? ""]));
