/** Settings of an organization that other rooms use: its object, and the creation of agents. */
import { z } from "zod";

/** A closed day: YYYY-MM-DD in the organization's zone, with an optional name. */
export const closedDay = z.object({ date: z.iso.date(), name: z.string() });
export type ClosedDay = z.infer<typeof closedDay>;

/** After how many days the words of a call are deleted. */
export const retentionDays = z.int().min(1);
