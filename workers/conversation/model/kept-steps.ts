/** What is kept of a model's steps: as much of them as it can still be shown, so that a call stays within one row. */
import type { HeardLine } from "#workers/conversation/line/conversation.ts";
import type { ToolCall } from "./model.ts";
import type { ModelMemory, Step } from "./model-memory.ts";

/** How many of the last lines a model is shown: an hour's call stays within every model's context. */
export const mostLines = 120;
const mostResult = 4000;
/** All steps together, in characters; older ones go, and the newest stays. */
const mostKept = 200_000;

const sizeOf = (one: unknown): number => JSON.stringify(one).length;

/** Adds a step. Steps and notes from before the first line that is still shown go. */
export function keepStep(memory: ModelMemory, step: Step, transcript: readonly HeardLine[]): void {
  const first = transcript.slice(-mostLines)[0]?.seq ?? 0;
  memory.notes = memory.notes.filter(({ after }) => after >= first);
  memory.steps = [...memory.steps.filter(({ after }) => after >= first), step];
  let size = sizeOf(memory.steps);
  while (size > mostKept && memory.steps.length > 1) size -= sizeOf(memory.steps.shift());
}

export function keepResult(step: Step, { id, name }: Pick<ToolCall, "id" | "name">, result: string): void {
  step.results.push({ id, name, result: result.slice(0, mostResult) });
}
