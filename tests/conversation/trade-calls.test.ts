/** The typical call of each trade, played with the agent that its template makes: the caller gets what they called for. */
import { expect, it } from "vitest";
import { incoherencesOf } from "#app/agents/agent-coherence.ts";
import { specForTrade } from "#app/agents/agent-templates.ts";
import { type TradeId, tradeIds, tradeWords } from "#app/agents/trades/trade-words.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { worlds } from "../support/conversation-worlds.ts";

type Typical = {
  opening: string;
  /** What the caller answers when the agent's last words match. */
  answers: readonly (readonly [RegExp, string])[];
  /** What is done in the call, with a part of what it holds. */
  does: "book" | "save_lead";
  holding: RegExp;
};

/** What every caller answers alike. */
const usual: Typical["answers"] = [
  [/your name|full name|what name|who('s| is) (this|calling)/i, "Maria Lopez"],
  [
    /(reach|call) you (on|at|back on)|your (phone )?number|best number|this number|calling from/i,
    "yes, this number is fine",
  ],
  [/email/i, "maria at example dot com"],
  [/is that right|correct|shall i|should i book|book (it|that)|sound right|does that work/i, "yes"],
  [/anything else|something else I can/i, "no, that's all, thank you, goodbye"],
];

const calls: Record<TradeId, Typical> = {
  dental: {
    opening: "hi, I'd like a teeth cleaning next Tuesday at ten in the morning",
    answers: [[/first visit/i, "no"]],
    does: "book",
    holding: /Cleaning/,
  },
  medical_spa: {
    opening: "can I book a consultation for Wednesday at two in the afternoon",
    answers: [[/first visit/i, "yes it is"]],
    does: "book",
    holding: /Consultation/,
  },
  physical_therapy: {
    opening: "I need a first appointment next Thursday at nine in the morning",
    answers: [
      [/what is it about/i, "my knee hurts when I climb stairs"],
      [/referral/i, "yes I have one"],
    ],
    does: "book",
    holding: /Evaluation/,
  },
  veterinary: {
    opening: "my dog needs his shots, can we come in on Friday at eleven",
    answers: [[/pet's name/i, "Bruno, he's a beagle"]],
    does: "book",
    holding: /Vaccination.*Bruno/s,
  },
  salon: {
    opening: "I'd like a haircut on Friday at three in the afternoon",
    answers: [[/stylist/i, "it doesn't matter"]],
    does: "book",
    holding: /Haircut/,
  },
  gym: {
    opening: "could I do a trial session on Monday at six in the evening",
    answers: [[/work on/i, "mostly my back"]],
    does: "book",
    holding: /Trial session/,
  },
  home_services: {
    opening: "our heating is broken, can somebody come for a repair on Monday at nine in the morning",
    answers: [
      [/what's the problem/i, "the furnace does not start any more"],
      [/address/i, "12 Oak Street"],
    ],
    does: "book",
    holding: /Repair.*12 Oak Street/s,
  },
  auto_repair: {
    opening: "I need an oil change on Tuesday at nine in the morning",
    answers: [[/make, model/i, "a Honda Civic from 2019"]],
    does: "book",
    holding: /Oil change.*Honda Civic/s,
  },
  cleaning: {
    opening: "hello, I'd like a quote for my apartment",
    answers: [
      [/what would you like cleaned/i, "a two bedroom apartment"],
      [/how often/i, "every other week"],
      [/address/i, "12 Oak Street"],
    ],
    does: "save_lead",
    holding: /Every two weeks.*12 Oak Street/s,
  },
  property_management: {
    opening: "hi, my kitchen sink is leaking",
    answers: [
      [/taken care of/i, "the kitchen sink is leaking"],
      [/how urgent/i, "as soon as possible please"],
      [/unit/i, "12 Oak Street, unit 4B"],
    ],
    does: "save_lead",
    holding: /Today.*4B/s,
  },
  real_estate: {
    opening: "I'm looking for a house",
    answers: [
      [/buy, sell or rent/i, "I'd like to buy"],
      [/which property or area/i, "something near Lake Park"],
      [/like to move/i, "within three months"],
    ],
    does: "save_lead",
    holding: /Buy.*Lake Park/s,
  },
  law_firm: {
    opening: "I need a lawyer, I had a car accident",
    answers: [
      [/which area/i, "a car accident"],
      [/what happened/i, "somebody ran into my car at a red light"],
      [/court date/i, "no"],
    ],
    does: "save_lead",
    holding: /Injury.*red light/s,
  },
  insurance: {
    opening: "I want a quote for my car",
    answers: [
      [/quote, a claim or/i, "a quote"],
      [/which insurance/i, "for my car"],
      [/should the agent know/i, "I have a clean driving record"],
    ],
    does: "save_lead",
    holding: /Quote.*Auto/s,
  },
  accounting: {
    opening: "I'd like an appointment for my tax return next Wednesday at eleven in the morning",
    answers: [[/client of ours/i, "no"]],
    does: "book",
    holding: /Tax appointment/,
  },
  recruiting: {
    opening: "hello, I'm looking for a job",
    answers: [
      [/looking for a job/i, "I'm looking for work"],
      [/which kind of role/i, "warehouse or delivery"],
      [/when should it start/i, "as soon as possible"],
    ],
    does: "save_lead",
    holding: /A job.*warehouse/s,
  },
  restaurant: {
    opening: "I'd like to reserve a table please",
    answers: [
      [/which day/i, "this Saturday"],
      [/what time/i, "at seven thirty in the evening"],
      [/how many people/i, "for four people"],
      [/allergies/i, "one of us eats no nuts"],
    ],
    does: "save_lead",
    holding: /4/,
  },
  hotel: {
    opening: "do you have a room for us",
    answers: [
      [/which day/i, "on December the twelfth"],
      [/how many nights/i, "two nights"],
      [/how many guests/i, "two guests"],
    ],
    does: "save_lead",
    holding: /2/,
  },
};

/** More turns than any of these calls needs. */
const patience = 16;

const hasEnded = (line: SimulatedLine): boolean => line.ended_by !== null;

function played(trade: TradeId): SimulatedLine {
  const { opening, answers } = calls[trade];
  const world = worlds.clinic();
  const agent = specForTrade(trade);
  const line = new SimulatedLine(
    { ...world, agent },
    instantOf("2026-11-19", "10:00", world.organization.time_zone),
  );
  line.do({ say: opening });
  for (let turn = 0; turn < patience && !hasEnded(line); turn++) {
    const heard = line.turns.filter(({ role }) => role === "agent").at(-1)?.text ?? "";
    const [, say] = [...answers, ...usual].find(([asked]) => asked.test(heard)) ?? [];
    line.do({ say: say ?? "yes" });
  }
  return line;
}

it.each(tradeIds)("the typical call of %s reaches what the caller wants", (trade) => {
  const { does, holding } = calls[trade];
  const line = played(trade);
  const script = line.turns.map(({ role, text }) => `${role}: ${text}`).join("\n");
  const deed = line.actions.find(({ action }) => action.type === does);
  expect(deed, script).toBeDefined();
  expect(JSON.stringify(deed), script).toMatch(holding);
  expect(hasEnded(line), script).toBe(true);
});

it.each(tradeIds)(
  "the template of %s is coherent, has a greeting of its own and words on the page",
  (trade) => {
    const spec = specForTrade(trade);
    expect(incoherencesOf(spec)).toEqual([]);
    expect(spec.greeting).toContain("{organization}");
    expect(spec.knowledge.length).toBeGreaterThan(1);
    expect(spec.facts.rules).not.toBe("");
    expect(tradeWords[trade].title).not.toBe("");
  },
);
