/** The carrier's end of a relay session, moment by moment: what it reports, what it purges, what it refuses. */
import { expect, test } from "vitest";
import { Playback } from "#workers/sandbox/playback.ts";
import type { CarrierFrame } from "#workers/sandbox/relay-frames.ts";
import { RelayLeg } from "#workers/sandbox/relay-leg.ts";
import { parseTwiml, type Relay } from "#workers/sandbox/twiml.ts";

const setup: CarrierFrame = {
  type: "setup",
  sessionId: "VX1",
  callSid: "CA1",
  parentCallSid: "",
  from: "+13035550123",
  to: "+12125550150",
  forwardedFrom: "",
  callerName: "",
  direction: "inbound",
  callType: "PSTN",
  callStatus: "RINGING",
  accountSid: "AC1",
  customParameters: {},
};

function relayOf(attributes: string): Relay {
  const [verb] = parseTwiml(
    `<Response><Connect><ConversationRelay url="wss://app.test/r" ${attributes}/></Connect></Response>`,
  );
  if (verb?.verb !== "Connect") throw new Error("no relay");
  return verb.relay;
}

const everything = 'events="speaker-events tokens-played" dtmfDetection="true"';

/** A leg at time 0 whose setup frame has been sent. */
function legWith(attributes = everything): RelayLeg {
  const leg = new RelayLeg(relayOf(attributes), setup, 0);
  leg.take();
  return leg;
}

const say = (leg: RelayLeg, token: string, now: number, more: Record<string, unknown> = {}) =>
  leg.receive(JSON.stringify({ type: "text", token, last: true, ...more }), now);

/** Everything up to `now`, in short: what was said about whom. */
function until(leg: RelayLeg, now: number): string[] {
  leg.advance(now);
  return leg.take().map((frame) => {
    if (frame.type === "info") return `${frame.name} ${frame.value}`;
    if (frame.type === "prompt") return `prompt${frame.last ? "" : " so far"}: ${frame.voicePrompt}`;
    if (frame.type === "dtmf") return `key ${frame.digit}`;
    if (frame.type === "interrupt") return `interrupted after "${frame.utteranceUntilInterrupt}"`;
    return frame.type;
  });
}

test("speech is reported clause by clause as it is played, which together is what was said", () => {
  const leg = legWith();
  const text = "Thank you for calling the clinic on Main Street, how can I help?";
  say(leg, text, 0);
  const told = until(leg, 60_000);
  expect(told[0]).toBe("agentSpeaking on");
  expect(told.at(-1)).toBe("agentSpeaking off");
  expect(told.slice(1, -1)).toEqual([
    "tokensPlayed Thank you for calling the clinic on Main Street,",
    "tokensPlayed how can I help?",
  ]);
});

test("tokens that arrive one by one are one utterance, begun with the first", () => {
  const leg = legWith();
  for (const [index, token] of ["Hel", "lo ", "the", "re."].entries())
    leg.receive(JSON.stringify({ type: "text", token, last: index === 3 }), index * 10);
  expect(leg.nextAt()).toBe(300);
  until(leg, 10_000);
  expect(leg.takeSpoken()).toEqual([{ role: "agent", text: "Hello there.", at: 300 }]);
});

test("without subscriptions nothing is told but the words", () => {
  const leg = legWith("");
  say(leg, "Good morning.", 0);
  expect(until(leg, 5000)).toEqual([]);
  leg.speak("Hi", 500, 5000);
  leg.press("1", 6000);
  expect(until(leg, 60_000)).toEqual(["prompt: Hi"]);
});

test("final words arrive a moment after the caller has stopped; partial ones while it speaks", () => {
  const leg = legWith('partialPrompts="true"');
  const at = leg.speak("one two three four", 1000, 0);
  expect(until(leg, 1000)).toEqual([
    "prompt so far: one",
    "prompt so far: one two",
    "prompt so far: one two three",
  ]);
  expect(at).toBe(1600);
  expect(until(leg, at - 1)).toEqual([]);
  expect(until(leg, at)).toEqual(["prompt: one two three four"]);
});

test("flux names the bare language, and waits longer the surer it must be", () => {
  const leg = legWith('speechModel="flux" eotThreshold="0.5"');
  const at = leg.speak("Hi", 100, 0);
  expect(at).toBe(450);
  leg.advance(at);
  expect(leg.take()).toEqual([{ type: "prompt", voicePrompt: "Hi", lang: "en", last: true }]);
});

test("a recogniser of every language tells the one of each utterance, whatever the voice speaks", () => {
  const leg = legWith('transcriptionLanguage="multi" speechModel="nova-3-general"');
  leg.receive(JSON.stringify({ type: "language", ttsLanguage: "es-US", transcriptionLanguage: "multi" }), 0);
  for (const [text, at] of [
    ["Quiero una cita", 0],
    ["Thank you", 5000],
  ] as const)
    leg.advance(leg.speak(text, 100, at));
  expect(leg.take().flatMap((frame) => (frame.type === "prompt" ? [frame.lang] : []))).toEqual(["es", "en"]);
});

test("a barge-in purges finished cycles too; what was heard ends at a whole word", () => {
  const leg = legWith();
  say(leg, "First sentence here. ", 0);
  say(leg, "Sentence 2 of three, never finished. ", 0);
  say(leg, "Third.", 0);
  const began = 300 + Math.round("First sentence here. ".length * (1000 / 15));
  leg.advance(began + 1000);
  leg.take();
  leg.startSpeaking("Wait", began + 1000);
  expect(until(leg, began + 1150)).toEqual([
    "clientSpeaking on",
    'interrupted after "Sentence 2 of"',
    "agentSpeaking off",
  ]);
  expect(until(leg, began + 60_000)).toEqual([]);
  expect(leg.takeSpoken().map(({ text }) => text)).toEqual(["First sentence here. Sentence 2 of"]);
});

