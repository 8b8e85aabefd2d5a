/** Transfers at both carriers: the ladder of phones, the whisper and its keys, and every way in which an attempt fails. No caller is dropped. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { newId } from "#app/platform/id.ts";
import { posts, type Side, sides } from "../carriers/sides.ts";
import { sandbox } from "../sandbox/world.ts";
import { anonymous } from "../support/people.ts";
import {
  type Clinic,
  clinic,
  connect,
  history,
  newNumber,
  type RelayEnd,
  relayOrder,
  rows,
} from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";

beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

type Target = {
  name: string;
  phone_number: string;
  mode?: "announced" | "cold";
  use_when?: string;
  hours?: OpeningHours | null;
  ring_seconds?: number;
};

const dana = { name: "Dana", phone_number: "+12127365001" };
const sam = { name: "Sam", phone_number: "+12127365002" };
const desk = { name: "Desk", phone_number: "+12127365003", mode: "cold" } as const;

/** A clinic whose agent may use these targets, in this order. */
async function clinicWith(targets: readonly Target[], change: Parameters<typeof clinic>[0] = (spec) => spec) {
  const ids = targets.map(() => newId());
  const owner = await clinic((spec) => ({ ...change(spec), transfer_targets: ids }));
  for (const [place, target] of targets.entries())
    await owner.store.transfers.add(
      {
        mode: "announced",
        use_when: "",
        ring_seconds: 25,
        time_zone: "America/New_York",
        hours: null,
        ...target,
      },
      { id: ids[place] ?? "", by: owner.userId, now: Date.now() },
    );
  return Object.assign(owner, { ids });
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};
const attributeOf = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? "";

/** What a dial says: whom, for how long, and its addresses. */
function dialOf(xml: string) {
  if (!xml.includes("<Dial")) throw new Error(`no dial: ${xml}`);
  return {
    to: /<Number[^>]*>([^<]*)<\/Number>/.exec(xml)?.[1] ?? "",
    timeout: Number(attributeOf(xml, "timeout")),
    action: pathOf(attributeOf(xml, "action")),
    whisper: xml.includes(" url=") ? pathOf(attributeOf(xml, "url")) : null,
    status: pathOf(attributeOf(xml, "statusCallback")),
  };
}
type Dial = ReturnType<typeof dialOf>;

