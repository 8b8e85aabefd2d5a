/** The browser's end of the live feed, on a clock and sockets of its own: what it shows, when it says that it is not live, how it comes back. */
import { describe, expect, test } from "vitest";
import type { LiveCall, LiveMessage } from "#app/calls/live/live-feed.schema.ts";
import { callsAfter, LiveFeedClient } from "#app/calls/live/live-feed-client.ts";
import { Spaced } from "#app/calls/live/spaced.ts";

const call = (call_id: string, wanted: Partial<LiveCall> = {}): LiveCall => ({
  call_id,
  agent_id: "a1",
  agent_name: "Front desk",
  number_id: "n1",
  direction: "inbound",
  other_number: "+14155550163",
  caller_name: null,
  started_at: 1000,
  last_words: null,
  last_by: null,
  lines: [],
  ...wanted,
});

const said = (seq: number, text: string, type: "caller" | "agent" | "note" = "caller"): LiveMessage => ({
  type: "line",
  call_id: "c1",
  seq,
  line: { type, text, heard: null, detail: null, at_ms: seq * 1000 },
});

type Timer = { at: number; work: () => void };

/** A world with sockets that do what the test says. */
function arranged() {
  let now = 0;
  let timers: Timer[] = [];
  const sockets: {
    heard(m: LiveMessage | string): void;
    closed(): void;
    sent: string[];
    isClosed: boolean;
  }[] = [];
  const client = new LiveFeedClient({
    open(report) {
      const socket = {
        sent: [] as string[],
        isClosed: false,
        heard: (m: LiveMessage | string) => report.heard(typeof m === "string" ? m : JSON.stringify(m)),
        closed: () => report.closed(),
      };
      sockets.push(socket);
      return {
        send: (text) => socket.sent.push(text),
        close: () => {
          socket.isClosed = true;
        },
      };
    },
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    random: () => 1,
  });
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      now = next.at;
      timers = timers.filter((one) => one !== next);
      next.work();
    }
    now = end;
  };
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  return { client, sockets, pass, last, waiting: () => timers.length };
}

const snapshot = (...calls: LiveCall[]): LiveMessage => ({ type: "snapshot", calls });

describe("what goes on", () => {
  test("a line with the same place replaces the one that stood there, and spoken words become the last", () => {
    let calls = callsAfter([], snapshot(call("c1")));
    calls = callsAfter(calls, said(0, "Thanks for calling.", "agent"));
    calls = callsAfter(calls, said(1, "Is Wed"));
    calls = callsAfter(calls, said(1, "Is Wednesday still free?"));
    calls = callsAfter(calls, said(2, "Checked the calendar", "note"));
    expect(calls[0]?.lines.map(({ text }) => text)).toEqual([
      "Thanks for calling.",
      "Is Wednesday still free?",
      "Checked the calendar",
    ]);
    expect(calls[0]).toMatchObject({ last_words: "Is Wednesday still free?", last_by: "caller" });
  });

  test("calls start once, get their caller's name, and end", () => {
    let calls = callsAfter([], { type: "call_started", call: call("c1") });
    calls = callsAfter(calls, { type: "call_started", call: call("c1") });
    calls = callsAfter(calls, { type: "call_started", call: call("c2") });
    calls = callsAfter(calls, { type: "caller_named", call_id: "c2", caller_name: "Jonas Ekberg" });
    expect(calls.map(({ caller_name }) => caller_name)).toEqual([null, "Jonas Ekberg"]);
    calls = callsAfter(calls, { type: "call_ended", call_id: "c1" });
    expect(calls.map(({ call_id }) => call_id)).toEqual(["c2"]);
  });

  test("everything before the snapshot is void, and so is what nobody understands", () => {
    const { client, last } = arranged();
    client.start();
    last().heard({ type: "call_started", call: call("c1") });
    expect(client.state.calls).toBeNull();
    last().heard(snapshot());
    for (const noise of ["no json", "null", "[]", '{"type":"later invention"}']) last().heard(noise);
    expect(client.state).toEqual({ calls: [], isPaused: false, endings: 0 });
  });
});

