/** A call by script, from the webhook to the last callback, against a product that only speaks the protocols. */
import { expect, test } from "vitest";
import { callWith, parrot } from "./calling.ts";
import { relayTwiml } from "./stand-in-product.ts";

const speakers = `events="speaker-events"`;

const words = (told: Awaited<ReturnType<typeof callWith>>) =>
  told.result.transcript.map(({ role, text }) => `${role}: ${text}`);

test("a caller speaks when the agent has finished, and hears an answer to each turn", async () => {
  const told = await callWith([{ say: "Hello there" }, { say: "Thank you" }, { hang_up: true }]);
  expect(words(told)).toEqual([
    "agent: Good morning.",
    "caller: Hello there",
    "agent: You said: Hello there",
    "caller: Thank you",
    "agent: You said: Thank you",
  ]);
  expect(told.result).toMatchObject({ ended_by: "caller", status: "completed", error: null });
});

test("the same script takes the same time, to the millisecond", async () => {
  const script = [{ say: "Hello there" }, { silence_ms: 9000 }, { press: "12#" }, { hang_up: true as const }];
  const [one, other] = await Promise.all([callWith(script), callWith(script)]);
  expect(one.result.transcript).toEqual(other.result.transcript);
  const seen = ({ result }: typeof one) =>
    result.events.map(({ at_ms, direction, frame }) => [
      at_ms,
      direction,
      typeof frame === "string" ? frame : frame.type,
    ]);
  expect(seen(one)).toEqual(seen(other));
});

test("the agent is heard 300 ms after its first words, and at fifteen characters a second", async () => {
  const { result } = await callWith([{ hang_up: true }]);
  const at = (name: string) =>
    result.events.find(({ frame }) => typeof frame === "object" && JSON.stringify(frame).includes(name))
      ?.at_ms ?? 0;
  const [text, on, off] = [at('"text"'), at('"on"'), at('"off"')];
  expect(on - text).toBe(300);
  expect(off - on).toBe(Math.round(("Good morning.".length * 1000) / 15));
});

test("nine seconds of silence pass on the call's clock, and the agent asks after eight", async () => {
  const { result } = await callWith([{ silence_ms: 9000 }, { say: "Yes" }, { hang_up: true }]);
  const [greeting, question, answer] = result.transcript;
  expect(question?.text).toBe("Are you still there?");
  const silent = (greeting?.at_ms ?? 0) + Math.round((greeting?.text.length ?? 0) * (1000 / 15));
  expect(question?.at_ms).toBe(silent + 8000 + 300);
  expect(answer).toMatchObject({ role: "caller", text: "Yes" });
  expect(answer?.at_ms).toBeGreaterThan(question?.at_ms ?? 0);
});

test("a barge-in purges all that was queued and tells exactly what was heard", async () => {
  const told = await callWith([{ interrupt_after_ms: 600, say: "Stop please" }, { hang_up: true }], {
    behave: (frame, session) => {
      if (frame.type !== "setup") return parrot(frame, session);
      session.say("Welcome to the clinic on Main Street. ");
      session.say("This second sentence is never heard.");
    },
  });
  const [session] = told.product.sessions;
  const interrupt = session?.heard.find(({ type }) => type === "interrupt");
  expect(interrupt).toEqual({
    type: "interrupt",
    utteranceUntilInterrupt: "Welcome to",
    durationUntilInterruptMs: 750,
  });
  expect(words(told)).toEqual(["agent: Welcome to", "caller: Stop please", "agent: You said: Stop please"]);
});

test("a dropped socket resumes the same call: failed with 64105, then a new session", async () => {
  const told = await callWith(
    [{ say: "Hello" }, { drop_socket: true }, { say: "Where were we" }, { hang_up: true }],
    {
      documents: {
        "/relay-action": (fields) =>
          fields.get("SessionStatus") === "failed" ? relayTwiml(speakers) : "<Response/>",
      },
    },
  );
  const again = told.product.webhooks("/relay-action");
  expect(Object.fromEntries(again[0] ?? [])).toMatchObject({
    SessionStatus: "failed",
    CallStatus: "in-progress",
    ErrorCode: "64105",
    ErrorMessage: "Websocket ended",
  });
  const [first, second] = told.product.sessions.map(({ heard }) => heard[0]);
  expect(first).toMatchObject({ type: "setup", callStatus: "RINGING" });
  expect(second).toMatchObject({ type: "setup", callStatus: "IN_PROGRESS", callSid: first?.callSid });
  expect(second?.sessionId).not.toBe(first?.sessionId);
  expect(words(told).slice(-3)).toEqual([
    "agent: Sorry, go on.",
    "caller: Where were we",
    "agent: You said: Where were we",
  ]);
});

test("a line that is lost for good is what ended the call", async () => {
  const told = await callWith([{ say: "Hello" }, { drop_socket: true }], {
    documents: { "/relay-action": () => "<Response><Hangup/></Response>" },
  });
  expect(told.result.ended_by).toBe("error");
});
