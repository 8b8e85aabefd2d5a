/** The shapes of transfers: a target, the attempts of a call, and the route of a transfer. */
import { z } from "zod";
import { openingHours } from "#app/hours/opening-hours.schema.ts";
import {
  attemptOutcomes,
  longestRing_s,
  longestTargetName,
  longestUseWhen,
  shortestRing_s,
  transferModes,
} from "./transfer-terms.schema.ts";

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** A person, or a team, that callers can be transferred to. */
export const transferTarget = z.object({
  id: z.string(),
  name: z.string().min(1).max(longestTargetName),
  phone_number: e164,
  /** When callers belong here; empty: whenever they want a person. */
  use_when: z.string().max(longestUseWhen),
  mode: z.enum(transferModes),
  ring_seconds: z.int().min(shortestRing_s).max(longestRing_s),
  /** Null: always open. */
  hours: openingHours.nullable(),
  /** IANA */
  time_zone: z.string(),
  is_paused: z.boolean(),
});
export type TransferTarget = z.infer<typeof transferTarget>;

/** One step of a transfer: a phone that rings. `target_id` null: a number that a member typed, or an agent's own. */
export const transferRung = transferTarget
  .pick({ name: true, phone_number: true, mode: true, ring_seconds: true })
  .extend({ target_id: z.string().nullable() });
export type TransferRung = z.infer<typeof transferRung>;

/** What came of a rung. Times in ms UTC. */
export const transferAttempt = transferRung.omit({ ring_seconds: true }).extend({
  /** E.164; empty: whose phone it was is erased. */
  phone_number: z.e164().or(z.literal("")),
  outcome: z.enum(attemptOutcomes),
  started_at: z.number(),
  ended_at: z.number(),
  talk_seconds: z.int(),
});
export type TransferAttempt = z.infer<typeof transferAttempt>;

export type RecentAttempt = TransferAttempt & {
  call_id: string;
  /** The caller's name and number. */
  contact_name: string | null;
  other_number: string | null;
};

export type TargetFields = Omit<TransferTarget, "id" | "is_paused">;
/** `own_number`: it rings here, so the call would come back to an agent; `full`: there are as many as may be. */
export type Written = { ok: true } | { ok: false; reason: "own_number" | "full" | "not_found" };
