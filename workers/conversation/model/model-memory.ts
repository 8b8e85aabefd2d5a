/** What a model's brain remembers of a call besides the transcript: plain data, so that a call survives its object being restarted. */
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";

const instant = z
  .int()
  .min(Date.UTC(2000, 0, 1))
  .max(Date.UTC(2100, 0, 1));

const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

/** One answer of the model that called tools, and what they gave; `after`: the number of the last line that was heard before it. */
const step = z.object({
  after: z.int(),
  calls: z.array(toolCall),
  results: z.array(z.object({ id: z.string(), name: z.string(), result: z.string() })),
});
export type Step = z.infer<typeof step>;

/** What the caller was asked to confirm; it is done when they agree, and as it was said. */
const proposal = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("book"),
    kind: z.string(),
    starts_at: instant,
    duration_minutes: z.int(),
    name: z.string(),
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    notes: z.string(),
  }),
  z.object({
    what: z.literal("move"),
    booking_id: z.string(),
    starts_at: instant,
    duration_minutes: z.int(),
  }),
  z.object({ what: z.literal("cancel"), booking_id: z.string(), starts_at: instant }),
]);
export type Proposal = z.infer<typeof proposal>;

/** An appointment that find_appointments gave, under the handle by which the model names it. */
const foundAppointment = z.object({
  handle: z.string(),
  booking_id: z.string(),
  starts_at: instant,
  duration_minutes: z.int(),
  kind: z.string(),
  name: z.string(),
});

/** An action whose outcome is awaited: for a tool's call, or for a confirmed proposal. */
const awaited = z.object({
  id: z.string(),
  call_id: z.string().nullable(),
  tool: z.string(),
  /** The question that is searched for. */
  about: z.string().default(""),
});

const answering = z.object({
  said: z.string(),
  lookups: z.array(
    z.object({
      question: z.string(),
      passages: z.array(z.object({ source_id: z.string(), title: z.string(), text: z.string() })),
    }),
  ),
  noted: z.boolean(),
});

const languages = ["en-US", "es-US"] as const;
export type Language = (typeof languages)[number];

export const modelMemory = z.object({
  brain: z.literal("model"),
  language: z.enum(languages),
  steps: z.array(step),
  /** What the code tells the model: keys, silences, a time that was lost. */
  notes: z.array(z.object({ after: z.int(), text: z.string() })),
  /** Answers with tools in this turn. */
  rounds: z.int(),
  proposal: proposal.nullable(),
  /** The question that asked for it, the caller's line before it, and its own line once it was heard. */
  asked: z
    .object({ question: z.string(), after: z.int(), line: z.int().nullable() })
    .nullable()
    .default(null),
  /** Whether this turn asked the caller to confirm it: their words come next. */
  asks: z.boolean(),
  waiting: z.array(awaited),
  /** This turn's answer so far, what was looked up for it, and whether what it came from is noted. */
  answering: answering.default(() => ({ said: "", lookups: [], noted: false })),
  /** Start times that find_times gave (ms UTC), and the day under discussion. */
  offered: z.array(instant),
  focus: z.string().nullable(),
  appointments: z.array(foundAppointment),
  /** Details by the ids of the agent's fields. */
  details: z.record(z.string(), z.string()),
  booked: z.array(z.object({ starts_at: instant, kind: z.string(), name: z.string() })),
  /** Whether the details were saved as a lead. */
  saved: z.boolean(),
  /** How many actions have been named, for their ids, and how many confirmations were spoken, for their wording. */
  deeds: z.int(),
  said: z.int(),
  /** Since this turn the built-in brain answers: no model did. */
  taken_over: z.boolean(),
  /** Whether it answers this turn alone, and how many turns in a row no model answered. */
  lent: z.boolean().default(false),
  failed_turns: z.int().default(0),
  built_in: z.json(),
});
export type ModelMemory = z.infer<typeof modelMemory>;

export const freshMemory = (language: Language, builtIn: Json): ModelMemory => ({
  brain: "model",
  language,
  steps: [],
  notes: [],
  rounds: 0,
  proposal: null,
  asked: null,
  asks: false,
  waiting: [],
  answering: { said: "", lookups: [], noted: false },
  offered: [],
  focus: null,
  appointments: [],
  details: {},
  booked: [],
  saved: false,
  deeds: 0,
  said: 0,
  taken_over: false,
  lent: false,
  failed_turns: 0,
  built_in: builtIn,
});

/** The caller has spoken or typed: what the last answer was about is over. */
export function beginTurn(memory: ModelMemory): void {
  memory.rounds = 0;
  memory.asks = false;
  memory.answering = { said: "", lookups: [], noted: false };
}

/** A new id for an action; the same steps give the same ids. */
export function newDeed(memory: ModelMemory, type: string): string {
  memory.deeds += 1;
  return `${type}-${memory.deeds}`;
}
