/** The fixed vocabularies of an agent: what it may collect, how it may start. Without zod, so that pages can use them without loading the validator in the browser. */

import { mostHolidays, mostStretches } from "#app/hours/week.schema.ts";
import { mostTargets } from "#app/telephony/transfers/transfer-terms.schema.ts";

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

/** The most rows of each list of an agent, by its name in the editor. */
export const mostRows = {
  fields: 20,
  options: 20,
  knowledge: 200,
  kinds: 12,
  holidays: mostHolidays,
  transfer_targets: mostTargets,
  /** Time ranges of one day. */
  hours: mostStretches,
} as const;

/** The longest duration of any call, including a transfer. */
export const longestCall_s = 7200;

/** The tools that the product itself gives a language model, by name. */
export const builtInTools = [
  "find_times",
  "book_appointment",
  "find_appointments",
  "move_appointment",
  "cancel_appointment",
  "save_details",
  "take_message",
  "search_knowledge",
  "look_up_contact",
  "note_question",
  "send_text",
  "transfer_call",
  "confirm",
  "end_call",
] as const;

/** What a tool of the organization's own does, so that the agent may call it done once the tool has answered. */
export const toolProofs = ["booked", "moved", "canceled", "message", "sent", "done"] as const;
export type ToolProof = (typeof toolProofs)[number];
