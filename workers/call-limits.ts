/** How long a call waits for its line and for its organization. Durations in ms. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { DialStep } from "./call-facts.ts";

export const connect_ms = 90 * second_ms;
export const gone_ms = 20 * second_ms;
/** How long after its time limit, ringing included, a transferred call is given up: no report comes later than this. */
export const dialGrace_ms = 5 * minute_ms;
/** How long a person who answers a transfer hears who calls, and may think about it. */
export const whisper_ms = 60 * second_ms;
/** How long after that the carrier's report may come. */
export const report_ms = 15 * second_ms;
/** How long a person who took the call needs into the conference, and how long until the carrier has said that it began. */
export const enter_ms = 2 * second_ms;
export const lookForStart_ms = 4 * second_ms;
/** When the two are looked for again, and how often in all. */
export const lookAgain_ms = 3 * second_ms;
export const mostLookups = 3;
/** How long after a called person left a conference the carrier's report of the caller's side may come. */
export const leave_ms = 3 * second_ms;
/** How long words take to be said: 15 characters a second. */
export const introduction_ms = (words: string): number => Math.round((words.length * second_ms) / 15);

/** When the carrier is asked again to fetch the next step. */
export const fetchBackAgain_ms = 10 * second_ms;

/** The timers of a phone that rings. `rung_ms` null: whether a phone that needs no key was answered, only the carrier knows. */
export const dialTimers_ms = ({
  mode,
  ring_seconds,
  seconds,
}: Pick<DialStep, "mode" | "ring_seconds" | "seconds">) => ({
  rung_ms: mode === "cold" ? null : ring_seconds * 1000 + whisper_ms + report_ms,
  gone_ms: (ring_seconds + seconds) * 1000 + dialGrace_ms,
});

/** How often a called phone is tried to be hung up before a finished call is let go. */
export const mostHangUps = 6;

const longestRetry_ms = 5 * minute_ms;
/** How many announcements of one call keep a valid token; older ones are dropped. */
export const mostTokens = 5;

/** The pause before a finished call is handed over again, after so many failures. */
export const retryAfter_ms = (failures: number): number =>
  Math.min(longestRetry_ms, 2000 * 2 ** Math.min(failures, 10));
