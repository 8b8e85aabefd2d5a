/** What the small Spanish brain remembers of a call: plain data, so that a call survives its object being restarted. */
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";

const asked = z.enum(["nothing", "offer", "name", "number", "message", "time"]);

const spanishMemory = z.object({
  brain: z.literal("spanish"),
  /** `stays`: no other brain answers any more, so that it ends the call itself. */
  stays: z.boolean(),
  asks: asked,
  /** How often the question was asked. */
  times: z.int(),
  name: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** What the caller wants passed on: danger, or what was going on. */
  about: z.string(),
  urgent: z.boolean(),
  /** Whether no one took the transfer, so that a time to call back is asked for; the message that waits for it; the time, ms UTC. */
  unreached: z.boolean().default(false),
  text: z.string().default(""),
  call_at: z.number().nullable().default(null),
  /** Whether a transfer was tried, and a message is with the team. */
  transferred: z.boolean(),
  taken: z.boolean(),
  pending: z.enum(["transfer", "message"]).nullable(),
  deeds: z.int(),
  ended: z.boolean(),
});
export type SpanishMemory = z.infer<typeof spanishMemory>;

export const freshSpanish = (known: Partial<SpanishMemory> = {}): SpanishMemory => ({
  brain: "spanish",
  stays: false,
  asks: "nothing",
  times: 0,
  name: null,
  phone_number: null,
  about: "",
  urgent: false,
  unreached: false,
  text: "",
  call_at: null,
  transferred: false,
  taken: false,
  pending: null,
  deeds: 0,
  ended: false,
  ...known,
});

/** The memory, if it is this brain's. */
export const spanishOf = (memory: Json): SpanishMemory | null => spanishMemory.safeParse(memory).data ?? null;

export const isBusy = ({ asks, pending, ended, stays }: SpanishMemory): boolean =>
  stays || asks !== "nothing" || pending !== null || ended;
