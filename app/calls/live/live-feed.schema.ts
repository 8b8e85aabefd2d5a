/**
 * The messages between an open dashboard and its organization while calls run. Types only: the browser loads no
 * validator.
 * `GET /live?organization_id=<id>` as a WebSocket, with the session cookie, from our own origin; 403 otherwise. The
 * first message is a `snapshot`; earlier ones are ignored. A socket is closed after an hour (code 4000), so that an
 * ended session hears nothing more: subscribe again. At most five messages a second come; what falls between is `several`. `{"type":"ping"}` is answered by `{"type":"pong"}`.
 */
import type { CallLine } from "#app/calls/calls.schema.ts";

/** A running call. `lines[n]` is the line with `seq` n. */
export type LiveCall = {
  call_id: string;
  agent_id: string | null;
  agent_name: string | null;
  number_id: string | null;
  direction: "inbound" | "outbound";
  /** E.164; null: withheld. */
  other_number: string | null;
  /** As the caller said it, or the contact's name. */
  caller_name: string | null;
  /** ms UTC */
  started_at: number;
  /** Who is being called for the caller; null: the agent has the call. */
  transferring_to?: string | null;
  /** The last words of either side. */
  last_words: string | null;
  /** Who said them. */
  last_by: "agent" | "caller" | null;
  lines: CallLine[];
};

/** The current version of a line: the same `seq` again replaces it (an agent's line that was cut off, an action whose outcome is known). */
export type LiveLine = { seq: number; line: CallLine };

export type LiveMessage =
  | { type: "snapshot"; calls: LiveCall[] }
  | { type: "call_started"; call: LiveCall }
  | ({ type: "line"; call_id: string } & LiveLine)
  | { type: "caller_named"; call_id: string; caller_name: string }
  | { type: "transferring"; call_id: string; transferring_to: string | null }
  /** The call is now in the call history. */
  | { type: "call_ended"; call_id: string }
  /** A message was taken, done or reopened: pages that show messages reload. */
  | { type: "messages_changed" }
  /** An appointment was made or changed: pages that show appointments reload. */
  | { type: "bookings_changed" }
  /** Messages of less than a second as one, in their order. */
  | { type: "several"; messages: LiveMessage[] }
  | { type: "pong" };

/** The result of a store function, with the messages for open dashboards. */
export type Announced<Answer> = Answer & { announce: LiveMessage[] };

/** All messages that a dashboard may send. */
export type LiveRequest = { type: "ping" };
