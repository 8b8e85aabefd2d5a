/**
 * The interface between the turn loop, a brain and the world. A brain is deterministic or a language model; both get
 * the same events and answer with the same moves.
 */

import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import type { Json } from "#app/platform/json.ts";

/** What a brain may know. Plain data, passed in, never fetched. */
export type World = {
  organization: {
    name: string;
    time_zone: string;
    country: string;
    address: string | null;
    phone_number: string | null;
  };
  agent: AgentSpec;
  calendar: { busy: BusyStretch[] };
  caller: { phone_number: string | null };
  direction: "inbound" | "outbound";
  /** Whether the organization has knowledge that this agent may look things up in; absent: it has none. */
  has_knowledge?: boolean;
};

/** What happened on the line, as a brain hears it. */
export type CallEvent =
  /** The line is open: greet (inbound) or introduce oneself (outbound). */
  | { type: "started" }
  /** The line came back after a drop: pick up the thread without greeting again. */
  | { type: "resumed" }
  /** The caller's final words of a turn. May be empty or unintelligible. */
  | { type: "said"; text: string }
  | { type: "keyed"; digits: string }
  /** The caller interrupted: only this much of the last words was heard. */
  | { type: "interrupted"; heard: string }
  /** Neither side has spoken for a while; `times` counts from 1 since the last word. */
  | { type: "silence"; times: number }
  /** The outcome of an action. */
  | { type: "outcome"; id: string; outcome: Outcome };

/** An agent's action. Ids are unique in a call and repeat when a step is repeated, so that a repeated action has no further effect. */
export type Action =
  | {
      type: "book";
      id: string;
      kind: string;
      starts_at: number;
      duration_minutes: number;
      name: string;
      phone_number: string | null;
      email: string | null;
      notes: string;
    }
  | { type: "save_lead"; id: string; fields: Record<string, string> }
  | {
      type: "take_message";
      id: string;
      text: string;
      name: string | null;
      phone_number: string | null;
      /** The caller left no message but is to be called back; the words tell why. */
      call_back: boolean;
    }
  | { type: "note_question"; id: string; question: string }
  /** Looks a question up in the knowledge; the outcome holds `passages`, the best first. */
  | { type: "search_knowledge"; id: string; question: string }
  | { type: "transfer"; id: string; phone_number: string; reason: string }
  | { type: "opt_out"; id: string }
  | { type: "end"; id: string; reason: EndReason };

export type EndReason =
  | "goodbye"
  | "silence"
  | "transferred"
  | "opt_out"
  | "max_duration"
  | "wrong_number"
  | "abuse"
  | "emergency";

export type Outcome =
  | { ok: true; data?: Json }
  /** Another caller took the slot, or it cannot be booked; `busy` is the current calendar. */
  | { ok: false; reason: "slot_taken" | "not_bookable" | "failed"; busy?: BusyStretch[] };

/** A conclusion of the agent that is shown between the lines of the transcript, with its source. */
export type Note =
  | { type: "checked_calendar"; text: string }
  /** `source_id`: of the knowledge; absent for an entry of the agent's own. */
  | { type: "answered_from"; entry_id: string; title: string; source_id?: string }
  /**
   * `fields`: the labels of the filled fields. `values`: the collected values by field id, in the dashboard's format
   * (numbers in E.164, times as local date and clock).
   */
  | { type: "filled_in"; fields: string[]; values?: Record<string, string> }
  | { type: "no_answer"; question: string };

/** The moves of a brain, in order. */
export type Move =
  | { type: "say"; text: string }
  | { type: "do"; action: Action }
  | { type: "note"; note: Note };

export type Brain = {
  /** The memory of a call that has not begun. */
  fresh(): Json;
  /** Whether the digits of a field are being keyed: then a 9 is a digit, not an opt-out. */
  isKeying?(memory: Json): boolean;
  /** Promised actions that are not done when the caller is gone. The same memory gives the same actions. */
  owed?(memory: Json, world: World): Action[];
  /** The moves for an event; the final return value is the new memory. `now` is ms UTC. Aborting `signal` stops it. */
  respond(
    memory: Json,
    event: CallEvent,
    world: World,
    now: number,
    signal: AbortSignal,
  ): AsyncGenerator<Move, Json, void>;
};
