/** What the turn loop promises, whatever the brain. */
import { describe, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { CallEvent, Outcome } from "#workers/conversation/line/conversation.ts";
import { say, scriptedBrain, startedAt, TestLine } from "./test-line.ts";

/** Answers everything with what it was asked, and ends on "bye". */
const echo = scriptedBrain((event) => {
  switch (event.type) {
    case "started":
      return [say("Hello.")];
    case "resumed":
      return [say("Sorry, go on.")];
    case "said":
      if (event.text === "bye")
        return [say("Goodbye."), { type: "do", action: { type: "end", id: "end-1", reason: "goodbye" } }];
      return [say(`You said ${event.text}.`)];
    case "keyed":
      return [say(`You keyed ${event.digits}.`)];
    case "silence":
      return [say(`Are you still there? ${event.times}`)];
    default:
      return [];
  }
});

const events = (seen: CallEvent[]) =>
  scriptedBrain((event) => {
    seen.push(event);
    return event.type === "interrupted" || event.type === "outcome" ? [] : [say(`Answer ${seen.length}.`)];
  });

describe("words", () => {
  test("are streamed one by one, and the turn is closed after them", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.say("two words");
    expect(line.sent).toEqual([
      { type: "text", token: "Hello.", last: false },
      { type: "text", token: "", last: true },
      { type: "text", token: "You ", last: false },
      { type: "text", token: "said ", last: false },
      { type: "text", token: "two ", last: false },
      { type: "text", token: "words.", last: false },
      { type: "text", token: "", last: true },
    ]);
    expect(line.script.map(({ type, text, turn }) => [turn, type, text])).toEqual([
      [1, "agent", "Hello."],
      [1, "caller", "two words"],
      [2, "agent", "You said two words."],
    ]);
  });

  test("are written before they are sent", async () => {
    const line = new TestLine(echo);
    const written: number[] = [];
    const push = line.sent.push.bind(line.sent);
    line.sent.push = (...orders) => {
      written.push(line.script.length);
      return push(...orders);
    };
    await line.open();
    expect(written).toEqual([1, 1]);
  });

  test("of several moves are one line and one breath", async () => {
    const line = new TestLine(scriptedBrain(() => [say("One."), say("Two.")]));
    await line.open();
    expect(line.spoken).toEqual(["One. Two."]);
    expect(line.script.map(({ text }) => text)).toEqual(["One. Two."]);
  });

  test("an empty utterance is given to the brain, and leaves no line", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen));
    await line.open();
    await line.say("  ");
    expect(seen.at(-1)).toEqual({ type: "said", text: "  " });
    expect(line.script.some(({ type }) => type === "caller")).toBe(false);
  });

  test("beyond ten thousand characters are cut there, and the call goes on", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen));
    await line.open();
    await line.say("ha ".repeat(10_000));
    const said = seen.at(-1);
    expect(said?.type === "said" && said.text.length).toBe(10_000);
    await line.playOut();
    await line.say("still here");
    expect(line.spoken.at(-1)).toBe("Answer 3.");
  });
});

