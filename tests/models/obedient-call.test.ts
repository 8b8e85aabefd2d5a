/** The sandbox's model answers calls without a script, over the real tools: what a newcomer hears who chooses a model and has no key. */
import { expect, test } from "vitest";
import { entry } from "../knowledge/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { type Call, call, clinic, newNumber } from "../support/telephone.ts";

async function callsAgent() {
  const owner = await clinic((spec) => ({
    ...spec,
    model: {
      chain: [{ provider: "openai", model: "gpt-4.1-mini" }],
      temperature: 0.3,
      first_token_ms: 2500,
    },
  }));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  await entry(
    owner,
    "Sauna",
    "The sauna is on the second floor. It is open on Fridays. Towels are provided.",
  );
  return { owner, from: newNumber() };
}

/** What is heard of a few turns, without tools' words for the model. */
async function talk({ relay }: Call, ...turns: string[]): Promise<string[]> {
  const heard: string[] = [];
  for (const turn of turns) heard.push(await relay.say(turn));
  for (const line of heard) expect(line).not.toMatch(/[{}[\]]|note_question|Error:|Say that you/);
  return heard;
}

test("it answers from the knowledge, admits what it does not know, books, and cancels what it booked", async () => {
  const { owner, from } = await callsAgent();
  const first = await call(owner, from);
  const [sauna, unknown] = await talk(first, "Do you have a sauna?", "Do you sell opera tickets?");
  expect(sauna).toContain("The sauna is on the second floor. It is open on Fridays.");
  expect(unknown).toContain("I don't know that");
  await talk(
    first,
    "I'd like to book a cleaning",
    "tomorrow at ten in the morning",
    "yes that works",
    "Marta Lindqvist",
    "yes",
  );
  expect(await owner.store.bookings.upcoming(0, 5)).toMatchObject([{ name: "Marta Lindqvist" }]);
  const second = await call(owner, from);
  await talk(second, "I need to cancel my appointment", "Marta Lindqvist", "yes");
  expect(await owner.store.bookings.upcoming(0, 5)).toEqual([]);
});

test("the page that calls an agent says that its model is simulated, and says it of no other agent", async () => {
  const { owner } = await callsAgent();
  const page = async (person: Pick<typeof owner, "get" | "agentId">) =>
    pageText(await (await person.get(`/agents/${person.agentId}/call`)).text());
  expect(await page(owner)).toContain("a simulated model answers");
  expect(await page(await clinic())).not.toContain("simulated");
});
