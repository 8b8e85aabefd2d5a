/** Whose yes it is: only the caller's own words to the question itself book, move or cancel. */
import { expect, test } from "vitest";
import type { World } from "#workers/conversation/line/conversation.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { actsFor as act, danasBooking as booking, call, says, talk } from "./model-line.ts";

const cancelling = call("cancel_appointment", { appointment: "A1" });
const kinds = ["book", "move_appointment", "cancel_appointment"];

const spanish = (): World => {
  const clinic = worlds.clinic();
  return { ...clinic, agent: { ...clinic.agent, languages: ["es-US"] } };
};

test("a yes to another question books nothing; the model proposes anew, and the caller is asked again", async () => {
  const { line, model } = await talk(
    {},
    { calls: [booking] },
    "We do. Shall I tell you what it costs?",
    "I don't have the price here.",
    { calls: [booking] },
  );
  expect(await says(line, "Dana Reyes, Tuesday at noon")).toContain("Tuesday the 24th");
  await says(line, "Wait, do you also do whitening?");
  await says(line, "Yes, please");
  expect(line.done).toEqual([]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("not done");
  expect(await says(line, "Then book me in")).toMatch(/Tuesday the 24th.*\?$/);
  await says(line, "Yes, please");
  expect(line.done.map(({ type }) => type)).toEqual(["book"]);
});

test("a yes after an answer that asks nothing still is one to the question before it", async () => {
  const { line } = await talk({}, { calls: [booking] }, "Parking is free for the first hour.");
  await says(line, "Dana Reyes, Tuesday at noon");
  await says(line, "Is there parking?");
  await says(line, "Yes, please");
  expect(line.done.map(({ type }) => type)).toEqual(["book"]);
});

test("a yes to being put through cancels nothing", async () => {
  const { line } = await talk(
    { act },
    { calls: [call("find_appointments", {})] },
    { calls: [cancelling] },
    "Dr. Lund is the dentist. Shall I have her call you?",
    "All right.",
  );
  expect(await says(line, "I want to cancel my appointment")).toMatch(/cancel/i);
  await says(line, "Who is the dentist again?");
  await says(line, "Yes");
  expect(line.done.map(({ type }) => type)).not.toContain("cancel_appointment");
});

test.each([
  ["book", "Yes"],
  ["cancel_appointment", "Yes, that's right"],
])("a yes to the question itself does it: %s", async (type, yes) => {
  const { line } = await talk(
    { act },
    { calls: [call("find_appointments", {})] },
    { calls: [type === "book" ? booking : cancelling] },
  );
  await says(line, "My appointment, please");
  await says(line, yes);
  expect(line.done.map((action) => action.type)).toContain(type);
});

test("a question that the caller never heard is not answered by a yes", async () => {
  const { line } = await talk({}, { say: "One second.", calls: [booking] }, "Yes to what?");
  await line.say("Dana Reyes, Tuesday at noon");
  await line.hear({ type: "interrupt", heard: "One second." });
  await says(line, "yes");
  expect(line.done).toEqual([]);
});

test.each([
  "Hmm, not sure, what about Thursday?",
  "No wait, what about Thursday?",
  "No, I can't do Tuesday after all",
  "Do you have parking there as well?",
  "Yes, but make it Thursday",
  "Yeah, at three o'clock instead",
])("a model that confirms after “%s” books nothing, and is told to ask", async (words) => {
  const { line, model } = await talk(
    {},
    { calls: [booking] },
    { calls: [call("confirm", {})] },
    "All right.",
  );
  await says(line, "Dana Reyes, Tuesday at noon");
  await says(line, words);
  expect(line.done.filter(({ type }) => kinds.includes(type))).toEqual([]);
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/did not agree|nothing waits/);
});

test.each([
  "Yes, that's perfect, and thank you so much for finding me something so quickly",
  "Yes, Tuesday at noon works well, let's do that one please, and is there parking?",
])("a model that confirms after “%s” books", async (words) => {
  const { line } = await talk({}, { calls: [booking] }, { calls: [call("confirm", {})] });
  await says(line, "Dana Reyes, Tuesday at noon");
  await says(line, words);
  expect(line.done.map(({ type }) => type)).toEqual(["book"]);
});

test.each([
  ["Sí, está bien, resérvela por favor, muchas gracias", true],
  ["Sí, el martes a las doce me va muy bien, gracias", true],
  ["Perfecto, y otra cosa, si llego tarde qué pasa", false],
  ["No, el martes no puedo, gracias", false],
  ["Sí, pero mejor el jueves por la tarde", false],
  ["Sí, el jueves a las tres por favor, si puede ser", false],
  ["¿Y si llego tarde qué pasa con la cita?", false],
])("in Spanish “%s”: confirmed is %s", async (words, agreed) => {
  const { line } = await talk(
    { world: spanish() },
    { calls: [booking] },
    { calls: [call("confirm", {})] },
    "De acuerdo.",
  );
  await says(line, "Soy Dana Reyes, el martes a mediodía");
  await says(line, words);
  expect(line.done.map(({ type }) => type)).toEqual(agreed ? ["book"] : []);
});
