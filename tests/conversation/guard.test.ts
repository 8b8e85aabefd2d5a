/** What the guard promises, whatever the brain behind it says. */
import { describe, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import type { Action, Brain, CallEvent, Move, Outcome } from "#workers/conversation/line/conversation.ts";
import { readClaims } from "#workers/conversation/reading/read-claims.ts";
import { readFigures } from "#workers/conversation/reading/read-figures.ts";
import { say, scriptedBrain, startedAt, TestLine } from "./test-line.ts";

const target = "+12125550177";
const receptionist = specFor("receptionist");
const agent = {
  ...receptionist,
  knowledge: [{ id: "price", question: "What is a cleaning?", answer: "A cleaning is $120.", synonyms: [] }],
  actions: {
    ...receptionist.actions,
    take_message: true,
    transfer: { phone_number: target, name: "Dr. Lund" },
    emergency: { words: ["knocked out tooth"], say: "Please come in right away." },
  },
};

const booking: Action = {
  type: "book",
  id: "call-1",
  kind: "Cleaning",
  starts_at: startedAt + 86_400_000,
  duration_minutes: 30,
  name: "Marta",
  phone_number: null,
  email: null,
  notes: "",
};
const book: Move = { type: "do", action: booking };

const behind = (brain: Brain): Brain => brainFor(agent, { model: () => brain });

/** A line with a guarded brain that answers as told; `seen` is every event that reaches it. */
function lineOf(
  answer: (event: CallEvent) => Move[],
  act?: (action: Action) => Promise<Outcome>,
): { line: TestLine; seen: CallEvent[] } {
  const seen: CallEvent[] = [];
  const brain = scriptedBrain((event) => {
    seen.push(event);
    return event.type === "started" ? [say("Hello.")] : answer(event);
  });
  return { line: new TestLine(behind(brain), { agent }, act), seen };
}

/** What a caller hears in reply to one utterance. */
async function reply(text: string, answer: (event: CallEvent) => Move[], act?: () => Promise<Outcome>) {
  const { line, seen } = lineOf(answer, act);
  await line.open();
  await line.playOut();
  await line.say(text);
  return { line, seen, words: line.spoken.at(-1) ?? "" };
}
const heldBack = (line: TestLine) =>
  line.script.filter(({ type, text }) => type === "note" && /^Not said/.test(text));

describe("something called done", () => {
  test("without an action is not said; the brain is told, and does it", async () => {
    const { line, seen, words } = await reply("yes please", (event) => {
      if (event.type === "said") return [say("You're booked."), say("Bye.")];
      if (event.type === "refused") return [book];
      return event.type === "outcome" && event.outcome.ok ? [say("You're booked now.")] : [];
    });
    expect(words).toBe("Let me check that for you. You're booked now.");
    expect(line.done).toEqual([booking]);
    expect(seen).toContainEqual({ type: "refused", text: "You're booked.", reason: "not_done" });
    expect(heldBack(line)[0]?.text).toContain("You're booked.");
  });

  test("a second time ends the turn with a sentence that promises nothing", async () => {
    const { words, seen } = await reply("yes", () => [say("I've booked you in."), book]);
    expect(words).toBe(
      "Let me check that for you. I can't confirm that yet. Is there anything else I can help with?",
    );
    expect(seen.filter(({ type }) => type === "refused")).toHaveLength(1);
  });

  test("by an action that failed is not said", async () => {
    const { words } = await reply(
      "yes",
      (event) => (event.type === "said" ? [book] : event.type === "outcome" ? [say("All booked!")] : []),
      async () => ({ ok: false, reason: "slot_taken" }),
    );
    expect(words).not.toContain("booked");
  });

  test("in pieces is one sentence", async () => {
    const { words } = await reply("yes", (event) =>
      event.type === "said" ? ["Great,", "you", "are", "booked", "for", "then."].map(say) : [],
    );
    expect(words).toBe("Let me check that for you.");
  });

  test("stays known when the answer that heard of it is cut off", async () => {
    const never = new Promise<Move[]>(() => {});
    const asked = Promise.withResolvers<void>();
    const brain = scriptedBrain((event) => {
      if (event.type === "outcome") {
        asked.resolve();
        return never;
      }
      if (event.type !== "said") return [];
      return event.text === "yes" ? [book] : [say("You're booked.")];
    });
    const line = new TestLine(behind(brain), { agent });
    await line.open();
    const yes = line.say("yes");
    await asked.promise;
    await Promise.all([yes, line.say("am I in?")]);
    expect(line.spoken.at(-1)).toBe("You're booked.");
  });
});

describe("a figure", () => {
  const figure = async (words: string, said = "hello") =>
    (await reply(said, (event) => (event.type === "said" ? [say(words)] : []))).words;

  test.each([
    ["A cleaning is $120.", "hello"],
    ["That's one hundred and twenty dollars.", "hello"],
    ["You can reach us at 212-555-0100.", "hello"],
    ["You're calling from two one two, five five five, oh one four two.", "hello"],
    ["Three people, at half past four. Is that right?", "for three at four thirty please"],
    ["So your budget would be 900 dollars.", "my budget: nine hundred dollars"],
    ["I have two more things to ask.", "hello"],
    ["One moment, please.", "hello"],
  ])("with a source is said: %s", async (words, said) => {
    expect(await figure(words, said)).toBe(words);
  });

  test.each([
    ["A cleaning is $95.", "hello"],
    ["It's fifty dollars.", "is it fifty dollars?"],
    ["A cleaning is $20.", "hello"],
    ["It costs 30 dollars.", "for thirty"],
    ["We close at six.", "hello"],
    ["We're free at 3:45 p.m. tomorrow.", "hello"],
    ["Call 900-555-0123 instead.", "hello"],
    ["We've had 400 patients.", "hello"],
    ["It takes twenty-five minutes.", "hello"],
    ["It's on December 9th.", "hello"],
  ])("without a source is not: %s", async (words, said) => {
    expect(await figure(words, said)).toBe("Let me make sure I have that right.");
  });

  test("that an action found out may be said", async () => {
    const action: Action = { type: "note_question", id: "q", question: "x" };
    const { words } = await reply(
      "hello",
      (event) => {
        if (event.type === "said") return [{ type: "do", action }];
        return event.type === "outcome" ? [say("I have 3:45 on December 9th.")] : [];
      },
      async () => ({ ok: true, data: { free: ["2026-12-09T15:45:00"] } }),
    );
    expect(words).toBe("I have 3:45 on December 9th.");
  });
});

test("a long answer is cut at the end of a sentence", async () => {
  const { line, words } = await reply("tell me", (event) =>
    event.type === "said" ? Array.from({ length: 50 }, (_, n) => say(`This is part ${"x".repeat(n)}.`)) : [],
  );
  expect(words.match(/This is/g)).toHaveLength(4);
  expect(heldBack(line)).toHaveLength(1);
});

test("endless words end", async () => {
  const endless: Brain = {
    fresh: () => null,
    async *respond(_, event) {
      if (event.type === "said") for (;;) yield say("And so it goes on.");
      return null;
    },
  };
  const line = new TestLine(behind(endless), { agent });
  await line.open();
  await line.say("go");
  expect(line.spoken.at(-1)?.match(/And so/g)).toHaveLength(4);
});

test("endless actions end after four rounds, with a sentence", async () => {
  let n = 0;
  const { line, words } = await reply("go", (event) =>
    event.type === "said" || event.type === "outcome"
      ? [{ type: "do", action: { type: "note_question", id: `q-${++n}`, question: "?" } }]
      : [],
  );
  expect(line.done).toHaveLength(4);
  expect(words).toMatch(/takes longer than it should/);
});

describe("what code answers", () => {
  test.each([
    ["I want to talk to a real person", "Dr. Lund"],
    ["I have a knocked out tooth", "Please come in right away."],
    ["I can't breathe and my chest hurts", "Please come in right away."],
  ])("never reaches the brain: %s", async (text, words) => {
    const { line, seen } = await reply(text, () => [say("No, stay with me.")]);
    expect(line.spoken.at(-1)).toContain(words);
    expect(seen.map(({ type }) => type)).toEqual(["started"]);
  });

  test("a person: the call is handed over, and one that nobody answers comes back to the same place", async () => {
    const { line, seen } = await reply("put me through to a person", () => [say("Sure.")]);
    await line.playOut();
    expect(line.handoff).toEqual({ reason: "transferred", to: target });
    await line.open(true);
    expect(line.spoken.at(-1)).not.toBe("");
    expect(seen.map(({ type }) => type)).toEqual(["started"]);
  });

  test("is asked to the end there, and then the brain goes on", async () => {
    const brain = scriptedBrain((event) => [say(event.type === "said" ? "Back with me." : "Hello.")]);
    const noTransfer = { ...agent, actions: { ...agent.actions, transfer: null } };
    const line = new TestLine(brainFor(noTransfer, { model: () => brain }), { agent: noTransfer });
    await line.open();
    const turn = async (text: string) => {
      await line.playOut();
      await line.say(text);
      return line.spoken.at(-1);
    };
    await turn("can I talk to a person");
    for (const text of ["my crown broke", "Marta Lindqvist", "yes"]) await turn(text);
    expect(line.done.map(({ type }) => type)).toContain("take_message");
    await turn("do you have parking?");
    expect(await turn("and a garden?")).toBe("Back with me.");
  });

  test("a request not to be called again ends a rehearsal as it ends a call", async () => {
    const brain = behind(scriptedBrain(() => [say("Please stay.")]));
    const world = new TestLine(brain, { agent });
    await world.open();
    await world.say("stop calling me");
    expect(world.done.map(({ type }) => type)).toEqual(["opt_out"]);
  });
});

test.each([
  ["You're all set for Thursday.", ["booked"]],
  ["I have you down for Thursday.", ["booked"]],
  ["Done, it's booked.", ["stands"]],
  ["Your appointment is confirmed.", ["stands"]],
  ["See you on Thursday.", ["stands"]],
  ["I've moved it to Friday.", ["moved"]],
  ["Your appointment has been cancelled.", ["canceled"]],
  ["I've cancelled that for you.", ["canceled"]],
  ["I've passed that on.", ["message"]],
  ["I've sent you a text.", ["sent"]],
  ["That's done.", ["done"]],
  ["Shall I book it?", []],
  ["I can book that for you.", []],
  ["Once it's booked, you get a message.", []],
  ["It isn't booked yet.", []],
  ["I haven't booked anything.", []],
  ["Sorry, that time is already booked.", []],
  ["Would you like me to cancel it?", []],
  ["I'll get you booked in a second.", []],
  ["Are you already booked with us?", []],
  ["You are not booked.", []],
])("%s claims %j", (sentence, claims) => {
  const found: string[] = readClaims(sentence);
  if (claims.length === 0) expect(found).toEqual([]);
  else expect(found).toEqual(expect.arrayContaining(claims));
});

test.each([
  ["$4.50 and 1,200 dollars", ["money 4.5", "money 1200"]],
  ["half past nine or 14:30", ["time 9:30", "time 2:30"]],
  ["at three, until noon", ["time 3:00", "time 12:00"]],
  ["(212) 555-0100", ["phone 2125550100"]],
  ["twenty percent", ["number 20"]],
])("%s holds the figures %j", (text, figures) => {
  const found = readFigures(text).map(({ kind, value }) => `${kind} ${value}`);
  expect(found.toSorted()).toEqual(figures.toSorted());
});
