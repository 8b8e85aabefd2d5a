/** The shape of an organization's calling hours, with which new agents begin. */
import { z } from "zod";
import { weekdays } from "./week.schema.ts";

const stretch = z.object({ opens: z.string(), closes: z.string() });

/** The hours of each weekday, HH:MM in the organization's zone, "24:00" being the end of the day; a closed day has none. */
export const callingHours = z.record(z.enum(weekdays), z.array(stretch));
export type CallingHours = z.infer<typeof callingHours>;
