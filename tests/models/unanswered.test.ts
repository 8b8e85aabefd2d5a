/** A question without an answer is counted for the team, the same whether the built-in agent or a language model did not know it. */
import { expect, test } from "vitest";
import { type Clinic, call, clinic, hangUp } from "../support/telephone.ts";
import { script } from "./asking.ts";
import { left, modelClinic, talk } from "./newcomer.ts";

const question = "Do you sell opera tickets?";

/** What is open after two calls that ask the same. */
async function askedTwice(owner: Clinic) {
  for (let round = 0; round < 2; round++) {
    const line = await call(owner);
    await talk(line, [question]);
    await hangUp(line);
  }
  return (await owner.store.questions.open(10)).map((one) => [one.question.replace("?", ""), one.times]);
}

test("both agents leave the same question, counted once in each call", async () => {
  const expected = [["Do you sell opera tickets", 2]];
  expect(await askedTwice(await clinic())).toEqual(expected);
  expect(await askedTwice(await modelClinic("openai"))).toEqual(expected);
});

test.each([
  [
    "that searched and only says so",
    [
      { calls: [{ name: "search_knowledge", arguments: { question } }] },
      { say: "I'm sorry, I don't know that." },
    ],
  ],
  ["that did not even search", [{ say: "I'm sorry, I'm not sure about that." }]],
  [
    "that notes it itself",
    [
      { calls: [{ name: "note_question", arguments: { question } }] },
      { say: "I'm sorry, I don't know that." },
    ],
  ],
])("a model %s leaves it too", async (_, turns) => {
  const owner = await clinic((spec) => ({
    ...spec,
    model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 2500 },
  }));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  await script(key, turns);
  const line = await call(owner);
  await talk(line, [question]);
  await hangUp(line);
  expect(await owner.store.questions.open(10)).toMatchObject([{ question, times: 1 }]);
  expect((await left(owner, line)).unanswered).toEqual([question]);
});
