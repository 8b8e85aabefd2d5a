/** The browser's side of a call: what it shows, says aloud and reports, with a voice and without one. */
import { expect, test } from "vitest";
import { isEcho } from "#app/web-calls/browser-call.ts";
import { CallLine, freshLine, type LineState, longestWords, type Voice } from "#app/web-calls/call-line.ts";

type Said = { words: string; report: Parameters<Voice["say"]>[1] };

/** A line whose other ends the test plays. */
function lineWith({ speaks }: { speaks: boolean }) {
  const sent: Record<string, unknown>[] = [];
  const spoken: Said[] = [];
  const languages: string[] = [];
  let hushed = 0;
  let state: LineState = freshLine;
  let closed = false;
  const ends: { opened(): void; heard(text: string): void; closed(): void }[] = [];
  const voice: Voice = {
    say: (words, report) => spoken.push({ words, report }),
    hush: () => {
      hushed += 1;
      spoken.length = 0;
    },
  };
  const line = new CallLine(
    "BR1",
    {
      open: (report) => {
        ends.push(report);
        return {
          send: (text) => sent.push(JSON.parse(text)),
          close: () => {
            closed = true;
          },
        };
      },
      voice: speaks ? voice : null,
      speaks: (language) => languages.push(language),
    },
    (next) => {
      state = next;
    },
  );
  const [end] = ends;
  end?.opened();
  const agent = (token: string, last = false) =>
    end?.heard(JSON.stringify({ type: "text", token, last, preemptible: true }));
  return {
    line,
    sent,
    spoken,
    languages,
    agent,
    hear: (text: string) => end?.heard(text),
    drop: () => end?.closed(),
    state: () => state,
    hushed: () => hushed,
    isClosed: () => closed,
    lines: () => state.lines.map(({ who, text }) => `${who}: ${text}`),
  };
}

test("names its call as the socket opens", () => {
  const { sent, state } = lineWith({ speaks: false });
  expect(sent).toEqual([{ type: "setup", callSid: "BR1" }]);
  expect(state().status).toBe("talking");
});

test("an answer is one line however many pieces it comes in, and is heard as it is shown", () => {
  const call = lineWith({ speaks: false });
  call.agent("Hello. ");
  call.agent("How can ");
  call.agent("I help?");
  call.agent("", true);
  call.agent("Next.", true);
  expect(call.lines()).toEqual(["agent: Hello. How can I help?", "agent: Next."]);
  const played = call.sent.filter(({ name }) => name === "tokensPlayed").map(({ value }) => value);
  expect(played).toEqual(["Hello.", "How can I help?", "Next."]);
  expect(call.state().speaking).toBe(false);
});

test("sentences are spoken as they are complete, and reported when they were said", () => {
  const call = lineWith({ speaks: true });
  call.agent("We open at nine. And ");
  expect(call.spoken.map(({ words }) => words.trim())).toEqual(["We open at nine."]);
  call.agent("close at five.", true);
  expect(call.spoken).toHaveLength(2);
  expect(call.sent.filter(({ type }) => type === "info")).toEqual([]);
  const [first, second] = call.spoken;
  first?.report.began();
  expect(call.sent.at(-1)).toEqual({ type: "info", name: "agentSpeaking", value: "on" });
  first?.report.said();
  expect(call.sent.at(-1)).toEqual({ type: "info", name: "tokensPlayed", value: "We open at nine." });
  second?.report.said();
  expect(call.sent.at(-1)).toEqual({ type: "info", name: "agentSpeaking", value: "off" });
});

test("a caller who speaks while the agent does interrupts it, and what was heard until then is reported", () => {
  const call = lineWith({ speaks: true });
  call.agent("We open at nine. We close at five.", true);
  const [first, second] = call.spoken;
  first?.report.began();
  first?.report.said();
  second?.report.began();
  second?.report.reached(8);
  call.line.say("Thanks!");
  expect(call.hushed()).toBe(1);
  const types = call.sent.map(({ type }) => type);
  expect(types.indexOf("interrupt")).toBeLessThan(types.indexOf("prompt"));
  expect(call.sent.find(({ type }) => type === "interrupt")).toMatchObject({
    utteranceUntilInterrupt: "We open at nine. We close",
  });
  expect(call.sent.at(-1)).toMatchObject({ type: "prompt", voicePrompt: "Thanks!", last: true });
  call.agent("You're welcome.", true);
  expect(call.lines().at(-1)).toBe("agent: You're welcome.");
});

test("an agent that is silent is not interrupted", () => {
  const call = lineWith({ speaks: false });
  call.agent("Hello.", true);
  call.line.say("  Hi  ");
  call.line.say("   ");
  expect(call.sent.some(({ type }) => type === "interrupt")).toBe(false);
  expect(call.sent.filter(({ type }) => type === "prompt")).toMatchObject([{ voicePrompt: "Hi" }]);
});

test("what is said in one turn has a bound", () => {
  const call = lineWith({ speaks: false });
  call.line.say("x".repeat(longestWords + 500));
  expect(String(call.sent.at(-1)?.voicePrompt)).toHaveLength(longestWords);
});

test.each(["not json", "null", "7", '{"type":"unknown"}', '{"token":"x"}'])("%s changes nothing", (text) => {
  const call = lineWith({ speaks: false });
  call.hear(text);
  expect(call.lines()).toEqual([]);
  expect(call.state().status).toBe("talking");
});

test("the agent's end, the caller's end and a broken line are told apart, and nothing is sent afterwards", () => {
  const byAgent = lineWith({ speaks: true });
  byAgent.hear('{"type":"end","handoffData":"{}"}');
  expect(byAgent.state()).toMatchObject({ status: "ended", isLost: false });
  const byCaller = lineWith({ speaks: false });
  byCaller.line.end();
  byCaller.drop();
  expect(byCaller.state()).toMatchObject({ status: "ended", isLost: false });
  const broken = lineWith({ speaks: false });
  broken.drop();
  expect(broken.state()).toMatchObject({ status: "ended", isLost: true });
  for (const call of [byAgent, byCaller, broken]) {
    expect(call.isClosed()).toBe(true);
    const before = call.sent.length;
    call.line.say("Hello?");
    call.agent("More.", true);
    expect(call.sent).toHaveLength(before);
    expect(call.lines()).toEqual([]);
  }
});

test("the agent's own words from the speaker are no interruption", () => {
  const speaking: LineState = {
    ...freshLine,
    status: "talking",
    speaking: true,
    lines: [{ id: 0, who: "agent", text: "We open at nine, and close at five." }],
  };
  expect(isEcho("open at nine and", speaking)).toBe(true);
  expect(isEcho("at ten", speaking)).toBe(false);
  expect(isEcho("open at nine", { ...speaking, speaking: false })).toBe(false);
});

test("the browser speaks and listens in the language that the call changes to", () => {
  const call = lineWith({ speaks: true });
  call.agent("Hello. ");
  call.hear(JSON.stringify({ type: "language", ttsLanguage: "es-US", transcriptionLanguage: "multi" }));
  call.agent("Hola. ¿En qué le ayudo?", true);
  call.hear(JSON.stringify({ type: "language" }));
  expect(call.languages).toEqual(["es-US"]);
  expect(call.lines()).toEqual(["agent: Hello. Hola. ¿En qué le ayudo?"]);
});
