/** How much may be said in a call, and what is kept of it. */
import { expect, test } from "vitest";
import type { CallLine } from "#app/calls/calls.schema.ts";
import { mostSaid, mostWritten } from "#workers/conversation/line/loop-limits.ts";
import { loopWords } from "#workers/conversation/line/loop-words.ts";
import { keepResult, keepStep } from "#workers/conversation/model/kept-steps.ts";
import { freshMemory, type Step } from "#workers/conversation/model/model-memory.ts";
import { shortScript } from "#workers/short-script.ts";
import { say, scriptedBrain, TestLine } from "./test-line.ts";

const brief = () => scriptedBrain(() => [say("I see.")]);

test("a caller who says more than a call may hold hears goodbye, and no more of it is kept", async () => {
  const line = new TestLine(brief());
  await line.open();
  const part = "a".repeat(9000);
  for (let n = 0; n < 30; n++) await line.say(part);
  const heard = line.script.filter(({ type }) => type === "caller");
  expect(heard.reduce((sum, { text }) => sum + text.length, 0)).toBe(mostSaid);
  expect(line.script.at(-1)?.text).toBe(loopWords("en-US").max_words);
  expect(line.state.ending).toMatchObject({ reason: "max_words", reopened: false });
});

test("a goodbye for too many words cannot be interrupted into a call that goes on", async () => {
  const line = new TestLine(brief());
  await line.open();
  for (let n = 0; n < 25; n++) await line.say("a".repeat(9000));
  await line.hear({ type: "interrupt", heard: "I'm sorry" });
  expect(line.sent.at(-1)).toMatchObject({ type: "end" });
});

test("many short lines end the call too, however little each of them says", async () => {
  const line = new TestLine(scriptedBrain(() => [say("word ".repeat(300))]));
  await line.open();
  for (let n = 0; n < 1000 && !line.state.ending; n++) await line.say("x");
  expect(line.state.ending?.reason).toBe("max_words");
  expect(line.state.written).toBeLessThan(mostWritten + 10_000);
});

const step = (after: number, size: number): Step => {
  const made: Step = { after, calls: [{ id: `c${after}`, name: "stock", arguments: "{}" }], results: [] };
  keepResult(made, { id: `c${after}`, name: "stock" }, "r".repeat(size));
  return made;
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ seq: place + 1, who: "caller" as const, text: "Hello" }));

test("what tools gave is kept as far as a model is shown it", () => {
  const memory = freshMemory("en-US", null);
  keepStep(memory, step(1, 16_000), lines(1));
  expect(memory.steps[0]?.results[0]?.result).toHaveLength(4000);
  memory.notes.push({ after: 1, text: "The caller pressed 1." });
  keepStep(memory, step(200, 10), lines(200));
  expect(memory.steps.map(({ after }) => after)).toEqual([200]);
  expect(memory.notes).toEqual([]);
  for (let n = 201; n < 320; n++) keepStep(memory, step(n, 4000), lines(200));
  expect(JSON.stringify(memory.steps).length).toBeLessThan(210_000);
  expect(memory.steps.at(-1)?.after).toBe(319);
});

const line = (text: string, at_ms: number): CallLine => ({
  type: "caller",
  text,
  heard: null,
  detail: null,
  at_ms,
});

test("a script that is too long keeps its beginning and its end, and says how much is missing", () => {
  const script = Array.from({ length: 1000 }, (_, place) =>
    line(`\u6728${place}`.padEnd(500, "\u6728"), place),
  );
  const short = shortScript(script, 200_000);
  expect(new TextEncoder().encode(JSON.stringify(short)).length).toBeLessThan(200_500);
  expect(short[0]).toEqual(script[0]);
  expect(short.at(-1)).toEqual(script.at(-1));
  const missing = script.length - short.length + 1;
  expect(short.find(({ type }) => type === "note")?.text).toContain(`${missing} lines are missing here`);
  expect(shortScript(script.slice(0, 3), 200_000)).toEqual(script.slice(0, 3));
});
