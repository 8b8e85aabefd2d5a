/** The progress of a call: statuses have ranks, and a call never goes back to a lower one. */
import { day_s } from "#app/platform/durations.ts";
import type { CallStatus } from "./call-terms.schema.ts";

/** Every status has its own rank, so that reports lead to the same end in any order (docs/telephony.md, "Status callbacks"). */
const ranks: Record<CallStatus, number> = {
  scheduled: -1,
  queued: 0,
  ringing: 1,
  in_progress: 2,
  transferring: 3,
  canceled: 4,
  no_answer: 5,
  busy: 6,
  failed: 7,
  completed: 8,
  // A refused caller hears a sentence, and the carrier then reports a completed call.
  rejected: 9,
};

/** The status with the higher rank. */
export const laterStatus = (known: CallStatus, reported: CallStatus): CallStatus =>
  ranks[reported] > ranks[known] ? reported : known;

/** Whether the call is over. */
export const isOver = (status: CallStatus): boolean => ranks[status] >= ranks.canceled;

/** One day: the longest call that a carrier allows. */
const longest_s = day_s;

/** A duration as a carrier reported it, in whole seconds and within limits; null when it is not a number. */
export function reportedSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return null;
  return Math.min(longest_s, Math.max(0, Math.round(Number(text))));
}
