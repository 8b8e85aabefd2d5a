/** What every carrier's adapter does, against the sandbox's carriers: one suite, run for each. */
import { afterEach, describe, expect, test } from "vitest";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { wireOf } from "#workers/carriers/wires.ts";
import { type Clinic, clinic, connect, history, newNumber, relayOrder } from "../support/telephone.ts";
import { goesWrong, mend, platformAccount, posts, type Side, sides } from "./sides.ts";

afterEach(mend);

const voiceAt = ({ carrier }: Side) => `/webhooks/${carrier}/voice`;
const statusAt = ({ carrier }: Side) => `/webhooks/${carrier}/status`;

describe.each(sides)("$carrier", (side) => {
  const incoming = (to: string, id = side.newCallId()) => side.voice({ id, from: newNumber(), to });

  /** Rings a clinic's number and gives the answer's relay. */
  async function rung(owner: Clinic, id = side.newCallId()) {
    const from = newNumber();
    const xml = await (await posts(side, voiceAt(side), side.voice({ id, from, to: owner.number }))).text();
    const order = relayOrder(xml);
    if (!order) throw new Error(`not put through: ${xml}`);
    return { id, from, xml, ...order };
  }

  const reports = (owner: Clinic, id: string, status: string, more: { seconds?: string } = {}) =>
    posts(side, statusAt(side), side.status({ id, from: newNumber(), to: owner.number, status, ...more }));

  describe("verifies", () => {
    test("a post with a right signature, and none without one or with another's", async () => {
      const owner = await clinic();
      const fields = incoming(owner.number);
      const at = voiceAt(side);
      const other = { ...fields, From: "+12125550199" };
      for (const signed of [null, { fields: other }])
        expect((await posts(side, at, fields, signed)).status).toBe(403);
      expect(await owner.store.live.list()).toEqual([]);
      expect(await history(owner)).toEqual([]);
      expect(relayOrder(await (await posts(side, at, fields)).text())).not.toBeNull();
    });

    test("no post that names another account", async () => {
      const owner = await clinic();
      const fields = { ...incoming(owner.number), AccountSid: side.account_sid.replace(/.$/, "x") };
      expect((await posts(side, voiceAt(side), fields)).status).toBe(403);
    });

    test("no post that was signed for another address", async () => {
      const owner = await clinic();
      const { id, action } = await rung(owner);
      const report = side.status({ id, from: newNumber(), to: owner.number, status: "completed" });
      // A report that was seen at its own address is no call, and no end of a session.
      const elsewhere = await posts(side, voiceAt(side), report, { path: statusAt(side) });
      expect([400, 403]).toContain(elsewhere.status);
      const [pathname = "", search = ""] = action.split("?");
      const another = pathname.replace(/[0-9a-f-]{36}$/, crypto.randomUUID());
      const ended = side.sessionEnd({ id, isOver: true });
      for (const path of [
        another + (search && `?${search}`),
        pathname.replace("relay-action", "dial-action"),
      ])
        expect((await posts(side, path, ended, { path: action })).status).toBe(403);
      expect(await owner.store.live.list()).toHaveLength(1);
    });

    test("a post whose fields are ambiguous is refused", async () => {
      const owner = await clinic();
      const fields = incoming(owner.number);
      const doubled = await posts(side, voiceAt(side), { ...fields, To: [owner.number, newNumber()] });
      expect(doubled.status).toBe(400);
      expect(await owner.store.live.list()).toEqual([]);
    });

    test.runIf(side.signsTime)("no post that is older than five minutes, or from the future", async () => {
      const owner = await clinic();
      const now = Date.now();
      for (const [age, status] of [
        [4 * minute_ms, 200],
        [6 * minute_ms, 403],
        [-6 * minute_ms, 403],
      ] as const) {
        const answer = await posts(side, voiceAt(side), incoming(owner.number), { at: now - age });
        expect([age, answer.status]).toEqual([age, status]);
      }
    });
  });

  describe("answers", () => {
    test("a call with a relay session at an address that only this call knows", async () => {
      const owner = await clinic();
      const { url, action, call_id, xml } = await rung(owner);
      expect(url).toMatch(new RegExp(`^wss://app\\.test/relay/${side.carrier}/${call_id}/[\\w-]{43}$`));
      expect(action.split("?")[0]).toBe(`/webhooks/${side.carrier}/relay-action/${call_id}`);
      expect(xml).toContain("<ConversationRelay ");
    });

    test("a call that is announced twice once", async () => {
      const owner = await clinic();
      const id = side.newCallId();
      const [one, other] = [await rung(owner, id), await rung(owner, id)];
      expect(one.call_id).toBe(other.call_id);
      expect(one.url).not.toBe(other.url);
      expect(await owner.store.live.list()).toHaveLength(1);
    });

    test("a call to a number of no one with a rejection", async () => {
      const answer = await posts(side, voiceAt(side), incoming("+12125559999"));
      expect(await answer.text()).toContain("<Reject/>");
    });

    test("a call that no agent takes with words", async () => {
      const owner = await clinic();
      await owner.store.numbers.assign({ id: owner.numberId, agent_id: null, now: Date.now() });
      const answer = await posts(side, voiceAt(side), incoming(owner.number));
      expect(await answer.text()).toMatch(/<Say[^>]*>.*No one can take your call.*<Hangup\/>/);
    });

    test("a session that was lost with another one, and its caller's hanging up with the end", async () => {
      const owner = await clinic();
      const { id, action, url } = await rung(owner);
      const again = await (await posts(side, action, side.sessionEnd({ id, isOver: false }))).text();
      const next = relayOrder(again);
      expect(next?.url).not.toBe(url);
      const over = await posts(side, next?.action ?? "", side.sessionEnd({ id, isOver: true }));
      expect(await over.text()).toContain("<Hangup/>");
      expect(await owner.store.live.list()).toEqual([]);
    });

    test("the end of another's session with hanging up, and changes nothing", async () => {
      const owner = await clinic();
      const { action } = await rung(owner);
      const strangers = side.sessionEnd({ id: side.newCallId(), isOver: true });
      expect(await (await posts(side, action, strangers)).text()).toContain("<Hangup/>");
      expect(await owner.store.live.list()).toHaveLength(1);
    });

    test("what is malformed with 400, and what failed here with words for the caller", async () => {
      const owner = await clinic();
      const { id } = await rung(owner);
      expect((await posts(side, voiceAt(side), { CallSid: "x" })).status).toBe(400);
      expect((await reports(owner, id, "odd")).status).toBe(400);
      expect(await owner.store.live.list()).toHaveLength(1);
    });
  });

  describe("a transfer", () => {
    const target = "+12125550177";

    /** A caller asks for a person, and is put through. */
    async function putThrough() {
      const owner = await clinic((spec) => ({
        ...spec,
        actions: { ...spec.actions, transfer: { phone_number: target, name: "Dr. Lund" } },
      }));
      const { id, url, action } = await rung(owner);
      const relay = await connect(url);
      relay.setUp(id);
      await relay.turn(0);
      await relay.say("I want to speak to a person");
      await relay.handoff();
      const xml = await (await posts(side, action, side.sessionEnd({ id, isOver: false }))).text();
      const [, dialAction = ""] = /<Dial [^>]*action="https:\/\/app\.test([^"]+)"/.exec(xml) ?? [];
      return { owner, id, xml, dialAction: dialAction.replaceAll("&amp;", "&") };
    }

    test("is dialled with our number, and a call that was taken over is over", async () => {
      const { owner, id, xml, dialAction } = await putThrough();
      expect(xml).toContain(`callerId="${owner.number}"`);
      expect(xml).toContain(`>${target}</Number>`);
      const next = await posts(side, dialAction, side.transferEnd({ id, result: "completed" }));
      expect(await next.text()).toContain("<Hangup/>");
      expect(await history(owner)).toMatchObject([{ outcome: "transferred", ended_by: "transfer" }]);
    });

    test.each(["busy", "no-answer", "failed"])("that is %s brings the caller back", async (result) => {
      const { owner, id, dialAction } = await putThrough();
      const next = await posts(side, dialAction, side.transferEnd({ id, result }));
      const relay = await connect(relayOrder(await next.text())?.url ?? "");
      relay.setUp(id);
      expect(await relay.turn(0)).not.toBe("");
      expect(await owner.store.live.list()).toHaveLength(1);
    });
  });

  describe("reports", () => {
    test("in any order and repeated lead to the same end", async () => {
      const owner = await clinic();
      const { id } = await rung(owner);
      for (const status of ["in-progress", "ringing", "initiated", "in-progress"])
        expect((await reports(owner, id, status)).status).toBe(204);
      expect(await owner.store.live.list()).toHaveLength(1);
      for (const status of ["completed", "failed", "ringing", "completed", "busy"])
        expect((await reports(owner, id, status)).status).toBe(204);
      expect(await history(owner)).toMatchObject([{ provider: side.carrier, status: "completed" }]);
      expect(await owner.store.live.list()).toEqual([]);
    });

    test.each([
      ["busy", "busy"],
      ["no-answer", "no_answer"],
      ["failed", "failed"],
      ["canceled", "canceled"],
    ])("%s before the session began make the call a missed one", async (status, ours) => {
      const owner = await clinic();
      const { id } = await rung(owner);
      await reports(owner, id, status);
      expect(await history(owner)).toMatchObject([{ status: ours, outcome: "missed", cost_micros: 0 }]);
    });

    test("of a call that no one knows, or that came long after its end, change nothing", async () => {
      const owner = await clinic();
      expect((await reports(owner, side.newCallId(), "completed")).status).toBe(204);
      const { id } = await rung(owner);
      await reports(owner, id, "completed", { seconds: "0" });
      const before = await history(owner);
      await reports(owner, id, "in-progress");
      await reports(owner, id, "completed", { seconds: "3600" });
      expect(await history(owner)).toEqual(before);
    });
  });

  describe("its numbers", () => {
    const search = {
      country: "US",
      kind: "local",
      area_code: "",
      digits: "",
      locality: "",
    } as const;
    const sort = { country: "US", kind: "local" } as const;

    async function forSale(area_code: string): Promise<string> {
      const { client } = await platformAccount(side);
      const found = await client.numbers.search({ ...search, area_code });
      const number = found.ok ? found.numbers[0] : undefined;
      if (!number) throw new Error(`nothing for sale in ${area_code}`);
      return number.phone_number;
    }

    test("are found by area, digits, letters and place", async () => {
      const { client } = await platformAccount(side);
      const found = async (more: Partial<{ area_code: string; digits: string; locality: string }>) => {
        const answer = await client.numbers.search({ ...search, ...more });
        if (!answer.ok) throw new Error(answer.reason);
        return answer.numbers;
      };
      const there = await found({ area_code: "415" });
      expect(there.length).toBeGreaterThan(3);
      expect(there.every(({ phone_number }) => phone_number.startsWith("+1415"))).toBe(true);
      expect(there[0]).toMatchObject({
        ...sort,
        locality: "San Francisco",
        region: "CA",
        needsAddress: false,
      });
      for (const digits of ["55501", "5*5", "KJ"]) {
        const pattern = { "55501": /55501/, "5*5": /5\d5/, KJ: /55/ }[digits] ?? /x/;
        const some = await found({ digits });
        expect(some.length).toBeGreaterThan(0);
        expect(some.every(({ phone_number }) => pattern.test(phone_number))).toBe(true);
      }
      const named = await found({ locality: "Denver" });
      expect(named[0]?.locality).toBe("Denver");
      expect(await found({ area_code: "999" })).toEqual([]);
    });

    test("are bought, found again by our id alone, pointed at us and given back, each as often as it is asked", async () => {
      const { client } = await platformAccount(side);
      const phone_number = await forSale("206");
      const number_id = newId();
      const bought = await client.numbers.buy({ phone_number, number_id, ...sort });
      if (!bought.ok) throw new Error(bought.reason);
      const { sid } = bought;
      expect(await client.numbers.find({ phone_number, number_id })).toEqual({ ok: true, sid });
      expect(await client.numbers.find({ phone_number, number_id: newId() })).toEqual({
        ok: true,
        sid: null,
      });
      expect(await client.numbers.held(phone_number)).toEqual({ ok: true, sid });
      for (let time = 0; time < 2; time += 1)
        expect(await client.numbers.configure(sid)).toEqual({ ok: true });
      for (let time = 0; time < 2; time += 1) expect(await client.numbers.release(sid)).toEqual({ ok: true });
      expect(await client.numbers.held(phone_number)).toEqual({ ok: true, sid: null });
    });

    test("that were sold meanwhile are refused as taken, in words", async () => {
      const { client } = await platformAccount(side);
      const phone_number = await forSale("303");
      const first = await client.numbers.buy({ phone_number, number_id: newId(), ...sort });
      expect(first.ok).toBe(true);
      const second = await client.numbers.buy({ phone_number, number_id: newId(), ...sort });
      expect(second).toMatchObject({ ok: false, reason: "taken", why: "The number has just been sold." });
    });

    test("ask for documents outside North America", async () => {
      const { client } = await platformAccount(side);
      const lacks = (country: "US" | "DE") =>
        client.numbers.lacksDocuments({ country, kind: "local", needsAddress: false });
      expect([lacks("US"), lacks("DE")]).toEqual([false, true]);
    });

    test.each([
      [{ status: 500 }, "silent"],
      [{ status: 503 }, "silent"],
      [{ status: 429 }, "busy"],
      [{ status: 403 }, "refused"],
      [{ drop: true }, "silent"],
    ] as const)("with a carrier that answers %o: %s", async (fault, reason) => {
      const { client } = await platformAccount(side);
      const phone_number = await forSale("617");
      await goesWrong(side, { path: side.rest.buy, ...fault });
      const bought = await client.numbers.buy({ phone_number, number_id: newId(), ...sort });
      expect(bought).toMatchObject({ ok: false, reason });
      // Nothing is lost: the number is for sale as before, and bought when the carrier is well.
      expect(await client.numbers.held(phone_number)).toEqual({ ok: true, sid: null });
      expect((await client.numbers.buy({ phone_number, number_id: newId(), ...sort })).ok).toBe(true);
    });

    test("whose purchase was answered too late are found by their id", async () => {
      const { client } = await platformAccount(side);
      const phone_number = await forSale("512");
      const number_id = newId();
      await goesWrong(side, { path: side.rest.buy, effect: "answer_lost" });
      expect(await client.numbers.buy({ phone_number, number_id, ...sort })).toMatchObject({
        reason: "silent",
      });
      expect(await client.numbers.find({ phone_number, number_id })).toMatchObject({
        sid: expect.any(String),
      });
    });

    test("with a carrier that answers after more than a person waits: silent", async () => {
      const { client } = await platformAccount(side);
      await goesWrong(side, { path: side.rest.search, delay_ms: 6000 });
      expect(await client.numbers.search(search)).toMatchObject({ ok: false, reason: "silent" });
    });
  });

  describe("calls and messages", () => {
    const sort = { country: "US", kind: "local" } as const;

    /** A number that the platform's account holds, and its client. */
    async function holding(area_code: string) {
      const { client } = await platformAccount(side);
      const found = await client.numbers.search({ ...sort, area_code, digits: "", locality: "" });
      const phone_number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
      expect((await client.numbers.buy({ phone_number, number_id: newId(), ...sort })).ok).toBe(true);
      const order = {
        to: "+13035550166",
        from: phone_number,
        answer_url: `https://app.test${voiceAt(side)}`,
        status_url: `https://app.test${statusAt(side)}`,
        ring_seconds: 25,
        longest_seconds: 600,
      };
      return {
        client,
        order,
        text: { to: order.to, from: order.from, text: "Hello", status_url: order.status_url },
      };
    }

    test("are placed and sent from a number of the account", async () => {
      const { client, order, text } = await holding("702");
      expect(await client.dial(order)).toMatchObject({ ok: true, provider_call_id: expect.any(String) });
      expect(await client.message(text)).toMatchObject({ ok: true, provider_message_id: expect.any(String) });
    });

    test("are refused from another's number and to what is no number, in words", async () => {
      const { client, order, text } = await holding("713");
      for (const wrong of [{ from: "+12125559990" }, { to: "+1" }]) {
        expect(await client.dial({ ...order, ...wrong })).toMatchObject({
          ok: false,
          reason: "refused",
          why: expect.stringMatching(/\.$/),
        });
        expect(await client.message({ ...text, ...wrong })).toMatchObject({
          ok: false,
          reason: "refused",
          why: expect.stringMatching(/\.$/),
        });
      }
    });

    test("are found by their two numbers, read by their id, and stopped while they ring", async () => {
      const { client, order } = await holding("704");
      const since = Date.now();
      const { calls } = client;
      const between = { to: order.to, from: order.from };
      expect(await calls.find({ ...between, since })).toEqual({ ok: true, call: null });
      const placed = await client.dial(order);
      const provider_call_id = (placed.ok && placed.provider_call_id) || "";
      expect(await calls.find({ ...between, since })).toMatchObject({ ok: true, call: { provider_call_id } });
      expect(await calls.find({ ...between, since: Date.now() + minute_ms })).toMatchObject({ call: null });
      expect(await calls.read(provider_call_id)).toMatchObject({ ok: true, call: { provider_call_id } });
      expect(await calls.stop(provider_call_id)).toEqual({ ok: true });
      await expect
        .poll(async () => {
          const read = await calls.read(provider_call_id);
          return read.ok ? read.call?.status : null;
        })
        .toMatch(/completed|canceled/);
      expect(await calls.stop(provider_call_id)).toEqual({ ok: true });
      expect(await calls.read(side.newCallId())).toEqual({ ok: true, call: null });
      expect(await calls.stop(side.newCallId())).toEqual({ ok: true });
    });

    test("with machines to listen for are placed, and the verdicts of both carriers mean the same", async () => {
      const { client, order } = await holding("602");
      const report_url = `https://app.test${statusAt(side)}`;
      for (const waitsForBeep of [true, false])
        expect(await client.dial({ ...order, machines: { report_url, waitsForBeep } })).toMatchObject({
          ok: true,
        });
      const { answerer } = wireOf(side.carrier)?.parse ?? {};
      for (const [word, who] of [
        ["human", "human"],
        ["machine_start", "machine"],
        ["machine_end_beep", "machine_end"],
        ["machine_end_silence", "machine_end"],
        ["machine_end_other", "machine_end"],
        ["fax", "fax"],
        ["unknown", "unknown"],
        ["toString", "unknown"],
      ] as const)
        expect(answerer?.({ CallSid: side.newCallId(), AnsweredBy: word })).toMatchObject({ who });
    });

    test("that are asked after at a carrier that is down: silent", async () => {
      const { client, order } = await holding("919");
      await goesWrong(side, { path: side.rest.dial, status: 500, times: 3 });
      const { calls } = client;
      expect(await calls.find({ to: order.to, from: order.from, since: 0 })).toMatchObject({
        reason: "silent",
      });
      expect(await calls.read(side.newCallId())).toMatchObject({ reason: "silent" });
      expect(await calls.stop(side.newCallId())).toMatchObject({ reason: "silent" });
    });

    test("that the carrier does not take are refused or silent, and go when it is well", async () => {
      const { client, order, text } = await holding("716");
      await goesWrong(side, { path: side.rest.dial, status: 503 });
      await goesWrong(side, { path: side.rest.message, status: 429 });
      expect(await client.dial(order)).toMatchObject({ ok: false, reason: "silent" });
      expect(await client.message(text)).toMatchObject({ ok: false, reason: "busy" });
      expect((await client.dial(order)).ok).toBe(true);
      expect((await client.message(text)).ok).toBe(true);
    });

    test("need an account that the carrier knows", async () => {
      const { client } = await platformAccount(side);
      expect(await client.check()).toEqual({ ok: true });
    });
  });
});
