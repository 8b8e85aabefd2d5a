/** What the line does with callers who are machines, or abuse it: storms of keys, circles, silence, faxes. */
import { describe, expect, test } from "vitest";
import { isInCircles } from "#workers/conversation/line/circles.ts";
import type { CallEvent } from "#workers/conversation/line/conversation.ts";
import { say, scriptedBrain, TestLine } from "./test-line.ts";

const answering = (answer: string, seen: CallEvent[] = []) =>
  scriptedBrain((event) => {
    seen.push(event);
    return [say(answer)];
  });
const quiet = scriptedBrain(() => []);

test("a storm of keys ends the call after 150 of them, though no pause and no # ever closes a number", async () => {
  const seen: CallEvent[] = [];
  const line = new TestLine(answering("Which extension?", seen));
  await line.open();
  for (let pressed = 0; pressed < 150; pressed += 1) await line.hear({ type: "key", key: "5" });
  expect(line.handoff).toBeNull();
  await line.hear({ type: "key", key: "5" });
  await line.playOut();
  expect(line.handoff).toEqual({ reason: "keys_storm" });
  expect(seen.filter(({ type }) => type === "keyed")).toEqual([]);
});

test("a storm of # asks the brain at most 150 times", async () => {
  const seen: CallEvent[] = [];
  const line = new TestLine(answering("Which extension?", seen));
  await line.open();
  for (let pressed = 0; pressed < 1000; pressed += 1) await line.hear({ type: "key", key: "#" });
  await line.playOut();
  expect(line.handoff).toEqual({ reason: "keys_storm" });
  expect(seen.filter(({ type }) => type === "keyed").length).toBeLessThanOrEqual(150);
});

describe("two machines that talk in circles", () => {
  test("end when both say the same over and over", async () => {
    const line = new TestLine(answering("How can I help you today?"));
    await line.open();
    for (let turn = 0; turn < 4; turn += 1) {
      await line.playOut();
      await line.say("how may I help you");
    }
    expect(line.handoff).toBeNull();
    await line.playOut();
    await line.say("how may I help you");
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "looping" });
  });

  test("end when a recording repeats itself, whatever it is answered", async () => {
    let turn = 0;
    const line = new TestLine(scriptedBrain(() => [say(`This is quite another answer, number ${turn++}.`)]));
    await line.open();
    for (let times = 0; times < 5; times += 1) {
      await line.playOut();
      await line.say("Your call is important to us, please stay on the line for the next agent");
    }
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "looping" });
  });

  const heard = (...pairs: [agent: string, caller: string][]) =>
    pairs.flatMap(([agent, caller], n) => [
      { seq: 2 * n, who: "agent" as const, text: agent },
      { seq: 2 * n + 1, who: "caller" as const, text: caller },
    ]);
  test.each([
    [
      "a person who confirms question after question",
      heard(
        ["Your name is Dana?", "yes that is correct"],
        ["And you were born in May?", "yes that is correct"],
        ["Is the number you call from yours?", "yes that is correct"],
        ["Shall I book Tuesday at three?", "yes that is correct"],
        ["Do you have insurance?", "yes that is correct"],
        ["Should we send a reminder?", "yes that is correct"],
      ),
    ],
    [
      "a person who says hello until they are heard",
      heard(
        ...Array.from({ length: 8 }, (): [string, string] => ["Sorry, could you say it again?", "hello"]),
      ),
    ],
  ])("are not %s", (_, transcript) => expect(isInCircles(transcript)).toBe(false));
});

test("a caller who never says anything is given up after four silences, whatever the brain does", async () => {
  const line = new TestLine(quiet);
  await line.open();
  await line.pass(31_000);
  expect(line.handoff).toBeNull();
  await line.pass(20_000);
  expect(line.handoff).toEqual({ reason: "silence" });
});

test("a fax, whose tones are reported as speech without a word, is given up within two minutes", async () => {
  const line = new TestLine(quiet);
  await line.open();
  await line.hear({ type: "speaking", who: "caller", on: true });
  for (let tone = 0; tone < 20 && line.handoff === null; tone += 1) {
    await line.hear({ type: "prompt", text: "", last: true });
    await line.pass(6000);
  }
  expect(line.handoff).toEqual({ reason: "silence" });
});
