/** A call from the first ring to the call history, frame by frame over the real socket. */
import {
  abortAllDurableObjects,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { carrierSettings } from "../support/carrier-settings.ts";
import { linesInUse } from "../support/lines.ts";
import {
  type Call,
  type Clinic,
  call,
  clinic,
  connect,
  hangUp,
  history,
  knock,
  newCallSid,
  newNumber,
  relayAction,
  relayOrder,
  ring,
  rows,
  trialClinic,
  webhook,
} from "../support/telephone.ts";

const session = ({ call_id }: Pick<Call, "call_id">) => env.CALL_SESSION.getByName(call_id);

const storedTables = (of: Pick<Call, "call_id">) =>
  runInDurableObject(session(of), (_, { storage }) =>
    storage.sql.exec("select name from sqlite_master where name = 'facts'").toArray(),
  );

const transcript = async (owner: {
  organizationId: string;
}): Promise<{ type: string; text: string; heard: string | null }[]> => {
  const [row] = await rows(owner, "select lines from call_transcripts");
  return JSON.parse(String(row?.lines ?? "[]"));
};

describe("a call that books", () => {
  test("is in the history with its words, its appointment, its fields, its cost and its contact", async () => {
    const owner = await clinic();
    const from = newNumber();
    const placed = await call(owner, from);
    expect(placed.greeting).toContain("Bright Smile");
    const { relay } = placed;
    await relay.say("a cleaning please");
    await relay.say("tomorrow at ten in the morning");
    await relay.say("my name is Marta Lindqvist");
    for (let turns = 0; turns < 6 && (await owner.store.bookings.upcoming(0, 5)).length === 0; turns++)
      await relay.say("yes");
    await relay.say("no thanks, goodbye");
    expect(await relay.handoff()).toEqual({ reason: "goodbye" });
    const next = await relayAction(placed, {});
    expect(await next.text()).toContain("<Hangup/>");

    const [booking] = await owner.store.bookings.upcoming(0, 5);
    expect(booking).toMatchObject({ name: "Marta Lindqvist", phone_number: from, call_id: placed.call_id });
    const [row] = await history(owner);
    expect(row).toMatchObject({
      id: placed.call_id,
      status: "completed",
      outcome: "booked",
      ended_by: "agent",
      end_reason: "goal_reached",
      end_detail: "goodbye",
      agent_id: owner.agentId,
      agent_version: 1,
      our_number: owner.number,
      other_number: from,
      contact_name: "Marta Lindqvist",
      booking_id: booking?.id,
      cost_micros: 78_500,
      currency: "USD",
    });
    expect(row?.summary).toMatch(/^Booked an? .* for \w+day at 10:00 am$/);
    const lines = await transcript(owner);
    expect(lines[0]).toMatchObject({ type: "agent", text: placed.greeting });
    expect(lines.filter(({ type }) => type === "caller").map(({ text }) => text)).toContain(
      "tomorrow at ten in the morning",
    );
    expect(lines.some(({ type, text }) => type === "action" && text === "Booked the appointment")).toBe(true);
    expect(await owner.store.contacts.findByPhone(from)).toMatchObject({
      name: "Marta Lindqvist",
      status: "booked",
    });
    expect(await rows(owner, "select rowid from call_words where call_words match 'lindqvist'")).toHaveLength(
      1,
    );
    expect(await rows(owner, "select agent_id, calls, answered, booked from call_days")).toEqual([
      { agent_id: owner.agentId, calls: 1, answered: 1, booked: 1 },
    ]);
    expect(await rows(owner, "select contact_id from bookings where contact_id is not null")).toHaveLength(1);
  });

  test("two callers who want the same slot at once: one gets it, the other is offered the next", async () => {
    const owner = await clinic();
    const callers = await Promise.all([call(owner), call(owner)]);
    const upToConfirmation = async ({ relay }: Call, name: string) => {
      await relay.say("a cleaning please");
      await relay.say("tomorrow at ten in the morning");
      let answer = await relay.say(`my name is ${name}`);
      for (let turns = 0; turns < 5 && !/book (it|that|this)|shall i|should i/i.test(answer); turns++)
        answer = await relay.say("yes");
      return answer;
    };
    await Promise.all([
      upToConfirmation(callers[0], "Marta Lindqvist"),
      upToConfirmation(callers[1], "Daniel Whitmore"),
    ]);
    const answers = await Promise.all(callers.map(({ relay }) => relay.say("yes please")));
    const booked = await owner.store.bookings.upcoming(0, 5);
    expect(booked).toHaveLength(1);
    const winner = answers.findIndex((answer) => /booked/i.test(answer));
    expect(winner).not.toBe(-1);
    const loser = answers[1 - winner] ?? "";
    expect(loser).not.toMatch(/you're booked/i);
    expect(loser).toMatch(/quarter|half|nine|ten|eleven/i);
    await callers[1 - winner]?.relay.say("the later one");
    await callers[1 - winner]?.relay.say("yes please");
    const both = await owner.store.bookings.upcoming(0, 5);
    expect(both).toHaveLength(2);
    expect(new Set(both.map(({ starts_at }) => starts_at)).size).toBe(2);
  });
});

describe("the relay address", () => {
  const order = async () => {
    const owner = await clinic();
    const call_sid = newCallSid();
    const found = relayOrder(await (await ring({ call_sid, from: newNumber(), to: owner.number })).text());
    if (!found) throw new Error("the call was not put through");
    return { owner, call_sid, ...found };
  };

  test("opens once: a used token and a second socket are refused", async () => {
    const { url } = await order();
    expect((await knock(url)).status).toBe(101);
    expect((await knock(url)).status).toBe(403);
  });

  test("is refused with another call's token, with none, and for a call that is not", async () => {
    const [one, other] = [await order(), await order()];
    const secret = other.url.split("/").at(-1) ?? "";
    const foreign = one.url.replace(/[^/]+$/, secret);
    expect((await knock(foreign)).status).toBe(403);
    expect((await knock(one.url.replace(/\/[^/]+$/, ""))).status).toBe(404);
    expect((await knock(one.url.replace(one.call_id, crypto.randomUUID()))).status).toBe(404);
    // None of these has spent what they were not given.
    expect((await knock(one.url)).status).toBe(101);
    expect((await knock(other.url)).status).toBe(101);
  });

  test("is refused after a minute", async () => {
    const before = Date.now();
    const { url, call_id } = await order();
    const given = Date.now();
    await runInDurableObject(session({ call_id }), (_, { storage }) => {
      const row = storage.sql.exec(
        "select value ->> '$[0].expires_at' as until from facts where key = 'tokens'",
      );
      const { until } = z.object({ until: z.number() }).parse(row.one());
      expect(until).toBeGreaterThanOrEqual(before + 60_000);
      expect(until).toBeLessThanOrEqual(given + 60_000);
      storage.sql.exec(
        "update facts set value = json_set(value, '$[0].expires_at', ?) where key = 'tokens'",
        Date.now() - 1,
      );
    });
    expect((await knock(url)).status).toBe(403);
  });

  test("is refused without the carrier's signature, from a page, and for what is no socket", async () => {
    const { url, call_id } = await order();
    expect((await knock(url, { "x-twilio-signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" })).status).toBe(403);
    expect((await knock(url, { origin: "https://evil.test" })).status).toBe(403);
    expect((await knock(url, { upgrade: "h2c" })).status).toBe(426);
    expect((await knock(`${url}?x=1`)).status).toBe(404);
    expect((await knock(url)).status).toBe(101);
    expect(await storedTables({ call_id })).toHaveLength(1);
  });

  test("a knock for a call that is not leaves no object behind", async () => {
    const { url } = await order();
    const call_id = crypto.randomUUID();
    await knock(url.replace(/twilio\/[^/]+/, `twilio/${call_id}`));
    expect(await storedTables({ call_id })).toEqual([]);
  });

  test("a socket that carries another call is closed", async () => {
    const { url } = await order();
    const relay = await connect(url);
    relay.setUp(newCallSid());
    await relay.until(() => relay.closed !== null);
    expect(relay.closed).toBe(1008);
    expect(relay.frames).toEqual([]);
  });

  test("announced more than once, each address opens the call until one of them has", async () => {
    const { url, owner, call_sid } = await order();
    const again = async () => {
      const answer = await ring({ call_sid, from: newNumber(), to: owner.number });
      return relayOrder(await answer.text())?.url ?? "";
    };
    const [second, third] = [await again(), await again()];
    expect((await knock(second)).status).toBe(101);
    for (const spent of [url, second, third]) expect((await knock(spent)).status).toBe(403);

    const other = await order();
    await ring({ call_sid: other.call_sid, from: newNumber(), to: other.owner.number });
    expect((await knock(other.url)).status).toBe(101);
  });

  test("announced without end, the call knows only the latest few addresses", async () => {
    const { url, owner, call_sid } = await order();
    for (let times = 0; times < 5; times++) await ring({ call_sid, from: newNumber(), to: owner.number });
    expect((await knock(url)).status).toBe(403);
  });
});

describe("whatever comes over the line, the call goes on", () => {
  test.each<[string, object | string | ArrayBuffer]>([
    ["sound", new Uint8Array([1, 2, 3]).buffer],
    ["no JSON", "{oops"],
    ["an unknown type", { type: "weather", rain: true }],
    ["unknown information", { type: "info", name: "roundTripDelayMs", value: 12 }],
    ["a malformed frame", { type: "dtmf", digit: ["1"] }],
    ["a carrier's complaint", { type: "error", description: "64107" }],
    ["a second set-up", { type: "setup", callSid: newCallSid() }],
  ])("%s", async (_, frame) => {
    const owner = await clinic();
    const { relay } = await call(owner);
    relay.send(frame);
    expect(await relay.say("what are your opening hours?")).not.toBe("");
    expect(relay.closed).toBeNull();
  });

  test("an empty utterance, and one of ten thousand characters", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    expect(await placed.relay.say("")).not.toBe("");
    expect(await placed.relay.say("so ".repeat(3400))).not.toBe("");
    await hangUp(placed);
    const said = (await transcript(owner)).find(({ type }) => type === "caller");
    expect(said?.text).toHaveLength(10_000);
  });

  test("HTML in an utterance is kept as text", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await placed.relay.say('<script>alert("x")</script> 😀');
    await hangUp(placed);
    expect((await transcript(owner)).map(({ text }) => text)).toContain('<script>alert("x")</script> 😀');
  });
});

