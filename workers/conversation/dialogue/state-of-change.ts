/** What the memory of a call holds of the caller's own appointments. */
import { z } from "zod";
import { instant } from "./state-values.ts";

const ownAppointment = z.object({
  booking_id: z.string(),
  starts_at: instant,
  duration_minutes: z.number().min(1).max(1440),
  kind: z.string(),
  name: z.string(),
});
export type OwnAppointment = z.infer<typeof ownAppointment>;

/** The coming ones, found with the number of the line and with what the caller named. */
export const appointments = z.object({ asked_with: z.string(), found: z.array(ownAppointment) });

/** What the caller wants of which appointment; null: not said yet. `words`: those of the request. */
export const change = z.object({
  booking_id: z.string().nullable(),
  wants: z.enum(["move", "cancel"]).nullable(),
  words: z.string(),
});

/** What waits for the appointments to be looked for. */
export const finding = z.object({
  id: z.string(),
  asked_with: z.string(),
  event: z.discriminatedUnion("type", [
    z.object({ type: z.literal("said"), text: z.string() }),
    z.object({ type: z.literal("keyed"), digits: z.string() }),
  ]),
});
