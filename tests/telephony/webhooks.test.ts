/** Who is believed at the carriers' door, and what an announced call becomes. */
import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { errorLogs } from "#drizzle/control/schema.ts";
import { twilioSignature } from "#workers/carriers/twilio/signature.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { controlPlane, origin } from "../support/people.ts";
import {
  call,
  clinic,
  hangUp,
  history,
  newCallSid,
  newNumber,
  relayAction,
  relayOrder,
  ring,
  webhook,
} from "../support/telephone.ts";

const voice = "/webhooks/twilio/voice";
const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
  exports.default.fetch(new Request(`${origin}${path}`, { method: "POST", body, headers }));

const voiceFields = (to: string) =>
  new URLSearchParams({
    AccountSid: carrierSettings.TWILIO_ACCOUNT_SID,
    CallSid: newCallSid(),
    From: newNumber(),
    To: to,
    Direction: "inbound",
  });

describe("at the door", () => {
  test("a webhook that is not signed, or signed wrongly, gets 403 and leaves no trace", async () => {
    const owner = await clinic();
    const { TWILIO_AUTH_TOKEN } = carrierSettings;
    const fields = voiceFields(owner.number);
    const sign = (token: string, url: string, signed?: URLSearchParams) =>
      twilioSignature(token, url, signed).then((signature) => ({ "x-twilio-signature": signature }));
    const wrong: Record<string, string>[] = [
      {},
      { "x-twilio-signature": "" },
      { "x-twilio-signature": "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
      await sign("another token", `${origin}${voice}`, fields),
      await sign(TWILIO_AUTH_TOKEN, `http://app.test${voice}`, fields),
      await sign(TWILIO_AUTH_TOKEN, `${origin}/webhooks/twilio/status`, fields),
      await sign(TWILIO_AUTH_TOKEN, `${origin}${voice}`),
    ];
    const errors = await controlPlane().$count(errorLogs);
    for (const headers of wrong) expect((await post(voice, fields, headers)).status).toBe(403);
    expect(await owner.store.live.list()).toEqual([]);
    expect(await history(owner)).toEqual([]);
    expect(await controlPlane().$count(errorLogs)).toBe(errors);
    // The same fields rightly signed are a call: the refusals were the signature's.
    const believed = await post(voice, fields, await sign(TWILIO_AUTH_TOKEN, `${origin}${voice}`, fields));
    expect(relayOrder(await believed.text())).not.toBeNull();
  });

  test.each([
    "/webhooks/twilio/status",
    `/webhooks/twilio/relay-action/${crypto.randomUUID()}`,
    `/webhooks/twilio/dial-action/${crypto.randomUUID()}`,
  ])("%s is believed with a right signature alone", async (path) => {
    const owner = await clinic();
    const { call_sid } = await call(owner);
    const fields = voiceFields(owner.number);
    fields.set("CallSid", call_sid);
    fields.set("CallStatus", "completed");
    const signed = async (token: string, url: string) => ({
      "x-twilio-signature": await twilioSignature(token, url, fields),
    });
    const { TWILIO_AUTH_TOKEN } = carrierSettings;
    const errors = await controlPlane().$count(errorLogs);
    const wrong = [
      {},
      await signed("another token", `${origin}${path}`),
      await signed(TWILIO_AUTH_TOKEN, `${origin}${voice}`),
    ];
    for (const headers of wrong) expect((await post(path, fields, headers)).status).toBe(403);
    expect(await controlPlane().$count(errorLogs)).toBe(errors);
    // The call that they named goes on.
    expect(await owner.store.live.list()).toHaveLength(1);
    const believed = await post(path, fields, await signed(TWILIO_AUTH_TOKEN, `${origin}${path}`));
    expect(believed.status).not.toBe(403);
  });

  test("what a request says of its host is not what it is signed for", async () => {
    const owner = await clinic();
    const fields = voiceFields(owner.number);
    const signature = await twilioSignature(
      carrierSettings.TWILIO_AUTH_TOKEN,
      `https://elsewhere.test${voice}`,
      fields,
    );
    const response = await exports.default.fetch(
      new Request(`https://elsewhere.test${voice}`, {
        method: "POST",
        body: fields,
        headers: { "x-twilio-signature": signature },
      }),
    );
    expect(response.status).toBe(403);
  });

  test("a right signature for another account is refused", async () => {
    const owner = await clinic();
    const fields = voiceFields(owner.number);
    fields.set("AccountSid", `AC${"f".repeat(32)}`);
    const signature = await twilioSignature(carrierSettings.TWILIO_AUTH_TOKEN, `${origin}${voice}`, fields);
    expect((await post(voice, fields, { "x-twilio-signature": signature })).status).toBe(403);
    expect(await owner.store.live.list()).toEqual([]);
  });

  test("a JSON body is believed by the hash that its signed address carries, and only then", async () => {
    const owner = await clinic();
    const body = JSON.stringify(Object.fromEntries(voiceFields(owner.number)));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const path = `${voice}?bodySHA256=${hash}`;
    const signature = await twilioSignature(carrierSettings.TWILIO_AUTH_TOKEN, `${origin}${path}`);
    const headers = { "x-twilio-signature": signature, "content-type": "application/json" };
    expect((await post(path, `${body} `, headers)).status).toBe(403);
    expect(relayOrder(await (await post(path, body, headers)).text())).not.toBeNull();
  });

  test.each([
    "/webhooks/twilio/voice",
    "/webhooks/twilio/status",
    `/webhooks/twilio/relay-action/${crypto.randomUUID()}`,
  ])("GET %s is not allowed", async (path) => {
    const response = await exports.default.fetch(new Request(`${origin}${path}`));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("other addresses there are none", async () => {
    for (const path of [
      "/webhooks/twilio/nothing",
      "/webhooks/twilio",
      "/webhooks/",
      "/webhooks/twilio/voice/1/2",
      "/webhooks/elsewhere/voice",
      "/webhooks/constructor/voice",
    ])
      expect((await webhook(path, {})).status).toBe(404);
  });

  test("signed fields that are no call are a bad request, and no error of ours", async () => {
    const ours = () => controlPlane().$count(errorLogs, eq(errorLogs.severity, "critical"));
    const errors = await ours();
    expect((await webhook(voice, { CallSid: "x" })).status).toBe(400);
    expect((await webhook("/webhooks/twilio/relay-action", { CallSid: newCallSid() })).status).toBe(400);
    expect(
      (await webhook("/webhooks/twilio/status", { CallSid: newCallSid(), CallStatus: "odd" })).status,
    ).toBe(400);
    expect(await ours()).toBe(errors);
  });

  test("more than any carrier sends is not read", async () => {
    expect((await post(voice, "a".repeat(70_000), {})).status).toBe(413);
  });
});

describe("an announced call", () => {
  test("is connected to a relay session at an address that only this call knows", async () => {
    const { number, spec } = await clinic();
    const xml = await (await ring({ call_sid: newCallSid(), from: newNumber(), to: number })).text();
    const order = relayOrder(xml);
    expect(order?.url).toMatch(/^wss:\/\/app\.test\/relay\/twilio\/[0-9a-f-]{36}\/[\w-]{43}$/);
    expect(order?.action).toBe(`/webhooks/twilio/relay-action/${order?.call_id}`);
    expect(xml).toContain(`voice="${spec.voice.id}"`);
  });

  test("twice is one call, with a fresh address", async () => {
    const owner = await clinic();
    const ringing = { call_sid: newCallSid(), from: newNumber(), to: owner.number };
    const [first, second] = await Promise.all([ring(ringing), ring(ringing)]);
    const orders = [relayOrder(await first.text()), relayOrder(await second.text())];
    expect(orders[0]?.call_id).toBe(orders[1]?.call_id);
    expect(orders[0]?.url).not.toBe(orders[1]?.url);
    expect(await owner.store.live.list()).toHaveLength(1);
  });

  test("again after its end is hung up on, and stays one call", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await hangUp(placed);
    const again = await ring({ call_sid: placed.call_sid, from: newNumber(), to: owner.number });
    expect(await again.text()).toContain("<Hangup/>");
    expect(await history(owner)).toHaveLength(1);
  });

  test("to a number that is nobody's is rejected", async () => {
    const response = await ring({ call_sid: newCallSid(), from: newNumber(), to: "+12125559999" });
    expect(await response.text()).toContain("<Reject/>");
  });

  test("to a number without an agent hears that nobody is there, and is missed", async () => {
    const owner = await clinic();
    await owner.store.numbers.assign({ id: owner.numberId, agent_id: null, now: Date.now() });
    const ringing = { call_sid: newCallSid(), from: newNumber(), to: owner.number };
    const xml = await (await ring(ringing)).text();
    expect(xml).toMatch(/<Say[^>]*>Thank you for calling Bright Smile\. No one can take your call/);
    expect(await (await ring(ringing)).text()).toBe(xml);
    expect(await history(owner)).toMatchObject([
      { outcome: "missed", end_detail: "no_agent", agent_id: null },
    ]);
  });

  test("outside an agent's answering hours hears the hours, and is missed", async () => {
    const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const owner = await clinic((spec) => ({
      ...spec,
      answers_only_in_hours: true,
      hours: { weekly: closed, holidays: [] },
    }));
    const xml = await (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text();
    expect(xml).toContain("We&apos;re closed at the moment.");
    expect(await history(owner)).toMatchObject([{ outcome: "missed", end_detail: "outside_hours" }]);
  });

  test("with a withheld number is answered all the same", async () => {
    const owner = await clinic();
    for (const from of ["anonymous", "+266696687", ""]) {
      const xml = await (await ring({ call_sid: newCallSid(), from, to: owner.number })).text();
      expect(relayOrder(xml)).not.toBeNull();
    }
    expect((await owner.store.live.list()).map(({ other_number }) => other_number)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("status reports", () => {
  const report = (call_sid: string, to: string, status: string, more: Record<string, string> = {}) =>
    webhook("/webhooks/twilio/status", {
      CallSid: call_sid,
      CallStatus: status,
      To: to,
      From: "+12125550123",
      Direction: "inbound",
      ...more,
    });

  test("out of order and repeated leave the highest status, and failed after completed changes nothing", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    for (const status of ["in-progress", "ringing", "initiated", "in-progress"])
      expect((await report(placed.call_sid, owner.number, status)).status).toBe(204);
    expect(await owner.store.live.list()).toHaveLength(1);
    await hangUp(placed);
    for (const status of ["completed", "failed", "ringing", "completed", "busy"])
      await report(placed.call_sid, owner.number, status);
    expect(await history(owner)).toMatchObject([{ status: "completed", ended_by: "caller" }]);
  });

  test("that the call is over end it, when nothing else has said so", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await report(placed.call_sid, owner.number, "completed", { CallDuration: "7" });
    expect(await history(owner)).toMatchObject([{ status: "completed", ended_by: "caller" }]);
    expect(await owner.store.live.list()).toEqual([]);
    // The action that follows finds the call over.
    const next = await relayAction(placed, { CallStatus: "completed", SessionStatus: "completed" });
    expect(await next.text()).toContain("<Hangup/>");
    expect(await history(owner)).toHaveLength(1);
  });

  test.each([
    ["negative", "-5", 0],
    ["beyond all measure", "99999999999", 3],
    ["no number", "soon", 3],
  ])("with a duration that is %s count what can be true", async (_, duration, most) => {
    const owner = await clinic();
    const placed = await call(owner);
    await report(placed.call_sid, owner.number, "completed", { CallDuration: duration });
    const [row] = await history(owner);
    expect(row?.talk_seconds).toBeGreaterThanOrEqual(0);
    expect(row?.talk_seconds).toBeLessThanOrEqual(most);
  });

  test("of a call that never reached its relay session make it a missed one", async () => {
    const owner = await clinic();
    const call_sid = newCallSid();
    await ring({ call_sid, from: newNumber(), to: owner.number });
    await report(call_sid, owner.number, "busy");
    expect(await history(owner)).toMatchObject([
      {
        status: "busy",
        outcome: "missed",
        talk_seconds: 0,
        cost_micros: 0,
        summary: "Hung up before the agent answered",
      },
    ]);
  });

  test("of calls that nobody knows are taken in silence", async () => {
    const owner = await clinic();
    expect((await report(newCallSid(), owner.number, "completed")).status).toBe(204);
    expect((await report(newCallSid(), "+12125559998", "completed")).status).toBe(204);
    expect(await history(owner)).toEqual([]);
  });
});