describe("a line that drops", () => {
  /** The carrier's side of a drop: the call lives, and it asks what is next. */
  const dropped = (placed: Call) =>
    relayAction(placed, { SessionStatus: "failed", ErrorCode: "64105", ErrorMessage: "Websocket ended" });

  const resumed = async (placed: Call): Promise<Call> => {
    const order = relayOrder(await (await dropped(placed)).text());
    if (!order) throw new Error("the call was not taken up again");
    const relay = await connect(order.url);
    relay.setUp(placed.call_sid);
    return { ...placed, relay, greeting: await relay.turn(0) };
  };

  test("because the object was aborted is taken up again, and the transcript has no gap", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const answer = await placed.relay.say("a cleaning please");
    await abortAllDurableObjects();
    const again = await resumed(placed);
    expect(again.call_id).toBe(placed.call_id);
    expect(again.greeting).not.toContain("Thanks for calling");
    expect(again.greeting).not.toBe("");
    await again.relay.say("tomorrow at ten in the morning");
    await hangUp(again);
    const lines = (await transcript(owner)).filter(({ type }) => type === "agent" || type === "caller");
    expect(lines.slice(0, 5).map(({ type, text }) => [type, text])).toEqual([
      ["agent", placed.greeting],
      ["caller", "a cleaning please"],
      ["agent", answer],
      ["agent", again.greeting],
      ["caller", "tomorrow at ten in the morning"],
    ]);
    expect(await history(owner)).toHaveLength(1);
    expect(await rows(owner, "select * from live_calls")).toEqual([]);
  });

  test("is taken up three times, and then ended with a word", async () => {
    const owner = await clinic();
    let placed = await call(owner);
    for (let times = 0; times < 3; times++) {
      placed.relay.close(1011);
      placed = await resumed(placed);
    }
    const last = await (await dropped(placed)).text();
    expect(last).toMatch(/<Say[^>]*>I&apos;m sorry/);
    expect(await history(owner)).toMatchObject([{ ended_by: "error", end_detail: "line_lost" }]);
  });

  test("by a used address is not taken up: each session has its own", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const order = relayOrder(await (await dropped(placed)).text());
    await connect(order?.url ?? "");
    expect((await knock(order?.url ?? "")).status).toBe(403);
  });

  test("and of which the carrier never speaks again is given up, and kept", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await placed.relay.say("a cleaning please");
    placed.relay.close(1000);
    await placed.relay.until(() => placed.relay.closed !== null);
    await runInDurableObject(session(placed), (_, { storage }) => {
      storage.sql.exec("update timers set due_at = 0 where kind = 'gone'");
    });
    await runDurableObjectAlarm(session(placed));
    expect(await history(owner)).toMatchObject([{ ended_by: "caller", end_detail: "hung_up" }]);
  });

  test("an object that only slept goes on as if nothing had been", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await placed.relay.say("a cleaning please");
    await evictDurableObject(session(placed));
    expect(await placed.relay.say("tomorrow at ten in the morning")).not.toBe("");
    await hangUp(placed);
    expect(await history(owner)).toHaveLength(1);
  });
});

