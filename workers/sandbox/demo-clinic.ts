/** The demo's clinic: its staff, agents and numbers. */
import {
  type AgentDraft,
  type AgentField,
  type AgentSpec,
  agentSpec,
  type KnowledgeEntry,
} from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { clinicTargets } from "./demo-transfers.ts";

/** The clinic's own domain, which DNS does not know: browsers are configured to find it on this machine. */
export const clinicHost = "voice.brightsmile.test";

export const clinic = {
  id: "01940000-0000-7000-8000-00000000c11c",
  name: "Brightsmile Dental",
  time_zone: "America/New_York",
  locale: "en-US",
  currency: "USD",
  country: "US",
  address: "118 West 72nd Street, New York",
} as const;

/** The platform's own organization, so that its admin has a home like all others. */
export const platformOffice = {
  id: "01940000-0000-7000-8000-00000000ad11",
  name: "Platform team",
} as const;

/** One password for all demo accounts, and its stored scrypt hash, so that seeding computes none. */
export const demoPassword = "Bright-Smile-26!";
export const demoPasswordHash =
  "$scrypt$ln=15,r=8,p=3$YnJpZ2h0c21pbGUtZGVtbw$tZGBPwx/hmjdmgC9ju0Sml+4LA4Gm9YfMrgH+kdXS8M";

/** The clinic's key of the sandbox's OpenAI ("sk-sandbox-brightsmile-26"), sealed for its row with the secret of local mode. */
export const clinicModelKey = {
  id: "01940000-0000-7000-8000-0000000a10de",
  provider: "openai",
  name: "OpenAI",
  last_four: "e-26",
  sealed: "v1.G_XjBFKlLpPJOUCQ.XUjmdFa8PhJgHPQLWE1oLNR-aee9MD92aGNWupzJ_u6uffCW_MuwFW4.ced411f1",
} as const;

export type DemoPerson = { id: string; email: string; name: string; role: string };

export const demoPerson = (index: number, name: string, email: string, role: string): DemoPerson => ({
  id: `01940000-0000-7000-8000-0000000000${index.toString(16).padStart(2, "0")}`,
  name,
  email,
  role,
});

export const staff: readonly DemoPerson[] = [
  demoPerson(1, "Mara Okafor", "mara@brightsmile.test", "owner"),
  demoPerson(2, "Ines Lund", "ines@brightsmile.test", "admin"),
  demoPerson(3, "Theo Barnes", "theo@brightsmile.test", "member"),
  demoPerson(4, "Priya Nair", "priya@brightsmile.test", "viewer"),
  demoPerson(5, "Walter Kim", "walter@brightsmile.test", "billing"),
];

export const platformAdmin = demoPerson(16, "Sam Rivera", "sam@platform.test", "owner");

const field = (
  id: string,
  label: string,
  type: AgentField["type"],
  more: Partial<AgentField> = {},
): AgentField => ({ id, label, type, required: true, question: "", options: [], ...more });

const entry = (id: string, question: string, answer: string, synonyms: string[] = []): KnowledgeEntry => ({
  id,
  question,
  answer,
  synonyms,
});

function weekdays(from: string, to: string): OpeningHours {
  const open = [{ from, to }];
  return {
    weekly: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: [], sun: [] },
    holidays: [],
  };
}

const knowledge: KnowledgeEntry[] = [
  entry("parking", "Parking", "There is a garage right across the street; we validate the first hour.", [
    "park",
    "garage",
    "car",
  ]),
  entry("first_look", "Price of a new-patient exam", "A new-patient exam is forty dollars.", [
    "examination",
    "exam cost",
    "consultation",
    "just to look",
  ]),
  entry(
    "cleaning_price",
    "Price of a cleaning",
    "A cleaning is a hundred and twenty dollars, including your yearly x-ray.",
    ["price of a cleaning", "x-ray", "how much is a cleaning"],
  ),
  entry("whitening", "Price of whitening", "Whitening starts at three hundred and fifty dollars.", [
    "bleaching",
    "whiter teeth",
  ]),
  entry("insurance", "Insurance", "We take most plans, Aetna, Cigna and MetLife among them.", [
    "insurance plan",
    "coverage",
    "aetna",
    "cigna",
    "metlife",
  ]),
  entry("children", "Children", "Yes, we see children three and up.", [
    "kids",
    "child",
    "my son",
    "my daughter",
  ]),
  entry("subway", "Getting here by subway", "The 1, 2 and 3 stop at 72nd Street, one block away.", [
    "directions",
    "train",
    "public transport",
  ]),
];

const emergency = {
  words: ["knocked out", "can't breathe", "won't stop bleeding"],
  say: "That needs help right now. Please call 911, or come straight in; we see emergencies right away.",
};

