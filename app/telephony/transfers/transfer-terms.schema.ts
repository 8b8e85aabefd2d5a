/** The words and limits of transfers. Without zod, so that pages can use them. */

/**
 * `cold`: put through at once; `announced`: the person hears who calls and why, and accepts with a key; `warm`: the same,
 * and then the agent introduces the two to each other in a conference, and leaves.
 */
export const transferModes = ["announced", "warm", "cold"] as const;
export type TransferMode = (typeof transferModes)[number];

/** Seconds that a phone rings. */
export const [shortestRing_s, longestRing_s, usualRing_s] = [5, 120, 25];
/** Targets of one organization, and those that one transfer tries. */
export const mostTargets = 50;
export const mostRungs = 8;
export const longestUseWhen = 200;
export const longestTargetName = 60;

/** What came of one attempt. */
export const attemptOutcomes = [
  "answered",
  "busy",
  "no_answer",
  "declined",
  /** Someone or something answered and pressed nothing: a voicemail, most often. */
  "no_key",
  /** The person hung up while they heard who calls, or while the agent introduced them. */
  "hung_up",
  "failed",
  "caller_left",
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export const outcomeWords: Readonly<Record<AttemptOutcome, string>> = {
  answered: "Answered",
  busy: "Busy",
  no_answer: "No answer",
  declined: "Declined",
  no_key: "No key pressed",
  hung_up: "Hung up before accepting",
  failed: "Couldn't be reached",
  caller_left: "The caller hung up",
};

export const modeWords: Readonly<Record<TransferMode, string>> = {
  announced: "Announced",
  warm: "Introduced",
  cold: "Direct",
};
