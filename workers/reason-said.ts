/** Why a caller is put through, as a listener understands it. */
import type { LoopState } from "#workers/conversation/line/loop-state.ts";

/** A person who has picked up decides within seconds. */
const longestReason = 240;

/** The reason of the transfer as a listener understands it: “caller said” quotes are spoken as they are, after `quoting`. */
export const reasonSaid = (reason: string, state: LoopState, quoting: string): string => {
  const [begins, ends] = [reason.indexOf("“"), reason.lastIndexOf("”")];
  const said = begins >= 0 && ends > begins ? `${quoting}${reason.slice(begins + 1, ends)}` : reason;
  return (said || (state.transcript.findLast(({ who }) => who === "caller")?.text ?? "")).slice(
    0,
    longestReason,
  );
};
