/** The shape of an agent: what a person edits, what the store keeps, and the snapshot that a live call uses. */
import { z } from "zod";
import { openingHours } from "#app/hours/opening-hours.schema.ts";
import { agentKinds, fieldTypes, longestCall_s, mostRows } from "./agent-terms.schema.ts";

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/, "Use a full number, like +1 415 555 0100");
const slug = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** One field to collect, asked in the list's order and skipped when already known. */
export const agentField = z.object({
  id: slug,
  label: z.string().trim().min(1).max(60),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  /** The agent's own wording; empty: the built-in wording of the type. */
  question: z.string().trim().max(160),
  /** For `choice`: the possible answers, with synonyms. */
  options: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(60),
        synonyms: z.array(z.string().trim().min(1).max(40)).max(20),
      }),
    )
    .max(mostRows.options),
});
export type AgentField = z.infer<typeof agentField>;

/** One answer that the agent may give, in its own words. */
export const knowledgeEntry = z.object({
  id: slug,
  /** What callers ask, as a question or a topic ("Parking"). */
  question: z.string().trim().min(1).max(160),
  /** Said word for word: one or two short sentences. */
  answer: z.string().trim().min(1).max(400),
  /** Other words callers use for it. */
  synonyms: z.array(z.string().trim().min(1).max(40)).max(20),
});
export type KnowledgeEntry = z.infer<typeof knowledgeEntry>;

/** A kind of appointment. An agent with only one kind uses it without asking. */
export const appointmentKind = z.object({
  name: z.string().trim().min(1).max(60),
  synonyms: z.array(z.string().trim().min(1).max(40)).max(20),
  duration_minutes: z.int().min(5).max(480),
});
export type AppointmentKind = z.infer<typeof appointmentKind>;

/** What the agent may do. It never offers an action that is null or false. */
export const agentActions = z.object({
  book: z
    .object({
      kinds: z.array(appointmentKind).min(1).max(mostRows.kinds),
      /** Start times are multiples of this many minutes past the hour. */
      step_minutes: z.union([
        z.literal(5),
        z.literal(10),
        z.literal(15),
        z.literal(20),
        z.literal(30),
        z.literal(60),
      ]),
      /** The earliest start, in minutes from now. */
      notice_minutes: z.int().min(0).max(20_160),
      /** The latest day, counted from today. */
      horizon_days: z.int().min(1).max(365),
      /** Ask what the appointment is for, unless the caller has said it. */
      ask_kind: z.boolean().default(true),
    })
    .nullable(),
  /** Save the collected values as a lead after the call. */
  save_lead: z.boolean(),
  take_message: z.boolean(),
  transfer: z.object({ phone_number: e164, name: z.string().trim().max(60) }).nullable(),
  /** Words that mean an emergency here, and what the agent says at once when it hears one. */
  emergency: z
    .object({
      words: z.array(z.string().trim().min(2).max(40)).min(1).max(30),
      say: z.string().trim().min(1).max(300),
    })
    .nullable(),
});
export type AgentActions = z.infer<typeof agentActions>;

export const voice = z.object({
  provider: z.enum(["google", "amazon", "elevenlabs"]),
  /** The provider's own id, such as `en-US-Chirp3-HD-Aoede`. */
  id: z.string().min(1).max(120),
});
export type Voice = z.infer<typeof voice>;

/** Everything about an agent that a call needs; frozen into the call when it starts. */
export const agentSpec = z.object({
  name: z.string().trim().min(1).max(40),
  kind: z.enum(agentKinds),
  /** The first thing a caller hears. `{organization}` and `{agent}` are filled in. */
  greeting: z.string().trim().min(1).max(300),
  /** Where callers find the business, said after "We're at". Null: the organization's own address, if it has one. */
  business_address: z.string().trim().min(1).max(160).nullable().default(null),
  language: z.literal("en-US"),
  voice,
  fields: z.array(agentField).max(mostRows.fields),
  hours: openingHours,
  /** Bookings always stay within the hours; with this the agent also answers only within them. */
  answers_only_in_hours: z.boolean(),
  knowledge: z.array(knowledgeEntry).max(mostRows.knowledge),
  actions: agentActions,
  /** What it does when it cannot answer a question. */
  when_unknown: z.enum(["call_back", "transfer"]),
  max_call_seconds: z.int().min(60).max(longestCall_s),
  languages: z
    .array(z.enum(["en-US", "es-US"]))
    .min(1)
    .max(2)
    .default(["en-US"]),
  follows_language: z.boolean().default(false),
  model: z
    .object({
      chain: z
        .array(
          z.object({
            provider: z.enum(["openai", "anthropic", "workers_ai", "compatible"]),
            model: z.string().min(1).max(100),
          }),
        )
        .max(4),
      temperature: z.number().min(0).max(1).default(0.3),
      first_token_ms: z.int().min(500).max(8000).default(2500),
    })
    .nullable()
    .default(null),
  facts: z
    .object({
      tasks: z.string().max(600),
      tone: z.enum(["warm", "brief", "formal"]),
      rules: z.string().max(2000),
    })
    .default({ tasks: "", tone: "warm", rules: "" }),
  prompt: z.string().max(12_000).default(""),
  tools: z
    .array(
      z.object({
        id: slug,
        name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        description: z.string().min(1).max(400),
        url: z.string().max(500),
        fields: z
          .array(
            z.object({
              name: slug,
              type: z.enum(["text", "number", "yes_no", "choice"]),
              description: z.string().max(200),
              required: z.boolean(),
              options: z.array(z.string().max(60)).max(20),
            }),
          )
          .max(12),
        secret_id: z.string().max(60).nullable(),
        timeout_ms: z.int().min(1000).max(15_000),
        filler: z.string().max(160),
      }),
    )
    .max(10)
    .default([]),
});
export type AgentSpec = z.infer<typeof agentSpec>;
