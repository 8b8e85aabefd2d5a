/** The shape of opening hours. */
import { z } from "zod";
import { mostHolidays, mostStretches, weekdays } from "./week.schema.ts";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Use a time like 09:30");

/** One time range of an open day, local clock time. A lunch break makes two. */
const stretch = z
  .object({ from: clock, to: clock })
  .refine(({ from, to }) => from < to, { path: ["to"], error: "Closing time must be after opening time" });

/** The opening hours. Always read in the organization's time zone. */
export const openingHours = z.object({
  weekly: z.record(z.enum(weekdays), z.array(stretch).max(mostStretches)),
  /** Local dates (YYYY-MM-DD) that are closed. */
  holidays: z.array(z.iso.date()).max(mostHolidays),
});
export type OpeningHours = z.infer<typeof openingHours>;
