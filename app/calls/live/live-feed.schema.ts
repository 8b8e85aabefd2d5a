/**
 * What an open dashboard and its organization tell each other while calls go on. Types only: the browser reads them and carries no validator.
 *
 * `GET /live?organization_id=<id>` as a WebSocket, with the session cookie, from our own origin; 403 otherwise.
 * The first message is a `snapshot`; everything before it is void. A socket is closed after an hour (code 4000), so that
 * a session that has ended meanwhile hears nothing more: subscribe again. `{"type":"ping"}` is answered by `{"type":"pong"}`.
 */
import type { CallLine } from "#app/calls/calls.schema.ts";

/** A call that is going on. `lines[n]` is the line with `seq` n. */
export type LiveCall = {
  call_id: string;
  agent_id: string | null;
  agent_name: string | null;
  number_id: string | null;
  direction: "inbound" | "outbound";
  /** E.164; null: withheld. */
  other_number: string | null;
  /** As far as the caller has said it, or the contact's. */
  caller_name: string | null;
  /** ms UTC */
  started_at: number;
  /** The last words of either side. */
  last_words: string | null;
  lines: CallLine[];
};

/** A line as it is now: the same `seq` again replaces it (an agent's line that was cut, an action whose outcome is known). */
export type LiveLine = { seq: number; line: CallLine };

export type LiveMessage =
  | { type: "snapshot"; calls: LiveCall[] }
  | { type: "call_started"; call: LiveCall }
  | ({ type: "line"; call_id: string } & LiveLine)
  | { type: "caller_named"; call_id: string; caller_name: string }
  /** The call is in the call history now. */
  | { type: "call_ended"; call_id: string }
  /** A message was taken, done or opened again: pages that show messages ask anew. */
  | { type: "messages_changed" }
  | { type: "pong" };

/** What a store function answers, with what open dashboards are told of it. */
export type Announced<Answer> = Answer & { announce: LiveMessage[] };

/** All that a dashboard may say. */
export type LiveRequest = { type: "ping" };