describe("the end of a call", () => {
  test("in the middle of the greeting is no outcome", async () => {
    const owner = await clinic();
    const call_sid = newCallSid();
    const order = relayOrder(await (await ring({ call_sid, from: newNumber(), to: owner.number })).text());
    const relay = await connect(order?.url ?? "");
    relay.setUp(call_sid);
    await relay.until(() => relay.frames.length > 2);
    await hangUp({ relay, call_sid, action: order?.action ?? "" });
    expect(await history(owner)).toMatchObject([
      { outcome: "no_outcome", ended_by: "caller", summary: "Hung up during the greeting" },
    ]);
  });

  test("leaves nothing of the call behind, gives its line back, and answers everything after it with hanging up", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const account = env.CAPACITY.getByName(`twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`);
    expect((await linesInUse(account, owner.organizationId, Date.now())).own).toBe(1);
    await hangUp(placed);
    expect(await storedTables(placed)).toEqual([]);
    expect((await linesInUse(account, owner.organizationId, Date.now())).own).toBe(0);
    for (let times = 0; times < 2; times++)
      expect(await (await relayAction(placed, { SessionStatus: "failed" })).text()).toContain("<Hangup/>");
    expect(await history(owner)).toHaveLength(1);
    expect(await storedTables(placed)).toEqual([]);
  });

  test("somebody else's action changes nothing", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const next = await relayAction({ ...placed, call_sid: newCallSid() }, { CallStatus: "completed" });
    expect(await next.text()).toContain("<Hangup/>");
    expect(await history(owner)).toEqual([]);
    expect(await placed.relay.say("what are your opening hours?")).not.toBe("");
  });
});

