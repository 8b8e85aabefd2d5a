/** The shape of an agent: what a person edits, what the store keeps, and the snapshot that a live call uses. */
import { z } from "zod";
import { agentFields, type ShapedPath } from "#app/agents/fields/agent-fields.schema.ts";
import { specShape } from "#app/agents/fields/simple-shapes.schema.ts";
import { openingHours } from "#app/hours/opening-hours.schema.ts";
import { voice } from "#app/voices/voice.schema.ts";
import { analysis, facts, languages, model, prompt, tools } from "./agent-brain.schema.ts";
import { fieldTypes, mostRows } from "./agent-terms.schema.ts";

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

/** Booking; null: the agent never offers it. */
const book = z
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
  .nullable();

/** Where callers are transferred to; null: the agent never offers it. */
const transfer = z.object({ phone_number: e164, name: z.string().trim().max(60) }).nullable();

/** Words that mean an emergency here, and what the agent says at once when it hears one. */
const emergency = z
  .object({
    words: z.array(z.string().trim().min(2).max(40)).min(1).max(30),
    say: z.string().trim().min(1).max(300),
  })
  .nullable();

/** The shapes of the fields that are more than one text, switch, number or choice. Those added later have defaults. */
export const fieldShapes = {
  voice,
  /** What to collect, in this order. */
  fields: z.array(agentField).max(mostRows.fields),
  knowledge: z.array(knowledgeEntry).max(mostRows.knowledge),
  "hours.weekly": openingHours.shape.weekly,
  "hours.holidays": openingHours.shape.holidays,
  "actions.book": book,
  "actions.transfer": transfer,
  "actions.emergency": emergency,
  /** Ids of the organization's transfer targets that this agent may use. */
  transfer_targets: z.array(z.string().min(1).max(100)).max(mostRows.transfer_targets).default([]),
  languages: languages.default(["en-US"]),
  /** Whether the agent changes to the caller's language, if it is one of its own. */
  follows_language: z.boolean().default(false),
  /** Used when the voice cannot be. */
  fallback_voice: voice.nullable().default(null),
  model: model.default(null),
  facts: facts.default({ tasks: "", tone: "warm", rules: "" }),
  prompt: prompt.default(""),
  tools: tools.default([]),
  analysis: analysis.default([]),
} satisfies Record<ShapedPath, z.ZodType>;

/** Everything about an agent that a call needs; frozen into the call when it starts. Its fields: fields/agent-fields.schema.ts. */
export const agentSpec = z.object(specShape(agentFields, fieldShapes));
export type AgentSpec = z.infer<typeof agentSpec>;
/** An agent before the defaults of its newer fields. */
export type AgentDraft = z.input<typeof agentSpec>;
/** Whether each tool has an address: one that came from another organization has none, and its agent answers no calls until then. */
export const hasAddresses = ({ tools }: Pick<AgentSpec, "tools">): boolean =>
  tools.every(({ url }) => url !== "");

export type WebhookTool = AgentSpec["tools"][number];
export type AgentActions = AgentSpec["actions"];
