/** Text messages as carriers announce them, as agents answer them, and as they are sent. */
import type { Arrival, PreparedCall, Refusal } from "#app/calls/live/live-calls.schema.ts";
import type { Json } from "#app/platform/json.ts";

/** Why an agent does not answer a text, or a message was not sent: names that `text-words.ts` puts into words. */
export const textReasons = [
  "opted_out",
  "stop",
  "start",
  "help",
  "no_agent",
  "texts_off",
  "member",
  "loop",
  "auto_reply",
  "busy_thread",
  "number_day",
  "short_code",
  "empty",
  "media_only",
  "conversation_over",
  "number_gone",
  "do_not_call",
  "carrier_opt_out",
  "carrier_silent",
  "replied_by_carrier",
] as const;
/** The same reasons keep a call from an agent. */
export type TextReason = (typeof textReasons)[number] | Refusal;

/** A text that came in, with what its words ask of the texting itself. */
export type ArrivedText = {
  provider: string;
  provider_message_id: string;
  our_number: string;
  other_number: string;
  text: string;
  media: number;
  /** Whether the carrier itself answered a STOP, START or HELP. */
  is_handled: boolean;
  /** A plain sentence asks for an end, by the readers of calls. */
  asks_stop: boolean;
  now: number;
};

/** What `receive` needs of the organization besides: the same facts as of a call that comes in. */
export type TextArrival = Arrival;

/** What a text asks of the texting itself. */
export type TextWish = "stop" | "start" | "help";

/** One text to answer, and what the conversation runs on. `state` null: it begins. */
export type TextTurn = {
  text_id: string;
  words: string;
  call: PreparedCall;
  state: Json | null;
};

/** What came of a turn. */
export type TurnDone = {
  thread_id: string;
  text_id: string;
  /** Whose turn it was. */
  token: string;
  conversation: { id: string; agent_id: string; agent_version: number; number_id: string | null };
  state: Json;
  reply: string;
  /** What the agent did, in words. */
  notes: string[];
  /** Why the conversation is over; null: it goes on. */
  ended: string | null;
  outcome: string | null;
  now: number;
};

/** A message that is being sent. */
export type Sending = {
  id: string;
  text: string;
  our_number: string;
  other_number: string;
  provider: string;
  account_id: string | null;
};

/** What the carrier said to it. */
export type SendOutcome =
  | { ok: true; provider_message_id: string }
  | { ok: false; reason: "busy" | "refused" | "silent"; why: string | null; has_opted_out: boolean };

/** Whose words a message that we send is. */
export type Author =
  | { is: "member"; id: string; name: string }
  | { is: "agent"; agent_id: string | null }
  | { is: "system" };

/** Why a member's text is not sent. */
export type WriteRefusal =
  | "not_found"
  | "number_gone"
  | "own_number"
  | "opted_out"
  | "do_not_call"
  | "not_dialled"
  | "members_day";
