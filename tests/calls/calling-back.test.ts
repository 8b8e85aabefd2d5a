/** Which number and which agent a call is made with: the number's own agent for outgoing calls, and back from the number that was called. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { mend } from "../carriers/sides.ts";
import { anonymous } from "../support/people.ts";
import { ended, finishedCall, wordsOf } from "./arrange.ts";
import { type House, houseAt, inHistory, lawful, placedId, whenCalled } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

/** A house with a second agent, which makes the calls of its second number. */
async function houseOfTwo(): Promise<House & { callerId: string }> {
  const house = await houseAt("twilio");
  const callerId = newId();
  const spec = { ...house.spec, name: "Robin" };
  await house.store.agents.create({ id: callerId, spec, created_by: house.userId, now: Date.now() });
  const saved = await house.post(`/numbers/${house.lineId}`, {
    do: "save",
    label: "",
    agent_id: house.agentId,
    outbound_agent_id: callerId,
    when_closed: "agent",
    after_hours_agent_id: "",
    fallback_number: "",
  });
  expect(saved.status).toBe(302);
  return { ...house, callerId };
}

const chosenNumber = (html: string): string | null =>
  /<option[^>]*value="([^"]*)"[^>]*selected=""/.exec(html)?.[1] ??
  /<option[^>]*selected=""[^>]*value="([^"]*)"/.exec(html)?.[1] ??
  null;

test("a call is called back by the agent for outgoing calls of the number that was called, from that number", async () => {
  const house = await houseOfTwo();
  const to = lawful();
  const call = finishedCall({
    agent_id: house.agentId,
    agent_name: house.spec.name,
    number_id: house.lineId,
    our_number: house.line,
    other_number: to,
  });
  await ended(house, call);
  const page = await (await house.get(`/call-history/${call.id}`)).text();
  const address = /href="(\/agents\/[0-9a-f-]+\/dial\?call=[0-9a-f-]+)"/.exec(page)?.[1] ?? "";
  expect(address).toBe(`/agents/${house.callerId}/dial?call=${call.id}`);
  const form = await (await house.get(address)).text();
  expect(form).toContain(`value="${internationally(to)}"`);
  expect(chosenNumber(form)).toBe(house.lineId);
  expect(wordsOf(form)).toContain(`${internationally(house.line)} · Robin`);

  await whenCalled(to, { outcome: "answered", turns: [{ say: "Hello?" }, { hang_up: true }] });
  const id = placedId(await house.post(address, { do: "call", to, number_id: house.lineId, key: newId() }));
  expect(await inHistory(house, id)).toMatchObject({ our_number: house.line, agent_id: house.callerId });
});

test("an agent that has no number of its own calls from the one whose calls it makes", async () => {
  const house = await houseOfTwo();
  const form = await (await house.get(`/agents/${house.callerId}/dial`)).text();
  expect(chosenNumber(form)).toBe(house.lineId);
  const page = await (await house.get(`/numbers/${house.lineId}`)).text();
  expect(page).toContain(`/agents/${house.callerId}/dial?from=${house.lineId}`);
  // The first agent keeps the number that it alone has.
  const own = await (await house.get(`/agents/${house.agentId}/dial`)).text();
  expect(chosenNumber(own)).toBe(house.numberId);
});

test("a call to a number that is gone is called back by its own agent, from a number that is left", async () => {
  const house = await houseAt("twilio");
  const call = finishedCall({
    agent_id: house.agentId,
    agent_name: house.spec.name,
    number_id: newId(),
    our_number: "+13135550999",
    other_number: lawful(),
  });
  await ended(house, call);
  const page = await (await house.get(`/call-history/${call.id}`)).text();
  expect(page).toContain(`/agents/${house.agentId}/dial?call=${call.id}`);
  const form = await (await house.get(`/agents/${house.agentId}/dial?call=${call.id}`)).text();
  expect(chosenNumber(form)).toBe(house.numberId);
});
