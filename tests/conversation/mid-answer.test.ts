/** A line that drops, and an object that is lost, in the middle of an answer: what was said is answered, what was done is not done again. */
import { describe, expect, test } from "vitest";
import type { Action, CallEvent, Move, Outcome } from "#workers/conversation/line/conversation.ts";
import { say, scriptedBrain, TestLine } from "./test-line.ts";

/** An answer of a brain that a test lets go on. */
class Slow {
  begun = Promise.withResolvers<void>();
  #go = Promise.withResolvers<void>();
  /** How often it was waited for. */
  times = 0;

  async wait(): Promise<void> {
    this.times += 1;
    this.begun.resolve();
    if (this.times === 1) await this.#go.promise;
  }

  goOn(): void {
    this.#go.resolve();
  }
}

/** Greets, and takes its time for the first "parking?". */
const slowBrain = (slow: Slow, seen: CallEvent[] = []) =>
  scriptedBrain(async (event) => {
    seen.push(event);
    if (event.type === "started") return [say("Hello.")];
    if (event.type === "resumed") return [say("Sorry, go on.")];
    if (event.type !== "said" && event.type !== "keyed") return [];
    await slow.wait();
    return [say(event.type === "said" ? `About ${event.text}` : `You keyed ${event.digits}.`)];
  });

const opened = async (line: TestLine): Promise<void> => {
  await line.open();
  await line.playOut();
};

const times = (line: TestLine, text: string): number => line.spoken.join(" ").split(text).length - 1;

describe("a brain that is still thinking", () => {
  test("when the object is lost answers the same words in the next one, once", async () => {
    const slow = new Slow();
    const line = new TestLine(slowBrain(slow));
    await opened(line);
    void line.say("parking?");
    await slow.begun.promise;
    line.restart();
    await line.open();
    expect(line.spoken).toEqual(["Hello.", "About parking?"]);
    expect(line.script.filter(({ type }) => type === "caller").map(({ text }) => text)).toEqual(["parking?"]);
    expect(line.state.memory).toEqual(["started", "parking?"]);
    expect(line.state.asked).toBeNull();
    await line.playOut();
    line.restart();
    await line.open();
    expect(line.spoken.at(-1)).toBe("Sorry, go on.");
  });

  test("when the line is lost is stopped, and answers when it is back", async () => {
    const slow = new Slow();
    const line = new TestLine(slowBrain(slow));
    await opened(line);
    const said = line.say("parking?");
    await slow.begun.promise;
    line.loop.lost();
    await line.loop.quiet();
    await said;
    await line.open();
    slow.goOn();
    expect(line.spoken).toEqual(["Hello.", "About parking?"]);
    expect(line.state.memory).toEqual(["started", "parking?"]);
  });

  test("about keys answers them, too", async () => {
    const slow = new Slow();
    const line = new TestLine(slowBrain(slow));
    await opened(line);
    for (const key of ["4", "2"]) await line.hear({ type: "key", key });
    void line.hear({ type: "key", key: "#" });
    await slow.begun.promise;
    line.restart();
    await line.open();
    expect(line.spoken.at(-1)).toBe("You keyed 42#.");
  });

  test("and words that came meanwhile are answered with the earlier ones", async () => {
    const begun = Promise.withResolvers<void>();
    const brain = scriptedBrain((event): Move[] => {
      if (event.type === "said" && event.text === "note it")
        return [{ type: "do", action: { type: "note_question", id: "n-1", question: "parking" } }];
      if (event.type === "said") return [say(`About ${event.text}.`)];
      return event.type === "outcome" ? [say("Noted.")] : [say("Hello.")];
    });
    const line = new TestLine(brain, {}, async () => {
      begun.resolve();
      return line.done.length === 1 ? new Promise<Outcome>(() => {}) : { ok: true };
    });
    await opened(line);
    void line.say("note it");
    await begun.promise;
    void line.say("and hours");
    line.restart();
    await line.open();
    expect(line.spoken.slice(1)).toEqual(["Noted.", "About and hours."]);
    expect(line.script.filter(({ type }) => type === "caller").map(({ text }) => text)).toEqual([
      "note it",
      "and hours",
    ]);
  });
});

