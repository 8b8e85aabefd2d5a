/** States and results of workflows and their runs, in words. */
import { stepKinds, steps } from "./steps.schema.ts";
import { triggerKinds, triggers } from "./triggers.schema.ts";
import type { RunStatus, WorkflowStatus } from "./workflow.schema.ts";

type Tone = "neutral" | "good" | "warn" | "bad" | "brand";

export const statusWords: Readonly<Record<WorkflowStatus, { words: string; tone: Tone }>> = {
  active: { words: "On", tone: "good" },
  draft: { words: "Off", tone: "neutral" },
  archived: { words: "Archived", tone: "neutral" },
};

export const runWords: Readonly<Record<RunStatus, { words: string; tone: Tone }>> = {
  queued: { words: "Queued", tone: "neutral" },
  running: { words: "Running", tone: "brand" },
  waiting: { words: "Waiting", tone: "brand" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
  stopped: { words: "Stopped", tone: "warn" },
  limited: { words: "Over the limit", tone: "warn" },
};

export const stepStatusWords = {
  running: { words: "Running", tone: "brand" },
  waiting: { words: "Waiting", tone: "brand" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
} as const;

/** Of a step that was done: in a dry run nothing was. */
export const wouldBeDone = { words: "Would be done", tone: "neutral" } as const;

export const triggerLabel = (kind: string): string => {
  const known = triggerKinds.find((one) => one === kind);
  return known ? triggers[known].label : kind;
};

export const stepLabel = (kind: string): string => {
  const known = stepKinds.find((one) => one === kind);
  return known ? steps[known].label : kind;
};

/** Those who may not let a workflow reach other systems are told so. */
export const outsideWords =
  "This workflow reaches other systems. Only people who manage webhooks can run it: ask an owner or an admin.";
export const offWords = "Off. Runs that waited or slept were stopped.";
