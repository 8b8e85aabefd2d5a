/** Dates, clock times, instants and counts as the memory of a call holds them. */
import { z } from "zod";

/**
 * A rehearsal's memory comes back from a browser, so nothing in it may be further away than the calendar's arithmetic
 * reaches: dates that the calendar has, instants (ms UTC) and counts of a call's order of magnitude.
 */
export const date = z.iso.date().refine((day) => day >= "1000-01-01" && day < "3000-01-01");
export const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);
export const instant = z
  .int()
  .min(Date.UTC(2000, 0, 1))
  .max(Date.UTC(2100, 0, 1));
export const count = z.int().min(0).max(1_000_000);
