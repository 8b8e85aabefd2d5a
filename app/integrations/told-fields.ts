/** The fields that providers are given of what happened, and the names that they have there at first. */

export const toldFields = [
  { field: "name", label: "Name", hubspot: "firstname" },
  { field: "email", label: "Email", hubspot: "email" },
  { field: "phone", label: "Phone number", hubspot: "phone" },
  { field: "summary", label: "Summary", hubspot: "" },
  { field: "outcome", label: "Outcome", hubspot: "" },
  { field: "appointment", label: "Appointment", hubspot: "" },
] as const;

/** The columns of a spreadsheet, after the id. */
export const sheetColumns = [
  { field: "at", label: "Time (UTC)" },
  { field: "what", label: "What happened" },
  { field: "name", label: "Name" },
  { field: "phone", label: "Phone number" },
  { field: "email", label: "Email" },
  { field: "outcome", label: "Outcome" },
  { field: "seconds", label: "Seconds" },
  { field: "appointment", label: "Appointment" },
  { field: "summary", label: "Summary" },
] as const;

/** The map of a new connection to a CRM. */
export const usualFields: Readonly<Record<string, string>> = Object.fromEntries(
  toldFields.flatMap(({ field, hubspot }) => (hubspot === "" ? [] : [[field, hubspot]])),
);
