/** The interface between a carrier's line and the turn loop. */
import type { LineType } from "#app/calls/call-terms.schema.ts";
import type { Json } from "#app/platform/json.ts";

/** Timers that the loop sets; each is due once. */
export const loopTimers = ["silence", "keys", "ending", "duration"] as const;
export type LoopTimer = (typeof loopTimers)[number];

/** What happens on the line. */
export type LineEvent =
  /** A relay session is open; `transfer_failed`: it reopened because the transfer was not answered. */
  | { type: "opened"; transfer_failed: boolean }
  /** Words of the caller; `last` false: a partial. */
  | { type: "prompt"; text: string; last: boolean }
  | { type: "key"; key: string }
  /** The caller interrupted; everything queued is discarded, and only this much was heard. */
  | { type: "interrupt"; heard: string }
  | { type: "speaking"; who: "agent" | "caller"; on: boolean }
  /** A piece of the agent's words was played. Some carriers do not report it. */
  | { type: "played"; text: string }
  | { type: "timer"; timer: LoopTimer }
  | { type: "steer"; order: CallOrder }
  /** The carrier has listened to who answered a call that was placed. */
  | { type: "answerer"; who: Answerer };

/** Who or what answered; `machine_end`: its greeting is over, and what is said now is recorded. */
export const answerers = ["human", "machine", "machine_end", "fax", "unknown"] as const;
export type Answerer = (typeof answerers)[number];

/** What a member who follows the call orders. `takeover`: the phone is the member's own. */
export type CallOrder =
  | { do: "whisper"; text: string }
  /** `by`: the name of the member, whose words the agent says. */
  | { do: "say"; text: string; by: string }
  | { do: "end" }
  | { do: "transfer"; phone_number: string; takeover: boolean };

/** Orders to the line. */
export type LineOrder =
  | { type: "text"; token: string; last: boolean }
  /** From here on the caller speaks this language, and the agent with them (BCP 47). */
  | { type: "language"; language: string }
  /** Ends the session at once; queued words are lost. `handoff` comes back when the carrier asks for the next step. */
  | { type: "end"; handoff: string };

/** A line for the call's script. */
export type ScriptLine = { turn: number; type: LineType; text: string; detail: Json | null };
export type ScriptChange = { text?: string; heard?: string | null; detail?: Json };