describe("cutting in", () => {
  test("cuts the script to what was heard and tells the brain", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(
      scriptedBrain((event) => {
        seen.push(event);
        return event.type === "started" ? [say("Thanks for calling Bright Smile today.")] : [];
      }),
    );
    await line.open();
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "interrupt", heard: "Thanks for calling" });
    expect(seen.at(-1)).toEqual({ type: "interrupted", heard: "Thanks for calling" });
    expect(line.script[0]).toMatchObject({
      text: "Thanks for calling Bright Smile today.",
      heard: "Thanks for calling",
    });
    expect(line.state.interruptions).toBe(1);
  });

  test("after the last word cuts nothing", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "interrupt", heard: "Hello." });
    expect(line.script[0]?.heard).toBeNull();
  });

  test("stops a brain that is still answering; its late words are dropped, and both parts are one utterance", async () => {
    const late = Promise.withResolvers<void>();
    const line = new TestLine(
      scriptedBrain(async (event) => {
        if (event.type === "said" && event.text === "slow") await late.promise;
        return event.type === "said" ? [say(`Answer to ${event.text}.`)] : [];
      }),
    );
    await line.open();
    const slow = line.say("slow");
    await Promise.resolve();
    const quick = line.say("quick");
    await Promise.all([slow, quick]);
    late.resolve();
    await line.loop.quiet();
    expect(line.spoken).toEqual(["Answer to slow quick."]);
  });

  test("with nothing heard of the answer means the caller goes on with the same thing", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen));
    await line.open();
    await line.playOut();
    await line.say("I'd like to book");
    line.now += 200;
    await line.say("a cleaning on Tuesday");
    expect(seen.at(-1)).toEqual({ type: "said", text: "I'd like to book a cleaning on Tuesday" });
    expect(line.state.memory).toEqual(["started", "I'd like to book a cleaning on Tuesday"]);
    expect(line.script.map(({ type, text, heard }) => [type, text, heard])).toEqual([
      ["agent", "Answer 1.", null],
      ["caller", "I'd like to book", null],
      ["agent", "Answer 2.", ""],
      ["caller", "a cleaning on Tuesday", null],
      ["agent", "Answer 3.", null],
    ]);
  });

  test("once an answer was heard, what follows is a new turn", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen));
    await line.open();
    await line.playOut();
    await line.say("I'd like to book");
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.say("a cleaning");
    expect(seen.at(-1)).toEqual({ type: "said", text: "a cleaning" });
  });

  test("an answer that did something in the world is never taken back", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(
      scriptedBrain((event) => {
        seen.push(event);
        if (event.type !== "said" || event.text !== "yes") return [say("Hm.")];
        return [
          { type: "do", action: { type: "note_question", id: "note-1", question: "braces?" } },
          say("I'll ask."),
        ];
      }),
    );
    await line.open();
    await line.playOut();
    await line.say("yes");
    await line.say("thanks");
    expect(seen.filter(({ type }) => type === "said").at(-1)).toEqual({ type: "said", text: "thanks" });
    expect(line.done).toHaveLength(1);
  });
});

describe("a carrier that reports nothing of what it plays", () => {
  test("is believed to have been heard after a moment", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen));
    await line.open();
    await line.pass(3000);
    await line.say("one");
    await line.pass(3000);
    await line.say("two");
    expect(seen.at(-1)).toEqual({ type: "said", text: "two" });
    expect(line.script.every(({ heard }) => heard === null)).toBe(true);
  });

  test("is waited for until the last words should have been played, then the session ends", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.say("bye");
    expect(line.handoff).toBeNull();
    await line.pass(5000);
    expect(line.handoff).toEqual({ reason: "goodbye" });
  });
});

describe("the end", () => {
  test("waits until the last words have been played", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.say("bye");
    await line.hear({ type: "speaking", who: "agent", on: true });
    expect(line.handoff).toBeNull();
    await line.hear({ type: "speaking", who: "agent", on: false });
    expect(line.handoff).toEqual({ reason: "goodbye" });
    expect([...line.timers.keys()]).toEqual([]);
  });

  test("is not brought about by the silence before the last words", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "played", text: "Hello." });
    await line.say("bye");
    // Still about the words before: this carrier reports every piece, and none of the goodbye has come.
    await line.hear({ type: "speaking", who: "agent", on: false });
    expect(line.handoff).toBeNull();
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "played", text: "Goodbye." });
    await line.hear({ type: "speaking", who: "agent", on: false });
    expect(line.handoff).toEqual({ reason: "goodbye" });
  });

  test("a caller who cuts into the goodbye with something new is heard", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.say("bye");
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "interrupt", heard: "Good" });
    await line.say("wait");
    expect(line.spoken.at(-1)).toBe("You said wait.");
    await line.pass(6000);
    expect(line.handoff).toBeNull();
  });

  test("a caller who cuts into the goodbye and says nothing is let go", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.say("bye");
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.hear({ type: "interrupt", heard: "Good" });
    await line.pass(4000);
    expect(line.handoff).toEqual({ reason: "goodbye" });
  });

  test("nothing on the line changes anything after it", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.say("bye");
    await line.pass(5000);
    const sent = line.sent.length;
    await line.say("hello?");
    await line.hear({ type: "key", key: "1" });
    await line.pass(60_000);
    expect(line.sent).toHaveLength(sent);
  });
});

