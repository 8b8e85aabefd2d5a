/** The settings of an organization that others act on: its object, and what makes agents. */
import { z } from "zod";

/** A day on which nobody works: YYYY-MM-DD in the organization's zone, and what for, which may stay empty. */
export const closedDay = z.object({ date: z.iso.date(), name: z.string() });
export type ClosedDay = z.infer<typeof closedDay>;

/** After how many days what was said on a call is forgotten. */
export const retentionDays = z.int().min(1);
