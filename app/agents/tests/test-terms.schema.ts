/** The fixed words of an agent's tests. Without zod, so that pages can use them. */

export const mostTests = 50;
export const mostTurns = 30;
export const mostExpectations = 100;
export const longestWords = 2000;

/** What an agent can do in a call that a test may ask for. */
export const testedActions = [
  "book",
  "find_appointments",
  "move_appointment",
  "cancel_appointment",
  "save_lead",
  "take_message",
  "note_question",
  "transfer",
  "opt_out",
  "search_knowledge",
  "look_up_contact",
  "call_webhook",
  "end",
] as const;
export type TestedAction = (typeof testedActions)[number];

/** Outcomes of a played call, best first. */
export const testedOutcomes = [
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
] as const;
export type TestedOutcome = (typeof testedOutcomes)[number];

export const testedEnds = ["caller", "agent", "transfer", "timeout"] as const;
export type TestedEnd = (typeof testedEnds)[number];

export const testBrains = ["built_in", "model"] as const;
export type TestBrain = (typeof testBrains)[number];

export const verdicts = ["passed", "failed", "unreachable", "stopped"] as const;
export type Verdict = (typeof verdicts)[number];
