/** What marks an error: its id, and the state that it gets. */
import { z } from "zod";
import { errorStates } from "#app/monitoring/error-kinds.ts";

export const markChoice = z.object({
  /** 32 hex digits. */
  error: z.string().regex(/^[0-9a-f]{32}$/),
  state: z.enum(errorStates),
});
export type MarkChoice = z.infer<typeof markChoice>;
