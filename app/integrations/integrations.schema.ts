/** The shapes of connections to other systems: providers, settings, and what an organization's object keeps of them. */
import { z } from "zod";

export const providers = ["google_calendar", "slack", "hubspot", "google_sheets"] as const;
export type Provider = (typeof providers)[number];
export const provider = z.enum(providers);

/** What a provider can be told of, by the kind of the fact. */
const toldFacts = [
  "call.finished",
  "booking.made",
  "booking.moved",
  "booking.canceled",
  "booking.no_show",
  "lead.saved",
  "message.left",
  "campaign.ended",
] as const;
export type ToldFact = (typeof toldFacts)[number];
export const toldFact = z.enum(toldFacts);

const id = z.string().max(300);

/** Every connection has one of the same shape; which part counts depends on its provider. */
export const integrationSettings = z.object({
  /** The calendar, channel or spreadsheet; null: not chosen yet. */
  target: z
    .object({ id, label: z.string().max(200), url: z.url().max(500).nullable() })
    .nullable()
    .default(null),
  /** When something of this kind happens, the provider is told. */
  events: z.array(toldFact).max(toldFacts.length).default([]),
  /** A calendar's busy times are kept free of appointments. */
  respects_busy: z.boolean().default(true),
  /** Appointments are written into the calendar. */
  writes_bookings: z.boolean().default(true),
  /** Our field to theirs; one that is absent is not sent. */
  fields: z.record(z.string().max(40), z.string().max(100)).default({}),
});
export type IntegrationSettings = z.output<typeof integrationSettings>;

/** The tokens of a connection, before they are sealed. */
export const tokens = z.object({ access: z.string().min(1), refresh: z.string().min(1).nullable() });
export type Tokens = z.infer<typeof tokens>;

/** A connection without its tokens. Times are ms UTC. */
export type Integration = {
  provider: Provider;
  status: "connected" | "expired" | "error";
  auth: "oauth" | "key";
  account_id: string;
  account_label: string;
  scopes: string;
  expires_at: number | null;
  settings: IntegrationSettings;
  owner_id: string;
  connected_at: number;
  last_sync_at: number | null;
  last_error: string | null;
  last_error_at: number | null;
};

/** What a request needs to speak for a connection. */
export type Credential = Pick<Integration, "provider" | "status" | "auth" | "expires_at" | "settings"> & {
  sealed: string;
  version: number;
};

export type NewConnection = Pick<
  Integration,
  "provider" | "auth" | "account_id" | "account_label" | "scopes" | "expires_at" | "owner_id"
> & { sealed: string; settings: IntegrationSettings };

/** One thing that was done at a provider. */
export type Deed = {
  id: string;
  action: string;
  subject_id: string;
  state: "begun" | "done" | "failed";
  error: string | null;
  attempts: number;
  updated_at: number;
};
