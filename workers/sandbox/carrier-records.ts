/** The carrier's records: accounts, numbers, calls. Rows of the World's database; times are ms UTC. */
import { z } from "zod";

export const account = z.object({
  sid: z.string(),
  auth_token: z.string(),
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
  created_at: z.number(),
  updated_at: z.number(),
});
export type CarrierNumber = z.infer<typeof carrierNumber>;
export type NumberSettings = Partial<
  Omit<CarrierNumber, "sid" | "account_sid" | "phone_number" | "created_at" | "updated_at">
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

export const recording = z.object({
  sid: z.string(),
  call_sid: z.string(),
  account_sid: z.string(),
  channels: z.number(),
  started_at: z.number(),
  /** Seconds; null while it runs. */
  duration: z.number().nullable(),
});
export type Recording = z.infer<typeof recording>;

/** A resource id of the carrier: two letters and 32 hex digits. */
export function newSid(prefix: "AC" | "CA" | "PN" | "RE" | "VX"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return prefix + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
