/** The shape of a rehearsal: a draft speaks, without a call and without writing anything. */
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";

const json: z.ZodType<Json> = z.json();

/** `note`: what the agent would have done in a real call. */
export const rehearsalLine = z.object({
  who: z.enum(["agent", "caller", "note"]),
  text: z.string().max(2000),
});
export type RehearsalLine = z.infer<typeof rehearsalLine>;

/** A rehearsal as the page carries it from turn to turn. The brain validates its memory, so it need not be signed. */
export const rehearsal = z.object({
  memory: json,
  lines: z.array(rehearsalLine).max(400),
  has_ended: z.boolean(),
});
export type Rehearsal = z.infer<typeof rehearsal>;

/** A call that has not begun. */
export const emptyCall: Rehearsal = { memory: null, lines: [], has_ended: false };
