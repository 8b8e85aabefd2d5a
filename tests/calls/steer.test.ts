/** Stepping into a running call: what the caller hears, what the script and the trail say, and who may. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import {
  type Call,
  type Clinic,
  call,
  clinic,
  connect,
  hangUp,
  history,
  newNumber,
  relayAction,
  relayOrder,
  rows,
} from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";

beforeAll(async () => {
  await anonymous().get("/dashboard");
}, 180_000);

const steer = (person: Person, { call_id }: Pick<Call, "call_id">, form: Record<string, string>) =>
  person.post(`/call-history/${call_id}/steer`, form);

async function script(owner: Clinic): Promise<{ type: string; text: string }[]> {
  const [row] = await rows(owner, "select lines from call_transcripts");
  return JSON.parse(String(row?.lines ?? "[]"));
}

const trail = async (owner: Clinic) => wordsOf(await (await owner.get("/users/activity")).text());

const withModel = () =>
  clinic((spec) => ({
    ...spec,
    model: { chain: [{ provider: "openai", model: "gpt-5-mini" }], temperature: 0.3, first_token_ms: 2500 },
  }));

test("words that a member says are heard at once, in the agent's voice, marked as the member's, and the call goes on", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const turns = placed.relay.turns.length;
  expect((await steer(owner, placed, { do: "say", text: "This is the owner, Dana." })).status).toBe(200);
  expect(await placed.relay.turn(turns)).toBe("This is the owner, Dana.");
  const page = async () => wordsOf(await (await owner.get(`/call-history/${placed.call_id}`)).text());
  const marked = `${owner.email}, through `;
  await vi.waitFor(async () => expect(await page()).toContain(marked));
  expect(await placed.relay.say("a cleaning please")).not.toBe("");
  await hangUp(placed);
  expect((await script(owner)).map(({ text }) => text)).toContain("This is the owner, Dana.");
  expect((await page()).split(marked)).toHaveLength(2);
  expect(await trail(owner)).toContain("Spoke into a running call");
});

test("ending a call says goodbye first, and the history says that a member did it", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const turns = placed.relay.turns.length;
  await steer(owner, placed, { do: "end" });
  expect(await placed.relay.turn(turns)).toContain("I have to end this call now");
  expect(await placed.relay.handoff()).toEqual({ reason: "stopped_by_member" });
  await relayAction(placed, {});
  const [row] = await history(owner);
  expect(row).toMatchObject({
    ended_by: "agent",
    end_reason: "manual_stop",
    end_detail: "stopped_by_member",
  });
  expect(wordsOf(await (await owner.get(`/call-history/${placed.call_id}`)).text())).toContain(
    "How it ended A member ended the call",
  );
  // It is over: nothing more can be ordered.
  expect((await steer(owner, placed, { do: "say", text: "Hello?" })).status).toBe(409);
});

describe("a call is handed over", () => {
  const dialled = async (placed: Call) => (await relayAction(placed, {})).text();

  test("to a member's own phone, and a person has taken it over", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const turns = placed.relay.turns.length;
    expect((await steer(owner, placed, { do: "take_over", number: "(212) 736-5000" })).status).toBe(200);
    expect(await placed.relay.turn(turns)).toContain("connecting you");
    await placed.relay.handoff();
    const xml = await dialled(placed);
    expect(xml).toContain("+12127365000");
    const action = /action="([^"]+)"/.exec(xml)?.[1] ?? "";
    await relayAction(
      { ...placed, action: new URL(action.replaceAll("&amp;", "&")).pathname },
      { DialCallStatus: "completed", CallStatus: "completed" },
    );
    expect(await history(owner)).toMatchObject([{ ended_by: "transfer", end_reason: "human_takeover" }]);
    expect(await trail(owner)).toContain("Took over a running call by phone");
  });

  test("and when that phone does not answer, the agent is back on the line", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await steer(owner, placed, { do: "transfer", number: "+12127365000" });
    await placed.relay.turn(1);
    await placed.relay.handoff();
    const xml = await dialled(placed);
    const action = /action="([^"]+)"/.exec(xml)?.[1] ?? "";
    const again = await relayAction(
      { ...placed, action: new URL(action.replaceAll("&amp;", "&")).pathname },
      { DialCallStatus: "no-answer" },
    );
    const order = relayOrder(await again.text());
    const relay = await connect(order?.url ?? "");
    relay.setUp(placed.call_sid);
    expect((await relay.turn(0)).toLowerCase()).toContain("sorry");
    // As after the agent's own: a message, and a call at a time that suits.
    await relay.say("I'd like to know whether my crown is ready");
    await relay.say("Marta Lindqvist");
    await relay.say("Yes, this number");
    expect(await relay.say("tomorrow at eleven in the morning")).toMatch(/tomorrow.*eleven/i);
    await hangUp({ ...placed, ...order, relay });
    expect(await history(owner)).toMatchObject([{ outcome: "call_back" }]);
    expect(await rows(owner, "select call_id from call_backs")).toEqual([{ call_id: placed.call_id }]);
  });

  test("while a phone rings for the caller, a member can end the call and nothing else", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    await steer(owner, placed, { do: "transfer", number: "+12127365000" });
    await placed.relay.turn(1);
    await placed.relay.handoff();
    expect(await dialled(placed)).toContain("<Dial");
    const refused = await steer(owner, placed, { do: "say", text: "Hello?" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("you can only end the call");
    expect((await steer(owner, placed, { do: "end" })).status).toBe(200);
    expect(await history(owner)).toMatchObject([
      { ended_by: "agent", end_reason: "manual_stop", end_detail: "stopped_by_member" },
    ]);
    expect(await rows(owner, "select outcome from transfer_attempts")).toEqual([{ outcome: "no_answer" }]);
  });

  test.each([
    ["no number", "dana"],
    ["a number abroad", "+442071838750"],
    ["a number that costs extra", "+19005551234"],
  ])("but not to %s", async (_, number) => {
    const owner = await clinic();
    const placed = await call(owner);
    const answer = await steer(owner, placed, { do: "transfer", number });
    expect(answer.status).toBe(409);
    expect((await steer(owner, placed, { do: "transfer", number: owner.number })).status).toBe(409);
  });

  test("nor, by a member or by the agent, to a country that the organization doesn't call", async () => {
    const owner = await clinic();
    const countries = { do: "countries", countries_in: "", countries_out: "CA" };
    expect((await owner.post("/twilio-settings", countries)).status).toBe(302);
    const placed = await call(owner);
    for (const act of ["transfer", "take_over"]) {
      const answer = await steer(owner, placed, { do: act, number: "+12127365000" });
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain("doesn't allow calls to that country");
    }
    const target = { phone_number: "+12127365000", name: "Dana" };
    const asked = {
      agent: { actions: { transfer: target }, transfer_targets: [] },
      ...{ country: "US", tier: "pro", subscription_status: "active", now: Date.now() },
    };
    expect(await owner.store.reach.reachable(asked)).toEqual([]);
    await owner.post("/twilio-settings", { ...countries, countries_out: "US" });
    expect(await owner.store.reach.reachable(asked)).toMatchObject([{ phone_number: "+12127365000" }]);
  });
});

describe("a whisper", () => {
  test("stands in the script and is never spoken", async () => {
    const owner = await withModel();
    const placed = await call(owner);
    const answer = await steer(owner, placed, { do: "whisper", text: "Offer the late slot" });
    expect(answer.status).toBe(200);
    await hangUp(placed);
    const said = await script(owner);
    expect(said).toContainEqual(
      expect.objectContaining({ type: "note", text: "Told the agent: Offer the late slot" }),
    );
    expect(placed.relay.turns.join(" ")).not.toContain("late slot");
  });

  test("is refused where no language model answers, which could not follow it", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    const answer = await steer(owner, placed, { do: "whisper", text: "Offer the late slot" });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("without a language model");
  });
});

test("only those who may step in can, on calls of their own organization, and the page offers it to them alone", async () => {
  const owner = await clinic();
  const placed = await call(owner, newNumber());
  const page = `/call-history/${placed.call_id}`;
  const shown = await (await owner.get(page)).text();
  expect(shown).toContain("Step in");
  expect(shown).toMatch(/<button[^>]*value="whisper"[^>]*disabled|<button[^>]*disabled[^>]*value="whisper"/);
  expect(wordsOf(shown)).toContain("can't follow a whispered hint");
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect(await (await viewer.get(page)).text()).not.toContain("Step in");
  expect((await steer(viewer, placed, { do: "end" })).status).toBe(403);
  const stranger = await memberOf();
  expect((await steer(stranger, placed, { do: "end" })).status).toBe(404);
  expect((await steer(owner, { call_id: newId() }, { do: "end" })).status).toBe(404);
  expect((await steer(owner, placed, { do: "say", text: "" })).status).toBe(422);
  expect((await steer(owner, placed, { do: "say", text: "a".repeat(501) })).status).toBe(422);
  expect((await steer(owner, placed, { do: "sing" })).status).toBe(400);
  expect(await placed.relay.say("a cleaning please")).not.toBe("");
});
