/** How long a caller waited for each answer, from the lines of a call as they stand. */
import type { CallLine } from "./calls.schema.ts";

type Timed = Pick<CallLine, "type" | "at_ms">;

/** `at_ms`: when the answer began, from the beginning of the call. */
export type Wait = { at_ms: number; wait_ms: number };

/** From the caller's last words to the agent's first, in order. */
export const waitsIn = (lines: readonly Timed[]): Wait[] => {
  let asked: number | null = null;
  return lines.flatMap(({ type, at_ms }) => {
    if (type === "caller" || type === "keys") asked = at_ms;
    if (type !== "agent" || asked === null) return [];
    const wait_ms = Math.max(0, at_ms - asked);
    asked = null;
    return [{ at_ms, wait_ms }];
  });
};

/** "0.8 s": for what changes too often to be read in any other way. */
export const inSeconds = (ms: number): string => (ms < 100 ? "< 0.1 s" : `${(ms / 1000).toFixed(1)} s`);
