/** Appointments outside their store: what one is, the calendars of agents, and what comes of a change by hand. */
import type { AgentActions } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import type { BookingsChanged } from "./bookings.schema.ts";
import type { WhyNot } from "./calendar.ts";

export type Booking = {
  id: string;
  starts_at: number;
  ends_at: number;
  kind: string;
  name: string;
  phone_number: string | null;
  email: string | null;
  notes: string;
  call_id: string | null;
  agent_id: string | null;
  /** Whether a call from a browser made it. */
  is_web: boolean;
  status: "booked" | "canceled" | "no_show";
  /** How often it was changed. */
  version: number;
  /** ms UTC */
  updated_at: number;
};

/** An agent that books, with the rules of its calendar; days on which the whole organization is closed are in its hours. */
export type AgentCalendar = {
  id: string;
  name: string;
  hours: OpeningHours;
  book: NonNullable<AgentActions["book"]>;
};

/** A change by hand. `version`: of the appointment as the person saw it. */
export type HandChange = {
  booking_id: string;
  version: number;
  author_id: string;
  action_id: string;
  /** ms UTC */
  now: number;
};

export type HandRefusal =
  | "not_found"
  /** Another change came first: the person sees the appointment as it is now. */
  | "changed"
  /** Its time is over, or it has another status. */
  | "not_possible"
  | WhyNot;

export type HandAnswer =
  | { ok: true; booking_id: string; changed: boolean; announce?: BookingsChanged }
  | { ok: false; reason: HandRefusal };