describe("silence", () => {
  test("is asked about after eight seconds, counted from the agent's last word", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.hear({ type: "speaking", who: "agent", on: true });
    await line.pass(5000);
    await line.hear({ type: "speaking", who: "agent", on: false });
    await line.pass(7999);
    expect(line.spoken).toEqual(["Hello."]);
    await line.pass(1);
    expect(line.spoken.at(-1)).toBe("Are you still there? 1");
  });

  test("counts up until the caller speaks, and ends the call even if the brain never does", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.pass(8000);
    await line.playOut();
    await line.say("yes");
    await line.playOut();
    await line.pass(8000);
    expect(line.spoken.at(-1)).toBe("Are you still there? 1");
    await line.pass(60_000);
    expect(line.spoken.at(-2)).toBe("Are you still there? 3");
    expect(line.handoff).toEqual({ reason: "silence" });
  });

  test("is none while the caller speaks, keys or is being understood", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.pass(7000);
    await line.hear({ type: "speaking", who: "caller", on: true });
    await line.pass(20_000);
    await line.hear({ type: "prompt", text: "well you", last: false });
    await line.pass(7000);
    await line.hear({ type: "speaking", who: "caller", on: false });
    await line.pass(7000);
    expect(line.spoken).toEqual(["Hello."]);
  });

  test("a brain that waits in quiet is asked again, not hung up on at once", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(
      scriptedBrain((event) => {
        seen.push(event);
        return [];
      }),
    );
    await line.open();
    await line.say("give me a minute");
    await line.pass(60_000);
    expect(seen.filter(({ type }) => type === "silence")).toHaveLength(7);
    expect(line.handoff).toBeNull();
    await line.pass(40_000);
    expect(line.handoff).toEqual({ reason: "silence" });
  });
});

describe("keys", () => {
  const keys = async (line: TestLine, pressed: string) => {
    for (const key of pressed) await line.hear({ type: "key", key });
  };

  test("belong together until a pause", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await keys(line, "415");
    await line.pass(1500);
    await keys(line, "555");
    await line.pass(1800);
    expect(line.spoken.at(-1)).toBe("You keyed 415555.");
    expect(line.script.at(-2)).toMatchObject({ type: "keys", text: "415555" });
  });

  test("end at once with the pound key", async () => {
    const line = new TestLine(echo);
    await line.open();
    await keys(line, "12#");
    expect(line.spoken.at(-1)).toBe("You keyed 12#.");
  });

  test("nine on a call that we placed puts the number on the do-not-call list before the brain hears of it", async () => {
    const seen: CallEvent[] = [];
    const line = new TestLine(events(seen), { direction: "outbound" });
    await line.open();
    await keys(line, "9");
    expect(line.done).toEqual([{ type: "opt_out", id: "opt_out", pressed: true }]);
    expect(seen.map(({ type }) => type)).toEqual(["started"]);
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "opt_out" });
  });

  test.each([
    ["on a call that came in", "inbound", false, ""],
    ["in the middle of a number", "outbound", false, "41"],
    ["while a field is being keyed", "outbound", true, ""],
  ] as const)("nine %s is a digit", async (_, direction, isKeying, before) => {
    const line = new TestLine({ ...echo, isKeying: () => isKeying }, { direction });
    await line.open();
    await keys(line, `${before}9`);
    await line.pass(1800);
    expect(line.done).toEqual([]);
    expect(line.spoken.at(-1)).toBe(`You keyed ${before}9.`);
  });
});

