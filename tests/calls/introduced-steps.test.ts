/** Introduced transfers step by step, with the carrier's posts by hand: the caller hangs up in every state, the object is evicted in every state, and reports that are foreign, late or repeated. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { callAddress } from "#workers/carriers/call-address.ts";
import { type Fields, platformAccount, posts, type Side, telnyx, twilio } from "../carriers/sides.ts";
import { anonymous } from "../support/people.ts";
import { connect, history, newNumber, relayOrder, rows } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";
import { type House, houseAt } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address.replaceAll("&amp;", "&"));
  return pathname + search;
};
const text = async (answer: Promise<Response>) => (await answer).text();
const attempts = (owner: House) => rows(owner, "select * from transfer_attempts order by n");

describe.each([twilio, telnyx])("at $carrier", (side: Side) => {
  /** The carrier's call with the person, as soon as it is ordered. */
  const legTo = (owner: House, to: string) =>
    vi.waitFor(
      async () => {
        const { client } = await platformAccount(side);
        const found = await client.calls.find({ to, from: owner.line, since: 0 });
        if (!found.ok || !found.call) throw new Error("not called yet");
        return found.call;
      },
      { timeout: 30_000, interval: 50 },
    );

  /** A caller whom the agent has asked to hold while it calls Dana, whose phone rings at the sandbox. */
  async function holding() {
    const [target_id, dana] = [newId(), newNumber()];
    const owner = await houseAt(side.carrier, (spec) => ({ ...spec, transfer_targets: [target_id] }));
    await owner.store.numbers.assign({ id: owner.lineId, agent_id: owner.agentId, now: Date.now() });
    const times = { ring_seconds: 60, hours: null, time_zone: "America/New_York" };
    await owner.store.transfers.add(
      { name: "Dana", phone_number: dana, use_when: "", mode: "warm", ...times },
      { id: target_id, by: owner.userId, now: Date.now() },
    );
    const [id, from] = [side.newCallId(), newNumber()];
    const voice = side.voice({ id, from, to: owner.line });
    const order = relayOrder(await text(posts(side, `/webhooks/${side.carrier}/voice`, voice)));
    if (!order) throw new Error("no relay");
    const relay = await connect(order.url);
    relay.setUp(id);
    await relay.turn(0);
    await relay.say("I want to speak to a person");
    await relay.handoff();
    const hold = await text(posts(side, order.action, side.sessionEnd({ id, isOver: false })));
    const leg = await legTo(owner, dana);
    const account = await platformAccount(side);
    const at = async (name: string, n = 0) =>
      pathOf(await callAddress(settings(env), account, name, `${order.call_id}/${n}`));
    return { owner, id, from, dana, hold, leg: leg.provider_call_id, at, call_id: order.call_id };
  }
  type Held = Awaited<ReturnType<typeof holding>>;

  const room = side.carrier === "twilio" ? `CF${"0123456789abcdef".repeat(2)}` : "conf_abc123def456";
  const legPost = (held: Held, more: Record<string, string> = {}) => ({
    CallSid: held.leg,
    CallStatus: "in-progress",
    ...more,
  });
  const asks = async (held: Held, name: string, fields: Fields) =>
    text(posts(side, await held.at(name), fields));
  const answered = (held: Held) => asks(held, "whisper", legPost(held));
  const presses = (held: Held, Digits: string) => asks(held, "whisper-key", legPost(held, { Digits }));
  const began = (held: Held) =>
    asks(held, "conference", {
      ...legPost(held),
      ConferenceSid: room,
      StatusCallbackEvent: "conference-start",
    });
  const asksForWords = (held: Held) => asks(held, "introduction", { ConferenceSid: room });
  const wasIntroduced = (held: Held) => asks(held, "introduced", { ConferenceSid: room });
  const dialOver = (held: Held) =>
    asks(held, "dial-action", { ...side.transferEnd({ id: held.id, result: "completed" }) });
  const callerLeaves = async ({ id, from, owner }: Held) => {
    const report = side.status({ id, from, to: owner.line, status: "completed", seconds: "30" });
    await posts(side, `/webhooks/${side.carrier}/status`, report);
  };
  const isOff = (held: Held) =>
    vi.waitFor(
      async () => {
        const { status } = await legTo(held.owner, held.dana);
        if (status === "queued" || status === "ringing" || status === "in_progress")
          throw new Error(`the phone is ${status}`);
      },
      { timeout: 30_000, interval: 50 },
    );

  const untilWhisper = async (held: Held): Promise<void> => void (await answered(held));
  const untilMeeting = async (held: Held): Promise<void> => {
    await untilWhisper(held);
    await presses(held, "1");
    await began(held);
  };
  const untilTalk = async (held: Held): Promise<void> => {
    await untilMeeting(held);
    await asksForWords(held);
    await wasIntroduced(held);
  };

  test("what each of them hears: music, who calls, the other, and both the introduction", async () => {
    const held = await holding();
    expect(held.hold).toMatch(/<Say [^>]*>Please hold for a moment\. I&apos;m calling Dana\.<\/Say><Dial /);
    expect(held.hold).toContain('startConferenceOnEnter="false" endConferenceOnExit="true"');
    expect(await held.owner.store.live.list()).toMatchObject([{ transferring_to: "Dana" }]);
    const whisper = await answered(held);
    expect(whisper).toMatch(/<Say language="en-US" voice="[^"]+">This is .* I want to speak to a person/);
    const meet = await presses(held, "1");
    expect(meet).toContain('startConferenceOnEnter="true" endConferenceOnExit="true"');
    const name = />([^<]+)<\/Conference>/;
    expect(name.exec(meet)?.[1]).toBe(name.exec(held.hold)?.[1]);
    expect(await began(held)).toBe("");
    const words = await asksForWords(held);
    expect(words).toContain("I have Dana on the line.");
    expect(words).toContain("I want to speak to a person");
    expect(words).toContain("<Redirect");
    expect(await wasIntroduced(held)).not.toContain("<Say");
    expect(await dialOver(held)).toContain("Hangup");
    expect(await history(held.owner)).toMatchObject([{ end_reason: "transferred", ended_by: "transfer" }]);
    expect(await attempts(held.owner)).toMatchObject([{ outcome: "answered", mode: "warm" }]);
    await isOff(held);
  });

  test.each([
    ["rings", async (): Promise<void> => undefined, "caller_left", "caller_left_during_transfer"],
    ["hears who calls", untilWhisper, "caller_left", "caller_left_during_transfer"],
    ["is being introduced", untilMeeting, "caller_left", "caller_left_during_transfer"],
    ["talks", untilTalk, "answered", "transferred"],
  ] as const)(
    "a caller who hangs up while the person's phone %s: the phone is hung up too",
    async (_, happens, outcome, end_reason) => {
      const held = await holding();
      await happens(held);
      await callerLeaves(held);
      await isOff(held);
      await vi.waitFor(async () => expect(await history(held.owner)).toMatchObject([{ end_reason }]), 15_000);
      expect(await attempts(held.owner)).toMatchObject([{ name: "Dana", outcome }]);
      expect(await presses(held, "1")).toContain("Hangup");
      expect(await asksForWords(held)).not.toContain("<Say");
    },
  );

  test("an object that is evicted in every state goes on where it was", async () => {
    const held = await holding();
    const session = env.CALL_SESSION.getByName(held.call_id);
    await evictDurableObject(session);
    expect(await answered(held)).toContain("Press 1");
    await evictDurableObject(session);
    expect(await presses(held, "1")).toContain("<Conference");
    await evictDurableObject(session);
    await began(held);
    await evictDurableObject(session);
    expect(await asksForWords(held)).toContain("I have Dana on the line.");
    await evictDurableObject(session);
    await wasIntroduced(held);
    await evictDurableObject(session);
    expect(await dialOver(held)).toContain("Hangup");
    expect(await history(held.owner)).toMatchObject([{ end_reason: "transferred" }]);
  });

  test("a person who leaves before the introduction was said: the caller is back at the agent, and late reports change nothing", async () => {
    const held = await holding();
    await untilMeeting(held);
    const back = relayOrder(await dialOver(held));
    expect(back).not.toBeNull();
    for (const late of [answered, (one: Held) => presses(one, "1")])
      expect(await late(held)).toContain("Hangup");
    expect(await asksForWords(held)).not.toContain("<Say");
    await began(held);
    await wasIntroduced(held);
    expect(relayOrder(await dialOver(held))).not.toBeNull();
    const relay = await connect(relayOrder(await dialOver(held))?.url ?? "");
    relay.setUp(held.id);
    expect((await relay.turn(0)).toLowerCase()).toMatch(/sorry|didn't|no one|couldn't/);
    await isOff(held);
    await callerLeaves(held);
    expect(await attempts(held.owner)).toMatchObject([{ outcome: "hung_up" }]);
  });

  test("a member hands a running call to a person of the list, who is introduced as the list says", async () => {
    const dana = newNumber();
    const target_id = newId();
    const owner = await houseAt(side.carrier);
    await owner.store.numbers.assign({ id: owner.lineId, agent_id: owner.agentId, now: Date.now() });
    const times = { ring_seconds: 60, hours: null, time_zone: "America/New_York" };
    await owner.store.transfers.add(
      { name: "Dana", phone_number: dana, use_when: "", mode: "warm", ...times },
      { id: target_id, by: owner.userId, now: Date.now() },
    );
    await owner.store.transfers.pause(target_id, true, Date.now());
    const [id, from] = [side.newCallId(), newNumber()];
    const voice = side.voice({ id, from, to: owner.line });
    const order = relayOrder(await text(posts(side, `/webhooks/${side.carrier}/voice`, voice)));
    const relay = await connect(order?.url ?? "");
    relay.setUp(id);
    await relay.turn(0);
    const page = wordsOf(await (await owner.get(`/call-history/${order?.call_id}`)).text());
    expect(page).toContain("Dana (introduced, paused)");
    const steer = (form: Record<string, string>) =>
      owner.post(`/call-history/${order?.call_id}/steer`, { do: "transfer", ...form });
    for (const person of ["nobody", newId()]) expect((await steer({ person })).status).toBe(409);
    expect((await steer({ person: target_id, number: "" })).status).toBe(200);
    await relay.handoff();
    const hold = await text(posts(side, order?.action ?? "", side.sessionEnd({ id, isOver: false })));
    expect(hold).toContain("I&apos;m calling Dana");
    expect((await legTo(owner, dana)).status).not.toBe("completed");
    const over = side.status({ id, from, to: owner.line, status: "completed", seconds: "30" });
    await posts(side, `/webhooks/${side.carrier}/status`, over);
    await vi.waitFor(
      async () => expect(await attempts(owner)).toMatchObject([{ target_id, mode: "warm" }]),
      15_000,
    );
  });

  test("the addresses of an introduced transfer are believed only with the carrier's signature", async () => {
    const held = await holding();
    for (const name of ["whisper", "whisper-key", "conference", "introduction", "introduced", "leg-status"])
      expect((await posts(side, await held.at(name), legPost(held), null)).status).toBe(403);
    await callerLeaves(held);
  });
});
