/** What we tell the carrier, beside what the official builder writes for the same order. */
import { XMLParser } from "fast-xml-parser";
import twilio from "twilio";
import { expect, test } from "vitest";
import { hangUp, reject, sayAndHangUp } from "#workers/carriers/markup.ts";
import { dial, hold, introduce, meet, relay } from "#workers/carriers/twilio/twiml.ts";

const parser = new XMLParser({ ignoreAttributes: false, preserveOrder: true, parseTagValue: false });
const { VoiceResponse } = twilio.twiml;

/** Both documents as elements with their attributes: order of attributes apart, they must be the same. */
function same(ours: string, theirs: InstanceType<typeof VoiceResponse>): void {
  expect(parser.parse(ours)).toEqual(parser.parse(theirs.toString()));
}

const agent = {
  language: "en-US",
  languages: ["en-US"],
  follows_language: false,
  voice: { provider: "google", id: "en-US-Chirp3-HD-Aoede" },
} as const;

test("a relay session is ordered attribute by attribute as the official builder writes it", () => {
  const url = "wss://app.test/relay/twilio/0193/secret_-A";
  const action = "https://app.test/webhooks/twilio/relay-action/0193";
  const theirs = new VoiceResponse();
  // The builder writes what it is given; the names are Twilio's reference (docs/telephony.md, "Call markup"), beyond what it types.
  const attributes = {
    url,
    language: "en-US",
    ttsProvider: "Google",
    voice: "en-US-Chirp3-HD-Aoede",
    transcriptionProvider: "Deepgram",
    speechModel: "flux",
    eotThreshold: "0.7",
    interruptible: "any",
    interruptSensitivity: "medium",
    ignoreBackchannel: "true",
    dtmfDetection: true,
    events: "speaker-events tokens-played",
  };
  theirs.connect({ action, method: "POST" }).conversationRelay({
    ...attributes,
    ...{ reportInputDuringAgentSpeech: "any" as never },
  });
  same(relay({ url, action, agent }), theirs);
});

test.each([
  ["google", "Google"],
  ["amazon", "Amazon"],
  ["elevenlabs", "ElevenLabs"],
] as const)("the voices of %s are ordered from %s", (provider, name) => {
  const order = {
    url: "wss://a/b",
    action: "https://a/c",
    agent: { ...agent, voice: { provider, id: "x" } },
  };
  expect(relay(order)).toContain(`ttsProvider="${name}" voice="x"`);
});

test("a voice with another accent is ordered with it, and callers are still heard in the agent's language", () => {
  const voice = { provider: "amazon", id: "Amy-Neural" } as const;
  const order = { url: "wss://a/b", action: "https://a/c", agent: { ...agent, voice } };
  expect(relay(order)).toContain(
    'language="en-US" ttsLanguage="en-GB" ttsProvider="Amazon" voice="Amy-Neural"',
  );
});

const spanish = {
  url: "wss://a/b",
  action: "https://a/c",
  agent: { ...agent, languages: ["en-US", "es-US"], language: "en-US" },
} as const;

test("each language of an agent is ordered with a voice and a recogniser, as the official builder writes it", () => {
  const { url, action } = spanish;
  const theirs = new VoiceResponse();
  const session = theirs.connect({ action, method: "POST" }).conversationRelay({
    ...{ url, language: "en-US", ttsProvider: "Google", voice: "en-US-Chirp3-HD-Aoede" },
    ...{ transcriptionProvider: "Deepgram", speechModel: "flux", eotThreshold: "0.7", interruptible: "any" },
    ...{ interruptSensitivity: "medium", ignoreBackchannel: "true", dtmfDetection: true },
    ...{ reportInputDuringAgentSpeech: "any" as never, events: "speaker-events tokens-played" },
  });
  const of = { ttsProvider: "Google", transcriptionProvider: "Deepgram" };
  session.language({ code: "en-US", ...of, voice: "en-US-Chirp3-HD-Aoede", speechModel: "flux" });
  session.language({ code: "es-US", ...of, voice: "es-US-Chirp3-HD-Aoede", speechModel: "nova-3-general" });
  same(relay(spanish), theirs);
});

test("a caller who is followed is heard in every language, and the session begins in the one that is spoken", () => {
  const order = { ...spanish, agent: { ...spanish.agent, follows_language: true, language: "es-US" } };
  const markup = relay(order);
  expect(markup).toContain(
    'language="es-US" transcriptionLanguage="multi" ttsProvider="Google" voice="es-US-Chirp3-HD-Aoede" transcriptionProvider="Deepgram" speechModel="nova-3-general" interruptible',
  );
  expect(markup.match(/speechModel="nova-3-general"/g)).toHaveLength(3);
  expect(markup).not.toContain("eotThreshold");
});

