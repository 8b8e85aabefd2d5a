/** What the addresses and forms of /bookings may say. */
import { z } from "zod";
import { isDate } from "#app/platform/zoned-time.ts";

export const bookingViews = ["day", "week", "list"] as const;
export type BookingView = (typeof bookingViews)[number];

/** Dates beyond these have no appointments, and dates far from them no time zone rules. */
const date = z.string().refine((text) => isDate(text) && text >= "2000-01-01" && text < "2100-01-01", {
  error: "Choose a date",
});
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Choose a time");

export const bookingsQuery = z.object({
  view: z.enum(bookingViews).catch("week"),
  date: date.nullable().catch(null),
});

/** The day and the agent whose free times a form shows. */
export const timesQuery = z.object({
  date: date.nullable().catch(null),
  agent: z.string().max(100).nullable().catch(null),
  kind: z.string().max(60).nullable().catch(null),
});

const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** The appointment as the form saw it, and the id of this press, so that it counts once. */
const seen = z.object({ booking: z.uuid(), version: z.coerce.number().int().min(0), request: z.uuid() });

/** A time in the organization's zone, and whose rules count. */
const wanted = z.object({ date, clock, anyway: ticked });

export const moveInput = seen.extend(wanted.shape);
export const changeInput = seen;
export const noteInput = seen.extend({
  notes: z.string().trim().max(1000, "Keep the note under 1,000 characters"),
});
export const bookInput = z.object({
  request: z.uuid(),
  agent: z.string().max(100).default(""),
  kind: z.string().trim().min(1, "Say what it is for").max(60, "Keep it under 60 characters"),
  minutes: z.coerce
    .number("Say how many minutes")
    .int()
    .min(5, "At least 5 minutes")
    .max(480, "At most 8 hours"),
  name: z.string().trim().min(1, "Enter a name").max(120, "Keep the name under 120 characters"),
  phone: z.string().trim().max(40, "That is too long for a number").default(""),
  notes: noteInput.shape.notes.default(""),
  ...wanted.shape,
});
export const feedInput = z.object({ persons: ticked });
