/** The words that screens use for an agent's vocabularies. */

import type { Weekday } from "#app/hours/week.schema.ts";
import type { AgentKind, FieldType } from "./agent-terms.schema.ts";

export const kindWords: Record<AgentKind, string> = {
  receptionist: "Receptionist",
  appointment_booking: "Appointment booking",
  lead_qualification: "Lead qualification",
};

export const fieldTypeWords: Record<FieldType, string> = {
  appointment: "Appointment",
  name: "Name",
  phone: "Phone",
  email: "E-mail",
  date: "Date",
  time: "Time",
  choice: "Choice",
  yes_no: "Yes or no",
  number: "Number",
  text: "Words",
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
