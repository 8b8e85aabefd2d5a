/**
 * The interface between the turn loop, a brain and the world. A brain is deterministic or a language model; both get
 * the same events and answer with the same moves.
 */

import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import type { Json } from "#app/platform/json.ts";

/**
 * One line of the conversation as it was heard. `seq` is its number in the script and grows. A colleague's line was
 * heard by the agent alone: what it is to do.
 */
export type HeardLine = { seq: number; who: "caller" | "agent" | "colleague"; text: string };

/** A language that an agent can speak. */
export type Language = AgentSpec["languages"][number];

/** What a call takes place in. */
export type Scene = {
  organization: {
    name: string;
    time_zone: string;
    country: string;
    address: string | null;
    phone_number: string | null;
  };
  agent: AgentSpec;
  calendar: { busy: BusyStretch[] };
  /** `name` and `reason`: of a person who is called, as far as a contact says it, and why. */
  caller: { phone_number: string | null; name?: string | null; reason?: string | null };
  direction: "inbound" | "outbound";
  /** The conversation goes by text messages. */
  by_text?: boolean;
  /** Whom the caller can be put through to now, the usual one first; absent: the agent's own number alone. */
  people?: readonly { name: string; phone_number: string; use_when: string }[];
  /** Whether the organization has knowledge that this agent may look things up in; absent: it has none. */
  has_knowledge?: boolean;
};

/** What a brain may know. Plain data, passed in, never fetched. */
export type World = Scene & {
  /** The language that is spoken now: the agent's first, until a caller who is followed speaks another of its languages. */
  language: Language;
  /**
   * The conversation so far, oldest first, the words that are being answered included. Of an interrupted line only what
   * was heard; a line of which nothing was heard is absent; words that are still being spoken count as heard.
   */
  transcript: readonly HeardLine[];
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
  | { type: "outcome"; id: string; outcome: Outcome }
  /** The guard did not let these words of the brain be spoken; another sentence was said instead. */
  | { type: "refused"; text: string; reason: RefusalReason };

/** Why words were not spoken: something called done that no action has done, or a figure with no source. */
export type RefusalReason = "not_done" | "unknown_figure";

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
      /** When they want to be called, ms UTC; absent or null: no time was agreed. */
      call_at?: number | null;
    }
  | { type: "note_question"; id: string; question: string }
  /** Looks a question up in the knowledge; the outcome holds `passages`, the best first. */
  | { type: "search_knowledge"; id: string; question: string }
  | { type: "transfer"; id: string; phone_number: string; reason: string }
  /** `pressed`: with a key, not in words. */
  | { type: "opt_out"; id: string; pressed?: true }
  | { type: "find_appointments"; id: string; name: string | null; phone_number: string | null }
  | { type: "move_appointment"; id: string; booking_id: string; starts_at: number; duration_minutes: number }
  | { type: "cancel_appointment"; id: string; booking_id: string }
  | { type: "look_up_contact"; id: string }
  | { type: "call_webhook"; id: string; tool: string; arguments: Record<string, Json> }
  /** Sends a text to the number that the caller calls from. */
  | { type: "send_sms"; id: string; text: string }
  | { type: "end"; id: string; reason: EndReason };

export type EndReason =
  | "goodbye"
  | "silence"
  | "transferred"
  | "opt_out"
  | "max_duration"
  | "max_words"
  | "wrong_number"
  | "abuse"
  | "emergency";

export type Outcome =
  /** `data`: what the action found out; the only figures besides the agent's own that a brain may say. */
  | { ok: true; data?: Json }
  /** Another caller took the slot, or it cannot be booked; `busy` is the current calendar. `why`: of a failure, in words. */
  | { ok: false; reason: "slot_taken" | "not_bookable" | "failed"; busy?: BusyStretch[]; why?: string };

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
  | { type: "no_answer"; question: string }
  /** A model answered: how fast (ms), with how many tokens, and for what. */
  | {
      type: "model_answered";
      model: string;
      first_token_ms: number;
      whole_ms: number;
      input: number;
      output: number;
      cached: number;
      payer: "organization" | "platform" | null;
      /** Null: the price of the model is not known. */
      cost_micros: number | null;
    }
  /** A model gave no answer that can be used, and why. */
  | { type: "model_failed"; model: string; fault: string; after_ms: number }
  /** No model answered: the built-in brain goes on. */
  | { type: "taken_over" }
  /** Words of a brain that the guard did not let be spoken. */
  | { type: "held_back"; text: string; reason: RefusalReason | "too_long" };

/** The moves of a brain, in order. */
export type Move =
  /** `ends`: a sentence ends with these words, so nothing that follows changes what they mean. */
  | { type: "say"; text: string; ends?: true }
  | { type: "do"; action: Action }
  | { type: "note"; note: Note }
  /** What the brain's own code found out or wrote: its figures may be said, as those of an action's outcome may. */
  | { type: "found"; data: Json }
  /** A checkpoint: when the answer is stopped, this is the brain's memory. */
  | { type: "remember"; memory: Json };

export type Brain = {
  /** The memory of a call that has not begun. */
  fresh(): Json;
  /** Whether the digits of a field are being keyed: then a 9 is a digit, not an opt-out. */
  isKeying?(memory: Json): boolean;
  /** Promised actions that are not done when the caller is gone. The same memory gives the same actions. */
  owed?(memory: Json, world: World): Action[];
  /**
   * The moves for an event; the final return value is the new memory. `now` is ms UTC. Aborting `signal` stops it: then
   * the last memory remembered counts, or the one before the event.
   */
  respond(
    memory: Json,
    event: CallEvent,
    world: World,
    now: number,
    signal: AbortSignal,
  ): AsyncGenerator<Move, Json, void>;
};
