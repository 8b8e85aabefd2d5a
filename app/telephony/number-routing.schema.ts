/** Who takes a number's calls when its agent does not: after hours, and as the last resort. */
import { z } from "zod";
import { whenClosed } from "./number-terms.schema.ts";

export const numberRouting = z.object({
  /** Who answers while the organization is closed. */
  when_closed: z.enum(whenClosed).default("agent"),
  /** The agent that answers then. */
  after_hours_agent_id: z.uuid().nullable().default(null),
  /** E.164: where callers are put through to when no agent can answer; null: they hear a sentence. */
  fallback_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/)
    .nullable()
    .default(null),
});
export type NumberRouting = z.infer<typeof numberRouting>;
