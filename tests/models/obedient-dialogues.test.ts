/** What newcomers say to an agent whose model is the sandbox's: each dialogue over the carrier's line, and what the store holds after it. */
import { beforeAll, expect, test } from "vitest";
import { specFor, specForTrade } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { everyDayOpen } from "#app/agents/trades/trade-parts.ts";
import { bookingAgent, newPatientAgent } from "#workers/sandbox/demo-clinic.ts";
import { type Clinic, everyHour } from "../support/telephone.ts";
import { left, modelClinic, type Provider, placed, talk } from "./newcomer.ts";

/** Open every day, so that a test can run on any of them. */
const daily = everyDayOpen("08:00", "18:00");
const always = (spec: AgentSpec): AgentSpec => ({ ...spec, hours: daily });
const agents = {
  dentist: ["openai", () => always(bookingAgent.spec)],
  garage: ["anthropic", () => always(specForTrade("auto_repair"))],
  garage_hours: [
    "openai",
    () => ({ ...specForTrade("auto_repair"), business_address: "418 Main Street, Springfield" }),
  ],
  desk: ["openai", () => always(specFor("appointment_booking"))],
  at_night: ["anthropic", () => ({ ...specFor("appointment_booking"), hours: everyHour })],
  front: ["anthropic", () => always(specFor("receptionist"))],
  leads: ["openai", () => always(newPatientAgent.spec)],
  bilingual: [
    "anthropic",
    () => ({ ...always(bookingAgent.spec), languages: ["en-US", "es-US"], follows_language: true }),
  ],
} as const satisfies Record<string, readonly [Provider, () => AgentSpec]>;
type Agent = keyof typeof agents;

const owners = new Map<string, Clinic>();
beforeAll(async () => {
  for (const [name, [provider, spec]] of Object.entries(agents))
    owners.set(name, await modelClinic(provider, () => spec()));
});

type Dialogue = {
  agent: Agent;
  /** Absent: a number of their own. */
  from?: "anonymous";
  lines: string[];
  /** In what the agent said to the line of this number, from 0. */
  hears?: Record<number, RegExp>;
  booked?: string[];
  message?: { text: RegExp; name?: string | null; phone_number?: string | null };
  unanswered?: string[];
};

