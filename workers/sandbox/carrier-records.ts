/** The carrier's records: accounts, numbers, calls. Rows of the World's database; times are ms UTC. */
import { z } from "zod";

export const account = z.object({
  sid: z.string(),
  carrier: z.enum(["twilio", "telnyx"]),
  /** What requests to the carrier are signed in with: a token, or an API key. */
  auth_token: z.string(),
  /** What the carrier's own requests are signed with, where that is not the token. */
  signing_key: z.string(),
  friendly_name: z.string(),
  status: z.enum(["active", "suspended", "closed"]),
  owner_sid: z.string(),
  created_at: z.number(),
});
export type Account = z.infer<typeof account>;

export const carrierNumber = z.object({
  sid: z.string(),
  account_sid: z.string(),
  phone_number: z.string(),
  friendly_name: z.string(),
  voice_url: z.string(),
  voice_method: z.enum(["GET", "POST"]),
  voice_fallback_url: z.string(),
  voice_fallback_method: z.enum(["GET", "POST"]),
  status_callback: z.string(),
  status_callback_method: z.enum(["GET", "POST"]),
  /** The application whose addresses take the place of the number's own; empty: none. */
  connection_id: z.string(),
  /** The carrier's own word for its state; empty: in use. */
  state: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type CarrierNumber = z.infer<typeof carrierNumber>;
export type NumberSettings = Partial<
  Omit<CarrierNumber, "sid" | "phone_number" | "created_at" | "updated_at">
>;

const callStatuses = [
  "queued",
  "initiated",
  "ringing",
  "in-progress",
  "completed",
  "busy",
  "failed",
  "no-answer",
  "canceled",
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const carrierCall = z.object({
  sid: z.string(),
  account_sid: z.string(),
  parent_call_sid: z.string().nullable(),
  phone_number_sid: z.string().nullable(),
  from_number: z.string(),
  to_number: z.string(),
  direction: z.enum(["inbound", "outbound-api", "outbound-dial"]),
  status: z.enum(callStatuses),
  answered_by: z.string().nullable(),
  created_at: z.number(),
  /** When it was answered. */
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
});
export type CarrierCall = z.infer<typeof carrierCall>;
export type CallChanges = Partial<Pick<CarrierCall, "status" | "answered_by" | "started_at" | "ended_at">>;

/** A TeXML application: the addresses of the numbers that are connected to it. */
export const application = z.object({
  id: z.string(),
  account_sid: z.string(),
  voice_url: z.string(),
  voice_fallback_url: z.string(),
  status_callback: z.string(),
});
export type Application = z.infer<typeof application>;

export const recording = z.object({
  sid: z.string(),
  call_sid: z.string(),
  account_sid: z.string(),
  channels: z.number(),
  started_at: z.number(),
  /** Seconds; null while it runs. */
  duration: z.number().nullable(),
  /** Who spoke when, as JSON of `spokenSpan`s: its sound is made of them. */
  spoken: z.string(),
});
/** From the recording's beginning, ms. */
export const spokenSpan = z.object({ role: z.enum(["caller", "agent"]), from: z.number(), to: z.number() });
export type SpokenSpan = z.infer<typeof spokenSpan>;
export type Recording = z.infer<typeof recording>;

/** A resource id of Telnyx: 19 digits. */
export const newNumericId = (): string =>
  `1${String(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n)
    .padStart(20, "0")
    .slice(-18)}`;

/** A resource id of Twilio: two letters and 32 hex digits. */
export function newSid(prefix: "AC" | "CA" | "CF" | "PN" | "RE" | "VX"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return prefix + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
