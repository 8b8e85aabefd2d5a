/** An attempt on its way from the dialer to the carrier. */
import { z } from "zod";
import type { NotAsked, PlaceRefusal } from "#app/calls/outbound/placed-calls.schema.ts";
import type { CampaignDraft } from "./campaign.schema.ts";

/** What the queue `dial` carries. */
export const dialMessage = z.object({ organization_id: z.string(), attempt_id: z.string() });
export type DialMessage = z.infer<typeof dialMessage>;

/** What the consumer places a call by. */
export type DialJob = {
  campaign_id: string;
  campaign: string;
  agent_id: string;
  to: string;
  number_id: string;
  voicemail: CampaignDraft["voicemail"];
  /** Where the contact is; null: not known. */
  zones: readonly string[] | null;
};

/** What the dialer knows of the organization's plan and clock, which stand in D1. Every start, every attempt and cron renew it. */
export const dialStanding = z.object({
  country: z.string(),
  reach: z.enum(["home", "abroad"]),
  /** Calls at the same time. */
  lines: z.int(),
  /** The caps on all campaigns together. */
  per_day: z.int(),
  per_minute: z.int(),
  /** Whose midnight begins the day of the caps. */
  time_zone: z.string(),
});
export type DialStanding = z.infer<typeof dialStanding>;

/** What became of it at the carrier: it took the call, or why not. */
export type DialAnswer =
  | { ok: true }
  | { ok: false; reason: NotAsked | PlaceRefusal | "carrier"; words: string | null };
