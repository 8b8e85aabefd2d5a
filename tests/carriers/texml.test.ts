/** Telnyx' markup, read by a reader that knows the documented attributes and no others. */
import { describe, expect, test } from "vitest";
import { dial, relay } from "#workers/carriers/telnyx/texml.ts";
import { parseTwiml, texml } from "#workers/sandbox/twiml.ts";

const action = "https://app.test/webhooks/telnyx/relay-action/1?account=2&proof=3";
const order = (voice: { provider: "google" | "amazon" | "elevenlabs"; id: string }, language = "en-US") =>
  relay({
    url: "wss://app.test/relay/telnyx/1/token",
    action,
    agent: { voice, language, languages: [language], follows_language: false },
  });
const read = (xml: string) => parseTwiml(xml, texml);

describe("a relay session", () => {
  test("has documented attributes only, and asks back at its action", () => {
    const [verb] = read(order({ provider: "amazon", id: "Joanna-Neural" }));
    expect(verb).toMatchObject({
      verb: "Connect",
      action,
      relay: {
        url: "wss://app.test/relay/telnyx/1/token",
        dtmfDetection: true,
        events: [],
        language: "en-US",
      },
    });
  });

  test.each([
    [{ provider: "amazon", id: "Joanna-Neural" } as const, "en-US", /voice="AWS\.Polly\.Joanna-Neural"/],
    [{ provider: "google", id: "en-US-Chirp3-HD-Aoede" } as const, "en-US", /voice="AWS\.Polly\.\w+-\w+"/],
    [{ provider: "google", id: "es-ES-Chirp3-HD-Puck" } as const, "es-ES", /voice="\w+\.\S+"/],
    [{ provider: "elevenlabs", id: "unknown" } as const, "xx-XX", /voice="Telnyx\.Natural\.abbie"/],
  ])("speaks with %o as near as it can", (voice, language, spoken) => {
    const xml = order(voice, language);
    expect(xml).toMatch(spoken);
    expect(read(xml)).toHaveLength(1);
  });
});

test.each([
  [1, 60],
  [600, 600],
  [90_000, 14_400],
])("a transfer for %i seconds lasts %i at most, within what the carrier takes", (seconds, most) => {
  const leg = { ring_seconds: 25, whisper: null, status: `${action}/leg` };
  const xml = dial({ to: "+12125550188", caller_id: "+12125550163", action, seconds, ...leg });
  expect(read(xml)).toMatchObject([
    { verb: "Dial", timeLimit: most, callerId: "+12125550163", numbers: [{ phone_number: "+12125550188" }] },
  ]);
});

test("a recorded call hears the consent line, is recorded as WAV, and then connected", () => {
  const xml = relay({
    url: "wss://app.test/relay/telnyx/1/token",
    action,
    agent: {
      voice: { provider: "amazon", id: "Joanna-Neural" },
      language: "en-US",
      languages: ["en-US"],
      follows_language: false,
    },
    recording: { consent: "This call is recorded.", callback: action },
  });
  expect(read(xml)).toMatchObject([
    { verb: "Say", text: "This call is recorded.", voice: "AWS.Polly.Joanna-Neural" },
    { verb: "Start", recording: { channels: "dual", recordingStatusCallback: action } },
    { verb: "Connect" },
  ]);
  expect(xml).toContain('format="wav"');
});
