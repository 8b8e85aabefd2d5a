/** The worlds that the brain's tests play in: a clinic that books, a front desk, a line for leads, and variations of them. */
import { type AgentField, type AgentSpec, agentSpec } from "#app/agents/agents.schema.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { bookingAgent, clinic, frontDeskAgent, newPatientAgent } from "#workers/sandbox/demo-clinic.ts";

const day = [{ from: "08:00", to: "18:00" }];

function field(
  id: string,
  label: string,
  type: AgentField["type"],
  more: Partial<AgentField> = {},
): AgentField {
  return { id, label, type, required: true, question: "", options: [], ...more };
}

const clinicAgent = agentSpec.parse({
  name: "Front desk",
  kind: "appointment_booking",
  greeting: "Thanks for calling {organization}. How can I help?",
  business_address: null,
  voice: { provider: "google", id: "en-US-Chirp3-HD-Aoede" },
  fields: [],
  hours: {
    weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] },
    holidays: ["2026-11-26"],
  },
  answers_only_in_hours: false,
  knowledge: [
    {
      id: "first_look",
      question: "What does a first look cost?",
      answer: "A first look is forty dollars.",
      synonyms: ["just to look", "examination fee"],
    },
    {
      id: "parking",
      question: "Is there parking?",
      answer: "There's free parking behind the building for the first hour.",
      synonyms: ["garage", "where to park"],
    },
    {
      id: "insurance",
      question: "Which insurance do you take?",
      answer: "We take Delta Dental, Aetna and Cigna.",
      synonyms: ["coverage", "in network"],
    },
  ],
  actions: {
    book: {
      kinds: [{ name: "Examination", synonyms: ["check-up", "look"], duration_minutes: 30 }],
      step_minutes: 15,
      notice_minutes: 60,
      horizon_days: 60,
      ask_kind: true,
    },
    save_lead: false,
    take_message: true,
    transfer: null,
    emergency: null,
  },
  when_unknown: "call_back",
  max_call_seconds: 900,
});

const organization: World["organization"] = {
  name: "Brightsmile Dental",
  time_zone: "America/New_York",
  country: "US",
  address: "12 Elm Street",
  phone_number: "+14155550100",
};

function worldOf(agent: AgentSpec): World {
  return {
    organization,
    agent,
    calendar: { busy: [] },
    caller: { phone_number: "+14155550198" },
    direction: "inbound",
    language: "en-US",
    transcript: [],
  };
}

const book = clinicAgent.actions.book;
const kinds = [
  { name: "Cleaning", synonyms: ["hygienist", "clean"], duration_minutes: 45 },
  { name: "Filling", synonyms: ["cavity"], duration_minutes: 60 },
  { name: "Check-up", synonyms: ["checkup", "examination", "exam"], duration_minutes: 30 },
];

/** Fresh worlds by name. Half past three to half past four on 3 December 2026 has a taken half hour at four. */
export const worlds = {
  /** Books one kind of appointment; asks only for day, time and name. */
  clinic: () => worldOf(clinicAgent),
  /** Books three kinds and collects more. */
  practice: () =>
    worldOf({
      ...clinicAgent,
      fields: [
        field("name", "Full name", "name"),
        field("phone", "Phone number", "phone"),
        field("email", "E-mail", "email", { required: false }),
        field("new_patient", "New patient?", "yes_no", {
          required: false,
          question: "Have you been with us before?",
        }),
      ],
      actions: { ...clinicAgent.actions, book: book && { ...book, kinds } },
    }),
  /** Books any of three kinds and asks for none. */
  walk_in: () =>
    worldOf({
      ...clinicAgent,
      actions: { ...clinicAgent.actions, book: book && { ...book, kinds, ask_kind: false } },
    }),
  /** Answers everything: books, answers, takes messages, and puts through. */
  front_desk: () =>
    worldOf({
      ...clinicAgent,
      kind: "receptionist",
      greeting: "Thanks for calling {organization}, this is the front desk assistant. How can I help?",
      actions: {
        ...clinicAgent.actions,
        transfer: { phone_number: "+14155550177", name: "the practice manager" },
        emergency: {
          words: ["knocked out", "can't breathe"],
          say: "If this is life threatening, please hang up and call nine one one now.",
        },
      },
      when_unknown: "transfer",
    }),
  /** Takes messages and answers questions; books nothing. */
  answering_service: () =>
    worldOf({
      ...clinicAgent,
      kind: "receptionist",
      fields: [
        field("name", "Name", "name"),
        field("phone", "Phone number", "phone"),
        field("reason", "Reason for calling", "text", { question: "What's it about?" }),
      ],
      actions: { ...clinicAgent.actions, book: null },
    }),
  /** Finds out what a caller needs. */
  leads: () =>
    worldOf({
      ...clinicAgent,
      kind: "lead_qualification",
      greeting:
        "Thanks for calling {organization}. Tell me what you need, and the right person gets back to you.",
      fields: [
        field("need", "What they need", "text", { question: "What are you looking for?" }),
        field("timing", "Timing", "choice", {
          question: "When would you like to start?",
          options: [
            { name: "As soon as possible", synonyms: ["right away", "now", "urgent"] },
            { name: "Within three months", synonyms: ["soon", "next month"] },
            { name: "Later", synonyms: ["next year", "no hurry"] },
          ],
        }),
        field("name", "Full name", "name"),
        field("phone", "Phone number", "phone"),
        field("email", "E-mail address", "email", { required: false }),
      ],
      actions: { ...clinicAgent.actions, book: null, save_lead: true },
    }),
} satisfies Record<string, () => World>;

export type WorldName = keyof typeof worlds;

const demo = (spec: AgentSpec): World => {
  const { name, time_zone, country, address } = clinic;
  return {
    ...worldOf(spec),
    organization: { name, time_zone, country, address, phone_number: "+12125550142" },
  };
};

/** The agents of the demo, as they answer on a fresh machine. */
export const seededWorlds = {
  demo_booking_desk: () => demo(bookingAgent.spec),
  demo_front_desk: () => demo(frontDeskAgent.spec),
  demo_new_patients: () => demo(newPatientAgent.spec),
} satisfies Record<string, () => World>;
