/** What a caller hears while language models say nothing, or almost nothing: the longest stretch without a word. */
import { expect, test } from "vitest";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import { lineOf } from "./model-line.ts";
import { ScriptedModel } from "./scripted-model.ts";
import type { TestLine } from "./test-line.ts";

const tick_ms = 100;

/** Lets everything run that needs no time. */
async function settles(): Promise<void> {
  for (let tick = 0; tick < 100; tick++) await Promise.resolve();
}

/** Says something and lets time pass until it is answered. @returns when words were said, ms after the caller's */
async function wordsAfter(line: TestLine, text: string, most_ms = 60_000): Promise<number[]> {
  const begun = line.now;
  const words: number[] = [];
  line.onSent = (order) => {
    const at = line.now - begun;
    if (order.type === "text" && order.token.trim() !== "" && words.at(-1) !== at) words.push(at);
  };
  let isAnswered = false;
  const answered = line.say(text).then(() => {
    isAnswered = true;
  });
  for (await settles(); !isAnswered && line.now - begun < most_ms; await settles()) line.waits(tick_ms);
  expect(isAnswered).toBe(true);
  await answered;
  return words;
}

const longest = (words: readonly number[]): number =>
  Math.max(...words.map((at, index) => at - (words[index - 1] ?? 0)));

async function lineWith(make: (line: () => TestLine) => UsableModel[]): Promise<TestLine> {
  const made: { line?: TestLine } = {};
  const line = lineOf({
    models: make(() => {
      if (!made.line) throw new Error("no line yet");
      return made.line;
    }),
  });
  made.line = line;
  await line.open();
  await line.playOut();
  return line;
}

/** A model that says a piece every so many ms, and begins at once. */
const dripping = (line: () => TestLine, piece: string, every_ms: number): UsableModel => ({
  label: "Dripping",
  payer: () => "platform",
  cost: () => 0,
  async *ask() {
    for (;;) {
      yield { type: "text", text: piece };
      await new Promise<void>((resolve) => line().later(every_ms, resolve));
    }
  },
});

test("of four silent models a caller hears a filler after 1.5 s, and the built-in agent after 6 s", async () => {
  const silent = Array.from({ length: 4 }, () => new ScriptedModel({ ends: "silence" }));
  const line = await lineWith(() => silent.map(({ model }) => model));
  const words = await wordsAfter(line, "Is there parking?");
  expect(words).toEqual([1500, 6000]);
  expect(longest(words)).toBe(4500);
  expect(line.spoken.at(-1)).toMatch(/^(One moment|Just a second|Bear with me).*parking/);
  expect(silent.map(({ requests }) => requests.length)).toEqual([1, 1, 1, 0]);
});

test.each([
  ["a letter every 3.9 s", "a", 3900],
  ["a letter ten times a second", "a", 100],
])("an answer that drips %s is cut after 8 s without a sentence", async (_, piece, every_ms) => {
  const line = await lineWith((of) => [dripping(of, piece, every_ms)]);
  const words = await wordsAfter(line, "Is there parking?");
  expect(words).toEqual([1500, 8000]);
  expect(longest(words)).toBe(6500);
  expect(line.spoken.at(-1)).toContain("parking");
  const notes = line.script.filter(({ type }) => type === "note").map(({ text }) => text);
  expect(notes).toContain("Dripping broke off");
});

test("a sentence that was said gives the rest of the answer time", async () => {
  const line = await lineWith((of) => [
    {
      ...dripping(of, "", 0),
      async *ask() {
        for (const text of ["There is parking. It", " is free. It", " is behind the building."]) {
          await new Promise<void>((resolve) => of().later(2000, resolve));
          yield { type: "text", text };
        }
        yield { type: "end", reason: "stop", usage: { input: 1, output: 1, cached: 0 } };
      },
    },
  ]);
  const words = await wordsAfter(line, "Is there parking?");
  expect(words).toEqual([1500, 2000, 4000, 6000]);
  expect(line.spoken.at(-1)).toMatch(/There is parking\. It is free\. It is behind the building\.$/);
  expect(line.state.model_use).toHaveLength(1);
});

test("a quick model is heard without a filler, and a second filler never comes", async () => {
  const quick = await lineWith(() => [new ScriptedModel("Yes, behind the building.").model]);
  await wordsAfter(quick, "Is there parking?");
  quick.waits(60_000);
  expect(quick.spoken.at(-1)).toBe("Yes, behind the building.");
  const slow = await lineWith((of) => [
    dripping(of, "a", 3900),
    new ScriptedModel("Not asked any more.").model,
  ]);
  const words = await wordsAfter(slow, "Is there parking?");
  expect(words).toHaveLength(2);
});
