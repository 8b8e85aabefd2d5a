/** A campaign as it is written down: whom it calls, by which agent and numbers, when, how often, and when it is enough. */
import { z } from "zod";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { timeZone } from "#app/platform/time-zone.schema.ts";

export const campaignStatuses = [
  "draft",
  "scheduled",
  "running",
  "paused",
  "stopped",
  "finished",
  "broken",
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Results after which a lead is called again, as its campaign says. */
export const retryResults = ["no_answer", "busy", "voicemail", "failed"] as const;

/**
 * What an attempt comes to. `invalid`: there is no such number. `opted_out`: the person asked for no more calls.
 * `carrier`: the carrier took no call, which counts as no attempt. `lost`: its lease ran out before anyone was called.
 */
export const callResults = ["answered", ...retryResults, "invalid", "opted_out", "carrier", "lost"] as const;

/** Why a lead is not called, now or at all. */
export const blockCauses = [
  "do_not_call",
  "no_consent",
  "consent_revoked",
  "consent_expired",
  "screened",
  "unknown_place",
  "country_blocked",
  "number_cap",
  "cooldown",
  "calling_hours",
  "left_audience",
  "no_number",
  "stopped",
  "called_before",
  "blocked_number",
  "already_calling",
  "out_of_reach",
  "register_old",
] as const;
export type BlockCause = (typeof blockCauses)[number];

/** Of these, those that no time changes: the lead is done. */
const lastingCauses: readonly BlockCause[] = [
  "do_not_call",
  "no_consent",
  "consent_revoked",
  "consent_expired",
  "screened",
  "unknown_place",
  "country_blocked",
  "left_audience",
  "no_number",
  "stopped",
  "called_before",
  "blocked_number",
  "out_of_reach",
];
export const isLasting = (cause: BlockCause): boolean => lastingCauses.includes(cause);

const ids = z.array(z.string().min(1).max(100)).max(100);
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const campaignAudience = z.object({
  lists: ids.default([]),
  segments: ids.default([]),
  tags: ids.default([]),
  /** Every contact; then the rest says nothing. */
  everyone: z.boolean().default(false),
  /** Another campaign, whose leads that were not reached are called. */
  redial_of: z.string().nullable().default(null),
});
export type CampaignAudience = z.infer<typeof campaignAudience>;

const retry = z.object({
  times: z.int().min(0).max(10),
  after_minutes: z
    .int()
    .min(1)
    .max(14 * 24 * 60),
});

export const campaignDraft = z.object({
  name: z.string().trim().min(1).max(120),
  agent_id: z.string().max(100).default(""),
  audience: campaignAudience.default(campaignAudience.parse({})),
  number_ids: ids.default([]),
  rotation: z.enum(["round_robin", "local_presence", "single"]).default("round_robin"),
  schedule: z
    .object({
      /** ISO: 1 is Monday. */
      days: z.array(z.int().min(1).max(7)).min(1).max(7),
      from: clock,
      to: clock,
      starts_on: localDay.nullable(),
      ends_on: localDay.nullable(),
      /** Whose clock `from` and `to` are read on: the contact's, or an IANA zone. */
      zone: z.literal("contact").or(timeZone),
      /** Whether no one is called on the organization's closed days. */
      rests_on_closed_days: z.boolean().default(false),
    })
    .default({
      days: [1, 2, 3, 4, 5],
      from: "09:00",
      to: "18:00",
      starts_on: null,
      ends_on: null,
      zone: "contact",
      rests_on_closed_days: false,
    }),
  attempts: z
    .object({
      most: z.int().min(1).max(10),
      retry: z.object({ no_answer: retry, busy: retry, voicemail: retry, failed: retry }),
    })
    .default({
      most: 3,
      retry: {
        no_answer: { times: 2, after_minutes: 240 },
        busy: { times: 2, after_minutes: 15 },
        voicemail: { times: 1, after_minutes: 1440 },
        failed: { times: 1, after_minutes: 60 },
      },
    }),
  voicemail: z.enum(["off", "hang_up", "message"]).default("hang_up"),
  /** The number that a message on a voicemail says to call; null: the one that calls. */
  call_back_number_id: z.string().min(1).max(100).nullable().default(null),
  cooldown_hours: z.int().min(0).max(720).default(24),
  per_minute: z.int().min(1).max(600).default(5),
  most_at_once: z.int().min(1).max(200).default(5),
  /** Lines of the plan that the campaign leaves to people who call. */
  reserve_inbound: z.int().min(0).max(200).default(2),
  budget_micros: z.int().min(1).nullable().default(null),
  goal: z
    .object({ outcome: z.enum(outcomes), count: z.int().min(1).max(1_000_000) })
    .nullable()
    .default(null),
  /** `required`: express written consent. `relaxed`: any consent that was given and not revoked. */
  consent: z.enum(["required", "relaxed"]).default("required"),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

const whileRunning = {
  name: true,
  audience: true,
  schedule: true,
  per_minute: true,
  most_at_once: true,
  reserve_inbound: true,
  budget_micros: true,
  goal: true,
} as const;

/** What may still be changed while it runs. */
export const runningChange = campaignDraft.pick(whileRunning);

/** While it is held, also who calls: it can be resumed when its agent or its numbers are gone. */
export const heldChange = campaignDraft.pick({
  ...whileRunning,
  agent_id: true,
  number_ids: true,
  rotation: true,
});

export type Campaign = {
  id: string;
  name: string;
  status: CampaignStatus;
  draft: CampaignDraft;
  time_zone: string;
  locale: string;
  created_by_name: string;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  ended_at: number | null;
  why: string | null;
  held_until: number | null;
  faults: number;
  cursor: string | null;
  read_at: number | null;
  asked: number;
  answered: number;
  cost_micros: number;
  reached_goal: number;
};

/** How many people a campaign has, and how far it is with them. */
export type LeadSums = {
  all: number;
  /** Tried at least once, and not called again. */
  called: number;
  /** Those who may not be called. */
  blocked: number;
  /** Their turn had not come when the campaign ended. */
  left: number;
};

/** A row of the list: the campaign with how far it is. */
export type CampaignRow = Campaign & { people: LeadSums };

/** `no_contact`: it is gone, archived or without a number. `fixed`: the campaign calls those whom another campaign did not reach, and no others. `full`: there are as many lists as there can be. */
export type JoinRefusal = "no_contact" | "not_found" | "over" | "fixed" | "full";
export type JoinAnswer = { ok: true; changed: boolean } | { ok: false; reason: JoinRefusal };

/** Whose campaign it is, as its verbs write it down. */
export type CampaignAuthor = { id: string; name: string; time_zone: string; locale: string; now: number };

/** Caps of an organization on all of its campaigns together, whatever each says. */
export const dialCaps = z.object({
  per_day: z.int().min(0),
  per_minute: z.int().min(0),
  number_per_day: z.int().min(1),
  number_in_14_days: z.int().min(1),
});
export type DialCaps = z.infer<typeof dialCaps>;
export const usualCaps: DialCaps = {
  per_day: 1000,
  per_minute: 10,
  number_per_day: 1,
  number_in_14_days: 14,
};

/** What an organization allows its own campaigns, where that is less than the platform does; null: as much as that. */
export const ownCaps = z.object({
  per_day: z.int().min(1).nullable(),
  per_minute: z.int().min(1).nullable(),
  number_in_14_days: z.int().min(1).nullable(),
});
export type OwnCaps = z.infer<typeof ownCaps>;
export const noOwnCaps: OwnCaps = { per_day: null, per_minute: null, number_in_14_days: null };

/** The lower of what the platform allows and what the organization does. */
export const loweredBy = (own: OwnCaps, most: DialCaps): DialCaps => ({
  ...most,
  per_day: Math.min(own.per_day ?? most.per_day, most.per_day),
  per_minute: Math.min(own.per_minute ?? most.per_minute, most.per_minute),
  number_in_14_days: Math.min(own.number_in_14_days ?? most.number_in_14_days, most.number_in_14_days),
});
