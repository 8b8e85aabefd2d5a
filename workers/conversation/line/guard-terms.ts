/** What a guard knows, and what it is given to read with. The line itself knows no language. */
import { z } from "zod";
import { toolProof } from "#app/agents/agent-brain.schema.ts";
import type { Json } from "#app/platform/json.ts";
import type { Brain, Language, RefusalReason, World } from "./conversation.ts";
import type { SentenceMarks } from "./sentences.ts";

/** What a caller may want that code answers and no model. */
type Wish = "stop_calling" | "emergency" | "person";
/** `ailing`: the caller's words so far that are no danger by themselves. */
export type WishRead = { wish: Wish | null; ailing: string };

/**
 * What a sentence calls done. `stands`: that there is an appointment; `done`: something, without saying what.
 */
export type Claim = "booked" | "stands" | "moved" | "canceled" | "message" | "sent" | "done";

/** A figure of a sentence. */
export type Figure = {
  kind: "number" | "time" | "money" | "phone";
  /** A plain number, "h:mm" on a clock of twelve hours, or digits. */
  value: string;
  /** A small number that only counts ("two things"): it needs no source. */
  isBare: boolean;
};

/** The readers of a language. Pure and quick. */
export type GuardReaders = {
  wish(text: string, ailing: string, emergency_words: readonly string[]): WishRead;
  claims(sentence: string): Claim[];
  figures(text: string): Figure[];
  /** Whether a sentence tells what something costs here. */
  isPrice(sentence: string): boolean;
  marks: SentenceMarks;
  /** What is said instead of refused words: at first, and when the brain's second attempt is refused as well; in the language that is spoken. */
  instead: Record<Language, Record<RefusalReason, readonly [string, string]>>;
};

/** The brain that answers what code has to answer, and goes on until that is settled. */
export type Desk = Brain & {
  /** Its memory when it takes over, with the values that are known by then; null: it was not asked before. */
  joins(memory: Json | null, collected: Record<string, string>, world: World): Json;
  /** Whether it is in the middle of something. */
  holds(memory: Json): boolean;
};

const deed = z.object({
  type: z.string(),
  by: z.enum(["brain", "desk"]),
  ok: z.boolean(),
  /** What a tool of the customer's own proves by its success. */
  proves: z.array(toolProof).default([]),
  /** The start times (ms UTC) and names of the appointments that it is about. */
  at: z.array(z.int()).default([]),
  names: z.array(z.string()).default([]),
  /** Whether the caller was told of it. */
  told: z.boolean().default(false),
  /** The days and times that were said of it, where its own are not known. */
  said: z.array(z.string()).default([]),
});

export const guardMemory = z.object({
  guard: z.object({
    brain: z.json(),
    desk: z.json().nullable(),
    /** The actions of this call. */
    deeds: z.record(z.string(), deed),
    /** The caller's appointments that were found, by their ids. */
    rows: z.record(z.string(), z.object({ starts_at: z.int(), name: z.string() })).default({}),
    collected: z.record(z.string(), z.string()),
    /** Figures that actions found out, and figures that the caller said. */
    found: z.array(z.string()),
    told: z.array(z.string()),
    /** The digits that the caller said, in a row: a number may come in two breaths. */
    digits: z.string(),
    ailing: z.string(),
    /** What was said in this turn. */
    sentences: z.int(),
    words: z.int(),
    refused: z.int(),
    isCut: z.boolean(),
  }),
});
export type Guarded = z.infer<typeof guardMemory>["guard"];