const dialogues: Record<string, Dialogue> = {
  "the README's": {
    agent: "dentist",
    lines: [
      "I'd like to book a cleaning",
      "next Tuesday afternoon",
      "the first one",
      "Daniel Whitmore",
      "yes please",
    ],
    hears: { 1: /Tuesday.*, or Tuesday/ },
    booked: ["Cleaning: Daniel Whitmore"],
  },
  "the README's, in a browser": {
    agent: "garage",
    from: "anonymous",
    lines: [
      "I need an oil change",
      "next Tuesday afternoon",
      "the first one",
      "Honda Civic 2014",
      "Daniel Whitmore",
      "212 555 0120",
      "yes please",
      "no thanks, bye",
    ],
    hears: { 3: /name/, 4: /number/, 7: /Goodbye/ },
    booked: ["Oil change: Daniel Whitmore"],
  },
  "one of the offered times by its day": {
    agent: "garage",
    lines: [
      "I need an oil change Monday afternoon",
      "Monday then",
      "the second",
      "Civic 2014",
      "Tom Baker",
      "yes please",
    ],
    hears: { 1: /Which of them/, 3: /name/ },
    booked: ["Oil change: Tom Baker"],
  },
  "one of the offered times by its hour": {
    agent: "desk",
    lines: ["I want an appointment on Monday", "noon", "Jo Park", "yes"],
    booked: ["Appointment: Jo Park"],
  },
  "an hour that comes twice a day": {
    agent: "at_night",
    lines: ["I'd like an appointment on Monday at ten", "in the evening", "Jo Park", "yes"],
    hears: { 0: /morning or in the evening/, 1: /name/, 2: /ten/ },
    booked: ["Appointment: Jo Park"],
  },
  "all in one breath": {
    agent: "dentist",
    lines: ["This is Ana Lopez, I'd like a cleaning next Wednesday at two", "yes", "no thanks"],
    hears: { 0: /Ana Lopez/, 2: /Goodbye/ },
    booked: ["Cleaning: Ana Lopez"],
  },
  "a yes to two times": {
    agent: "dentist",
    lines: ["A cleaning on Monday please", "yes please", "the second", "Al Green", "yes"],
    hears: { 1: /Which of them/ },
    booked: ["Cleaning: Al Green"],
  },
  "another time at the confirmation": {
    agent: "dentist",
    lines: ["A checkup on Monday at ten", "Jo Stone", "no, make it eleven", "yes", "bye"],
    hears: { 2: /eleven/ },
    booked: ["Checkup: Jo Stone"],
  },
  "no at the confirmation": {
    agent: "dentist",
    lines: ["A checkup on Tuesday at ten", "Kim Stone", "no", "the time", "Tuesday at eleven", "yes"],
    hears: { 2: /What should I change/ },
    booked: ["Checkup: Kim Stone"],
  },
  "another name at the confirmation": {
    agent: "dentist",
    lines: ["A cleaning Monday at nine", "Al Grene", "no, the name is Al Greene", "yes"],
    booked: ["Cleaning: Al Greene"],
  },
  "none of the times, and later ones": {
    agent: "dentist",
    lines: ["a cleaning on Thursday", "no, neither", "Friday", "later", "the first", "Lee Gray", "yes"],
    booked: ["Cleaning: Lee Gray"],
  },
  "questions while booking": {
    agent: "dentist",
    lines: [
      "I'd like a cleaning on Monday at three",
      "Is there parking?",
      "Rae Gray",
      "how long does a cleaning take?",
      "yes",
    ],
    hears: { 1: /garage.*name/, 3: /30 minutes.*\?$/ },
    booked: ["Cleaning: Rae Gray"],
  },
  "a kind that only a question named": {
    agent: "dentist",
    lines: [
      "Hello",
      "how much is a cleaning?",
      "ok I'd like one on Friday morning",
      "the second",
      "Mia Gray",
      "yes that's right",
    ],
    hears: { 0: /Hello! How can I help/, 1: /hundred and twenty dollars/ },
    booked: ["Cleaning: Mia Gray"],
  },
  "trouble instead of a kind": {
    agent: "garage",
    lines: [
      "My car makes a weird noise, it's a 2014 Honda Civic, can I bring it tomorrow morning?",
      "diagnosis",
      "the first one",
      "2014 Honda Civic",
      "Ben Baker",
      "yes",
    ],
    booked: ["Diagnosis: Ben Baker"],
  },
  "two appointments": {
    agent: "dentist",
    lines: [
      "I'd like a checkup Monday at four",
      "Uma Gray",
      "yes",
      "I also need a cleaning",
      "Tuesday at four",
      "yes",
    ],
    booked: ["Checkup: Uma Gray", "Cleaning: Uma Gray"],
  },
  "a change of mind": {
    agent: "dentist",
    lines: ["A cleaning on Monday please", "never mind", "no"],
    hears: { 1: /leave it/, 2: /Goodbye/ },
    booked: [],
  },
  "hours, address and own answers": {
    agent: "garage_hours",
    lines: [
      "Hi, what are your hours?",
      "what is your address",
      "Are you open on Sunday?",
      "Where are you?",
      "Can I wait for it?",
      "What do you do with my details?",
      "What services do you offer?",
      "thanks, bye",
    ],
    hears: {
      0: /Monday to Friday from eight to six/,
      1: /418 Main Street/,
      2: /^No/,
      3: /418 Main Street/,
      4: /^For an oil change, gladly/,
      5: /^We use them only to help you/,
      6: /oil change, brakes, tires and diagnosis/,
    },
    booked: [],
    unanswered: [],
  },
  "a question without an answer, and a message for it": {
    agent: "garage",
    lines: ["Do you fix motorcycles?", "yes", "Jo Baker", "bye"],
    hears: { 0: /don't know that.*message\?/ },
    message: { text: /motorcycles/, name: "Jo Baker" },
    unanswered: ["Do you fix motorcycles"],
  },
  "small talk": {
    agent: "dentist",
    lines: ["Are you a robot?", "How are you?", "thank you", "bye"],
    hears: { 0: /AI assistant/, 1: /doing well/, 2: /welcome/, 3: /Goodbye/ },
    booked: [],
  },
  "a message": {
    agent: "dentist",
    lines: [
      "I want to leave a message",
      "Please tell Doctor Lee that the crown came off",
      "Marta Lindqvist",
      "bye",
    ],
    message: { text: /^Please tell Doctor Lee that the crown came off$/, name: "Marta Lindqvist" },
  },
  "a call back without a number": {
    agent: "dentist",
    from: "anonymous",
    lines: ["Can someone call me back about my bill?", "It's Ana Lopez", "212 555 0177", "bye"],
    message: { text: /my bill/, name: "Ana Lopez", phone_number: "+12125550177" },
  },
  "nothing that is understood": {
    agent: "dentist",
    lines: ["blah", "blub", "foo", "the blue folder", "Zoe Gray", "bye"],
    hears: { 1: /didn't catch/, 2: /take a message/ },
    message: { text: /blue folder/, name: "Zoe Gray" },
  },
  "details of a new patient": {
    agent: "leads",
    lines: ["Hi, I'm interested in braces", "Ana Lopez", "yes I do", "no thanks"],
    hears: { 0: /name/, 1: /insurance/, 2: /all I need/, 3: /Goodbye/ },
  },
  "a message at the front desk": {
    agent: "front",
    lines: ["I'd like to leave a message", "The blue folder is at my house", "Ana Lopez", "bye"],
    message: { text: /blue folder/, name: "Ana Lopez" },
  },
  "Spanish to an agent that speaks English": {
    agent: "dentist",
    lines: ["Hola, ¿habla español?", "book a cleaning on Friday at ten", "Eva Gray", "yes"],
    hears: { 0: /only speak English/ },
    booked: ["Cleaning: Eva Gray"],
  },
  "Spanish to an agent that speaks both": {
    agent: "bilingual",
    lines: [
      "Hola, quiero una cita para limpieza",
      "el martes por la tarde",
      "la primera",
      "Ana Lopez",
      "sí, por favor",
      "no, gracias",
    ],
    hears: { 0: /^Claro\. ¿Qué día/, 1: /^Tengo el martes/, 5: /Adiós/ },
    booked: ["Cleaning: Ana Lopez"],
  },
};

test.each(Object.entries(dialogues))("%s", async (_, dialogue) => {
  const { agent, from, lines, hears = {}, booked, message, unanswered } = dialogue;
  const owner = owners.get(agent);
  if (!owner) throw new Error(agent);
  const line = await placed(owner, from);
  const heard = await talk(line, lines);
  for (const [at, words] of Object.entries(hears)) expect(heard[Number(at)], heard.join("\n")).toMatch(words);
  const store = await left(owner, line);
  if (booked) expect(store.booked.toSorted(), heard.join("\n")).toEqual(booked);
  if (message) {
    const { text, ...who } = message;
    expect(store.messages, heard.join("\n")).toEqual([
      expect.objectContaining({ text: expect.stringMatching(text), ...who }),
    ]);
  }
  if (unanswered) expect(store.unanswered).toEqual(unanswered);
});

test("an appointment is moved, and canceled, by the name that it is under", async () => {
  const owner = owners.get("desk");
  if (!owner) throw new Error("desk");
  const from = "+12125559001";
  const first = await placed(owner, from);
  await talk(first, ["An appointment next Thursday at nine", "Iris Gray", "yes"]);
  const [before] = await owner.store.bookings.ofCall(first.call_id);
  const second = await placed(owner, from);
  const moved = await talk(second, [
    "move my appointment",
    "Iris Gray",
    "next Friday at three",
    "yes",
    "no thanks",
  ]);
  expect(moved[1]).toMatch(/^I see your appointment on .*Which day and time/);
  const after = await owner.store.bookings.find(before?.id ?? "");
  expect(after?.starts_at, moved.join("\n")).toBeGreaterThan(before?.starts_at ?? 0);
  const third = await placed(owner, from);
  const canceled = await talk(third, ["I need to cancel my appointment", "Iris Gray", "yes", "bye"]);
  expect((await owner.store.bookings.find(before?.id ?? ""))?.status, canceled.join("\n")).toBe("canceled");
});

test("an appointment that is not found becomes a message, and is looked for once with each number", async () => {
  const owner = owners.get("dentist");
  if (!owner) throw new Error("dentist");
  const line = await placed(owner);
  const heard = await talk(line, ["I have to cancel my appointment", "Noel Gray", "212 555 0187", "no, bye"]);
  expect(heard[1]).toMatch(/no appointment.*number/);
  expect((await left(owner, line)).messages, heard.join("\n")).toMatchObject([
    { text: "Wants to cancel an appointment", name: "Noel Gray", phone_number: "+12125550187" },
  ]);
});
