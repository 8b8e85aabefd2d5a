/** The settings of an organization that others act on: its object, and what makes agents. */
import { z } from "zod";
import { weekdays } from "#app/hours/agent-terms.schema.ts";

/** A day on which nobody works: YYYY-MM-DD in the organization's zone, and what for, which may stay empty. */
export const closedDay = z.object({ date: z.iso.date(), name: z.string() });
export type ClosedDay = z.infer<typeof closedDay>;

/** After how many days what was said on a call is forgotten. */
export const retentionDays = z.int().min(1);

const stretch = z.object({ opens: z.string(), closes: z.string() });

/** The hours of each weekday, HH:MM on the clocks of the organization's zone, "24:00" being the end of the day; a closed day has none. */
export const callingHours = z.record(z.enum(weekdays), z.array(stretch));
export type CallingHours = z.infer<typeof callingHours>;
