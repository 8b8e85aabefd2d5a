/** The shapes of a call: its script, its facts after the end, and queries of lists. */
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";
import { transferAttempt } from "#app/telephony/transfers/transfer.schema.ts";
import { callStatuses, endedBy, lineTypes, outcomes } from "./call-terms.schema.ts";

const json: z.ZodType<Json> = z.json();

/** One line of the script: words, a pressed key, or an action with its source. */
export const callLine = z.object({
  type: z.enum(lineTypes),
  text: z.string(),
  /** Of an agent's line: what the caller heard before interrupting; null: all of it. */
  heard: z.string().nullable(),
  /** Of a note or an action: its type, source and outcome (`Note`, `Action` of the conversation). */
  detail: json.nullable(),
  /** Milliseconds since the call began. */
  at_ms: z.int().min(0),
});
export type CallLine = z.infer<typeof callLine>;

export const collectedField = z.object({ id: z.string(), label: z.string(), value: z.string() });
export type CollectedField = z.infer<typeof collectedField>;

/** One line of a call's cost. Money in micro-units (a millionth) of the call's currency. */
export const costItem = z.object({
  /** `transfer`: the phones that were called for the caller. */
  what: z.enum(["carrier", "speech", "model", "detection", "transfer"]),
  quantity: z.number(),
  unit: z.enum(["minute", "call"]),
  unit_price_micros: z.int(),
  cost_micros: z.int(),
});
export type CostItem = z.infer<typeof costItem>;

/** An answer of a language model: how fast it was (ms), its tokens, and what it cost the platform (micro-units of US dollars). */
export const modelUse = z.object({
  turn: z.int().default(0),
  model: z.string(),
  first_token_ms: z.number(),
  whole_ms: z.number(),
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  payer: z.enum(["organization", "platform"]).nullable().default(null),
  /** Null: the model's price is not known. */
  cost_micros: z.number().nullable(),
});
export type ModelUse = z.infer<typeof modelUse>;

/** A finished call, as the live call hands it to the organization. Handing it over twice changes nothing. */
export const finishedCall = z.object({
  id: z.uuid(),
  type: z.enum(["phone", "web", "test"]),
  direction: z.enum(["inbound", "outbound"]),
  status: z.enum(callStatuses),
  outcome: z.enum(outcomes),
  ended_by: z.enum(endedBy).nullable(),
  /** As the call says it: a reason or a detail of end-reasons.schema.ts. */
  end_reason: z.string().nullable(),
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  agent_version: z.int().nullable(),
  number_id: z.string().nullable(),
  our_number: z.string().nullable(),
  other_number: z.string().nullable(),
  /** As the caller said it. */
  caller_name: z.string().nullable(),
  caller_email: z.string().nullable(),
  provider: z.string(),
  provider_call_id: z.string().nullable(),
  started_at: z.int(),
  answered_at: z.int().nullable(),
  ended_at: z.int(),
  talk_seconds: z.int().min(0),
  summary: z.string().nullable(),
  fields: z.array(collectedField),
  booking_id: z.string().nullable(),
  lines: z.array(callLine),
  /** What came of each attempt to put the caller through. */
  transfers: transferAttempt.array().default([]),
  cost_items: z.array(costItem),
  /** Every answer of a language model, in order. */
  model_use: z.array(modelUse),
  currency: z.string().length(3),
  /** Median milliseconds from the caller's last word to the agent's first, as measured by us. */
  answer_ms: z.int().nullable(),
  interruptions: z.int().min(0),
  /** The organization's zone, which decides to which day the call counts. */
  time_zone: z.string(),
});
export type FinishedCall = z.infer<typeof finishedCall>;
