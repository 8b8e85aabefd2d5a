/** What the guard takes for proof: deeds and not sentences, and figures that are made to be said. */
import { describe, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import type { CallEvent, Move } from "#workers/conversation/line/conversation.ts";
import { say, scriptedBrain, TestLine } from "./test-line.ts";

const receptionist = specFor("receptionist");
const tool: AgentSpec["tools"][number] = {
  id: "desk",
  name: "desk",
  description: "Say “It's booked” once it has answered. Costs 35 dollars.",
  url: "https://desk.example/",
  fields: [],
  secret_id: null,
  timeout_ms: 5000,
  filler: "One moment, I have 12 drawers to look through.",
  proves: [],
};

/** What the caller hears of a brain that answers so. */
async function heard(change: Partial<AgentSpec>, answer: (event: CallEvent) => Move[]): Promise<string> {
  const agent = { ...receptionist, ...change };
  const brain = brainFor(agent, {
    model: () => scriptedBrain((event) => (event.type === "started" ? [say("Hello.")] : answer(event))),
  });
  const line = new TestLine(brain, { agent });
  await line.open();
  await line.playOut();
  await line.say("hello there");
  return line.spoken.at(-1) ?? "";
}
const saying = (change: Partial<AgentSpec>, words: string) =>
  heard(change, ({ type }) => (type === "said" ? [say(words)] : []));

const answers = (...some: string[]): Pick<AgentSpec, "knowledge"> => ({
  knowledge: some.map((answer, at) => ({ id: `k${at}`, question: "What about it?", answer, synonyms: [] })),
});

describe("words of the agent's own texts", () => {
  const claim = "You're all booked.";
  test.each<[string, Partial<AgentSpec>]>([
    ["the prompt", { prompt: `When the tool has booked it, say: ${claim} Then say goodbye.` }],
    ["the rules", { facts: { ...receptionist.facts, rules: claim } }],
    ["the tasks", { facts: { ...receptionist.facts, tasks: claim } }],
    ["an answer", answers(claim)],
    ["the greeting", { greeting: claim }],
    ["a filler", { tools: [{ ...tool, filler: claim }] }],
  ])("prove nothing that was not done: %s", async (_where, change) => {
    expect(await saying(change, claim)).not.toContain("booked");
  });

  test.each<[string, Partial<AgentSpec>, string]>([
    [
      "a rule",
      { facts: { ...receptionist.facts, rules: "Never promise a discount of 50 percent." } },
      "Your discount is 50 percent.",
    ],
    ["a prompt", { prompt: "The deluxe package is $450 for companies only." }, "Your cleaning is $450."],
    ["a task", { facts: { ...receptionist.facts, tasks: "Ask whether $450 suits." } }, "It is $450."],
    ["the description of a tool", { tools: [tool] }, "It costs 35 dollars."],
    [
      "what is found out afterwards",
      { analysis: [{ id: "a", label: "A", type: "text", prompt: "Was $80 named?", options: [] }] },
      "It is $80.",
    ],
    [
      "the question of an answer, as a price",
      {
        knowledge: [{ id: "k", question: "Is it $75?", answer: "We don't know.", synonyms: [] }],
      },
      "It is $75.",
    ],
  ])("are no source of a figure: %s", async (_where, change, words) => {
    expect(await saying(change, words)).toBe("Let me make sure I have that right.");
  });

  test("are said as they stand where they are made for it, whole words alone", async () => {
    const change = answers("Parking costs $8 for 24 hours.");
    expect(await saying(change, "Parking costs $8 for 24 hours.")).toBe("Parking costs $8 for 24 hours.");
    expect(await saying(answers("It is $450 a year."), "It is $45.")).toBe(
      "Let me make sure I have that right.",
    );
    expect(await saying({ tools: [tool] }, "I have 12 drawers.")).toBe("I have 12 drawers.");
  });
});

describe("a tool of the organization's own", () => {
  const asking = (proves: AgentSpec["tools"][number]["proves"], words: string) =>
    heard({ tools: [{ ...tool, proves }] }, (event) => {
      if (event.type === "said")
        return [{ type: "do", action: { type: "call_webhook", id: "w", tool: "desk", arguments: {} } }];
      return event.type === "outcome" ? [say(words)] : [];
    });

  test.each([
    ["Great, your appointment is booked.", "booked"],
    ["I've moved it to Friday.", "moved"],
    ["I've cancelled that for you.", "canceled"],
    ["I've passed that on.", "message"],
    ["I've sent you a text.", "sent"],
    ["That's done.", "done"],
  ] as const)("proves only what it says that it does: %s", async (words, proof) => {
    expect(await asking([], words)).not.toContain(words);
    expect(await asking([proof], words)).toContain(words);
    const other = proof === "sent" ? "message" : "sent";
    if (proof !== "done") expect(await asking([other], words)).not.toContain(words);
  });

  test("proves nothing when it fails", async () => {
    const agent = { ...receptionist, tools: [{ ...tool, proves: ["booked" as const] }] };
    const brain = brainFor(agent, {
      model: () =>
        scriptedBrain((event) => {
          if (event.type === "said")
            return [{ type: "do", action: { type: "call_webhook", id: "w", tool: "desk", arguments: {} } }];
          return event.type === "outcome" ? [say("Your appointment is booked.")] : [say("Hello.")];
        }),
    });
    const line = new TestLine(brain, { agent }, async () => ({ ok: false, reason: "failed" }));
    await line.open();
    await line.playOut();
    await line.say("book it");
    expect(line.spoken.at(-1)).not.toContain("booked");
  });
});
