/** The test call of a number that rings one's own phone: offered on the number's page, placed by the number's agent, under the same rules as every call. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { mend } from "../carriers/sides.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { history } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";
import { type House, houseAt, inHistory, lawful, placedId, unlawful, whenCalled } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

const callsFrom = async (house: House, outbound_agent_id: string) => {
  const saved = await house.post(`/numbers/${house.lineId}`, {
    do: "save",
    label: "",
    agent_id: "",
    outbound_agent_id,
    when_closed: "agent",
    after_hours_agent_id: "",
    fallback_number: "",
  });
  expect(saved.status).toBe(302);
};

const testNumber = async (house: House, default_test_number: string) => {
  const saved = await house.post("/settings", { intent: "test", default_test_number });
  expect(saved.status).toBeLessThan(400);
};

/** Where the number's page sends people who want their phone to ring. */
async function offered(person: Pick<House, "get">, { lineId }: House): Promise<string | null> {
  const html = await (await person.get(`/numbers/${lineId}`)).text();
  return /href="(\/agents\/[0-9a-f-]+\/dial\?test=[0-9a-f-]+)"/.exec(html)?.[1] ?? null;
}

test("the default test number is rung by the number's agent for outgoing calls, from that number", async () => {
  const house = await houseAt("twilio");
  expect(await offered(house, house)).toBeNull();
  await callsFrom(house, house.agentId);
  const to = lawful();
  await testNumber(house, to);
  const address = (await offered(house, house)) ?? "";
  expect(address).toBe(`/agents/${house.agentId}/dial?test=${house.lineId}`);
  const html = await (await house.get(address)).text();
  expect(html).toContain(`value="${internationally(to)}"`);
  expect(wordsOf(html)).toContain(`${house.spec.name} rings your phone`);

  const given = { to: internationally(to), number_id: house.lineId };
  const question = await (await house.post(address, { do: "check", ...given })).text();
  expect(wordsOf(question)).toContain(
    `will call ${internationally(to)} from ${internationally(house.line)} now.`,
  );
  await whenCalled(to, { outcome: "answered", turns: [{ say: "Hello?" }, { hang_up: true }] });
  const id = placedId(await house.post(address, { do: "call", ...given, key: newId() }));
  expect(await inHistory(house, id)).toMatchObject({
    direction: "outbound",
    our_number: house.line,
    other_number: to,
    agent_id: house.agentId,
  });
});

test("the rules of calling hold for one's own phone", async () => {
  const house = await houseAt("twilio");
  await callsFrom(house, house.agentId);
  const to = unlawful();
  await testNumber(house, to);
  const address = (await offered(house, house)) ?? "";
  const answer = await house.post(address, { do: "call", to, number_id: house.lineId, key: newId() });
  expect(answer.status).toBe(422);
  expect(wordsOf(await answer.text())).toContain("People may not be called at this hour");
  expect(await history(house)).toMatchObject([{ status: "rejected", end_reason: "outside_window" }]);
});

test("without a default test number one is typed; another's number tests nothing; a viewer is offered nothing", async () => {
  const [house, other] = [await houseAt("twilio"), await houseAt("twilio")];
  await callsFrom(house, house.agentId);
  const address = (await offered(house, house)) ?? "";
  const untold = await (await house.get(address)).text();
  expect(wordsOf(untold)).toContain("Your phone");
  expect(untold).toContain('href="/settings#calls"');
  expect(untold).toContain(`<title>${house.spec.name} rings your phone`);
  await testNumber(house, lawful());
  const foreign = await (await house.get(`/agents/${house.agentId}/dial?test=${other.lineId}`)).text();
  expect(wordsOf(foreign)).toContain(`${house.spec.name} calls a number`);
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  expect(await offered(viewer, house)).toBeNull();
});
