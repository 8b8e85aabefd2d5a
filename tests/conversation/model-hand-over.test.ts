/** The built-in brain in place of a model that does not answer: with what was going on, and for no longer than it has to. */
import { expect, test } from "vitest";
import { worlds } from "../support/conversation-worlds.ts";
import { actsFor as act, danasBooking as booking, call, lineOf, says, talk } from "./model-line.ts";
import { ScriptedModel } from "./scripted-model.ts";
import type { TestLine } from "./test-line.ts";

const gone = { ends: "unavailable" as const };
const slow = { ends: "silence" as const };
const typesOf = (line: TestLine): string[] => line.done.map(({ type }) => type);
const handedOver = "No language model answered, so the built-in agent went on";
const handOvers = (line: TestLine): number => line.script.filter(({ text }) => text === handedOver).length;

/** Says something to a model that does not begin in time. */
async function saysToSlow(line: TestLine, model: ScriptedModel, text: string): Promise<string> {
  const asked = model.requests.length;
  const answering = line.say(text);
  for (let tick = 0; tick < 200 && model.requests.length === asked; tick++) await Promise.resolve();
  line.waits(2500);
  await answering;
  const last = line.spoken.at(-1) ?? "";
  await line.playOut();
  return last;
}

test("when words were not spoken and no model says it otherwise, the caller's own words are answered", async () => {
  const { line } = await talk({}, "Parking costs 85 dollars.", gone);
  const heard = await says(line, "Is there parking?");
  expect(heard).not.toContain("85");
  expect(heard).toContain("parking behind the building");
});

test.each([
  ["cancel_appointment", call("cancel_appointment", { appointment: "A1" })],
  ["move_appointment", call("move_appointment", { appointment: "A1", when: "Wednesday at noon" })],
])("a %s that waits for a yes goes over, and is done on a yes to the built-in brain", async (type, deed) => {
  const { line } = await talk({ act }, { calls: [call("find_appointments", {})] }, { calls: [deed] }, gone);
  await says(line, "I'm Dana Reyes, about my appointment");
  expect(await says(line, "Is there parking?")).toMatch(/parking.*\?$/s);
  await says(line, "Yes, that's right");
  expect(typesOf(line)).toEqual(["find_appointments", type]);
  expect(line.done.at(-1)).toMatchObject({ booking_id: "b1" });
});

test("times that the model offered can be chosen from", async () => {
  const { line, model } = await talk(
    {},
    { calls: [call("find_times", { when: "Tuesday" })] },
    "I have a few times on Tuesday. Which one?",
    gone,
  );
  await says(line, "An examination on Tuesday, please");
  const told = model.requests[1]?.messages.findLast(({ role }) => role === "tool");
  expect(JSON.stringify(told)).toContain("24");
  await says(line, "The second one, please");
  const asked = await says(line, "Dana Reyes");
  expect(asked).toMatch(/Tuesday the 24th/);
});

test("a message in the making is left with what it lacked", async () => {
  const { line } = await talk(
    { world: { ...worlds.clinic(), caller: { phone_number: null } } },
    { calls: [call("take_message", { text: "Please call about the bill", name: "Ray", call_back: true })] },
    "What number can we call?",
    gone,
  );
  await says(line, "Ray here, please call me about the bill");
  await says(line, "It's 415 555 0199");
  for (let turn = 0; turn < 3 && !typesOf(line).includes("take_message"); turn++) await says(line, "Yes");
  expect(line.done.find(({ type }) => type === "take_message")).toMatchObject({
    text: expect.stringContaining("call about the bill"),
    phone_number: "+14155550199",
  });
});

test("the built-in brain's first action is another one than the model's of the same kind", async () => {
  const { line } = await talk(
    {},
    { calls: [call("note_question", { question: "Do you do implants" })] },
    "I'll find that out.",
    gone,
  );
  await says(line, "Do you do implants?");
  await says(line, "Do you sell tickets for the opera?");
  const noted = line.done.filter(({ type }) => type === "note_question");
  expect(noted).toHaveLength(2);
});

test("a model that was too slow once is asked again at the next turn", async () => {
  const model = new ScriptedModel(slow, "Yes, we do. Which day?", slow, "I'm back.");
  const line = lineOf({ models: [model.model] });
  await line.open();
  await line.playOut();
  expect(await saysToSlow(line, model, "Is there parking?")).toContain("parking behind the building");
  expect(await says(line, "Do you do cleanings?")).toBe("Yes, we do. Which day?");
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("not your own");
  // A turn that was answered between them: these are not two in a row.
  await saysToSlow(line, model, "Is there parking?");
  expect(await says(line, "Hello?")).toBe("I'm back.");
});

test("after two turns in a row without a model the built-in brain stays", async () => {
  const model = new ScriptedModel(slow, slow, "I'm back.");
  const line = lineOf({ models: [model.model] });
  await line.open();
  await line.playOut();
  await saysToSlow(line, model, "Is there parking?");
  await saysToSlow(line, model, "Is there parking at the back?");
  await says(line, "Hello, is there parking?");
  expect(model.requests).toHaveLength(2);
  expect(handOvers(line)).toBe(2);
});

test("what the built-in brain books in such a turn is known to the model, and is booked once", async () => {
  const model = new ScriptedModel({ calls: [booking] }, slow, "Anything else?");
  const line = lineOf({ models: [model.model] });
  await line.open();
  await line.playOut();
  await says(line, "Dana Reyes, Tuesday at noon");
  expect(await saysToSlow(line, model, "Is there parking?")).toMatch(/parking.*\?$/s);
  expect(await says(line, "Yes")).toMatch(/booked|down|see you/i);
  await says(line, "And what are your hours?");
  expect(typesOf(line)).toEqual(["book"]);
  expect(await says(line, "Yes")).not.toMatch(/Tuesday.*\?$/);
  expect(typesOf(line)).toEqual(["book"]);
});
