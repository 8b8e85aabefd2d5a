/** Introduced transfers through the simulated carriers, whole: the caller waits, the person takes the call, both hear the agent, and it leaves. No caller is dropped and no phone is left alone. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import { goesWrong, mend, platformAccount, type Side, telnyx, twilio } from "../carriers/sides.ts";
import { post } from "../sandbox/world.ts";
import { anonymous } from "../support/people.ts";
import { history, newNumber, rows } from "../support/telephone.ts";
import { type House, houseAt } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

afterEach(() => mend());

type Target = { name: string; phone_number: string; mode: "warm" | "announced" | "cold" };

/** A house whose agent may use these people, in this order. */
async function houseWith(carrier: string, targets: readonly Target[]): Promise<House> {
  const ids = targets.map(() => newId());
  const owner = await houseAt(carrier, (spec) => ({ ...spec, transfer_targets: ids }));
  await owner.store.numbers.assign({ id: owner.lineId, agent_id: owner.agentId, now: Date.now() });
  for (const [place, target] of targets.entries())
    await owner.store.transfers.add(
      { use_when: "", ring_seconds: 5, time_zone: "America/New_York", hours: null, ...target },
      { id: ids[place] ?? "", by: owner.userId, now: Date.now() },
    );
  return owner;
}

const scripted = z.object({
  call_sid: z.string(),
  status: z.string(),
  ended_by: z.string(),
  error: z.unknown(),
  transcript: z.array(z.object({ role: z.string(), text: z.string() })),
});

/** A caller who asks for a person, and follows `turns` when they are back at the agent. */
const callsIn = async (owner: House, turns: object[] = []) =>
  scripted.parse(
    await (
      await post("/phone/calls", {
        from: newNumber(),
        to: owner.line,
        turns: [{ say: "I want to speak to a person about my invoice" }, ...turns],
      })
    ).json(),
  );

/** What happens at a person's phone. */
const at = async (phone_number: string, answer: object) =>
  expect((await post("/phone/answers", { phone_number, answer })).status).toBe(201);

const taking = { outcome: "answered", after_ms: 1000, turns: [{ press: "1" }] };

const attempts = (owner: House) => rows(owner, "select * from transfer_attempts order by n");

/** The order that a called phone was given is over. */
const isOff = (side: Side, owner: House, to: string) =>
  vi.waitFor(
    async () => {
      const { client } = await platformAccount(side);
      const found = await client.calls.find({ to, from: owner.line, since: 0 });
      const status = found.ok ? found.call?.status : "unknown";
      if (status === "queued" || status === "ringing" || status === "in_progress" || status === "unknown")
        throw new Error(`${to} is ${status}`);
    },
    { timeout: 30_000, interval: 100 },
  );

const said = ({ transcript }: z.infer<typeof scripted>) =>
  transcript
    .filter(({ role }) => role === "agent")
    .map(({ text }) => text)
    .join("\n");

const inHistory = (owner: House) =>
  vi.waitFor(
    async () => {
      const [row] = await history(owner);
      if (!row) throw new Error("not in the history yet");
      return row;
    },
    { timeout: 30_000, interval: 50 },
  );

