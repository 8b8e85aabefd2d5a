/** What the templates of agents are made of. */
import type { AgentDraft, AgentField, KnowledgeEntry } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { firstVoice } from "#app/voices/voice-key.ts";

export const field = (
  id: string,
  label: string,
  type: AgentField["type"],
  more: Partial<AgentField> = {},
): AgentField => ({ id, label, type, required: true, question: "", options: [], ...more });

export const entry = (id: string, question: string, answer: string, synonyms: string[]): KnowledgeEntry => ({
  id,
  question,
  answer,
  synonyms,
});

export const ownDetails = entry(
  "details",
  "What do you do with my details?",
  "We use them only to help you with what you called about.",
  ["privacy", "my data", "personal information"],
);

export function weekdaysOpen(from: string, to: string): OpeningHours {
  const open = [{ from, to }];
  return {
    weekly: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: [], sun: [] },
    holidays: [],
  };
}

export const common = {
  voice: firstVoice,
  answers_only_in_hours: false,
  when_unknown: "call_back",
  max_call_seconds: 900,
} satisfies Partial<AgentDraft>;

export const noActions: AgentDraft["actions"] = {
  book: null,
  save_lead: false,
  take_message: false,
  transfer: null,
  emergency: null,
};

/** Weekdays and Saturday. */
export function sixDaysOpen(from: string, to: string, saturdayTo: string): OpeningHours {
  const week = weekdaysOpen(from, to);
  return { ...week, weekly: { ...week.weekly, sat: [{ from, to: saturdayTo }] } };
}

/** Every day of the week. */
export function everyDayOpen(from: string, to: string): OpeningHours {
  const { weekly, holidays } = weekdaysOpen(from, to);
  return { weekly: { ...weekly, sat: [{ from, to }], sun: [{ from, to }] }, holidays };
}

type Kind = readonly [name: string, minutes: number, ...synonyms: string[]];

/** Booking of these kinds of appointments. */
export const booking = (...kinds: Kind[]): NonNullable<AgentDraft["actions"]["book"]> => ({
  kinds: kinds.map(([name, duration_minutes, ...synonyms]) => ({ name, duration_minutes, synonyms })),
  step_minutes: 15,
  notice_minutes: 60,
  horizon_days: 60,
  ask_kind: true,
});

export const appointment = field("appointment", "Day and time", "appointment");
export const fullName = field("name", "Full name", "name");
export const phoneNumber = field("phone", "Phone number", "phone");

/** A choice between options, each with its synonyms. */
export const choice = (
  id: string,
  label: string,
  question: string,
  ...options: [name: string, ...synonyms: string[]][]
): AgentField =>
  field(id, label, "choice", {
    question,
    options: options.map(([name, ...synonyms]) => ({ name, synonyms })),
  });

type Trade = Pick<AgentDraft, "name" | "greeting" | "fields" | "hours" | "knowledge"> & {
  /** What it is there for, for a language model. */
  tasks: string;
  /** What it must never do, for a language model. */
  rules: string;
  emergency?: { words: string[]; say: string };
};

const told = ({ tasks, rules }: Trade): AgentDraft["facts"] => ({ tasks, rules, tone: "warm" });

/** An agent that books appointments. */
export const bookingDesk = (trade: Trade, book: NonNullable<AgentDraft["actions"]["book"]>): AgentDraft => ({
  ...common,
  kind: "appointment_booking",
  name: trade.name,
  greeting: trade.greeting,
  fields: trade.fields,
  hours: trade.hours,
  knowledge: [...trade.knowledge, ownDetails],
  actions: { ...noActions, book, take_message: true, emergency: trade.emergency ?? null },
  facts: told(trade),
});

/** An agent that notes what callers want, for someone who calls back. */
export const intakeDesk = (trade: Trade): AgentDraft => ({
  ...common,
  kind: "lead_qualification",
  name: trade.name,
  greeting: trade.greeting,
  fields: trade.fields,
  hours: trade.hours,
  knowledge: [...trade.knowledge, ownDetails],
  actions: { ...noActions, save_lead: true, take_message: true, emergency: trade.emergency ?? null },
  facts: told(trade),
});