test("whoever asks not to be called again is heard before any brain, in the same turn", async () => {
  const seen: CallEvent[] = [];
  const line = new TestLine(events(seen));
  await line.open();
  await line.playOut();
  await line.say("please stop calling me");
  expect(line.done).toEqual([{ type: "opt_out", id: "opt_out" }]);
  expect(seen.map(({ type }) => type)).toEqual(["started"]);
  expect(line.spoken.at(-1)).toMatch(/won't call this number again/);
  await line.playOut();
  expect(line.handoff).toEqual({ reason: "opt_out" });
});

describe("actions", () => {
  const booking = {
    type: "book",
    id: "book-1",
    kind: "Cleaning",
    starts_at: startedAt + 86_400_000,
    duration_minutes: 30,
    name: "Marta",
    phone_number: null,
    email: null,
    notes: "",
  } as const;
  const books = scriptedBrain((event) => {
    if (event.type === "said") return [say("One moment."), { type: "do", action: booking }];
    if (event.type === "outcome") return [say(event.outcome.ok ? "You're booked." : "That's just gone.")];
    return event.type === "resumed" ? [{ type: "do", action: booking }] : [];
  });

  test("are told to the brain when they are done, and it speaks on in the same breath", async () => {
    const line = new TestLine(books);
    await line.open();
    await line.say("yes");
    expect(line.spoken).toEqual(["One moment. You're booked."]);
    expect(line.script.map(({ type, text }) => [type, text])).toEqual([
      ["caller", "yes"],
      ["agent", "One moment. You're booked."],
      ["action", "Booked the appointment"],
    ]);
  });

  test("that fail are told as failed", async () => {
    const outcome: Outcome = { ok: false, reason: "slot_taken", busy: [] };
    const line = new TestLine(books, {}, async () => outcome);
    await line.open();
    await line.say("yes");
    expect(line.spoken).toEqual(["One moment. That's just gone."]);
    expect(line.script.at(-1)?.text).toBe("Someone else just took that time");
  });

  test("under way when the caller cuts in are still finished, and the brain learns of them before it hears more", async () => {
    const outcome = Promise.withResolvers<Outcome>();
    const begun = Promise.withResolvers<void>();
    const seen: CallEvent[] = [];
    const line = new TestLine(
      scriptedBrain((event) => {
        seen.push(event);
        return event.type === "said" && event.text === "yes" ? [{ type: "do", action: booking }] : [];
      }),
      {},
      () => {
        begun.resolve();
        return outcome.promise;
      },
    );
    await line.open();
    const yes = line.say("yes");
    await begun.promise;
    const wait = line.say("and parking?");
    outcome.resolve({ ok: true });
    await Promise.all([yes, wait]);
    expect(seen.map(({ type }) => type)).toEqual(["started", "said", "outcome", "said"]);
  });

  /** A line on which an agreed booking hangs until its outcome is given. */
  const hanging = (answers: typeof books) => {
    const outcome = Promise.withResolvers<Outcome>();
    const begun = Promise.withResolvers<void>();
    const line = new TestLine(answers, {}, () => {
      begun.resolve();
      return outcome.promise;
    });
    return { line, begun: begun.promise, end: () => outcome.resolve({ ok: true }) };
  };
  const wordless = scriptedBrain((event) => {
    if (event.type === "said") return [{ type: "do", action: booking }];
    return event.type === "outcome" ? [say("You're booked.")] : [];
  });

  test("that take longer than a moment are bridged by a word, once", async () => {
    const { line, begun, end } = hanging(wordless);
    await line.open();
    const yes = line.say("yes");
    await begun;
    line.waits(699);
    expect(line.sent).toEqual([]);
    line.waits(1);
    const words = () => line.sent.map((order) => (order.type === "text" ? order.token : "")).join("");
    const filler = words().trim();
    expect(filler).not.toBe("");
    line.waits(5000);
    expect(words().trim()).toBe(filler);
    end();
    await yes;
    expect(line.spoken).toEqual([`${filler} You're booked.`]);
  });

  test("that are done at once, or announced by the brain, need no such word", async () => {
    const quick = new TestLine(wordless);
    await quick.open();
    await quick.say("yes");
    quick.waits(5000);
    expect(quick.spoken).toEqual(["You're booked."]);
    const { line, begun, end } = hanging(books);
    await line.open();
    const yes = line.say("yes");
    await begun;
    // The brain's own words come before the action.
    line.waits(5000);
    end();
    await yes;
    expect(line.spoken).toEqual(["One moment. You're booked."]);
  });

  test("that a restarted call takes up again are known by their id", async () => {
    const line = new TestLine(books);
    await line.open();
    await line.say("yes");
    line.restart();
    await line.open();
    expect(line.done).toHaveLength(1);
    expect(line.script.filter(({ type }) => type === "action")).toHaveLength(1);
  });
});

describe("a transfer", () => {
  const agent = specFor("receptionist");
  const target = "+12125550177";
  const withTarget = {
    agent: { ...agent, actions: { ...agent.actions, transfer: { phone_number: target, name: "Dr. Lund" } } },
  };
  const transferring = (phone_number: string) =>
    scriptedBrain((event) => {
      if (event.type === "said")
        return [
          say("Putting you through."),
          { type: "do", action: { type: "transfer", id: "transfer-1", phone_number, reason: "pain" } },
        ];
      if (event.type === "outcome") return [say("Nobody is free.")];
      return [];
    });

  test("is handed to the carrier once the words before it have been played", async () => {
    const line = new TestLine(transferring(target), withTarget);
    await line.open();
    await line.say("a person please");
    expect(line.handoff).toBeNull();
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "transferred", to: target });
  });

  test("that nobody answers brings the caller back with an apology, and the call goes on", async () => {
    const line = new TestLine(transferring(target), withTarget);
    await line.open();
    await line.say("a person please");
    await line.playOut();
    await line.open(true);
    expect(line.spoken.at(-1)).toBe("Nobody is free.");
    expect(line.script.filter(({ type }) => type !== "agent").map(({ text }) => text)).toEqual([
      "a person please",
      "Tried to transfer the call",
      "No one answered the transfer",
    ]);
    expect(line.timers.has("duration")).toBe(true);
    await line.playOut();
    await line.say("a person please");
    expect(line.state.over).toBe(false);
  });

  test.each([
    ["to a number that is not the agent's target", "+19005550123"],
    ["back to the number that was called", "+12125550100"],
  ])("%s is refused", async (_, phone_number) => {
    const actions = { ...agent.actions, transfer: { phone_number: "+12125550100", name: "" } };
    const line = new TestLine(transferring(phone_number), { agent: { ...agent, actions } });
    await line.open();
    await line.say("a person please");
    expect(line.spoken.at(-1)).toContain("Nobody is free.");
    await line.playOut();
    expect(line.handoff).toBeNull();
  });
});

