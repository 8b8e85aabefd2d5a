/** The shapes of a call at its beginning: the announcement, the admission, and what the call runs on. */

import { z } from "zod";
import { longestCall_s } from "#app/agents/agent-terms.schema.ts";
import { agentSpec } from "#app/agents/agents.schema.ts";
import type { CapAction } from "#app/billing/usage/cap-terms.schema.ts";
import { busyStretch } from "#app/bookings/bookings.schema.ts";
import { callStatuses } from "#app/calls/call-terms.schema.ts";
import { transferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import { voice } from "#app/voices/voice.schema.ts";
import { storedPronunciation } from "#app/voices/voice-settings.schema.ts";

/** The organization's facts that a call runs on, frozen when it begins. */
export const callOrganization = z.object({
  id: z.string(),
  /** Where its object lives. */
  region: z.string().nullable(),
  name: z.string(),
  /** IANA */
  time_zone: z.string(),
  locale: z.string(),
  /** ISO 3166 */
  country: z.string(),
  address: z.string().nullable(),
});
export type CallOrganization = z.infer<typeof callOrganization>;

/** The provider of calls from browsers: no carrier carries them. */
export const browserProvider = "browser";

/** What kind of call a provider's calls are. */
export const callTypeOf = (provider: string): "phone" | "web" =>
  provider === browserProvider ? "web" : "phone";

/** A call that the carrier announces, or that a browser begins. */
export type Arrival = {
  /** The longest that a call on this way may last; absent: as long as its agent allows. */
  longest_seconds?: number;
  provider: string;
  provider_call_id: string;
  /** The carrier account that the call came through. */
  capacity_account: string;
  direction: "inbound" | "outbound";
  /** The agent that a browser calls. Phones call a number, and its agent answers. */
  agent_id?: string;
  /** Of a call that the organization places: its id, and the agent that speaks. */
  placed?: { call_id: string; agent_id: string };
  /** The network of a widget's visitor, as counters store it. Absent: a carrier's call, a member's, or of an unknown network. */
  network?: string;
  /** E.164; `our_number` null: a call in a browser; `other_number` null: withheld, or none. */
  our_number: string | null;
  other_number: string | null;
  /** The organization's plan, which bounds its lines. */
  tier: string;
  /** `organizations.subscription_status`: an organization that never subscribed has a limited trial. */
  subscription_status: string;
  organization: CallOrganization;
  /** Whether the organization was deleted. */
  is_deleted: boolean;
  /** Whether its agency suspended it, or is suspended itself. */
  is_suspended?: boolean;
  /** Its plan, or the plan of its agency, is not paid. */
  is_unpaid?: boolean;
  /** What the reached spending cap of who pays for its calls does; null: it is not reached. */
  cap_reached?: CapAction | null;
  /** Who pays owes as much as the platform lends (docs/billing-usage.md, "The ceiling"). */
  is_over_ceiling?: boolean;
  /** What its agency allows it, where that is less than the plan does; null: no less. */
  lower_limits?: Readonly<Record<string, number>> | null;
  /** What the platform's admins allow it in place of the plan's numbers; null: nothing else. */
  granted_limits?: Readonly<Record<string, number>> | null;
  /** ms UTC */
  now: number;
};

/** An agent in a call: what a campaign's law has it say comes on top of its own words, which have a bound. */
const spokenSpec = agentSpec.extend({
  outbound_greeting: z.string().nullable().default(null),
  voicemail_message: z.string().nullable().default(null),
});

/** Everything that a live call needs of its organization, as of its beginning: editing an agent never changes a running call. */
export const preparedCall = z.object({
  id: z.uuid(),
  type: z.enum(["phone", "web", "test"]),
  direction: z.enum(["inbound", "outbound"]),
  provider: z.string(),
  provider_call_id: z.string(),
  /** Null, as its id: a call in a browser. */
  our_number: z.string().nullable(),
  other_number: z.string().nullable(),
  number_id: z.string().nullable(),
  /** Whether it comes through a carrier account of the organization's own. */
  is_own_account: z.boolean().default(false),
  started_at: z.int(),
  /** How long it may last, including a transfer. */
  longest_seconds: z.int().default(longestCall_s),
  organization: callOrganization,
  agent: z.object({ id: z.string(), version: z.int(), spec: spokenSpec }),
  busy: z.array(busyStretch),
  /** Whom callers can be transferred to, the agent's own number first; paused and closed ones included. */
  targets: transferTarget.array().default([]),
  /** Whether the agent has knowledge to look things up in. */
  has_knowledge: z.boolean().default(false),
  /** The voice that takes the place of the agent's when the carrier refuses that; null: there is no other. */
  other_voice: voice.nullable().default(null),
  /** How words are said, as the organization's dictionary has them. */
  pronunciations: z.array(storedPronunciation).default([]),
  /** What the caller hears before the call is recorded; null: it is not. */
  recording: z.object({ consent: z.string() }).nullable().default(null),
  /** The carrier account whose lines it uses: the name of its `Capacity` object. */
  capacity_account: z.string(),
  /** Of a call that the organization placed: who is called, as far as a contact says it, and why. */
  called: z.object({ name: z.string().nullable(), reason: z.string().nullable() }).nullable().default(null),
});
export type PreparedCall = z.infer<typeof preparedCall>;

export const refusals = [
  "organization_deleted",
  "organization_suspended",
  "lines_full",
  "no_line",
  "outside_hours",
  "no_agent",
  "trial_over",
  "spending_cap",
  "usage_ceiling",
  "unpaid",
  "caller_blocked",
  "number_withheld",
  "caller_budget",
  "number_budget",
  "spend_breaker",
  "dnc_blocked",
  "calling_hours",
  "unknown_place",
  "country_blocked",
] as const;
/**
 * Why a call is refused. In this order: the organization was deleted, or is suspended, the plan's lines are in use, the carrier
 * account's are, the organization is closed, no agent is assigned, the trial is used up, the spending cap is reached, the plan
 * is not paid; or the protection of the numbers stands against it (protection.store.ts), the caller's country, or, where it is
 * placed, a rule of calling people (compliance.store.ts).
 */
export type Refusal = (typeof refusals)[number];

export type Admission =
  | { ok: true; call: PreparedCall }
  /** `say` is what the caller hears; null: the call is over already. `forward`: in its place the caller is put through. */
  | { ok: false; reason: Refusal | "over"; say: string | null; forward?: Forward };

/** How long a fallback number rings at most. */
export const longestRing_s = 25;

/** Where the caller of a call that no agent takes is put through to (E.164), and for how long at most. */
export type Forward = { call_id: string; to: string; seconds: number };

/** A status report of the carrier. */
export const statusReport = z.object({
  provider: z.string(),
  provider_call_id: z.string(),
  status: z.enum(callStatuses),
});
export type StatusReport = z.infer<typeof statusReport>;
