/** What is counted of an agent's calls, as the organization's object answers it. */

/** The most calls that are counted, the newest first. */
export const mostCounted = 100_000;
/** The most judgements whose answers are counted: each is parsed. */
export const mostAnswered = 5000;

/** Calls that are alike. */
export type CountedCalls = {
  version: number | null;
  outcome: string;
  success: "yes" | "no" | "unclear" | null;
  currency: string;
  calls: number;
  answered: number;
  seconds: number;
  cost_micros: number;
  hung_up: number;
};

/** How many calls waited so long, in steps of 10 ms. */
export type CountedWait = { ms: number; calls: number };

/** The agent's words after which callers hung up; `newest`: the last of these calls. */
export type CountedLast = { said: string; calls: number; newest: string };

/** How often a question had an answer. Of numbers and texts only whether there was one; of numbers also their range. */
export type CountedAnswer = {
  id: string;
  value: string | number | null;
  calls: number;
  average: number | null;
  least: number | null;
  most: number | null;
};

export type AgentFigures = {
  name: string;
  /** The agent's own questions about its calls, as they are asked now. */
  questions: { id: string; label: string; type: "text" | "number" | "yes_no" | "choice" }[];
  groups: CountedCalls[];
  waits: CountedWait[];
  lasts: CountedLast[];
  answers: CountedAnswer[];
  /** Whether there are more calls than are counted. */
  isCut: boolean;
};