describe("a transfer", () => {
  const target = "+12125550177";
  const transferring = (spec: Clinic["spec"]) => ({
    ...spec,
    actions: { ...spec.actions, transfer: { phone_number: target, name: "Dr. Lund" } },
  });
  const putThrough = async (of?: Promise<Clinic>) => {
    const owner = await (of ?? clinic(transferring));
    const placed = await call(owner);
    await placed.relay.say("I want to speak to a person");
    expect(await placed.relay.handoff()).toEqual({ reason: "transferred", to: target });
    const xml = await (await relayAction(placed, {})).text();
    return { owner, placed, xml };
  };
  const dialAction = (placed: Call, form: Record<string, string>) =>
    webhook(`/webhooks/twilio/dial-action/${placed.call_id}`, {
      CallSid: placed.call_sid,
      CallStatus: "in-progress",
      ...form,
    });

  test("is dialled with our number and asks back, and a call that was taken over is transferred", async () => {
    const { owner, placed, xml } = await putThrough();
    expect(xml).toContain(`callerId="${owner.number}"`);
    expect(xml).toContain(`action="https://app.test/webhooks/twilio/dial-action/${placed.call_id}/0"`);
    expect(xml).toContain(`>${target}</Number>`);
    const next = await dialAction(placed, { DialCallStatus: "completed", DialCallDuration: "60" });
    expect(await next.text()).toContain("<Hangup/>");
    expect(await history(owner)).toMatchObject([{ outcome: "transferred", ended_by: "transfer" }]);
    expect((await history(owner))[0]?.summary).toMatch(/^Transferred to Dr\. Lund/);
  });

  test.each(["busy", "no-answer", "failed"])(
    "that is %s brings the caller back to the agent",
    async (status) => {
      const { owner, placed } = await putThrough();
      const order = relayOrder(await (await dialAction(placed, { DialCallStatus: status })).text());
      const relay = await connect(order?.url ?? "");
      relay.setUp(placed.call_sid);
      expect(await relay.turn(0)).not.toBe("");
      await hangUp({ ...placed, relay });
      const [row] = await history(owner);
      expect(row?.outcome).not.toBe("transferred");
    },
  );

  // As an agent may have been saved before its number was refused or became the organization's own.
  test.each([
    ["costs extra", () => "+19005550123"],
    ["is the organization's own", ({ number }: Clinic) => number],
    ["belongs to a satellite network", () => "+881612345678"],
    ["lies in Cuba", () => "+5352123456"],
    ["lies in Somalia", () => "+252612345678"],
    ["lies in Jamaica", () => "+18764567890"],
    ["lies on Ascension", () => "+24761234"],
    ["lies abroad, of one who never subscribed,", () => "+442079460018", "pending"],
  ])("to a number that %s is not begun", async (_which, numberOf, status = "active") => {
    const owner = await clinic(undefined, "owner", status);
    const transfer = { phone_number: numberOf(owner), name: "Dr. Lund" };
    const spec = { ...owner.spec, actions: { ...owner.spec.actions, transfer } };
    await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) =>
      storage.sql.exec("update agents set spec = ? where id = ?", JSON.stringify(spec), owner.agentId),
    );
    const placed = await call(owner);
    expect(await placed.relay.say("I want to speak to a person")).not.toBe("");
    expect(placed.relay.frames.some(({ type }) => type === "end")).toBe(false);
    await hangUp(placed);
  });

  test("may last: the silence of its own line ends nothing", async () => {
    const { owner, placed } = await putThrough();
    placed.relay.close();
    await placed.relay.until(() => placed.relay.closed !== null);
    const due = await runInDurableObject(session(placed), (_, { storage }) =>
      storage.sql.exec("select kind, due_at - unixepoch() * 1000 as ms from timers").toArray(),
    );
    expect(due).toMatchObject([{ kind: "gone" }]);
    expect(due[0]?.ms).toBeGreaterThan(7_200_000);
    await dialAction(placed, { DialCallStatus: "completed" });
    expect(await history(owner)).toMatchObject([{ outcome: "transferred" }]);
  });

  const timeLimit = (xml: string) => Number(/ timeLimit="(\d+)"/.exec(xml)?.[1]);

  test("has a limit: what is left of the longest call, or of the trial", async () => {
    const { xml } = await putThrough();
    expect(timeLimit(xml)).toBeGreaterThan(7100);
    expect(timeLimit(xml)).toBeLessThanOrEqual(7200);
    const trial = await putThrough(trialClinic(1500, transferring));
    expect(timeLimit(trial.xml)).toBeGreaterThan(200);
    expect(timeLimit(trial.xml)).toBeLessThanOrEqual(300);
  });

  test("that its limit ended is told to the caller, and its seconds count to the trial", async () => {
    const { owner, placed } = await putThrough(trialClinic(1500, transferring));
    await runInDurableObject(session(placed), (_, { storage }) => {
      storage.sql.exec(
        "update facts set value = json_set(value, '$.answered_at', json_extract(value, '$.answered_at') - 300000) where key = 'progress'",
      );
    });
    await evictDurableObject(session(placed));
    const next = await dialAction(placed, { DialCallStatus: "completed", DialCallDuration: "280" });
    expect(await next.text()).toContain("run out of time on this call");
    expect(await history(owner)).toMatchObject([{ outcome: "transferred", ended_by: "transfer" }]);
    expect(await rows(owner, "select sum(seconds) >= 1800 as isSpent from call_days")).toEqual([
      { isSpent: 1 },
    ]);
    expect(
      await (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text(),
    ).toContain("No one can take your call right now.");
  });

  test("during which the caller hangs up is the caller's end", async () => {
    const { owner, placed } = await putThrough();
    await dialAction(placed, { DialCallStatus: "no-answer", CallStatus: "completed" });
    expect(await history(owner)).toMatchObject([{ ended_by: "caller" }]);
  });
});

