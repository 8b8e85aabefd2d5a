/** The words that screens use for an agent's vocabularies. */

import type { Weekday } from "#app/hours/week.schema.ts";
import { counted } from "#app/platform/format.ts";
import type { AgentKind, FieldType } from "./agent-terms.schema.ts";

export const kindWords: Record<AgentKind, string> = {
  receptionist: "Receptionist",
  appointment_booking: "Appointment booking",
  lead_qualification: "Lead qualification",
};

/** "2 agents · 90 calls in the last 7 days, 35 appointments booked." */
export function agentsSentence(agents: number, calls: number, booked: number, locale: string): string {
  const taken = counted(calls, "call", "calls", locale);
  const made = counted(booked, "appointment", "appointments", locale);
  return `${counted(agents, "agent", "agents", locale)} · ${taken} in the last 7 days, ${made} booked.`;
}

export const fieldTypeWords: Record<FieldType, string> = {
  appointment: "Appointment",
  name: "Name",
  phone: "Phone",
  email: "Email",
  date: "Date",
  time: "Time",
  choice: "Choice",
  yes_no: "Yes or no",
  number: "Number",
  text: "Text",
};

export const weekdayWords: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
