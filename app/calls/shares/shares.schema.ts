/** Links to one call for people without an account: what is asked when one is made or revoked. */
import { z } from "zod";
import { shareDays } from "./share-terms.schema.ts";

const call_id = z.string().min(1).max(100);

export const shareInput = z.object({
  call_id,
  days: z.enum(shareDays),
  /** A checkbox: names, numbers and what was said about people. */
  persons: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
});
export const shareChoice = z.object({ call_id, id: z.uuid() });
