/** The closed vocabularies of an agent: what it may collect, how it may start. No zod here, so that pages can show them without carrying the validator to the browser. */

import { mostHolidays, mostStretches } from "#app/hours/week.schema.ts";

export const fieldTypes = [
  "appointment",
  "name",
  "phone",
  "email",
  "date",
  "time",
  "choice",
  "yes_no",
  "number",
  "text",
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const agentKinds = ["receptionist", "appointment_booking", "lead_qualification"] as const;
export type AgentKind = (typeof agentKinds)[number];

/** How many rows each list of an agent holds at most, by the name it has in the editor. */
export const mostRows = {
  fields: 20,
  options: 20,
  knowledge: 200,
  kinds: 12,
  holidays: mostHolidays,
  /** Stretches of one day. */
  hours: mostStretches,
} as const;

/** The longest that any call may last, with the talk it is put through to. */
export const longestCall_s = 7200;