describe("a line that drops", () => {
  test("goes on in the same conversation without greeting again", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.say("one");
    await line.playOut();
    line.restart();
    await line.open();
    expect(line.spoken).toEqual(["Hello.", "You said one.", "Sorry, go on."]);
    await line.playOut();
    await line.say("two");
    expect(line.state.memory).toEqual(["started", "one", "resumed", "two"]);
  });

  test("in the goodbye hears it out, and is ended then", async () => {
    const line = new TestLine(echo);
    await line.open();
    await line.playOut();
    await line.say("bye");
    line.restart();
    await line.open();
    expect(line.spoken).toEqual(["Hello.", "Goodbye.", "Goodbye."]);
    expect(line.handoff).toBeNull();
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "goodbye" });
  });
});

test("the longest duration ends the call with a word, even when the brain hangs", async () => {
  const asked = Promise.withResolvers<void>();
  const line = new TestLine(
    scriptedBrain((event) => {
      if (event.type !== "said") return [say("Hi.")];
      asked.resolve();
      return new Promise(() => undefined);
    }),
  );
  await line.open();
  await line.playOut();
  const hanging = line.say("hello");
  await asked.promise;
  await line.pass(specFor("receptionist").max_call_seconds * 1000 + 10_000);
  await hanging;
  expect(line.spoken.at(-1)).toMatch(/run out of time/);
  expect(line.handoff).toEqual({ reason: "max_duration" });
});

describe("a brain that fails", () => {
  test("costs one turn, and is reported", async () => {
    const line = new TestLine(
      scriptedBrain((event) => {
        if (event.type === "said" && event.text === "crash") throw new Error("brain");
        return event.type === "said" ? [say("Fine.")] : [];
      }),
    );
    await line.open();
    await line.say("crash");
    expect(line.failures).toHaveLength(1);
    expect(line.spoken.at(-1)).toMatch(/say it again/);
    await line.playOut();
    await line.say("again");
    expect(line.spoken.at(-1)).toBe("Fine.");
  });

  test("again and again ends the call kindly", async () => {
    const line = new TestLine(
      scriptedBrain((event) => {
        if (event.type === "said") throw new Error("brain");
        return [];
      }),
    );
    await line.open();
    for (const text of ["a", "b", "c"]) {
      await line.say(text);
      await line.playOut();
    }
    expect(line.handoff).toEqual({ reason: "failed" });
  });
});

test("answers are timed from the caller's last sound to the agent's first", async () => {
  const line = new TestLine(echo);
  await line.open();
  await line.playOut();
  await line.hear({ type: "speaking", who: "caller", on: true });
  line.now += 1000;
  await line.hear({ type: "speaking", who: "caller", on: false });
  line.now += 500;
  await line.say("hello");
  line.now += 300;
  await line.hear({ type: "speaking", who: "agent", on: true });
  expect(line.state.answer_ms).toEqual([800]);
});