describe.each([twilio, telnyx])("at $carrier", (side) => {
  const people = () => ({
    dana: { name: "Dana", phone_number: newNumber(), mode: "warm" } as const,
    sam: { name: "Sam", phone_number: newNumber(), mode: "warm" } as const,
  });

  test("the caller waits, the person takes the call with 1, both hear the agent introduce them, and then it has left", async () => {
    const { dana } = people();
    const owner = await houseWith(side.carrier, [dana]);
    await at(dana.phone_number, taking);
    const call = await callsIn(owner);
    expect(call).toMatchObject({ status: "completed", error: null });
    expect(said(call)).toContain("Please hold for a moment. I'm calling Dana.");
    expect(said(call)).toContain("I have Dana on the line");
    expect(said(call)).toContain("I want to speak to a person about my invoice");
    expect(await inHistory(owner)).toMatchObject({ outcome: "transferred", end_reason: "transferred" });
    expect(await attempts(owner)).toMatchObject([{ name: "Dana", mode: "warm", outcome: "answered" }]);
  });

  const leaving = [{ say: "Please tell them I called about my crown" }, { hang_up: true }];

  test.each([
    ["is busy", { outcome: "busy" }, "busy"],
    ["does not answer", { outcome: "no-answer" }, "no_answer"],
    ["cannot be reached", { outcome: "failed" }, "failed"],
    ["declines with 2", { outcome: "answered", turns: [{ press: "2" }] }, "declined"],
    ["is a machine that presses nothing", { outcome: "answered" }, "no_key"],
    ["hangs up while hearing who calls", { outcome: "answered", turns: [{ hang_up: true }] }, "hung_up"],
    [
      "hangs up in the introduction",
      { outcome: "answered", turns: [{ press: "1" }, { hang_up: true }] },
      "hung_up",
    ],
  ])(
    "a person who %s: the caller is back at the agent, which apologises and takes a message",
    async (_, answer, outcome) => {
      const { dana } = people();
      const owner = await houseWith(side.carrier, [dana]);
      await at(dana.phone_number, answer);
      const call = await callsIn(owner, leaving);
      expect(call).toMatchObject({ status: "completed", ended_by: "caller", error: null });
      expect(said(call).toLowerCase()).toMatch(/sorry|didn't|no one|couldn't/);
      const row = await inHistory(owner);
      expect(row.outcome).not.toBe("transferred");
      expect(await attempts(owner)).toMatchObject([{ name: "Dana", outcome, talk_seconds: 0 }]);
      await isOff(side, owner, dana.phone_number);
      expect(await owner.store.live.list()).toEqual([]);
    },
  );

  test("the next person is called when the first declines, and an announced one after an introduced one", async () => {
    const { dana, sam } = people();
    const desk = { name: "Desk", phone_number: newNumber(), mode: "announced" } as const;
    const owner = await houseWith(side.carrier, [dana, sam, desk]);
    await at(dana.phone_number, { outcome: "answered", turns: [{ press: "2" }] });
    await at(sam.phone_number, { outcome: "busy" });
    const call = await callsIn(owner);
    expect(call).toMatchObject({ status: "completed", error: null });
    await inHistory(owner);
    expect(await attempts(owner)).toMatchObject([
      { name: "Dana", mode: "warm", outcome: "declined" },
      { name: "Sam", mode: "warm", outcome: "busy" },
      { name: "Desk", mode: "announced", outcome: "answered" },
    ]);
  });

  const times = (call: z.infer<typeof scripted>) => said(call).split("I have Dana on the line").length - 1;
  const conferences = () =>
    side.carrier === "twilio"
      ? `/2010-04-01/Accounts/${side.account_sid}/Conferences`
      : `/v2/texml/Accounts/${side.account_sid}/Conferences`;

  test.each([
    ["is lost", { drop: true }],
    ["comes twice", { effect: "repeated" }],
  ])("the carrier's report that the conference began %s: both are introduced, once", async (_, fault) => {
    const { dana } = people();
    const owner = await houseWith(side.carrier, [dana]);
    await at(dana.phone_number, taking);
    await goesWrong(side, { path: "conference-callbacks", ...fault });
    const call = await callsIn(owner);
    expect(times(call)).toBe(1);
    await inHistory(owner);
    expect(await attempts(owner)).toMatchObject([{ outcome: "answered" }]);
  });

  test("a carrier that announces nothing: the two talk without the agent's words", async () => {
    const { dana } = people();
    const owner = await houseWith(side.carrier, [dana]);
    await at(dana.phone_number, taking);
    await goesWrong(side, { path: conferences(), status: 500, times: 5 });
    const call = await callsIn(owner);
    expect(times(call)).toBe(0);
    expect(call).toMatchObject({ status: "completed", error: null });
    expect(await inHistory(owner)).toMatchObject({ end_reason: "transferred" });
    expect(await attempts(owner)).toMatchObject([{ outcome: "answered" }]);
  });

  test("a carrier that refuses to call the person: the caller is back at the agent", async () => {
    const { dana } = people();
    const owner = await houseWith(side.carrier, [dana]);
    await at(dana.phone_number, taking);
    await goesWrong(side, { path: side.rest.dial, status: 400 });
    const call = await callsIn(owner, leaving);
    expect(call).toMatchObject({ status: "completed", ended_by: "caller" });
    await inHistory(owner);
    expect(await attempts(owner)).toMatchObject([{ outcome: "failed" }]);
  });

  test.each([
    ["is not answered by the carrier", { path: side.rest.dial, status: 500 }, taking],
    [
      "is answered by no one, and no report comes",
      { path: "status-callbacks", drop: true, times: 4 },
      { outcome: "no-answer" },
    ],
  ])(
    "an order to call that %s: the call's own timer has the caller fetched back",
    async (_, fault, answer) => {
      const { dana } = people();
      const owner = await houseWith(side.carrier, [dana]);
      await at(dana.phone_number, answer);
      await goesWrong(side, fault);
      const calling = callsIn(owner, leaving);
      const [live] = await vi.waitFor(
        async () => {
          const going = await owner.store.live.list();
          if (going[0]?.transferring_to !== "Dana") throw new Error("not yet");
          return going;
        },
        { timeout: 30_000, interval: 50 },
      );
      const session = env.CALL_SESSION.getByName(live?.call_id ?? "");
      await vi.waitFor(
        () =>
          runInDurableObject(session, (_object, { storage }) => {
            const [row] = storage.sql.exec("select value from facts where key = 'progress'").toArray();
            if (!String(row?.value).includes('"is_dialled":true')) throw new Error("not dialled yet");
          }),
        { timeout: 30_000, interval: 50 },
      );
      await runInDurableObject(session, (_object, { storage }) => {
        storage.sql.exec("update timers set due_at = 1 where kind = 'rung'");
      });
      await runDurableObjectAlarm(session);
      expect(await calling).toMatchObject({ status: "completed", ended_by: "caller" });
      await inHistory(owner);
      expect(await attempts(owner)).toMatchObject([{ outcome: "no_answer" }]);
    },
  );
});
