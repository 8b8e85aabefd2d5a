/**
 * The table of an agent's fields, by their paths in `AgentSpec`. Long because it is one table. Everything else follows from it: the stored shape
 * (agents.schema.ts), the form's shape and values (agent-form.schema.ts, agent-draft.ts), the names that may be posted
 * (agent-post.ts), the places of errors, and the parts of the editor (editor-parts.tsx, part-fields.tsx). A text,
 * switch, number or choice costs one line here; docs/contributing.md, "A field of an agent".
 */

import { agentKinds, longestCall_s, mostRows } from "#app/agents/agent-terms.schema.ts";
import { weekdays } from "#app/hours/week.schema.ts";
import type { FieldTable, PostedName, PostedNames } from "./field-table.schema.ts";

/** The parts of the editor in their order, each with its groups of fields. A group without a title is laid out by its field. */
export const editorParts = [
  {
    id: "conversation",
    label: "Conversation",
    groups: [
      {
        id: "greeting",
        title: "Greeting",
        hint: "The first thing a caller hears. Keep it under eight seconds. {organization} and {agent} are replaced with their names.",
      },
      {
        id: "questions",
        title: "What to find out",
        hint: "Asked in this order, in the agent's own words, and skipped when the caller has already said.",
      },
      {
        id: "outbound",
        title: "Calls it makes",
        hint: "When this agent calls people. {organization}, {agent} and {name}, the person's name where a contact is known, are replaced.",
      },
      { id: "unknown", title: "When it doesn't know", hint: "The agent never makes up an answer." },
    ],
  },
  {
    id: "knowledge",
    label: "Knowledge",
    groups: [
      {
        id: "answers",
        title: "What callers ask",
        hint: "The agent answers these at any point in a call, in exactly these words, then picks up where it left off. It already knows your opening hours.",
      },
      {
        id: "address",
        title: "Where you are",
        hint: "Given when a caller asks for your address or directions.",
      },
    ],
  },
  {
    id: "actions",
    label: "Actions",
    groups: [
      {
        id: "booking",
        title: "Booking",
        hint: "Offers open times within your hours, repeats the one the caller picks, and books it once they confirm.",
      },
      { id: "notes", title: "Leads and messages", hint: "What to save after the call." },
      {
        id: "emergencies",
        title: "Emergencies",
        hint: "When a caller says one of these words, the agent says only this.",
      },
      {
        id: "texts",
        title: "Text messages",
        hint: "On the numbers that this agent answers. A person who replies STOP gets no more texts.",
      },
    ],
  },
  {
    id: "voice",
    label: "Name and voice",
    groups: [
      {
        id: "name",
        title: "Name",
        hint: "Visible to your team. Callers hear it if the greeting uses {agent}.",
      },
      {
        id: "voice",
        title: "Voice",
        hint: "The voices of the agent's language, your favorites first. Compare them all under Voices.",
      },
    ],
  },
  {
    id: "hours",
    label: "Hours",
    groups: [
      {
        id: "week",
        title: "Opening hours",
        hint: "Appointments are booked only in these hours, and the agent gives them to callers. For a lunch break, add two time ranges.",
      },
      { id: "closed", title: null, hint: null },
    ],
  },
  {
    id: "transfer",
    label: "Transfer",
    groups: [
      {
        id: "person",
        title: "Transfer to a person",
        hint: "Callers who ask for a person are transferred to this number. Without one, the agent offers a callback.",
      },
      {
        id: "directory",
        title: "People from call transfer",
        hint: "Tried one after the other while they're open, after the number above. If none of them takes the call, the agent comes back to the caller.",
      },
    ],
  },
  {
    id: "advanced",
    label: "Advanced",
    groups: [
      { id: "limits", title: "Limits", hint: "The agent politely ends calls that reach this limit." },
      { id: "recording", title: "Recording", hint: "Recordings can be played on the page of a call." },
    ],
  },
] as const;
export type EditorPart = (typeof editorParts)[number];
export type PartId = EditorPart["id"];

const parts = (...names: string[]): PostedNames => ({
  parts: Object.fromEntries(names.map((name) => [name, null])),
});
const timeRanges: PostedNames = { rows: parts("from", "to"), most: mostRows.hours };

