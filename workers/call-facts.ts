/** What a live call stores beside its script: validated plain data, so that a restarted object can read it back. */
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { busyStretch } from "#app/bookings/bookings.schema.ts";
import { type CallStatus, callStatuses, endedBy } from "#app/calls/call-terms.schema.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { transferAttempt, transferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import type { TransferMode } from "#app/telephony/transfers/transfer-terms.schema.ts";
import { answerers } from "#workers/conversation/line/line-events.ts";
import type { LoopState } from "#workers/conversation/line/loop-state.ts";
import { type SessionFault, sessionFaults } from "./carriers/session-fault.ts";
import { type DialEnd, ladder } from "./transfer-ladder.ts";

/** A one-time admission to the relay socket: the token's hash, and until when it opens (ms UTC). */
export const relayToken = z.object({ hash: z.string(), expires_at: z.number() });
export type RelayToken = z.infer<typeof relayToken>;

/** How a call ended; written before it is reported, so that the report is repeated until it is acknowledged. */
export const callEnd = z.object({
  by: z.enum(endedBy),
  reason: z.string(),
  at: z.number(),
  status: z.enum(callStatuses),
  /** How long the line was open according to the carrier, if it reported that. */
  carrier_seconds: z.int().nullable(),
});
export type CallEnd = z.infer<typeof callEnd>;

export const callProgress = z.object({
  /** When the relay session first opened (ms UTC). */
  answered_at: z.number().nullable(),
  /** How often the line has come back after a drop. */
  resumes: z.int(),
  /** Whether the carrier refused the first session, and another voice speaks. */
  is_voice_refused: z.boolean().default(false),
  /** Whether the caller is being transferred, or came back because the transfer was not answered. */
  transfer: z.enum(["none", "dialing", "failed"]),
  /** The phones that ring for the caller; null: no transfer is under way. */
  ladder: ladder.nullable().default(null),
  /** Our id of the carrier account that asked for the last step; null: the platform's. */
  account_id: z.string().nullable().default(null),
  /** The person of the list whom a member chose; null: none. */
  chosen: transferTarget.nullable().default(null),
  /** What came of those that rang. */
  attempts: transferAttempt.array().default([]),
  /** Calls of phones that were called for the caller and are to be hung up, by the carrier's ids. */
  loose_legs: z.string().array().default([]),
  /** The code with which the last socket closed; null while one is open. */
  close_code: z.int().nullable(),
  malformed: z.int(),
  /** What the carrier says failed in the last session; null: nothing. */
  fault: z.enum(sessionFaults).nullable().default(null),
  /** The calendar as this call knows it. */
  busy: z.array(busyStretch),
  booking_id: z.string().nullable(),
  /** The appointments that this caller was found to have, by id: only these and its own may it change. */
  found: z.array(z.string()).default([]),
  /** How often this caller had appointments looked for by a name. */
  searches: z.int().default(0),
  /** The appointments that this call made or changed, by id, as they are now; `action_id`: of the booking, if it was made here. */
  appointments: z
    .record(
      z.string(),
      z.object({
        is: z.enum(["booked", "moved", "canceled"]),
        starts_at: z.number(),
        action_id: z.string().nullable(),
      }),
    )
    .default({}),
  /** Who or what answered a call that was placed; null: it is not known. */
  answerer: z.enum(answerers).nullable().default(null),
  /** Whether the caller wanted no recording. */
  recording_declined: z.boolean().default(false),
  end: callEnd.nullable(),
  deliveries: z.int(),
});
export type CallProgress = z.infer<typeof callProgress>;

/** What a call knows of itself. */
export type Known = { call: PreparedCall; progress: CallProgress; state: LoopState };

export const freshProgress = (busy: CallProgress["busy"]): CallProgress => ({
  answered_at: null,
  resumes: 0,
  is_voice_refused: false,
  transfer: "none",
  ladder: null,
  account_id: null,
  chosen: null,
  attempts: [],
  loose_legs: [],
  close_code: null,
  malformed: 0,
  fault: null,
  busy,
  booking_id: null,
  found: [],
  searches: 0,
  appointments: {},
  answerer: null,
  recording_declined: false,
  end: null,
  deliveries: 0,
});

/** Who speaks in a session: `language` is the one to begin in, of the agent's languages. */
export type SpokenBy = Pick<AgentSpec, "voice" | "follows_language"> & {
  languages: readonly string[];
  language: string;
};

/**
 * What became of a member's order. `transferring`: a phone is called for the caller, and only the end can be ordered.
 * `not_open`: no one hears the agent at this moment. `no_model`: the agent takes no hints.
 */
export type Steered = "taken" | "over" | "transferring" | "not_open" | "no_model";

/** What the carrier is to do next with a call. */
export type NextStep =
  | { do: "hang_up" }
  | { do: "say"; words: string; language: string }
  | ({ do: "relay" } & SpokenBy)
  | DialStep;

/** A phone rings for the caller. `n`: of the attempt; `name`: of whose phone it is; `by`: the agent, which speaks to a caller who waits; `seconds`: how long the two may talk. */
export type DialStep = {
  do: "dial";
  n: number;
  name: string;
  by: SpokenBy;
  mode: TransferMode;
  to: string;
  caller_id: string;
  ring_seconds: number;
  seconds: number;
};

/** What the carrier reported when a session, or a transfer, ended. */
export type RelayReport = {
  provider_call_id: string;
  /** The account whose carrier reports, as `lines_of` names it. */
  capacity_account: string;
  /** Our id of that account; null: the platform's. */
  account_id?: string | null;
  status: CallStatus;
  /** What failed at the carrier; null, or absent: nothing that it names. */
  fault?: SessionFault | null;
};
/** `n`: of the attempt that the report's address names; null: an address of an earlier version. */
export type DialReport = RelayReport & DialEnd & { n: number | null };
