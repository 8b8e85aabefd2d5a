/** The fixed vocabularies of a call. Without zod, so that pages can use them without loading the validator in the browser. */

/** Outcomes of a call, best first: the first that is true names the call. */
export const outcomes = [
  "booked",
  "moved",
  "canceled",
  "transferred",
  "lead",
  "message",
  "call_back",
  "opted_out",
  "answered",
  "no_outcome",
  "missed",
] as const;
export type CallOutcome = (typeof outcomes)[number];

export const callStatuses = [
  "scheduled",
  "queued",
  "ringing",
  "in_progress",
  "transferring",
  "completed",
  "busy",
  "no_answer",
  "failed",
  "canceled",
  "rejected",
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const endedBy = ["caller", "agent", "transfer", "voicemail", "timeout", "error"] as const;
export type EndedBy = (typeof endedBy)[number];

export const lineTypes = ["agent", "caller", "keys", "note", "action", "mark"] as const;
export type LineType = (typeof lineTypes)[number];

/** How long the reason of a placed call may be. */
export const mostReason = 500;
