/** What a step of a workflow can do: its settings, as one table for the editor, the check before saving, and the run. */
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import type { Field } from "./triggers.schema.ts";

export const stepKinds = [
  "send_text",
  "send_email",
  "call_back",
  "tag",
  "untag",
  "add_to_list",
  "add_to_campaign",
  "update_contact",
  "note",
  "task",
  "calendar_event",
  "save_in_crm",
  "webhook",
  "tell_app",
  "wait",
  "branch",
  "stop",
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One setting of a step. `text` and `words` may name fields in double braces. */
export type Setting = {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "words" | "choice" | "number";
  readonly hint?: string;
  readonly needed?: true;
  readonly most: number;
  /** So many characters may stand there once its fields are filled in; absent: as many as may be typed. */
  readonly mostFilled?: number;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Choices that the organization has: its agents, numbers, lists, campaigns, people, and its own fields of contacts. */
  readonly of?: "agents" | "numbers" | "lists" | "campaigns" | "people" | "fields";
  /** What the empty choice says. */
  readonly none?: string;
  readonly initial?: string;
};

export type StepType = {
  readonly label: string;
  readonly hint: string;
  readonly settings: readonly Setting[];
  /** What later steps can ask of it, by the last part of the path. */
  readonly gives: readonly (Omit<Field, "path"> & { readonly name: string })[];
};

const units = [
  { value: "minutes", label: "Minutes" },
  { value: "hours", label: "Hours" },
  { value: "days", label: "Days" },
];

const contactChoices = [
  { value: "name", label: "Name" },
  { value: "company", label: "Company" },
  { value: "status", label: "Status" },
];

const apps = [
  { value: "slack", label: "Slack" },
  { value: "hubspot", label: "HubSpot" },
  { value: "google_sheets", label: "Google Sheets" },
];

export const steps: Readonly<Record<StepKind, StepType>> = {
  send_text: {
    label: "Send a text message",
    hint: "To the person whom the run is about.",
    settings: [
      {
        name: "text",
        label: "Message",
        type: "words",
        most: 1200,
        mostFilled: 1600,
        needed: true,
        hint: "{{contact.name}} and other fields in double braces are filled in.",
      },
      {
        name: "number_id",
        label: "From",
        type: "choice",
        of: "numbers",
        none: "The number they know",
        most: 64,
      },
    ],
    gives: [],
  },
  send_email: {
    label: "Send an email",
    hint: "In your brand, from your address.",
    settings: [
      {
        name: "to",
        label: "To",
        type: "text",
        most: 200,
        needed: true,
        initial: "{{contact.email}}",
        hint: "An address, or a field that holds one.",
      },
      { name: "subject", label: "Subject", type: "text", most: 150, needed: true },
      { name: "text", label: "Text", type: "words", most: 4000, mostFilled: 20_000, needed: true },
    ],
    gives: [],
  },
  call_back: {
    label: "Call the person",
    hint: "An agent calls, where the rules for calls allow it at that time.",
    settings: [
      { name: "agent_id", label: "Agent", type: "choice", of: "agents", most: 64, needed: true },
      {
        name: "number_id",
        label: "From",
        type: "choice",
        of: "numbers",
        none: "The agent’s number",
        most: 64,
      },
      { name: "reason", label: "What the call is about", type: "words", most: 500 },
    ],
    gives: [],
  },
  add_to_list: {
    label: "Add to a list",
    hint: "Campaigns that call the list call people who join it later, too.",
    settings: [{ name: "list", label: "List", type: "choice", of: "lists", most: 64, needed: true }],
    gives: [],
  },
  add_to_campaign: {
    label: "Add to a campaign",
    hint: "The campaign calls the contact when it runs, under all of its rules. One that is over takes no one in.",
    settings: [
      { name: "campaign", label: "Campaign", type: "choice", of: "campaigns", most: 64, needed: true },
    ],
    gives: [],
  },
  update_contact: {
    label: "Update the contact",
    hint: "Writes one field of the contact.",
    settings: [
      {
        name: "field",
        label: "Field",
        type: "choice",
        choices: contactChoices,
        of: "fields",
        most: 80,
        needed: true,
      },
      { name: "value", label: "Value", type: "text", most: 300 },
    ],
    gives: [],
  },
  note: {
    label: "Write a note",
    hint: "On the contact, for the people who look after it.",
    settings: [{ name: "text", label: "Note", type: "words", most: 2000, mostFilled: 4000, needed: true }],
    gives: [],
  },
  task: {
    label: "Create a task",
    hint: "For the contact: it stands on the contact’s page and under Contacts, Tasks.",
    settings: [
      { name: "title", label: "What is to be done", type: "text", most: 200, needed: true },
      {
        name: "days",
        label: "Due in days",
        type: "number",
        most: 3,
        hint: "Empty: on no day in particular.",
      },
      { name: "assignee", label: "Whose", type: "choice", of: "people", none: "Anyone’s", most: 64 },
    ],
    gives: [{ name: "id", label: "id of the task", type: "text" }],
  },
  calendar_event: {
    label: "Write a calendar event",
    hint: "In the connected calendar. A run that names the same reference changes the event.",
    settings: [
      { name: "title", label: "Title", type: "text", most: 200, needed: true },
      {
        name: "starts",
        label: "Start",
        type: "text",
        most: 80,
        needed: true,
        initial: "{{event.starts_at}}",
        hint: "A field that holds a time, or a date and time such as 2026-12-01 09:00 in your time zone.",
      },
      { name: "minutes", label: "Minutes", type: "number", most: 4, needed: true, initial: "30" },
      {
        name: "reference",
        label: "Reference",
        type: "text",
        most: 200,
        hint: "Such as {{contact.phone_number}}. Empty: each run writes an event of its own.",
      },
      { name: "description", label: "Description", type: "words", most: 2000 },
    ],
    gives: [],
  },
  save_in_crm: {
    label: "Save in HubSpot",
    hint: "Creates the contact there, or completes the one with the same email or number.",
    settings: [
      { name: "name", label: "Name", type: "text", most: 200, initial: "{{contact.name}}" },
      { name: "email", label: "Email", type: "text", most: 200, initial: "{{contact.email}}" },
      { name: "phone", label: "Number", type: "text", most: 60, initial: "{{contact.phone_number}}" },
      { name: "summary", label: "Summary", type: "words", most: 2000, initial: "{{event.summary}}" },
    ],
    gives: [],
  },
  webhook: {
    label: "Call a webhook",
    hint: "Posts what happened and the contact as JSON, signed as Standard Webhooks describes.",
    settings: [{ name: "url", label: "Address", type: "text", most: 500, needed: true, hint: "https://…" }],
    gives: [{ name: "status", label: "status of the answer", type: "number" }],
  },
  tell_app: {
    label: "Tell a connected app",
    hint: "A message in Slack, a row in Google Sheets, or a contact with a note in HubSpot, as the integration is set up.",
    settings: [
      { name: "app", label: "App", type: "choice", choices: apps, most: 20, needed: true },
      { name: "sentence", label: "Message", type: "words", most: 1000, mostFilled: 3000, needed: true },
    ],
    gives: [],
  },
  tag: {
    label: "Add a tag",
    hint: "To the contact.",
    settings: [{ name: "tag", label: "Tag", type: "text", most: 40, needed: true }],
    gives: [],
  },
  untag: {
    label: "Remove a tag",
    hint: "From the contact.",
    settings: [{ name: "tag", label: "Tag", type: "text", most: 40, needed: true }],
    gives: [],
  },
  wait: {
    label: "Wait",
    hint: "The run sleeps, and goes on by itself.",
    settings: [
      { name: "amount", label: "How long", type: "number", most: 4, needed: true, initial: "1" },
      {
        name: "unit",
        label: "Unit",
        type: "choice",
        choices: units,
        most: 10,
        needed: true,
        initial: "hours",
      },
    ],
    gives: [],
  },
  branch: {
    label: "If … then … else",
    hint: "Goes one way when the conditions hold, and the other way when they don’t.",
    settings: [],
    gives: [],
  },
  stop: { label: "Stop", hint: "The run ends here.", settings: [], gives: [] },
};

const units_ms: Readonly<Record<string, number>> = { minutes: minute_ms, hours: hour_ms, days: day_ms };

/** How long a wait lasts. */
export const waitOf = ({ amount, unit = "" }: Readonly<Record<string, string>>): number =>
  Number(amount) * (units_ms[unit] ?? hour_ms);

/** The longest that Cloudflare lets a run sleep. */
export const longestWait_ms = 365 * day_ms;

/** Steps that change something outside the run. */
export const isAction = (kind: StepKind): boolean => !["wait", "branch", "stop"].includes(kind);

/** The settings with which a new step begins. */
export const initialSettings = (kind: StepKind): Record<string, string> =>
  Object.fromEntries(steps[kind].settings.map(({ name, initial }) => [name, initial ?? ""]));
