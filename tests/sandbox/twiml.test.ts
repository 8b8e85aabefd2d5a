/** TwiML as the carrier reads it: what Twilio's own builder writes is understood, what Twilio would quietly ignore is refused. */
import twilio from "twilio";
import { expect, test } from "vitest";
import { parseTwiml } from "#workers/sandbox/twiml.ts";
import { callWith } from "./calling.ts";

const { VoiceResponse } = twilio.twiml;
const failure = (text: string): unknown => {
  try {
    return parseTwiml(text);
  } catch (error) {
    return error;
  }
};

test("a document of Twilio's builder is read verb by verb", () => {
  const built = new VoiceResponse();
  built.start().recording({ channels: "dual", recordingStatusCallback: "https://app.test/rec" });
  built.say({ language: "en-US" }, "Grüße & <Ümläute> “quoted” 😀");
  built.pause({ length: 2 });
  const relay = built
    .connect({ action: "https://app.test/action?a=1&b=2" })
    .conversationRelay({ url: "wss://app.test/relay/1/t", interruptible: "any", dtmfDetection: true });
  relay.parameter({ name: "agent", value: 'Ada & "Co"' });
  const dial = built.dial({ callerId: "+12125550150", timeout: 25, answerOnBridge: true });
  dial.number({ url: "/whisper", statusCallbackEvent: ["ringing", "answered"] }, "+13035550123");
  built.hangup();
  const verbs = parseTwiml(built.toString());
  expect(verbs.map(({ verb }) => verb)).toEqual(["Start", "Say", "Pause", "Connect", "Dial", "Hangup"]);
  expect(verbs[1]).toMatchObject({ text: "Grüße & <Ümläute> “quoted” 😀" });
  expect(verbs[3]).toMatchObject({
    action: "https://app.test/action?a=1&b=2",
    relay: { url: "wss://app.test/relay/1/t", dtmfDetection: true, parameters: { agent: 'Ada & "Co"' } },
  });
  expect(verbs[4]).toMatchObject({
    timeout: 25,
    numbers: [{ phone_number: "+13035550123", statusCallbackEvent: ["ringing", "answered"] }],
  });
});

test("what is no well-formed document is refused with 12100", () => {
  for (const text of [
    "",
    "hello",
    "<Response>",
    "<Response/><Response/>",
    "<Response><Say>a & b</Say></Response>",
  ])
    expect(failure(text)).toMatchObject({ name: "TwimlError", code: 12100 });
});

test("an element, an attribute or a value that TwiML does not have is refused with 12200", () => {
  const relay = (attributes: string) =>
    `<Response><Connect><ConversationRelay url="wss://app.test/r" ${attributes}/></Connect></Response>`;
  for (const text of [
    "<Answer/>",
    "<Response><Sing/></Response>",
    '<Response><Say loudness="11">Hi</Say></Response>',
    "<Response><Dial/></Response>",
    "<Response><Connect/></Response>",
    relay('interruptable="any"'),
    relay('interruptSensitivity="extreme"'),
    relay('events="speaker-event"'),
    relay('eotThreshold="0.7"'),
    relay('transcriptionLanguage="multi" speechModel="flux"'),
    relay('ttsLanguage="multi" ttsProvider="Google"'),
    relay("").replace("wss:", "https:"),
    relay("").replace("/r", "/r?token=secret"),
  ])
    expect(failure(text)).toMatchObject({ name: "TwimlError", code: 12200 });
});

test("words, pauses and another document run one after the other, on the call's clock", async () => {
  const { result } = await callWith([], {
    documents: {
      "/voice": () =>
        "<Response><Say>Good morning, you.</Say><Pause length='3'/><Redirect>/next</Redirect><Say>Never</Say></Response>",
      "/next": () => "<Response><Say>Goodbye.</Say><Hangup/><Say>Never</Say></Response>",
    },
  });
  expect(result.transcript).toEqual([
    { role: "agent", text: "Good morning, you.", at_ms: 0 },
    { role: "agent", text: "Goodbye.", at_ms: 1200 + 3000 },
  ]);
  expect(result.ended_by).toBe("agent");
});

test("a call that is rejected was never answered", async () => {
  const { result, product } = await callWith([], {
    documents: { "/voice": () => '<Response><Reject reason="busy"/></Response>' },
  });
  expect(result.status).toBe("busy");
  expect(product.webhooks("/status")[0]?.get("CallDuration")).toBe("0");
});

test("a menu takes the keys of the caller", async () => {
  const { product } = await callWith([{ press: "42#" }], {
    documents: {
      "/voice": () => '<Response><Gather action="/menu"><Say>Your number?</Say></Gather></Response>',
    },
  });
  expect(product.webhooks("/menu")[0]?.get("Digits")).toBe("42");
});

test("documents that lead round in circles are stopped", async () => {
  const { result } = await callWith([], {
    documents: { "/voice": () => "<Response><Redirect>/voice</Redirect></Response>" },
  });
  expect(result).toMatchObject({ ended_by: "error", error: { code: 12200 } });
});
