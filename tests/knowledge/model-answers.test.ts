/** A language model answers from the knowledge and from the agent's own entries: the call counts as answered, and its page shows from where. */
import { expect, test, vi } from "vitest";
import { type Scripted, script } from "../models/asking.ts";
import { pageText } from "../support/page-form.ts";
import { call, clinic, hangUp, history } from "../support/telephone.ts";
import { entry } from "./arrange.ts";

const ownEntry = { id: "pool", question: "Pool", answer: "The pool is closed for repairs.", synonyms: [] };

/** A call over a model that answers as scripted, and what the organization sees of it. */
async function asking(questions: readonly string[], turns: Scripted[]) {
  const owner = await clinic((spec) => ({
    ...spec,
    model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 2500 },
    knowledge: [...spec.knowledge, ownEntry],
  }));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  await entry(owner, "Sauna", "The sauna is on the second floor. Towels are provided.");
  await script(key, turns);
  const placed = await call(owner);
  const said: string[] = [];
  for (const question of questions) {
    placed.relay.send({ type: "prompt", voicePrompt: question, lang: "en", last: true });
    await vi.waitUntil(
      () =>
        placed.relay.turns.length > said.length + 1 || placed.relay.frames.some(({ type }) => type === "end"),
    );
    said.push(placed.relay.turns.at(-1) ?? "");
  }
  await hangUp(placed);
  await vi.waitFor(async () => expect(await history(owner)).toHaveLength(1));
  const html = await (await owner.get(`/call-history/${placed.call_id}`)).text();
  const [finished] = await history(owner);
  return { owner, said, html, words: await pageText(html), outcome: finished?.outcome };
}

const search = (question: string): Scripted => ({
  calls: [{ name: "search_knowledge", arguments: { question } }],
});

test("a passage that was found and said is named as the source, and the call counts as answered", async () => {
  const { owner, said, html, words, outcome } = await asking(
    ["Do you have a sauna?"],
    [search("sauna"), { say: "Yes, the sauna is on the second floor." }],
  );
  expect(said[0]).toContain("second floor");
  expect(outcome).toBe("answered");
  expect(words).toContain("Answered from Sauna");
  const [source] = await owner.store.knowledge.list();
  expect(html).toContain(`href="/agents/knowledge?source=${source?.id}"`);
});

test("an answer out of the agent's own entries names the entry", async () => {
  const { words, outcome } = await asking(
    ["Can I swim there?"],
    [{ say: "I'm afraid our pool is closed for repairs." }],
  );
  expect(outcome).toBe("answered");
  expect(words).toContain("Answered from Pool");
});

test("opening hours that a model tells count as answered", async () => {
  const { words, outcome } = await asking(["What are your opening hours?"], [{ say: "We never close." }]);
  expect(outcome).toBe("answered");
  expect(words).toContain("Answered from Opening hours");
});

test("a search that finds nothing and a question that is noted stand as unanswered", async () => {
  const { words, outcome } = await asking(
    ["Do you sell opera tickets?"],
    [search("opera tickets"), { say: "I don't know that, I'm sorry." }],
  );
  expect(outcome).toBe("no_outcome");
  expect(words).toContain("No answer for “Opera tickets”");
  const noted = await asking(
    ["Do you sell opera tickets?"],
    [
      { calls: [{ name: "note_question", arguments: { question: "Do you sell opera tickets" } }] },
      { say: "I'll find out for you." },
    ],
  );
  expect(noted.words.split("No answer for").length).toBe(2);
  expect(await noted.owner.store.questions.open(10)).toHaveLength(1);
});

test("a search after which nothing was answered is shown as what was done", async () => {
  const { words, outcome } = await asking(
    ["Do you have a sauna?"],
    [search("sauna"), { calls: [{ name: "end_call", arguments: { reason: "goodbye" } }] }],
  );
  expect(outcome).toBe("no_outcome");
  expect(words).toContain("Looked it up");
  expect(words).not.toContain("Answered from");
});
