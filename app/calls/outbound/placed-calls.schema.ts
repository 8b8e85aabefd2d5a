/** A call that an organization places: what is ordered, what comes of it, and what its page shows. */
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import type { Arrival, Refusal } from "#app/calls/live/live-calls.schema.ts";
import { minute_ms } from "#app/platform/durations.ts";
import type { DialRefusal } from "#app/platform/phone-number-cost.ts";
import type { MachineAct } from "#app/telephony/telephony-settings.schema.ts";

/** How long the other phone rings, and how much longer the carrier may keep a call than the call itself lasts, in seconds. */
export const placedRing_s = 30;
export const carrierGrace_s = 60;

/** A carrier that does not answer is asked this long after a call; then the call counts as not connected. */
export const carrierPatience_ms = 15 * minute_ms;

/** The timer that wakes the dialer of campaigns: the end of a call brings it forward. */
export const dialTimer = "dial";

/** How the author of a campaign's calls begins, before the campaign's id. */
export const campaignAuthor = "campaign:";

/** An order to place a call. `arrival.placed` names it. */
export type PlaceOrder = {
  /** The same key places nothing new. */
  key: string;
  arrival: Arrival & { placed: NonNullable<Arrival["placed"]>; our_number: string; other_number: string };
  account_id: string | null;
  reason: string | null;
  asked_by: string;
  asked_name: string;
  /** Where the person called is known to be; absent: wherever the number can be. */
  zones?: readonly string[];
  /** What happens at an answering machine; absent: as the agent does. */
  voicemail?: MachineAct;
};

/** `already_calling`: another call to this number goes on. */
export type PlaceRefusal = Refusal | "already_calling";

export type Placement =
  | {
      ok: true;
      call_id: string;
      /** Whether this order made it; otherwise the same order did before, and nothing is dialled. */
      isNew: boolean;
      longest_seconds: number;
      machines: MachineAct;
    }
  /** `call_id` null: nothing was kept of it. */
  | { ok: false; reason: PlaceRefusal; words: string | null; call_id: string | null };

/** Why nothing was asked of anyone: the number, who would call, or the agent. */
export type NotAsked = "no_number" | "own_number" | "no_caller" | "no_agent" | "no_carrier" | DialRefusal;

export type PlacedCall =
  | { ok: true; call_id: string; isNew: boolean }
  | { ok: false; reason: NotAsked | PlaceRefusal; words: string | null; call_id: string | null }
  /** The carrier refused it. */
  | { ok: false; reason: "carrier"; words: string | null; call_id: string };

/** A placed call that no agent has yet, as the carrier is asked about it. */
export type OpenPlaced = {
  call_id: string;
  provider: string;
  account_id: string | null;
  /** Null: it is not known whether the carrier placed it. */
  provider_call_id: string | null;
  our_number: string;
  other_number: string;
  started_at: number;
};

/** Why a call was not connected, where a status alone does not say it. */
export type Cause = "declined" | "number" | "blocked" | "spam" | "stopped" | "lines";

/** How far the carrier says that a placed call has come. */
export type PlacedReport = {
  call_id: string;
  provider: string;
  provider_call_id: string;
  status: CallStatus;
  cause: Cause | null;
  now: number;
};

/** `handed`: its own object ends it. `ended`: it is over, and its line is free. */
export type PlacedState = "unknown" | "going" | "handed" | "ended";

/** What the page of a placed call shows of it. */
export type PlacedShown = {
  reason: string | null;
  asked_name: string;
  ruling: string;
  carrier_words: string | null;
  answered_by: string | null;
  isRinging: boolean;
};