test("speech that may not be interrupted goes on, and what was said over it is dropped unless it is to be reported", () => {
  for (const [report, heard] of [
    ["", []],
    ['reportInputDuringAgentSpeech="speech"', ["prompt: Stop"]],
  ] as const) {
    const leg = legWith(`interruptible="none" ${report}`);
    say(leg, "This announcement is required by law and must be heard.", 0);
    leg.advance(1000);
    leg.speak("Stop", 300, 1000);
    expect(until(leg, 60_000)).toEqual(heard);
    expect(leg.takeSpoken().find(({ role }) => role === "agent")?.text).toContain("must be heard.");
  }
});

test("a frame's own rule is stronger than the session's", () => {
  const leg = legWith("");
  say(leg, "This announcement is required by law.", 0, { interruptible: false });
  leg.advance(1000);
  leg.speak("Stop", 300, 1000);
  expect(until(leg, 60_000)).toEqual([]);
});

test.each(["Mhm", "mm-hm", "Uh-huh.", "yeah"])(
  "a backchannel (%s) neither interrupts nor counts as a turn",
  (sound) => {
    const leg = legWith(`ignoreBackchannel="true" ${everything}`);
    say(leg, "Let me read that back to you, it is a long sentence.", 0);
    leg.advance(1000);
    leg.take();
    leg.speak(sound, 200, 1000);
    const told = until(leg, 60_000);
    expect(told.filter((one) => !one.startsWith("tokensPlayed"))).toEqual([
      "clientSpeaking on",
      "clientSpeaking off",
      "agentSpeaking off",
    ]);
  },
);

test.each(["yes", "Yes.", "okay", "sure", "right"])(
  "%s, said over the agent, interrupts and is a turn",
  (word) => {
    const leg = legWith(`ignoreBackchannel="true" ${everything}`);
    say(leg, "Tuesday the 24th at three. Shall I book it?", 0);
    leg.advance(2000);
    leg.take();
    leg.speak(word, 300, 2000);
    const told = until(leg, 60_000);
    expect(told.filter((one) => one.startsWith("interrupted"))).toHaveLength(1);
    expect(told.at(-1)).toBe(`prompt: ${word}`);
  },
);

test("keys arrive one by one, and cut speech that keys may cut", () => {
  const leg = legWith();
  say(leg, "Enter your number now, please.", 0);
  leg.advance(900);
  leg.take();
  leg.press("4", 900);
  leg.press("#", 1100);
  expect(until(leg, 2000)).toEqual(['interrupted after "Enter"', "agentSpeaking off", "key 4", "key #"]);
});

test("a preemptible filler is cut by what comes next, and nothing else of it is heard", () => {
  const leg = legWith();
  say(leg, "One moment while I look into the calendar for you", 0, { preemptible: true });
  leg.advance(1000);
  say(leg, "Tuesday is free.", 1000);
  until(leg, 60_000);
  expect(leg.takeSpoken().map(({ text }) => text)).toEqual(["One moment Tuesday is free."]);
});

test("digits for the far end wait for what is being said, and are reported as played", () => {
  const leg = legWith();
  say(leg, "Connecting you.", 0);
  leg.receive('{"type":"sendDigits","digits":"ww12#"}', 0);
  expect(until(leg, 60_000)).toEqual([
    "agentSpeaking on",
    "tokensPlayed Connecting you.",
    "tokensPlayed ww12#",
    "agentSpeaking off",
  ]);
});

test("end closes 90 ms later and loses what was queued", () => {
  const leg = legWith();
  say(leg, "Goodbye, and thank you for calling.", 0);
  leg.advance(1000);
  leg.receive('{"type":"end","handoffData":"x"}', 1000);
  expect(leg.closing).toEqual({ at: 1090, code: 1000, handoffData: "x" });
  expect(leg.takeSpoken().map(({ text }) => text)).toEqual(["Goodbye,"]);
});

test("ten frames in a row that are no JSON spoil the session; nine and a good one do not", () => {
  const leg = legWith();
  for (let count = 0; count < 9; count += 1) leg.receive("nonsense", 0);
  say(leg, "Hello", 0);
  expect(leg.closing).toBeNull();
  for (let count = 0; count < 10; count += 1) leg.receive(new ArrayBuffer(4), 0);
  expect(leg.closing).toMatchObject({ code: 1007 });
});

test("a frame that is JSON but no frame is answered with error 64107, and the session goes on", () => {
  const leg = legWith();
  for (const frame of [{ type: "sing" }, { type: "text" }, { type: "play", source: "no url" }, null, "text"])
    leg.receive(JSON.stringify(frame), 0);
  const refusals = leg.take();
  expect(refusals).toHaveLength(5);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ type: "error", description: expect.stringContaining("64107") });
  expect(leg.closing).toBeNull();
});

test("whatever is queued and however it is cut, nobody hears more than was said", () => {
  const text = "Good morning, this is the desk. ";
  for (let cut = 0; cut < 6000; cut += 37) {
    const playback = new Playback(0);
    for (let copy = 0; copy < 3; copy += 1)
      playback.say(text, true, { interruptible: "any", preemptible: false }, 0);
    const heard: string[] = [];
    const advance = (to: number) => {
      for (let at = playback.nextAt(); at !== null && at <= to; at = playback.nextAt())
        for (const event of playback.advance(at)) if (event.type === "played") heard.push(event.text);
    };
    advance(cut);
    const spoken = playback.interrupt(cut);
    expect(text.startsWith(spoken.heard)).toBe(true);
    expect(text.repeat(3).startsWith(heard.join(" "))).toBe(true);
    expect(playback.nextAt()).toBeNull();
  }
});
