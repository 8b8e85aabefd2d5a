/** When each line of a script is heard in the recording of its call. Pure. */
import type { CallLine } from "#app/calls/calls.schema.ts";

/** People and voices say about so many characters a second. */
const perSecond = 15;

/** The beginning of each line in the recording, in seconds; null: nothing is spoken there. */
export function spokenTimes(
  lines: readonly Pick<CallLine, "type" | "text" | "at_ms">[],
  offset_ms: number,
): (number | null)[] {
  let before = 0;
  return lines.map(({ type, text, at_ms }) => {
    if (type !== "agent" && type !== "caller") return null;
    // A caller's words are written when they are over, the agent's when they begin.
    const began = type === "caller" ? at_ms - (text.length / perSecond) * 1000 : at_ms;
    const at = Math.max(before, Math.max(0, began - offset_ms) / 1000);
    before = at;
    return Math.round(at * 10) / 10;
  });
}

/** The line that is heard at a time; null: none yet. */
export function lineAt(times: readonly (number | null)[], seconds: number): number | null {
  let found: number | null = null;
  for (const [place, at] of times.entries()) if (at !== null && at <= seconds + 0.05) found = place;
  return found;
}
