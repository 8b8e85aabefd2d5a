/** The shapes of an appointment and of a busy time. */
import { z } from "zod";

/** A busy time of the calendar, ms UTC, end exclusive. */
export const busyStretch = z.object({ from: z.int(), to: z.int() });
export type BusyStretch = z.infer<typeof busyStretch>;

export const bookingRequest = z.object({
  call_id: z.string(),
  /** Whether a call from a browser makes it. */
  is_web: z.boolean().default(false),
  agent_id: z.string(),
  kind: z.string().min(1).max(60),
  starts_at: z.int(),
  duration_minutes: z.int().min(5).max(480),
  name: z.string().max(120),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  notes: z.string().max(1000),
});
export type BookingRequest = z.input<typeof bookingRequest>;

/** Whose appointments a call may see and change: those that it made, and those that the caller proved by name and number. */
export type AppointmentsCaller = {
  call_id: string;
  /** The number that the line shows; null: withheld. */
  line_number: string | null;
};

/** What a caller says to prove an appointment: the name that it is under, and its number, if that is not the line's. One of the two alone proves nothing. */
export type NamedCaller = { name: string; phone_number: string | null };

/** Told to open dashboards with every change of the calendar. */
export const bookingsChanged = [{ type: "bookings_changed" as const }];
export type BookingsChanged = typeof bookingsChanged;
