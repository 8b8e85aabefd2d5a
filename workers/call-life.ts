/** Decides how a call continues or ends when the carrier asks for the next step: pure functions of what the call knows. */
import { isOver } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { browserProvider } from "#app/calls/live/live-calls.schema.ts";
import { takesLeave } from "#workers/conversation/brains/caller-words.ts";
import { refusesRecording } from "#workers/conversation/brains/recording-refusal.ts";
import { loopWords } from "#workers/conversation/line/loop-words.ts";
import type { CallEnd, DialReport, Known, NextStep } from "./call-facts.ts";
import { spokenBy, spokenIn } from "./call-voice.ts";
import { isTaken } from "./transfer-ladder.ts";
import {
  dialStep,
  firstRung,
  followingRung,
  inTransfer,
  secondsLeft,
  settleDeed,
  settleRung,
  stopTransfer,
} from "./transfer-life.ts";

/** How often a call reconnects after a dropped line (docs/telephony.md, "End of a session"). */
const mostResumes = 3;

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

const endsAtMachine = (reason: string): boolean =>
  reason === "voicemail_left" ||
  reason === "voicemail_hangup" ||
  reason === "mailbox_full" ||
  reason === "ivr";

/** The side that ended a call which the loop ended, and the reason. */
function byLoop({ state, progress }: Known): Pick<CallEnd, "by" | "reason"> | null {
  if (!state.over || !state.ending) return null;
  const { reason } = state.ending;
  // No one was heard, because nothing could be.
  if (reason === "silence" && progress.fault !== null) return { by: "error", reason: progress.fault };
  if (reason === "silence" || reason === "max_duration" || reason === "max_words")
    return { by: "timeout", reason };
  if (endsAtMachine(reason)) return { by: "voicemail", reason };
  if (reason === "goodbye" && takesLeave(lastWords(state))) return { by: "agent", reason: "end_phrase" };
  return { by: reason === "failed" ? "error" : "agent", reason };
}

/** What the caller said last; empty: nothing. */
const lastWords = ({ transcript }: Known["state"]): string =>
  transcript.findLast(({ who }) => who === "caller")?.text ?? "";

/** The line ended, and no one on our side ended it: at a fault that the carrier names, or because the caller left, for the recording perhaps. */
function byLine({ progress, state }: Known): Pick<CallEnd, "by" | "reason"> {
  if (progress.fault !== null) return { by: "error", reason: progress.fault };
  const isFirst = state.transcript.filter(({ who }) => who === "caller").length === 1;
  const left = progress.recording_declined && refusesRecording(lastWords(state), isFirst);
  return { by: "caller", reason: left ? "consent_declined" : "hung_up" };
}

/** The line was lost, and did not come back. */
const lost = ({ progress }: Known): Pick<CallEnd, "by" | "reason"> => ({
  by: "error",
  reason: progress.fault ?? "line_lost",
});

/** No session has opened: at a carrier it failed, in a browser no one came. */
const unjoined = ({ call, progress }: Known): Pick<CallEnd, "by" | "reason"> =>
  call.provider === browserProvider
    ? { by: "timeout", reason: "join_timeout" }
    : { by: "error", reason: progress.fault ?? "no_relay" };

/** Says the loop's last words. */
function saying(known: Known, what: "failed" | "max_duration"): NextStep {
  const language = spokenIn(known);
  return { do: "say", words: loopWords(language)[what], language };
}

/** A session that never opened was refused by the carrier, the voice perhaps: from then on another voice speaks. */
function relayAgain(known: Known, isNew = true): NextStep {
  const { progress } = known;
  if (isNew && progress.answered_at === null) progress.is_voice_refused = true;
  return { do: "relay", ...spokenBy(known) };
}

/** No one took the call: the agent is on the line again, and says so. */
function backToAgent(known: Known): NextStep {
  Object.assign(known.progress, { transfer: "failed", ladder: null });
  return relayAgain(known);
}

/** A relay session ended (docs/telephony.md, "End of a session"): the call is over, we ended it, or the line dropped. */
export function afterRelay(known: Known, status: CallStatus, now: number): Decision {
  const { call, progress, state } = known;
  const ended = byLoop(known);
  if (isOver(status))
    return {
      next: hangUp,
      end: end(known, { ...(ended ?? byLine(known)), status }, now),
    };
  if (ended) {
    // Nothing can be dialled from a browser.
    if (!state.ending?.transfer || call.our_number === null)
      return { next: hangUp, end: end(known, ended, now) };
    const dialling = firstRung(known, now);
    return { next: dialling ?? backToAgent(known), end: null };
  }
  if (progress.resumes >= mostResumes) {
    const end_ = end(known, lost(known), now);
    return { next: saying(known, "failed"), end: end_ };
  }
  progress.resumes += 1;
  return { next: relayAgain(known), end: null };
}

/** One phone's turn is over. Where a person took the call, that conversation has ended too; else the next phone rings, and after the last the agent is back. */
export function afterDial(known: Known, report: DialReport, now: number): Decision {
  const { progress, state } = known;
  const { ladder } = progress;
  const { status } = report;
  const taken = ladder ? isTaken(ladder, report, now) : report.outcome === "answered";
  settleRung(known, report, isOver(status), now);
  if (taken) {
    // The caller is still on the line when a time limit ended the conversation.
    const isCut = !isOver(status) && secondsLeft(known, now) <= 0;
    return {
      next: isCut ? saying(known, "max_duration") : hangUp,
      end: end(known, { by: "transfer", reason: state.ending?.reason ?? "transferred", status }, now),
    };
  }
  if (isOver(status)) {
    settleDeed(known, false);
    return {
      next: hangUp,
      end: end(known, { by: "caller", reason: "caller_left_during_transfer", status }, now),
    };
  }
  return { next: followingRung(known, now) ?? backToAgent(known), end: null };
}

/** The step that the call is at, for a report that comes again, or late. */
export function stepAgain(known: Known, now: number): NextStep {
  return (known.progress.transfer === "dialing" && dialStep(known, now)) || relayAgain(known, false);
}

/** The carrier reports that the call is over, and nothing has ended it before. */
export function afterCarrier(known: Known, status: CallStatus, seconds: number | null, now: number): CallEnd {
  const ended = inTransfer(known, now) ?? byLoop(known) ?? byLine(known);
  return end(known, { ...ended, status, carrier_seconds: seconds }, now);
}

/** A member had the carrier hang up during a transfer. */
export function afterStop(known: Known, now: number): CallEnd {
  stopTransfer(known, now);
  return end(known, { by: "agent", reason: "stopped_by_member" }, now);
}

/** Close codes of a browser whose visitor hung up or left the page. */
const left = new Set<number | null>([1000, 1001, 1005]);

/** The socket of a browser closed. */
export function afterBrowser(known: Known, now: number): CallEnd {
  const { progress } = known;
  if (progress.answered_at === null) return end(known, { by: "error", reason: "no_relay" }, now);
  return end(known, byLoop(known) ?? (left.has(progress.close_code) ? byLine(known) : lost(known)), now);
}

/** Nothing more came from the line: no new session and no report of the carrier. */
export function afterNothing(known: Known, now: number): CallEnd {
  const { progress } = known;
  if (progress.answered_at === null) return end(known, unjoined(known), now);
  const ended = inTransfer(known, now) ?? byLoop(known);
  if (ended) return end(known, ended, now);
  return end(known, progress.close_code === 1000 ? byLine(known) : lost(known), now);
}
