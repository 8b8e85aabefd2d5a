/** The most that an organization wants to spend on minutes beyond its plan, as its object knows it. */
import { z } from "zod";
import { capActions } from "./cap-terms.schema.ts";

export const copiedCap = z.object({
  /** Null: there is none, or no longer. */
  cap: z
    .object({ amount_micros: z.int().min(0), currency: z.string(), action: z.enum(capActions) })
    .nullable(),
  /** When the row in D1 was written, ms UTC. */
  updated_at: z.int(),
});
export type CopiedCap = z.infer<typeof copiedCap>;
