/** How far a call has come: statuses have a rank, and a call never goes back. */
import { day_s } from "#app/platform/durations.ts";
import type { CallStatus } from "./call-terms.schema.ts";

/** Every status has a rank of its own, so that reports merge to the same end in whatever order they arrive (voice.md 1.6). */
const ranks: Record<CallStatus, number> = {
  queued: 0,
  dialing: 1,
  ringing: 2,
  in_progress: 3,
  canceled: 4,
  no_answer: 5,
  busy: 6,
  failed: 7,
  completed: 8,
};

/** The later of two statuses. */
export const laterStatus = (known: CallStatus, reported: CallStatus): CallStatus =>
  ranks[reported] > ranks[known] ? reported : known;

/** Whether nothing more will happen to a call. */
export const isOver = (status: CallStatus): boolean => ranks[status] >= ranks.canceled;

/** A day: the longest call that a carrier carries. */
const longest_s = day_s;

/** A duration as a carrier reported it, in whole seconds within what can be; null when it is no number. */
export function reportedSeconds(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return null;
  return Math.min(longest_s, Math.max(0, Math.round(Number(text))));
}