describe.each(sides)("$carrier", (side: Side) => {
  const leg = side.newCallId();
  const legPost = (more: Record<string, string> = {}) => ({
    CallSid: leg,
    CallStatus: "in-progress",
    ...more,
  });
  const text = async (answer: Promise<Response>) => (await answer).text();

  type Placed = { id: string; action: string; call_id: string; from: string; relay: RelayEnd };

  async function placed(owner: Clinic): Promise<Placed> {
    const id = side.newCallId();
    const from = newNumber();
    const xml = await text(
      posts(side, `/webhooks/${side.carrier}/voice`, side.voice({ id, from, to: owner.number })),
    );
    const order = relayOrder(xml);
    if (!order) throw new Error(xml);
    const relay = await connect(order.url);
    relay.setUp(id);
    await relay.turn(0);
    return { id, from, relay, ...order };
  }

  const sessionEnd = (call: Placed) =>
    text(posts(side, call.action, side.sessionEnd({ id: call.id, isOver: false })));

  /** A caller who asks for a person, until the first phone rings. */
  async function asking(owner: Clinic, words = "I want to speak to a person") {
    const call = await placed(owner);
    const said = await call.relay.say(words);
    await call.relay.handoff();
    return { call, said, dial: dialOf(await sessionEnd(call)) };
  }

  const ended = (call: Placed, dial: Dial, result: string, more: Record<string, string> = {}) =>
    text(posts(side, dial.action, { ...side.transferEnd({ id: call.id, result }), ...more }));

  /** The phone is answered, hears who calls, and presses a key (or none). */
  async function whispered(dial: Dial, digits: string | null) {
    const words = await text(posts(side, dial.whisper ?? "", legPost()));
    const key = pathOf(attributeOf(words, "action"));
    const after = await text(posts(side, key, legPost(digits === null ? {} : { Digits: digits })));
    return { words, after, key };
  }

  const attempts = (owner: Clinic) => rows(owner, "select * from transfer_attempts order by n");

  /** The agent is back, and apologises. */
  async function back(call: Placed, xml: string) {
    const order = relayOrder(xml);
    if (!order) throw new Error(`not back: ${xml}`);
    const relay = await connect(order.url);
    relay.setUp(call.id);
    return { ...call, ...order, relay, said: await relay.turn(0) };
  }

  const hangUp = async (call: Placed) => {
    call.relay.close();
    await posts(side, call.action, side.sessionEnd({ id: call.id, isOver: true }));
  };

  test("the person who answers hears who calls and why, takes the call with 1, and it is kept who answered and for how long", async () => {
    const owner = await clinicWith([dana, sam]);
    const { call, said, dial } = await asking(owner);
    expect(said).toContain("Dana");
    expect(dial).toMatchObject({ to: dana.phone_number, timeout: 25 });
    const [live] = await owner.store.live.list();
    expect(live).toMatchObject({ transferring_to: "Dana" });
    const { words, after } = await whispered(dial, "1");
    expect(words).toContain("A caller is on the line");
    expect(words).toContain("I want to speak to a person");
    expect(words).toContain("Press 1");
    expect(after).not.toContain("Hangup");
    const xml = await ended(call, dial, "completed", { CallStatus: "completed", DialCallDuration: "42" });
    expect(xml).toContain("Hangup");
    expect(await history(owner)).toMatchObject([
      { outcome: "transferred", ended_by: "transfer", end_reason: "transferred" },
    ]);
    const [row] = await history(owner);
    const paid: { what: string; quantity: number }[] = JSON.parse(String(row?.cost_items));
    expect(paid.map(({ what, quantity }) => [what, quantity])).toEqual([
      ["carrier", 1],
      ["speech", 1],
      ["model", 1],
      ["transfer", 1],
    ]);
    expect(await attempts(owner)).toMatchObject([{ name: "Dana", outcome: "answered", mode: "announced" }]);
  });

  test.each([
    ["busy", async (): Promise<string> => "busy", "busy"],
    ["does not answer", async (): Promise<string> => "no-answer", "no_answer"],
    ["cannot be reached", async (): Promise<string> => "failed", "failed"],
    [
      "declines with 2",
      async (dial: Dial): Promise<string> => {
        await whispered(dial, "2");
        return "completed";
      },
      "declined",
    ],
    [
      "is a voicemail that presses nothing",
      async (dial: Dial): Promise<string> => {
        await whispered(dial, null);
        return "completed";
      },
      "no_key",
    ],
    [
      "hangs up while hearing who calls",
      async (dial: Dial): Promise<string> => {
        await posts(side, dial.whisper ?? "", legPost());
        return "completed";
      },
      "hung_up",
    ],
  ] as const)(
    "a person who %s: the next phone rings, and after the last the agent is back and takes a message",
    async (_, happens, outcome) => {
      const owner = await clinicWith([dana, { ...desk, ring_seconds: 40 }]);
      const { call, dial } = await asking(owner);
      const second = dialOf(await ended(call, dial, await happens(dial)));
      expect(second).toMatchObject({ to: desk.phone_number, timeout: 40, whisper: null });
      const again = await back(call, await ended(call, second, "no-answer"));
      expect(again.said.toLowerCase()).toMatch(/sorry|didn't|no one|couldn't/);
      expect(await again.relay.say("Please tell them I called about my crown")).not.toBe("");
      await hangUp(again);
      expect(await attempts(owner)).toMatchObject([
        { n: 0, name: "Dana", outcome, talk_seconds: 0 },
        { n: 1, name: "Desk", outcome: "no_answer" },
      ]);
      const [row] = await history(owner);
      expect(row?.outcome).not.toBe("transferred");
    },
  );

  test("after the last phone the agent apologises, and promises a call at the time that the caller names", async () => {
    const owner = await clinicWith([dana]);
    const { call, dial } = await asking(owner);
    const again = await back(call, await ended(call, dial, "no-answer"));
    expect(again.said.toLowerCase()).toMatch(/sorry/);
    await again.relay.say("I'd like to know whether my crown is ready");
    await again.relay.say("Marta Lindqvist");
    expect(await again.relay.say("Yes, this number")).toMatch(/call/i);
    expect(await again.relay.say("tomorrow at eleven in the morning")).toMatch(/tomorrow.*eleven/i);
    await hangUp(again);
    const [promised] = await rows(owner, "select * from call_backs");
    const time = new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      minute: "2-digit",
    });
    expect(time.format(Number(promised?.due_at))).toBe("11:00 AM");
    expect(promised).toMatchObject({ call_id: call.call_id, reminded_at: null });
    const [row] = await history(owner);
    expect(row?.outcome).toBe("call_back");
  });

  test("a report that comes twice, or after the next phone rings, climbs no further", async () => {
    const owner = await clinicWith([dana, sam, desk]);
    const { call, dial } = await asking(owner);
    const first = await ended(call, dial, "busy");
    expect(await ended(call, dial, "busy")).toBe(first);
    expect(dialOf(first).to).toBe(sam.phone_number);
    expect(dialOf(await sessionEnd(call)).to).toBe(sam.phone_number);
    const third = dialOf(await ended(call, dialOf(first), "no-answer"));
    expect(third.to).toBe(desk.phone_number);
    expect(dialOf(await ended(call, dial, "completed")).to).toBe(desk.phone_number);
    const again = await back(call, await ended(call, third, "busy"));
    // Late reports find the agent on the line, and change nothing.
    expect(await ended(call, third, "busy")).not.toContain("<Dial");
    expect(await again.relay.say("what are your opening hours")).not.toBe("");
    await hangUp(again);
    expect((await attempts(owner)).map(({ outcome }) => outcome)).toEqual(["busy", "no_answer", "busy"]);
  });

  test("a key for an earlier phone opens nothing, and a second key changes nothing", async () => {
    const owner = await clinicWith([dana, sam]);
    const { call, dial } = await asking(owner);
    const { key, after } = await whispered(dial, "2");
    expect(after).toContain("Hangup");
    expect(await text(posts(side, key, legPost({ Digits: "1" })))).toContain("Hangup");
    const second = dialOf(await ended(call, dial, "completed"));
    expect(await text(posts(side, key, legPost({ Digits: "1" })))).toContain("Hangup");
    expect(await text(posts(side, dial.whisper ?? "", legPost()))).toContain("Hangup");
    await whispered(second, "1");
    await ended(call, second, "completed", { CallStatus: "completed" });
    expect((await attempts(owner)).map(({ outcome }) => outcome)).toEqual(["declined", "answered"]);
  });

  test.each([
    ["rings", async (): Promise<void> => undefined, "caller_left", "caller_left_during_transfer"],
    [
      "hears who calls",
      async (dial: Dial): Promise<void> => void (await posts(side, dial.whisper ?? "", legPost())),
      "caller_left",
      "caller_left_during_transfer",
    ],
    [
      "talks",
      async (dial: Dial): Promise<void> => void (await whispered(dial, "1")),
      "answered",
      "transferred",
    ],
  ] as const)(
    "a caller who hangs up while the phone %s, told by the status alone",
    async (_, happens, outcome, end_reason) => {
      const owner = await clinicWith([dana, sam]);
      const { call, dial } = await asking(owner);
      await happens(dial);
      const report = side.status({
        id: call.id,
        from: call.from,
        to: owner.number,
        status: "completed",
        seconds: "30",
      });
      await posts(side, `/webhooks/${side.carrier}/status`, report);
      expect(await history(owner)).toMatchObject([{ end_reason, status: "completed" }]);
      expect(await attempts(owner)).toMatchObject([{ name: "Dana", outcome }]);
      // The report of the dial comes too late, and nothing rings any more.
      expect(await ended(call, dial, "no-answer")).not.toContain("<Dial");
      expect(await history(owner)).toHaveLength(1);
    },
  );

  test("a person who was removed or paused while another phone rings is left out", async () => {
    const owner = await clinicWith([dana, sam, { ...sam, name: "Kim", phone_number: "+12127365004" }, desk]);
    const { call, dial } = await asking(owner);
    await owner.store.transfers.remove(owner.ids[1] ?? "");
    await owner.store.transfers.pause(owner.ids[2] ?? "", true, Date.now());
    expect(dialOf(await ended(call, dial, "busy")).to).toBe(desk.phone_number);
  });

  test("with every person closed the agent offers no transfer, and takes a message", async () => {
    const closed = {
      weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
      holidays: [],
    };
    const owner = await clinicWith([
      { ...dana, hours: closed },
      { ...sam, hours: closed },
    ]);
    const call = await placed(owner);
    const said = await call.relay.say("I want to speak to a person");
    expect(said).not.toContain("Dana");
    expect(said).not.toContain("put you through");
    await hangUp(call);
    expect(await attempts(owner)).toEqual([]);
  });

  test("an agent that names a person of the list by their number does not ring them while they are closed", async () => {
    const closed = {
      weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
      holidays: [],
    };
    const owner = await clinicWith([{ ...dana, hours: closed }, desk], (spec) => ({
      ...spec,
      actions: { ...spec.actions, transfer: { phone_number: dana.phone_number, name: "the front desk" } },
    }));
    const { dial } = await asking(owner);
    expect(dial.to).toBe(desk.phone_number);
    const page = `/call-transfer?agent=${owner.agentId}`;
    expect(wordsOf(await (await owner.get(page)).text())).toMatch(/Desk At once.*Dana Skipped: closed then/);
  });

  test("the caller's own phone, and a number that rings here, are never rung", async () => {
    const owner = await clinicWith([dana]);
    const call = await placed(owner);
    const own = await clinicWith([{ name: "Loop", phone_number: call.from }, sam]);
    const id = side.newCallId();
    const xml = await text(
      posts(side, `/webhooks/${side.carrier}/voice`, side.voice({ id, from: call.from, to: own.number })),
    );
    const order = relayOrder(xml);
    const relay = await connect(order?.url ?? "");
    relay.setUp(id);
    await relay.turn(0);
    await relay.say("I want to speak to a person");
    await relay.handoff();
    const dial = dialOf(await text(posts(side, order?.action ?? "", side.sessionEnd({ id, isOver: false }))));
    expect(dial.to).toBe(sam.phone_number);
    const refused = await own.store.transfers.add(
      {
        ...dana,
        phone_number: own.number,
        use_when: "",
        mode: "cold",
        ring_seconds: 25,
        hours: null,
        time_zone: "UTC",
      },
      { id: newId(), by: own.userId, now: Date.now() },
    );
    expect(refused).toEqual({ ok: false, reason: "own_number" });
  });

  test("whose matter it is rings first, and the others follow", async () => {
    const owner = await clinicWith([dana, { ...sam, use_when: "invoices, bills and payments" }]);
    const { call, said, dial } = await asking(owner, "I want to speak to a person about an invoice");
    expect(said).toContain("Sam");
    expect(dial.to).toBe(sam.phone_number);
    expect(dialOf(await ended(call, dial, "busy")).to).toBe(dana.phone_number);
  });

  test("a lost report of the carrier: the call's own timer has the carrier fetch the next step, also after the object was evicted", async () => {
    const owner = await clinicWith([dana, desk]);
    const { call, dial } = await asking(owner);
    const session = env.CALL_SESSION.getByName(call.call_id);
    await evictDurableObject(session);
    await posts(side, dial.whisper ?? "", legPost());
    await runInDurableObject(session, (_, { storage }) => {
      storage.sql.exec("update timers set due_at = 1 where kind = 'rung'");
    });
    await runDurableObjectAlarm(session);
    const asked = await (await sandbox("/traffic", { headers: { accept: "application/json" } })).text();
    expect(asked).toContain(call.id.slice(3));
    expect(asked).toMatch(/Calls\//);
    // The carrier fetches the address as it is: it says nothing of a dial.
    const next = dialOf(
      await text(posts(side, dial.action, { CallSid: call.id, CallStatus: "in-progress" })),
    );
    expect(next.to).toBe(desk.phone_number);
    const again = await back(call, await ended(call, next, "busy"));
    await hangUp(again);
    expect((await attempts(owner)).map(({ outcome }) => outcome)).toEqual(["no_answer", "busy"]);
  });

  test("the minutes run out while phones ring: no further phone rings, and the agent takes leave", async () => {
    const owner = await clinicWith([dana, sam]);
    const { call, dial } = await asking(owner);
    await runInDurableObject(env.CALL_SESSION.getByName(call.call_id), (_, { storage }) => {
      storage.sql.exec(
        "update facts set value = json_set(value, '$.answered_at', json_extract(value, '$.answered_at') - 7200000) where key = 'progress'",
      );
    });
    await evictDurableObject(env.CALL_SESSION.getByName(call.call_id));
    expect(relayOrder(await ended(call, dial, "busy"))).not.toBeNull();
  });

  test("the webhooks of a called phone are believed only with the carrier's signature, at the address of that attempt", async () => {
    const owner = await clinicWith([dana]);
    const { dial } = await asking(owner);
    for (const path of [dial.whisper ?? "", dial.status, dial.action])
      expect((await posts(side, path, legPost(), null)).status).toBe(403);
    const other = (dial.whisper ?? "").replace(/\/0(\?|$)/, "/1$1");
    expect((await posts(side, other, legPost(), { path: dial.whisper ?? "" })).status).toBe(403);
  });
});
