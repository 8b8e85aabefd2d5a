import type { CallEnd, DialStep, Known } from "./call-facts.ts";
import { spokenBy } from "./call-voice.ts";
import {
  attemptOf,
  type DialEnd,
  freshLadder,
  isTalking,
  isWarm,
  type Ladder,
  nextRung,
  outcomeOfRung,
  rungOf,
  rungsFor,
} from "./transfer-ladder.ts";

/** How much longer the call may last, including the transfer. */
export const secondsLeft = ({ call, progress }: Known, now: number): number =>
  call.longest_seconds - Math.floor((now - (progress.answered_at ?? call.started_at)) / 1000);

/** What the carrier is told of the rung that rings now; null: none does. */
export function dialStep(known: Known, now: number): DialStep | null {
  const { call, progress } = known;
  const rung = progress.ladder && rungOf(progress.ladder);
  if (!progress.ladder || !rung || call.our_number === null) return null;
  const { name, phone_number: to, mode, ring_seconds } = rung;
  const seconds = Math.max(1, secondsLeft(known, now));
  const { n } = progress.ladder;
  const by = spokenBy(known);
  return { do: "dial", n, name, mode, to, by, caller_id: call.our_number, ring_seconds, seconds };
}

/** The ladder begins; a report of the same end of the session finds it begun. Null: there is no one to ring. */
export function firstRung(known: Known, now: number): DialStep | null {
  const { call, progress, state } = known;
  const transfer = state.ending?.transfer;
  if (!transfer) return null;
  const { id, phone_number } = transfer;
  if (progress.transfer === "dialing" && progress.ladder?.deed === id) return dialStep(known, now);
  const action = state.deeds[id]?.action;
  // Where a member hands the call over, the caller's own last words say why.
  const reason = action?.type === "transfer" && !transfer.alone ? action.reason : "";
  const { chosen } = progress;
  const others = call.targets.filter((target) => target.phone_number !== chosen?.phone_number);
  const targets = chosen ? [chosen, ...others] : call.targets;
  const rungs = rungsFor({ ...call, targets }, phone_number, now, transfer.alone);
  return climb(known, freshLadder({ deed: id, reason, rungs }, progress.attempts.length, now), now);
}

/** The next phone rings; null: that was the last one, or the call's time is up. */
export const followingRung = (known: Known, now: number): DialStep | null =>
  secondsLeft(known, now) <= 0
    ? null
    : climb(known, known.progress.ladder && nextRung(known.progress.ladder, now), now);

function climb(known: Known, ladder: Ladder | null, now: number): DialStep | null {
  if (ladder === null) return null;
  Object.assign(known.progress, { transfer: "dialing", ladder });
  return dialStep(known, now);
}

/** Keeps what came of the rung that rang. */
export function settleRung(known: Known, dialled: DialEnd | null, callerLeft: boolean, now: number): void {
  const { progress } = known;
  const { ladder } = progress;
  if (!ladder) return;
  const outcome = outcomeOfRung(ladder, dialled, callerLeft, now);
  // Its phone was called apart from the caller, and may ring or listen still.
  if (isWarm(ladder) && ladder.leg_id !== null && ladder.leg_end === null)
    progress.loose_legs.push(ladder.leg_id);
  progress.attempts.push(attemptOf(ladder, outcome, dialled?.seconds ?? null, now));
  if (outcome === "answered") settleDeed(known, true);
}

/** What became of the action that the ladder carries out. */
export function settleDeed({ progress, state }: Known, ok: boolean): void {
  const id = progress.ladder?.deed ?? state.ending?.transfer?.id;
  const deed = id === undefined ? undefined : state.deeds[id];
  if (deed) deed.outcome = ok ? { ok: true } : { ok: false, reason: "failed" };
}

/** The phones for the caller stop ringing, or the two who talk are cut off. */
export function stopTransfer(known: Known, now: number): void {
  settleRung(known, null, false, now);
  if (known.progress.attempts.at(-1)?.outcome !== "answered") settleDeed(known, false);
}

/** How a call ended that ended in its transfer, before the carrier reported what came of it; null: it was not in one. */
export function inTransfer(known: Known, now: number): Pick<CallEnd, "by" | "reason"> | null {
  const { progress, state } = known;
  const { ladder } = progress;
  if (progress.transfer !== "dialing" || !ladder) return null;
  const talked = isTalking(ladder, now);
  settleRung(known, null, true, now);
  if (talked) return { by: "transfer", reason: state.ending?.reason ?? "transferred" };
  settleDeed(known, false);
  return { by: "caller", reason: "caller_left_during_transfer" };
}
