/** A brain that streams: what it remembers, and what counts as heard, when its answer is broken off. */
import { describe, expect, test } from "vitest";
import type {
  Action,
  Brain,
  CallEvent,
  HeardLine,
  Move,
  Outcome,
} from "#workers/conversation/line/conversation.ts";
import { loopState } from "#workers/conversation/line/loop-state.ts";
import { say, scriptedBrain, startedAt, TestLine } from "./test-line.ts";

type Told = { memory: unknown; event: CallEvent; transcript: HeardLine[] };

/** A brain whose answers to words are given move by move; what it was told is kept. */
function streaming() {
  const told: Told[] = [];
  let next = Promise.withResolvers<Move | null>();
  const given: (Move | null)[] = [];
  const give = (move: Move | null) => {
    given.push(move);
    next.resolve(move);
  };
  const brain: Brain = {
    fresh: () => "fresh",
    async *respond(memory, event, world) {
      told.push({ memory, event, transcript: [...world.transcript] });
      if (event.type !== "said") return memory;
      for (;;) {
        const move = given.shift() ?? (await next.promise);
        next = Promise.withResolvers();
        given.length = 0;
        if (move === null) return `after ${event.text}`;
        yield move;
      }
    },
  };
  return { brain, told, give };
}
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const plain = (lines: readonly HeardLine[]) => lines.map(({ who, text }) => `${who}: ${text}`);

describe("an answer that is broken off", () => {
  test("before its first word leaves the brain with what it remembered", async () => {
    const { brain, told, give } = streaming();
    const line = new TestLine(brain);
    await line.open();
    const first = line.say("I'm Marta");
    await soon();
    give({ type: "remember", memory: "knows Marta" });
    await soon();
    expect(line.state.memory).toBe("knows Marta");
    await Promise.all([first, line.hear({ type: "interrupt", heard: "" })]);
    expect(line.state.memory).toBe("knows Marta");
    // Nothing was heard: the next words go on with the same thing, from before it.
    const second = line.say("and I need a cleaning");
    await soon();
    give(null);
    await second;
    expect(told.at(-1)).toMatchObject({
      memory: "fresh",
      event: { type: "said", text: "I'm Marta and I need a cleaning" },
    });
    expect(plain(told.at(-1)?.transcript ?? [])).toEqual([
      "caller: I'm Marta",
      "caller: and I need a cleaning",
    ]);
  });

  test("in the middle is remembered, and its line holds what was heard", async () => {
    const { brain, told, give } = streaming();
    const line = new TestLine(brain);
    await line.open();
    const first = line.say("I'm Marta");
    await soon();
    give({ type: "remember", memory: "knows Marta" });
    await soon();
    give(say("Hello Marta, how can I help?"));
    await soon();
    await line.hear({ type: "speaking", who: "agent", on: true });
    expect(line.state.talk.speaking).toBe(true);
    await Promise.all([first, line.hear({ type: "interrupt", heard: "Hello Marta," })]);
    give(say("Too late."));
    const second = line.say("a cleaning");
    await soon();
    expect(told.at(-1)).toMatchObject({ memory: "knows Marta", event: { type: "said", text: "a cleaning" } });
    expect(plain(told.at(-1)?.transcript ?? [])).toEqual([
      "caller: I'm Marta",
      "agent: Hello Marta,",
      "caller: a cleaning",
    ]);
    give(null);
    await second;
    expect(line.spoken.join(" ")).not.toContain("Too late");
  });

  test("in an action keeps the action, and the brain hears of it first", async () => {
    const outcome = Promise.withResolvers<Outcome>();
    const { brain, told, give } = streaming();
    const line = new TestLine(brain, {}, () => outcome.promise);
    await line.open();
    const first = line.say("yes");
    await soon();
    give({ type: "remember", memory: "booking" });
    await soon();
    const action: Action = { type: "note_question", id: "q", question: "?" };
    give({ type: "do", action });
    await soon();
    const second = line.say("and parking?");
    await soon();
    outcome.resolve({ ok: true, data: { free: 3 } });
    await soon();
    give(null);
    await Promise.all([first, second]);
    expect(told.slice(1).map(({ memory, event }) => [memory, event.type])).toEqual([
      ["fresh", "said"],
      ["booking", "outcome"],
      ["booking", "said"],
    ]);
    expect(line.done).toEqual([action]);
  });
});

test("what is heard counts while the answer streams: what the caller then says is a turn of its own", async () => {
  const { brain, told, give } = streaming();
  const line = new TestLine(brain);
  await line.open();
  const first = line.say("hello");
  await soon();
  give(say("We open at nine."));
  await soon();
  await line.hear({ type: "speaking", who: "agent", on: true });
  await line.hear({ type: "speaking", who: "agent", on: false });
  const second = line.say("thanks");
  await soon();
  give(null);
  await Promise.all([first, second]);
  expect(told.at(-1)?.event).toEqual({ type: "said", text: "thanks" });
  expect(line.state.answer_ms).toHaveLength(1);
});

test("two utterances that wait for an action are answered together", async () => {
  const outcome = Promise.withResolvers<Outcome>();
  const seen: string[] = [];
  const line = new TestLine(
    scriptedBrain((event) => {
      if (event.type !== "said") return [];
      seen.push(event.text);
      const action: Action = { type: "note_question", id: "q", question: "?" };
      return event.text === "go" ? [{ type: "do", action }] : [say("Right.")];
    }),
    {},
    () => outcome.promise,
  );
  await line.open();
  const go = line.say("go");
  await soon();
  const rest = [line.say("one"), line.say("two")];
  outcome.resolve({ ok: true });
  await Promise.all([go, ...rest]);
  expect(seen).toEqual(["go", "one two"]);
  expect(line.spoken).toEqual(["Right."]);
});

test("a brain that fails leaves its actions recorded", async () => {
  const action: Action = { type: "note_question", id: "q", question: "?" };
  const brain: Brain = {
    fresh: () => null,
    async *respond(_, event) {
      if (event.type !== "said") return null;
      yield { type: "do", action };
      throw new Error("brain");
    },
  };
  const line = new TestLine(brain);
  await line.open();
  await line.say("go");
  expect(line.state.deeds.q?.outcome).toEqual({ ok: true });
  expect(line.script.find(({ type }) => type === "action")?.text).toBe("Noted the question");
});

test("the transcript outlives a restart, and a call that began before it has an empty one", async () => {
  const line = new TestLine(
    scriptedBrain((event) => (event.type === "said" ? [say("Yes.")] : [say("Hello.")])),
  );
  await line.open();
  await line.playOut();
  await line.say("are you open?");
  await line.playOut();
  line.restart();
  expect(plain(line.state.transcript)).toEqual(["agent: Hello.", "caller: are you open?", "agent: Yes."]);
  const { transcript: _, ...older } = line.state;
  expect(loopState.parse(older).transcript).toEqual([]);
});

test("the transcript forgets its oldest lines", async () => {
  const line = new TestLine(scriptedBrain((event) => (event.type === "said" ? [say("Yes.")] : [])));
  await line.open();
  for (let turn = 0; turn < 150; turn++) {
    await line.say(`number ${turn}`);
    await line.playOut();
  }
  expect(line.state.transcript).toHaveLength(200);
  expect(line.state.transcript.at(-2)?.text).toBe("number 149");
  for (let turn = 0; turn < 5; turn++) {
    await line.say("long ".repeat(1900));
    await line.playOut();
  }
  const characters = line.state.transcript.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeLessThanOrEqual(30_000);
  expect(line.now).toBe(startedAt);
});
