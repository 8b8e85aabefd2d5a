/** What a caller of the evaluation is: what they say, what a perfectly obedient model answers beside it, and a goal that the store proves. */
import { instantOf } from "#app/platform/zoned-time.ts";
import type { World } from "#workers/conversation/line/conversation.ts";

export const zone = "America/New_York";

/** A local time of the clinic, "2026-11-24 12:00", as ms UTC. */
export const at = (local: string): number => {
  const [date = "", clock = ""] = local.split(" ");
  return instantOf(date, clock, zone);
};

export type ToolUse = { name: string; arguments: unknown };

/**
 * One answer of the obedient model. `{free}` and `{found}` in its words are what its last tool gave: the times to say,
 * the appointments that were found.
 */
export type ModelAnswer = string | { say?: string; calls: ToolUse[] };

/** What a caller says or keys, and what the obedient model answers to it, one answer after the other. */
export type Turn = { says: string; keys?: true; model: ModelAnswer[] };

export type Appointment = {
  booking_id: string;
  /** Local time. */
  at: string;
  minutes: number;
  kind: string;
  name: string;
  phone_number: string;
};

export type Goal = {
  /** Exactly these new appointments. Absent: none. */
  booked?: { name: RegExp; at: string; kind?: string }[];
  /** Exactly these existing ones moved or cancelled. Absent: none. */
  moved?: { booking_id: string; to: string }[];
  canceled?: string[];
  /** For each one message that holds all of these, its text, name and number taken together. Absent: none is left. */
  messages?: RegExp[][];
  /** The saved lead holds all of these. Absent: no lead is saved. */
  lead?: RegExp[];
  opted_out?: true;
  /** Absent: the call is not transferred. */
  transferred?: true | "either";
  /** What the agent has to have said at some time. */
  hears?: RegExp[];
  /** What must never be said: a wrong fact where it is. */
  never?: RegExp[];
  ended?: string;
};

export type Caller = {
  title: string;
  world(): World;
  /** What they answer when they are asked for it; only the reactive caller is asked. */
  facts: { name: string; phone?: string; when?: string[]; kind?: string; email?: string; need?: string };
  appointments?: Appointment[];
  /** Local starts that are taken, half an hour each. */
  taken?: string[];
  passages?: { title: string; text: string }[];
  turns: Turn[];
  /** What they answer to questions for confirmation, one after the other; after that a yes. */
  confirms?: Turn[];
  language?: "es";
  goal: Goal;
};

export const uses = (name: string, given: object = {}): ModelAnswer => ({
  calls: [{ name, arguments: given }],
});
/** Says something and uses a tool in one answer. */
export const saysAnd = (say: string, name: string, given: object = {}): ModelAnswer => ({
  say,
  calls: [{ name, arguments: given }],
});

/** A caller's turn and the model's answers to it. */
export const turn = (says: string, ...model: ModelAnswer[]): Turn => ({ says, model });

/** The end of most calls. */
export const bye = (says = "No, that's all. Thank you, bye."): Turn =>
  turn(says, saysAnd("Thanks for calling. Goodbye!", "end_call", { reason: "goodbye" }));

/** The number that every caller calls from. */
export const own = "+14155550198";
