/** The state of the turn loop: plain data, so that the call continues in a restarted object. */
import { z } from "zod";
import { modelUse } from "#app/calls/calls.schema.ts";
import type { Json } from "#app/platform/json.ts";
import type { Action, Outcome } from "./conversation.ts";
import { freshTalk, talk } from "./talk.ts";

/** Actions are validated where they are made; here they are only stored. */
const action = z.custom<Action>((value) => typeof value === "object" && value !== null && "type" in value);
const outcome = z.custom<Outcome>((value) => typeof value === "object" && value !== null && "ok" in value);

const ending = z.object({
  reason: z.string(),
  /** `alone`: that phone and no other, because a member chose it. */
  transfer: z
    .object({ id: z.string(), phone_number: z.string(), alone: z.boolean().default(false) })
    .nullable(),
  /** The caller interrupted the goodbye: their words decide whether the call ends. */
  reopened: z.boolean(),
});
export type Ending = z.infer<typeof ending>;

export const loopState = z.object({
  memory: z.json(),
  turn: z.int(),
  opened: z.boolean(),
  /** The language that is spoken now (`World.language`). */
  language: z.enum(["en-US", "es-US"]).default("en-US"),
  /** The session has been told to end, or the call is over. */
  over: z.boolean(),
  /** When the longest duration is reached (ms UTC). */
  ends_at: z.number().nullable(),
  talk,
  /** The conversation as it was heard (`World.transcript`). */
  transcript: z
    .array(z.object({ seq: z.int(), who: z.enum(["caller", "agent", "colleague"]), text: z.string() }))
    .default([]),
  ending: ending.nullable(),
  /** The caller's last words and the brain's memory before them, while nothing of the answer has been heard. */
  unanswered: z.object({ memory: z.json(), text: z.string() }).nullable(),
  /**
   * What the caller said or keyed while the answer to it is not finished: it is answered when the line is back. With the
   * brain's memory before it, and how many actions there were.
   */
  asked: z
    .object({
      event: z.discriminatedUnion("type", [
        z.object({ type: z.literal("said"), text: z.string() }),
        z.object({ type: z.literal("keyed"), digits: z.string() }),
      ]),
      memory: z.json(),
      deeds: z.int(),
    })
    .nullable()
    .default(null),
  /** Words of the caller that no one has taken yet: an earlier answer is still being stopped. */
  waiting: z.array(z.string()).default([]),
  /** The actions of this turn whose outcome the brain has not taken in, and how many outcomes led to each. */
  doing: z.array(z.object({ id: z.string(), round: z.int() })).default([]),
  keys: z.string(),
  caller_speaking_since: z.number().nullable(),
  /** How many characters the caller has said, and how long the script is by now (loop-limits.ts). */
  said: z.int().default(0),
  written: z.int().default(0),
  /** How many keys the caller has pressed. */
  pressed: z.int().default(0),
  /** How many of the caller's last utterances had no word. */
  wordless: z.int().default(0),
  /** Silences since the caller's last words, and how many of them the agent spoke into. */
  silences: z.int(),
  prompted: z.int(),
  /** Every action by its id, with its line in the script. */
  deeds: z.record(z.string(), z.object({ seq: z.int(), action, outcome: outcome.nullable() })),
  /** Collected values, by field id. */
  collected: z.record(z.string(), z.string()),
  /** Since when the caller waits for an answer (ms UTC), and how long the answers took (ms). */
  waits_since: z.number().nullable(),
  answer_ms: z.array(z.number()),
  interruptions: z.int(),
  /** Each answer of a language model: how fast it was (ms), its tokens, and what it cost (micro-units of US dollars). */
  model_use: z.array(modelUse).default([]),
  failures: z.int(),
  /** Whether no language model answered, and code goes on since. */
  models_gone: z.boolean().default(false),
});
export type LoopState = z.infer<typeof loopState>;

/** The state of a call that has not begun. */
export const freshLoop = (memory: Json): LoopState => ({
  memory,
  turn: 0,
  opened: false,
  language: "en-US",
  over: false,
  ends_at: null,
  talk: freshTalk(),
  transcript: [],
  ending: null,
  unanswered: null,
  asked: null,
  waiting: [],
  doing: [],
  keys: "",
  caller_speaking_since: null,
  said: 0,
  written: 0,
  pressed: 0,
  wordless: 0,
  silences: 0,
  prompted: 0,
  deeds: {},
  collected: {},
  waits_since: null,
  answer_ms: [],
  interruptions: 0,
  model_use: [],
  failures: 0,
  models_gone: false,
});