const common = {
  business_address: null,
  hours: weekdays("08:00", "18:00"),
  answers_only_in_hours: false,
  knowledge,
  when_unknown: "call_back",
  max_call_seconds: 900,
} satisfies Partial<AgentDraft>;

const frontDeskPhone = { phone_number: "+12125550190", name: "the front desk" };

const bookingDesk: AgentDraft = {
  ...common,
  name: "Booking desk",
  kind: "appointment_booking",
  greeting: "Thanks for calling Brightsmile Dental. How can I help?",
  voice: { provider: "google", id: "en-US-Chirp3-HD-Aoede" },
  fields: [field("appointment", "Day and time", "appointment"), field("name", "Full name", "name")],
  actions: {
    book: {
      kinds: [
        { name: "Cleaning", synonyms: ["teeth cleaning", "hygienist"], duration_minutes: 30 },
        {
          name: "Checkup",
          synonyms: ["check-up", "exam", "examination", "first look"],
          duration_minutes: 30,
        },
        {
          name: "Filling",
          synonyms: ["cavity", "chipped tooth", "chipped a tooth", "broken tooth"],
          duration_minutes: 30,
        },
        { name: "Whitening", synonyms: ["bleaching"], duration_minutes: 30 },
      ],
      ask_kind: false,
      step_minutes: 15,
      notice_minutes: 60,
      horizon_days: 60,
    },
    save_lead: false,
    take_message: true,
    answer_texts: true,
    transfer: frontDeskPhone,
    emergency,
  },
  transfer_targets: clinicTargets.map(({ id }) => id),
};

const frontDesk: AgentDraft = {
  ...common,
  name: "Front desk",
  kind: "receptionist",
  greeting: "Thanks for calling Brightsmile Dental, this is the front desk assistant. How can I help?",
  voice: { provider: "google", id: "en-US-Chirp3-HD-Charon" },
  fields: [field("name", "Name", "name"), field("phone", "Phone number", "phone")],
  actions: {
    book: bookingDesk.actions.book,
    save_lead: false,
    take_message: true,
    transfer: frontDeskPhone,
    emergency,
  },
  transfer_targets: clinicTargets.map(({ id }) => id),
};

const newPatients: AgentDraft = {
  ...common,
  name: "New patients",
  kind: "lead_qualification",
  greeting:
    "Hi, you've reached the new patient line of Brightsmile Dental. May I ask you a few short questions?",
  voice: { provider: "google", id: "en-US-Chirp3-HD-Kore" },
  fields: [
    field("name", "Name", "name"),
    field("interest", "Interested in", "choice", {
      question: "What are you interested in: a checkup, whitening, or braces?",
      options: [
        { name: "Checkup", synonyms: ["check-up", "exam", "cleaning"] },
        { name: "Whitening", synonyms: ["whiter teeth", "bleaching"] },
        { name: "Braces", synonyms: ["aligners", "straight teeth"] },
      ],
    }),
    field("insured", "Has insurance", "yes_no", { question: "Do you have dental insurance?" }),
    field("phone", "Phone number", "phone"),
  ],
  actions: { book: null, save_lead: true, take_message: true, transfer: null, emergency: null },
};

export type DemoAgent = { id: string; spec: AgentSpec };

const agent = (index: number, draft: AgentDraft): DemoAgent => ({
  id: `01940000-0000-7000-8000-0000000a000${index}`,
  spec: agentSpec.parse(draft),
});

export const bookingAgent = agent(1, bookingDesk);
export const frontDeskAgent = agent(2, frontDesk);
export const newPatientAgent = agent(3, newPatients);

export type DemoNumber = {
  id: string;
  carrier: "twilio" | "telnyx";
  sid: string;
  phone_number: string;
  agent: DemoAgent;
  locality: string;
  region: string;
};

/** The first is answered at any hour by the booking agent; so is the third, at another carrier. */
export const clinicNumbers: readonly [DemoNumber, DemoNumber, DemoNumber] = [
  {
    id: "01940000-0000-7000-8000-0000000b0001",
    carrier: "twilio",
    sid: "PN00000000000000000000000000000001",
    phone_number: "+12125550142",
    agent: bookingAgent,
    locality: "New York",
    region: "NY",
  },
  {
    id: "01940000-0000-7000-8000-0000000b0002",
    carrier: "twilio",
    sid: "PN00000000000000000000000000000002",
    phone_number: "+16465550117",
    agent: frontDeskAgent,
    locality: "New York",
    region: "NY",
  },
  {
    id: "01940000-0000-7000-8000-0000000b0003",
    carrier: "telnyx",
    sid: "1000000000000000003",
    phone_number: "+12125550163",
    agent: bookingAgent,
    locality: "New York",
    region: "NY",
  },
];