describe("an action that is under way", () => {
  const acting = (action: Action) =>
    scriptedBrain((event): Move[] => {
      if (event.type === "said") return [{ type: "do", action }];
      if (event.type === "outcome")
        return [say(event.outcome.ok ? "Done." : `Not done: ${event.outcome.reason}.`)];
      return event.type === "resumed" ? [say("Sorry, go on.")] : [say("Hello.")];
    });

  test("when the object is lost is known by its id, and its outcome is said once", async () => {
    const acts = Promise.withResolvers<void>();
    const action: Action = { type: "note_question", id: "n-1", question: "parking" };
    const line = new TestLine(acting(action), {}, async () => {
      acts.resolve();
      return line.done.length === 1 ? new Promise<Outcome>(() => {}) : { ok: true };
    });
    await opened(line);
    void line.say("do it");
    await acts.promise;
    line.restart();
    await line.open();
    expect(line.spoken.slice(1)).toEqual(["Done."]);
    expect(new Set(line.done.map((one) => "id" in one && one.id))).toEqual(new Set(["n-1"]));
    expect(line.script.filter(({ type }) => type === "action")).toHaveLength(1);
  });

  test("at an organization's own address is not asked twice", async () => {
    const acts = Promise.withResolvers<void>();
    const action: Action = { type: "call_webhook", id: "w-1", tool: "order", arguments: {} };
    const line = new TestLine(acting(action), {}, () => {
      acts.resolve();
      return new Promise<Outcome>(() => {});
    });
    await opened(line);
    void line.say("do it");
    await acts.promise;
    line.restart();
    await line.open();
    expect(line.done).toHaveLength(1);
    expect(line.spoken.slice(1)).toEqual(["Not done: failed."]);
  });

  test("when the line is lost is finished, and its outcome is said when the line is back", async () => {
    const acts = Promise.withResolvers<void>();
    const act = Promise.withResolvers<Outcome>();
    const action: Action = { type: "note_question", id: "n-1", question: "parking" };
    const line = new TestLine(acting(action), {}, () => {
      acts.resolve();
      return act.promise;
    });
    await opened(line);
    const said = line.say("do it");
    await acts.promise;
    line.loop.lost();
    const quiet = line.loop.quiet();
    act.resolve({ ok: true });
    await quiet;
    await said;
    // Said to no one: said again once someone hears it.
    expect(times(line, "Done.")).toBe(1);
    await line.open();
    expect(times(line, "Done.")).toBe(2);
    expect(line.script.filter(({ text, heard }) => text === "Done." && heard === null)).toHaveLength(1);
    expect(line.done).toHaveLength(1);
    await line.playOut();
    line.loop.lost();
    await line.open();
    expect(line.spoken.at(-1)).toBe("Sorry, go on.");
  });
});

test("whoever asked not to be called again as the object was lost is put on the list by the next one", async () => {
  const acts = Promise.withResolvers<void>();
  const line = new TestLine(slowBrain(new Slow()), {}, async () => {
    acts.resolve();
    return line.done.length === 1 ? new Promise<Outcome>(() => {}) : { ok: true };
  });
  await opened(line);
  void line.say("stop calling me");
  await acts.promise;
  line.restart();
  await line.open();
  expect(line.done.at(-1)?.type).toBe("opt_out");
  expect(line.spoken.at(-1)).toContain("won't call this number again");
});

test("an answer that was played in part is said again from its beginning", async () => {
  const slow = new Slow();
  slow.goOn();
  const line = new TestLine(slowBrain(slow));
  await opened(line);
  await line.say("the car park");
  await line.hear({ type: "speaking", who: "agent", on: true });
  await line.hear({ type: "played", text: "About the" });
  line.loop.lost();
  await line.open();
  expect(line.script.slice(-2)).toMatchObject([
    { text: "About the car park", heard: "About the" },
    { text: "About the car park", heard: null },
  ]);
});