export const agentFields = {
  kind: { control: "hidden", values: agentKinds },
  greeting: {
    control: "text",
    place: "conversation.greeting",
    label: "What the agent says",
    most: 300,
    missing: "Enter the first thing callers hear",
    lines: 3,
  },
  fields: {
    control: "own",
    place: "conversation.questions",
    names: {
      rows: {
        parts: {
          id: null,
          label: null,
          type: null,
          required: null,
          question: null,
          options: { rows: parts("name", "synonyms"), most: mostRows.options },
        },
      },
      most: mostRows.fields,
    },
  },
  outbound_greeting: {
    control: "text",
    place: "conversation.outbound",
    label: "What the agent says when it calls",
    hint: "Without one it says who is calling.",
    most: 300,
    nullable: true,
    lines: 3,
    default: null,
  },
  voicemail: {
    control: "choice",
    place: "conversation.outbound",
    label: "When a machine answers",
    choices: [
      { value: "default", label: "As set under Telephony" },
      { value: "off", label: "Don't check whether a machine answers" },
      { value: "hang_up", label: "Hang up" },
      { value: "message", label: "Leave a message" },
    ],
    default: "default",
  },
  voicemail_message: {
    control: "text",
    place: "conversation.outbound",
    label: "Message for voicemail",
    hint: "Spoken after the beep.",
    most: 400,
    nullable: true,
    lines: 3,
    default: null,
  },
  when_unknown: {
    control: "choice",
    place: "conversation.unknown",
    label: "What to do",
    choices: [
      { value: "call_back", label: "Offer a callback and note the question" },
      { value: "transfer", label: "Transfer the caller to a person" },
    ],
  },
  knowledge: {
    control: "own",
    place: "knowledge.answers",
    names: { rows: parts("id", "question", "answer", "synonyms"), most: mostRows.knowledge },
  },
  business_address: {
    control: "text",
    place: "knowledge.address",
    label: "Address",
    most: 160,
    nullable: true,
    noPeriod: true,
    default: null,
  },
  "actions.book": {
    control: "own",
    place: "actions.booking",
    names: {
      parts: {
        on: null,
        kinds: { rows: parts("name", "synonyms", "duration_minutes"), most: mostRows.kinds },
        step_minutes: null,
        notice_minutes: null,
        horizon_days: null,
        ask_kind: null,
      },
    },
  },
  "actions.save_lead": {
    control: "switch",
    place: "actions.notes",
    label: "Save a lead",
    hint: "Everything the caller told it, with their number.",
  },
  "actions.take_message": {
    control: "switch",
    place: "actions.notes",
    label: "Take a message",
    hint: "In the caller's own words, when they ask for a person or the agent can't help.",
  },
  "actions.emergency": { control: "own", place: "actions.emergencies", names: parts("on", "words", "say") },
  "actions.answer_texts": {
    control: "switch",
    place: "actions.texts",
    label: "Answer texts",
    hint: "It answers as on the phone, and also outside opening hours. US numbers must be registered for business messages.",
    default: false,
  },
  "actions.confirm_by_text": {
    control: "switch",
    place: "actions.texts",
    label: "Confirm appointments by text",
    hint: "After a call that booked or moved one, the caller gets its day and time.",
    default: false,
  },
  "actions.send_texts": {
    control: "switch",
    place: "actions.texts",
    label: "Send texts during calls",
    hint: "Only to the number that the person calls from, and only with a language model.",
    default: false,
  },
  name: {
    control: "text",
    place: "voice.name",
    label: "Agent name",
    most: 40,
    missing: "Give the agent a name",
  },
  voice: { control: "own", place: "voice.voice", names: null },
  "hours.weekly": {
    control: "own",
    place: "hours.week",
    posted: "hours",
    names: { parts: Object.fromEntries(weekdays.map((day) => [day, timeRanges])) },
  },
  answers_only_in_hours: {
    control: "switch",
    place: "hours.week",
    label: "Answer only in these hours",
    hint: "Otherwise it answers 24/7 but books only within these hours.",
  },
  "hours.holidays": {
    control: "own",
    place: "hours.closed",
    names: { rows: null, most: mostRows.holidays },
  },
  "actions.transfer": { control: "own", place: "transfer.person", names: parts("phone_number", "name") },
  transfer_targets: {
    control: "own",
    place: "transfer.directory",
    names: { rows: null, most: mostRows.transfer_targets },
  },
  max_call_seconds: {
    control: "number",
    place: "advanced.limits",
    posted: "max_call_minutes",
    label: "Maximum call length (minutes)",
    least: 1,
    most: longestCall_s / 60,
    unit: 60,
  },
  is_recorded: {
    control: "switch",
    place: "advanced.recording",
    label: "Record its calls",
    hint: "Only while recording is on for your organization. The caller hears your consent line first.",
    default: true,
  },
  languages: { control: "kept" },
  follows_language: { control: "kept" },
  fallback_voice: { control: "kept" },
  model: { control: "kept" },
  facts: { control: "kept" },
  prompt: { control: "kept" },
  tools: { control: "kept" },
  analysis: { control: "kept" },
} as const satisfies FieldTable;

type AgentFields = typeof agentFields;
type PathsOf<C> = {
  [P in keyof AgentFields]: AgentFields[P] extends { control: C } ? P : never;
}[keyof AgentFields];

/** The paths of the fields with a form shape, a conversion and a component of their own. */
export type OwnPath = PathsOf<"own">;
/** Of those whose stored shape the table does not say. */
export type ShapedPath = PathsOf<"own" | "kept">;
/** The posted names of the fields that are one text in the form. */
export type SimpleName = {
  [P in PathsOf<"text" | "switch" | "number" | "choice">]: PostedName<AgentFields, P>;
}[PathsOf<"text" | "switch" | "number" | "choice">];
