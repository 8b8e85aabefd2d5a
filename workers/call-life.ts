/** Decides how a call continues or ends when the carrier asks for the next step: pure functions of what the call knows. */
import { isOver } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import type { LoopState } from "#workers/conversation/line/loop-state.ts";
import { loopWords } from "#workers/conversation/line/loop-words.ts";
import type { CallEnd, CallProgress, NextStep } from "./call-facts.ts";

/** How often a call reconnects after a dropped line (docs/telephony.md, "End of a session"). */
const mostResumes = 3;

export type Known = { call: PreparedCall; progress: CallProgress; state: LoopState };
/** The carrier's next step and, when that ends the call, how it ended. */
export type Decision = { next: NextStep; end: CallEnd | null };

const hangUp: NextStep = { do: "hang_up" };

type Ended = Pick<CallEnd, "by" | "reason"> & { status?: CallStatus; carrier_seconds?: number | null };

/** An end at `now` (ms UTC). For a call that was never connected the carrier's status is the reason. */
const end = ({ progress }: Known, ended: Ended, now: number): CallEnd => ({
  by: ended.by,
  reason: ended.reason,
  at: now,
  status:
    progress.answered_at !== null
      ? "completed"
      : ended.status && isOver(ended.status)
        ? ended.status
        : "failed",
  carrier_seconds: ended.carrier_seconds ?? null,
});

/** The side that ended a call which the loop ended, and the reason. */
function byLoop({ state }: Known): Pick<CallEnd, "by" | "reason"> | null {
  if (!state.over || !state.ending) return null;
  const { reason } = state.ending;
  if (reason === "silence" || reason === "max_duration" || reason === "max_words")
    return { by: "timeout", reason };
  return { by: reason === "failed" ? "error" : "agent", reason };
}

/** How much longer the call may last, including the transfer. */
const secondsLeft = ({ call, progress }: Known, now: number): number =>
  call.longest_seconds - Math.floor((now - (progress.answered_at ?? call.started_at)) / 1000);

/** The voice that speaks: another one once the carrier has refused the agent's. */
export const voiceOf = ({ call, progress }: Pick<Known, "call" | "progress">) =>
  (progress.is_voice_refused && call.other_voice) || call.agent.spec.voice;

/** The language that is spoken now. */
const spokenIn = ({ call, state }: Pick<Known, "call" | "state">) =>
  state.opened ? state.language : call.agent.spec.languages[0];

/** Says the loop's last words. */
function saying(known: Known, what: "failed" | "max_duration"): NextStep {
  const language = spokenIn(known);
  return { do: "say", words: loopWords(language)[what], language };
}

/** A session that never opened was refused by the carrier, the voice perhaps: from then on another voice speaks. */
function relayAgain({ call, progress, state }: Known): NextStep {
  if (progress.answered_at === null) progress.is_voice_refused = true;
  const { languages, follows_language } = call.agent.spec;
  return {
    do: "relay",
    voice: voiceOf({ call, progress }),
    languages,
    follows_language,
    language: spokenIn({ call, state }),
  };
}

/** A relay session ended (docs/telephony.md, "End of a session"): the call is over, we ended it, or the line dropped. */
export function afterRelay(known: Known, status: CallStatus, now: number): Decision {
  const { call, progress, state } = known;
  const ended = byLoop(known);
  if (isOver(status))
    return {
      next: hangUp,
      end: end(known, { ...(ended ?? { by: "caller", reason: "hung_up" }), status }, now),
    };
  if (ended) {
    const transfer = state.ending?.transfer;
    // Nothing can be dialled from a browser.
    if (!transfer || call.our_number === null) return { next: hangUp, end: end(known, ended, now) };
    progress.transfer = "dialing";
    const seconds = Math.max(1, secondsLeft(known, now));
    return {
      next: { do: "dial", to: transfer.phone_number, caller_id: call.our_number, seconds },
      end: null,
    };
  }
  if (progress.resumes >= mostResumes) {
    const end_ = end(known, { by: "error", reason: "line_lost" }, now);
    return { next: saying(known, "failed"), end: end_ };
  }
  progress.resumes += 1;
  return { next: relayAgain(known), end: null };
}

/** The transfer ended. `answered`: a person took the call, and that conversation has ended too. */
export function afterDial(known: Known, answered: boolean, status: CallStatus, now: number): Decision {
  const { progress, state } = known;
  const id = state.ending?.transfer?.id;
  const deed = id === undefined ? undefined : state.deeds[id];
  if (answered) {
    if (deed) deed.outcome = { ok: true };
    // The caller is still on the line when a time limit ended the conversation.
    const isCut = !isOver(status) && secondsLeft(known, now) <= 0;
    return {
      next: isCut ? saying(known, "max_duration") : hangUp,
      end: end(known, { by: "transfer", reason: "transferred", status }, now),
    };
  }
  if (isOver(status)) {
    if (deed) deed.outcome = { ok: false, reason: "failed" };
    return { next: hangUp, end: end(known, { by: "caller", reason: "hung_up", status }, now) };
  }
  progress.transfer = "failed";
  return { next: relayAgain(known), end: null };
}

/** The carrier reports that the call is over, and nothing has ended it before. */
export function afterCarrier(known: Known, status: CallStatus, seconds: number | null, now: number): CallEnd {
  const ended = byLoop(known) ?? { by: "caller", reason: "hung_up" };
  return end(known, { ...ended, status, carrier_seconds: seconds }, now);
}

/** Close codes of a browser whose visitor hung up or left the page. */
const left = new Set<number | null>([1000, 1001, 1005]);

/** The socket of a browser closed. */
export function afterBrowser(known: Known, now: number): CallEnd {
  const { progress } = known;
  if (progress.answered_at === null) return end(known, { by: "error", reason: "no_relay" }, now);
  const hungUp = { by: "caller", reason: "hung_up" } as const;
  const lost = { by: "error", reason: "line_lost" } as const;
  return end(known, byLoop(known) ?? (left.has(progress.close_code) ? hungUp : lost), now);
}

/** Nothing more came from the line: no new session and no report of the carrier. */
export function afterNothing(known: Known, now: number): CallEnd {
  const { progress } = known;
  if (progress.answered_at === null) return end(known, { by: "error", reason: "no_relay" }, now);
  const ended = byLoop(known);
  if (ended) return end(known, ended, now);
  return end(
    known,
    progress.close_code === 1000 ? { by: "caller", reason: "hung_up" } : { by: "error", reason: "line_lost" },
    now,
  );
}