test("silence is asked about and then ends the call kindly", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const silent = async () => {
    const count = placed.relay.turns.length;
    // The end of the last words may still be on its way, and begins the silence anew.
    while (placed.relay.turns.length === count) {
      await runInDurableObject(session(placed), (_, { storage }) => {
        storage.sql.exec("update timers set due_at = 0 where kind = 'silence'");
      });
      await runDurableObjectAlarm(session(placed));
    }
    return placed.relay.turn(count);
  };
  expect(await silent()).not.toBe("");
  expect(placed.relay.frames.some(({ type }) => type === "end")).toBe(false);
  expect(await silent()).not.toBe("");
  expect(await placed.relay.handoff()).toEqual({ reason: "silence" });
  await relayAction(placed, {});
  expect(await history(owner)).toMatchObject([{ ended_by: "timeout", end_reason: "silence" }]);
});

test("an interruption cuts the transcript to what was heard", async () => {
  const owner = await clinic();
  const call_sid = newCallSid();
  const order = relayOrder(await (await ring({ call_sid, from: newNumber(), to: owner.number })).text());
  const relay = await connect(order?.url ?? "");
  relay.setUp(call_sid);
  await relay.until(() => relay.turns.length === 1);
  const heard = relay.turns[0]?.split(" ").slice(0, 2).join(" ") ?? "";
  relay.send({ type: "info", name: "agentSpeaking", value: "on" });
  relay.send({ type: "interrupt", utteranceUntilInterrupt: heard, durationUntilInterruptMs: 684.5 });
  relay.send({ type: "info", name: "agentSpeaking", value: "off" });
  await relay.say("a cleaning please");
  await hangUp({ relay, call_sid, action: order?.action ?? "" });
  const [greeting] = await transcript(owner);
  expect(greeting?.heard).toBe(heard);
  expect(await history(owner)).toMatchObject([{ interruptions: 1 }]);
});

test("whoever asks never to be called again is remembered so", async () => {
  const owner = await clinic();
  const from = newNumber();
  const placed = await call(owner, from);
  await placed.relay.say("please stop calling me");
  expect(await placed.relay.handoff()).toEqual({ reason: "opt_out" });
  await relayAction(placed, {});
  expect(await history(owner)).toMatchObject([
    { outcome: "opted_out", summary: "Asked not to be called again" },
  ]);
  expect(await owner.store.contacts.findByPhone(from)).toMatchObject({ status: "do_not_call" });
  expect(await owner.store.doNotCall.isBarred(from)).toMatchObject({ source: "voice" });
});
