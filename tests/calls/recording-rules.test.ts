/** What recordings go by: words of callers who want none, parts of a file, the loudness of a WAV file, and the times of lines. */
import { expect, test } from "vitest";
import { rangeOf } from "#app/calls/recordings/byte-range.ts";
import { lineAt, spokenTimes } from "#app/calls/recordings/spoken-times.ts";
import { WavPeaks } from "#app/calls/recordings/wav-peaks.ts";
import { refusesRecording } from "#workers/conversation/brains/recording-refusal.ts";
import { soundOf } from "#workers/sandbox/recording-sound.ts";

test.each([
  "Please don't record this call.",
  "I do not want to be recorded",
  "I'd rather not be recorded, thanks",
  "Can you stop recording?",
  "turn off the recording please",
  "No recording, please.",
  "Don't record, please",
  "Never record my voice",
  "I object to being recorded",
  "I don't consent to being recorded",
  "No quiero que me graben",
  "Por favor, no grabe la llamada.",
])("“%s” is a wish for no recording, at any time", (said) => {
  expect(refusesRecording(said, false)).toBe(true);
});

test.each(["No.", "I'd rather not.", "No, I don't.", "No, gracias"])(
  "“%s” is one as the first answer only",
  (said) => {
    expect(refusesRecording(said, true)).toBe(true);
    expect(refusesRecording(said, false)).toBe(false);
  },
);

test.each([
  "I'd like a copy of my dental records",
  "No, next Tuesday at three",
  "Do you have a record of my last visit?",
  "Yes, you can record this",
  "Is this call recorded?",
  "I recorded a message yesterday",
  "There is no record of my appointment",
  "You have no record of my payment?",
  "My old dentist never recorded it",
  "I do not record my expenses",
  "There's no recording of what I said",
  "",
])("“%s” is none", (said) => {
  expect(refusesRecording(said, true)).toBe(false);
});

test.each([
  [null, null],
  ["bytes=0-", { offset: 0, length: 100 }],
  ["bytes=10-19", { offset: 10, length: 10 }],
  ["bytes=90-900", { offset: 90, length: 10 }],
  ["bytes=-10", { offset: 90, length: 10 }],
  ["bytes=-900", { offset: 0, length: 100 }],
  ["bytes=100-", "unmet"],
  ["bytes=-0", "unmet"],
  ["bytes=5-3", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["items=0-1", null],
])("the range %s", (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test.each([1, 7, 1000, 1_000_000])(
  "the loudness of each channel is the same in pieces of %s bytes",
  (piece) => {
    const file = new Uint8Array(
      soundOf(4, [
        { role: "caller", from: 0, to: 1000 },
        { role: "agent", from: 2000, to: 4000 },
      ]),
    );
    const wav = new WavPeaks();
    for (let at = 0; at < file.length; at += piece) wav.take(file.subarray(at, at + piece));
    expect(wav.seconds).toBe(4);
    const [caller = [], agent = []] = wav.peaks ?? [];
    expect(caller).toHaveLength(40);
    const loud = (some: readonly number[]) => Math.max(...some);
    expect([loud(caller.slice(0, 9)) > 30, loud(caller.slice(11))]).toEqual([true, 0]);
    expect([loud(agent.slice(0, 19)), loud(agent.slice(21)) > 30]).toEqual([0, true]);
  },
);

test("a file of another kind has no loudness", () => {
  const wav = new WavPeaks();
  for (let n = 0; n < 10; n++) wav.take(new Uint8Array(1000).fill(n));
  expect([wav.peaks, wav.seconds]).toEqual([null, null]);
});

test("lines are heard in order, and one of them at a time", () => {
  const line = (type: "agent" | "caller" | "note", text: string, at_ms: number) => ({ type, text, at_ms });
  const times = spokenTimes(
    [
      line("agent", "This call is recorded.", 0),
      line("agent", "Hello, how can I help?", 2000),
      line("caller", "x".repeat(30), 8000),
      line("note", "Answered", 8000),
      line("agent", "At nine.", 8200),
    ],
    2000,
  );
  expect(times).toEqual([0, 0, 4, null, 6.2]);
  expect([0, 3.9, 4, 7].map((at) => lineAt(times, at))).toEqual([1, 1, 2, 4]);
});
