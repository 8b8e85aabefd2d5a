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

/** What became of it at the carrier: it took the call, or why not. */
export type DialAnswer =
  | { ok: true }
  | { ok: false; reason: NotAsked | PlaceRefusal | "carrier"; words: string | null };