describe("losing the feed", () => {
  test("10 seconds without an answer is a pause, and a snapshot ends it", () => {
    const { client, pass, last } = arranged();
    client.start();
    pass(9_999);
    expect(client.state.isPaused).toBe(false);
    pass(1);
    expect(client.state.isPaused).toBe(true);
    pass(60_000);
    last().heard(snapshot(call("c1")));
    expect(client.state.isPaused).toBe(false);
    expect(client.state.calls).toHaveLength(1);
  });

  test("a short loss is healed unseen, and what is shown stays", () => {
    const { client, sockets, pass, last } = arranged();
    client.start();
    last().heard(snapshot(call("c1")));
    last().closed();
    expect(client.state).toMatchObject({ isPaused: false, calls: [{ call_id: "c1" }] });
    pass(500);
    expect(sockets).toHaveLength(2);
    last().heard(snapshot(call("c1"), call("c2")));
    pass(20_000);
    expect(client.state).toMatchObject({ isPaused: false, endings: 0 });
    expect(client.state.calls).toHaveLength(2);
  });

  test("tries that fail one after the other come to a pause all the same, further and further apart", () => {
    const { client, sockets, pass, last } = arranged();
    client.start();
    const pauses: number[] = [];
    for (let elapsed = 0; elapsed < 60_000; ) {
      last().closed();
      const before = sockets.length;
      let waited = 0;
      for (; sockets.length === before; waited += 100) pass(100);
      pauses.push(waited);
      elapsed += waited;
      expect(client.state.isPaused).toBe(elapsed >= 10_000);
    }
    expect(pauses.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  test("calls that ended while nobody listened count as endings", () => {
    const { client, pass, last } = arranged();
    client.start();
    last().heard(snapshot(call("c1"), call("c2")));
    last().closed();
    pass(500);
    last().heard(snapshot(call("c2")));
    expect(client.state.endings).toBe(1);
    last().heard({ type: "call_ended", call_id: "c2" });
    expect(client.state).toEqual({ calls: [], isPaused: false, endings: 2 });
  });

  test("a quiet line is asked, and one that does not answer is given up", () => {
    const { client, sockets, pass, last } = arranged();
    client.start();
    last().heard(snapshot());
    pass(25_000);
    expect(last().sent).toEqual(['{"type":"ping"}']);
    last().heard({ type: "pong" });
    pass(25_000);
    expect(last().sent).toHaveLength(2);
    pass(10_000);
    expect(client.state.isPaused).toBe(true);
    expect(sockets[0]?.isClosed).toBe(true);
    pass(500);
    last().heard(snapshot());
    expect(client.state.isPaused).toBe(false);
  });

  test("a socket that was given up is not heard any more", () => {
    const { client, sockets, pass, last } = arranged();
    client.start();
    pass(10_500);
    expect(sockets).toHaveLength(2);
    last().heard(snapshot(call("c2")));
    sockets[0]?.heard(snapshot(call("c1")));
    sockets[0]?.closed();
    expect(client.state.calls?.map(({ call_id }) => call_id)).toEqual(["c2"]);
    expect(sockets).toHaveLength(2);
  });
});

describe("coming and going", () => {
  test("a nudge does not wait for the next try", () => {
    const { client, sockets, pass, last } = arranged();
    client.start();
    for (let n = 0; n < 6; n++) {
      last().closed();
      pass(15_000);
    }
    last().closed();
    const tries = sockets.length;
    client.nudge();
    expect(sockets).toHaveLength(tries + 1);
    last().heard(snapshot());
    client.nudge();
    expect(last().sent).toEqual(['{"type":"ping"}']);
    expect(sockets).toHaveLength(tries + 1);
  });

  test("stopped, it closes its socket, leaves no timer, and can start again", () => {
    const { client, sockets, last, waiting } = arranged();
    client.start();
    last().heard(snapshot(call("c1")));
    client.stop();
    expect(last().isClosed).toBe(true);
    expect(waiting()).toBe(0);
    client.start();
    client.start();
    expect(sockets).toHaveLength(2);
  });
});

test("a page that is wanted anew by many ends reads its data at once, and then once in each pause", () => {
  const due: { ms: number; work: () => void }[] = [];
  const spaced = new Spaced(4000, (ms, work) => {
    const one = { ms, work };
    due.push(one);
    return () => due.splice(due.indexOf(one), 1);
  });
  const done: string[] = [];
  const pass = () => due.splice(0).forEach(({ work }) => void work());
  for (const one of ["a", "b", "c"]) spaced.want(() => done.push(one));
  expect(done).toEqual(["a"]);
  pass();
  expect(done).toEqual(["a", "c"]);
  pass();
  spaced.want(() => done.push("d"));
  expect(done).toEqual(["a", "c", "d"]);
  spaced.want(() => done.push("e"));
  spaced.stop();
  pass();
  expect(done).toEqual(["a", "c", "d"]);
});
