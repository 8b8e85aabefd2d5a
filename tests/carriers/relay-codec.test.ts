/** Frames as carriers send them, and as we do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readFrame, writeFrame } from "#workers/carriers/relay-codec.ts";

const line = (event: object) => ({ type: "line", event });

test.each([
  [
    "a set-up names the carrier's call, whatever else it tells",
    {
      type: "setup",
      sessionId: "VX1",
      callSid: "CA1",
      parentCallSid: "",
      from: "+1",
      callerName: null,
      customParameters: { a: 1, b: { c: [] } },
    },
    { type: "setup", provider_call_id: "CA1", session_id: "VX1" },
  ],
  [
    "final words",
    { type: "prompt", voicePrompt: "Holding.", lang: "en", last: true },
    line({ type: "prompt", text: "Holding.", last: true }),
  ],
  [
    "words so far",
    { type: "prompt", voicePrompt: "Hol", lang: "en", last: false },
    line({ type: "prompt", text: "Hol", last: false }),
  ],
  ["an empty prompt", { type: "prompt" }, line({ type: "prompt", text: "", last: true })],
  ["a key", { type: "dtmf", digit: "#" }, line({ type: "key", key: "#" })],
  [
    "an interruption with a decimal duration",
    { type: "interrupt", utteranceUntilInterrupt: "Sentence 2 of", durationUntilInterruptMs: 684.25 },
    line({ type: "interrupt", heard: "Sentence 2 of" }),
  ],
  [
    "who is speaking",
    { type: "info", name: "agentSpeaking", value: "on", ts: 1 },
    line({ type: "speaking", who: "agent", on: true }),
  ],
  [
    "what has been played",
    { type: "info", name: "tokensPlayed", value: "I heard:" },
    line({ type: "played", text: "I heard:" }),
  ],
  ["a carrier's complaint", { type: "error", description: "64107" }, { type: "error", description: "64107" }],
  ["a type that we do not know", { type: "weather", value: 1 }, { type: "ignored" }],
  [
    "information that we do not know",
    { type: "info", name: "roundTripDelayMs", value: 3 },
    { type: "ignored" },
  ],
  [
    "a known name with another value",
    { type: "info", name: "agentSpeaking", value: "maybe" },
    { type: "ignored" },
  ],
  ["a set-up without a call", { type: "setup" }, { type: "malformed" }],
  ["a key that no phone has", { type: "dtmf", digit: "12" }, { type: "malformed" }],
  ["words that are no text", { type: "prompt", voicePrompt: 7 }, { type: "malformed" }],
  ["a list", [1], { type: "malformed" }],
])("%s", (_, frame, read) => {
  expect(readFrame(JSON.stringify(frame))).toEqual(read);
});

test("sound and what is no JSON never throw", () => {
  expect(readFrame(new ArrayBuffer(8))).toEqual({ type: "ignored" });
  expect(readFrame("{")).toEqual({ type: "malformed" });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(["ignored", "malformed"]).toContain(readFrame(text).type);
    }),
  );
});

test("words may be cut off by what follows, and an end carries its handoff as text", () => {
  expect(JSON.parse(writeFrame({ type: "text", token: "Hello ", last: false }))).toEqual({
    type: "text",
    token: "Hello ",
    last: false,
    preemptible: true,
  });
  expect(JSON.parse(writeFrame({ type: "end", handoff: '{"reason":"goodbye"}' }))).toEqual({
    type: "end",
    handoffData: '{"reason":"goodbye"}',
  });
});

test("a change of language changes the voice, and leaves the recogniser open for every language", () => {
  expect(JSON.parse(writeFrame({ type: "language", language: "es-US" }))).toEqual({
    type: "language",
    ttsLanguage: "es-US",
    transcriptionLanguage: "multi",
  });
});