test("an agent that speaks Spanish only is heard by a recogniser that knows it", () => {
  const voice = { provider: "amazon", id: "Lupe-Neural" } as const;
  const markup = relay({ ...spanish, agent: { ...agent, voice, languages: ["es-US"], language: "es-US" } });
  expect(markup).toContain('language="es-US" ttsProvider="Amazon" voice="Lupe-Neural"');
  expect(markup).toContain('speechModel="nova-3-general"');
  expect(markup).not.toMatch(/eotThreshold|<Language/);
});

test("a transfer is dialled as the official builder writes it", () => {
  const action = "https://app.test/webhooks/twilio/dial-action/0193";
  const theirs = new VoiceResponse();
  theirs
    .dial({
      timeout: 25,
      timeLimit: 840,
      answerOnBridge: true,
      callerId: "+12125550100",
      action,
      method: "POST",
    })
    .number(
      {
        url: `${action}/whisper`,
        method: "POST",
        statusCallback: `${action}/leg`,
        statusCallbackEvent: ["answered", "completed"],
        statusCallbackMethod: "POST",
      },
      "+12125550199",
    );
  const leg = { ring_seconds: 25, whisper: `${action}/whisper`, status: `${action}/leg` };
  same(dial({ to: "+12125550199", caller_id: "+12125550100", action, seconds: 840, ...leg }), theirs);
});

test("a conference, its two members and what both hear are written as the official builder writes them", () => {
  const [action, started] = ["https://app.test/a", "https://app.test/b"];
  const by = {
    voice: { provider: "amazon", id: "Joanna-Neural" },
    language: "en-US",
    languages: ["en-US"],
    follows_language: false,
  } as const;
  const spoken = { language: "en-US", voice: "Polly.Joanna-Neural" } as const;
  const waiting = new VoiceResponse();
  waiting.say(spoken, "Please hold.");
  waiting.dial({ action, method: "POST", timeLimit: 900 }).conference(
    {
      startConferenceOnEnter: false,
      endConferenceOnExit: true,
      beep: "false",
      maxParticipants: 2,
      statusCallback: started,
      statusCallbackEvent: ["start"],
      statusCallbackMethod: "POST",
    },
    "call-1-0",
  );
  same(hold({ words: "Please hold.", by, room: "call-1-0", seconds: 900, action, started }), waiting);
  const meeting = new VoiceResponse();
  meeting
    .dial({ timeLimit: 900 })
    .conference(
      { startConferenceOnEnter: true, endConferenceOnExit: true, beep: "false", maxParticipants: 2 },
      "call-1-0",
    );
  same(meet({ room: "call-1-0", seconds: 900 }), meeting);
  const introduction = new VoiceResponse();
  introduction.say(spoken, "I have Dana on the line.");
  introduction.redirect({ method: "POST" }, started);
  same(introduce({ words: "I have Dana on the line.", by, over: started }), introduction);
});

test("words are said and the call ended as the official builder writes it, whatever is in the words", () => {
  const words = `Müller & Sons' <b>"office"</b> 😀`;
  const theirs = new VoiceResponse();
  theirs.say({ language: "en-US" }, words);
  theirs.hangup();
  same(sayAndHangUp(words, "en-US"), theirs);
});

test("characters that no document can hold are left out instead of breaking it", () => {
  expect(sayAndHangUp("a\u0000b\u000bc\ud800d", "en-US")).toContain(">abcd<");
});

test("hanging up and rejecting are written as the official builder writes them", () => {
  const hangup = new VoiceResponse();
  hangup.hangup();
  same(hangUp(), hangup);
  const rejected = new VoiceResponse();
  rejected.reject();
  same(reject(), rejected);
});

test("a recorded call hears the consent line, is recorded in two channels, and then connected", () => {
  const callback = "https://a/recording?organization=1&recorded=2";
  const order = { url: "wss://a/b", action: "https://a/c", agent };
  const theirs = new VoiceResponse();
  theirs.say({ language: "en-US", voice: `Google.${agent.voice.id}` as never }, "Recorded & kept.");
  theirs.start().recording({
    channels: "dual",
    trim: "do-not-trim",
    recordingStatusCallback: callback,
    recordingStatusCallbackEvent: ["in-progress", "completed", "absent"] as never,
    recordingStatusCallbackMethod: "POST",
  });
  const [head = ""] = relay({ ...order, recording: { consent: "Recorded & kept.", callback } }).split(
    "<Connect",
  );
  expect(`${head}</Response>`).toBe(theirs.toString().replaceAll("&apos;", "'"));
  expect(relay({ ...order, recording: null })).toBe(relay(order));
});
