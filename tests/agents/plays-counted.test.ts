/** Plays of an agent's tests are counted, and one of an agent goes on at a time, also before it is published. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { createAgent, rehearseAgent, saveAgent } from "#app/agents/agent-verbs.server.ts";
import { playTests, saveTest } from "#app/agents/tests/test-verbs.server.ts";
import { publishAgent } from "#app/agents/versions/version-verbs.server.ts";
import { type Limit, limits, spend } from "#app/limits/rate-limits.server.ts";
import { playTestsBy } from "#workers/agent-tests.ts";
import { actorIn, asMember, testDeps } from "../membership/acting.ts";
import { memberOf } from "../support/people.ts";

async function tested() {
  const owner = await memberOf();
  const actor = await actorIn(owner.organizationId, asMember(owner));
  const { deps } = testDeps();
  const made = await createAgent(actor, { kind: "receptionist" }, deps);
  if (!made.ok) throw new Error(made.reason);
  const spec = { ...specFor("receptionist", null), greeting: "Hello." };
  await saveAgent(actor, { id: made.id, version: 1, spec, answers: null });
  const greets = saveTest.input.shape.test.parse({
    name: "Greets",
    now: "2026-11-20 10:00",
    turns: [{ hang_up: true }],
    expect: [{ turn: 0, says: "Hello" }],
  });
  await saveTest(actor, { agent_id: made.id, id: crypto.randomUUID(), test: greets });
  const usedUp = async (limit: Limit) => {
    for (let count = 0; count < limit.most; count++) await spend(deps.db, [limit], Date.now());
  };
  return { actor, id: made.id, spec, deps: { ...deps, play: playTestsBy(env) }, usedUp };
}

test("nothing is published while the agent's tests are played, and the next press publishes", async () => {
  const { actor, id, deps } = await tested();
  const wanted = publishAgent.input.parse({ id, version: 2, latest: 1 });
  const { agentTests } = actor.store;
  await agentTests.begin({ agent_id: id, id: null, now: Date.now() });
  expect(await publishAgent(actor, wanted, deps)).toEqual({ ok: false, reason: "playing" });
  await agentTests.release(id);
  expect(await publishAgent(actor, wanted, deps)).toEqual({ ok: true, version: 2 });
  expect((await agentTests.begin({ agent_id: id, id: null, now: Date.now() })).ok).toBe(true);
});

test("an organization's plays of an hour are counted, by tests and by publications", async () => {
  const { actor, id, deps, usedUp } = await tested();
  const wanted = publishAgent.input.parse({ id, version: 2, latest: 1 });
  await usedUp(limits.plays(actor.organization.id));
  const refused = { ok: false, reason: "too_often" };
  expect(await publishAgent(actor, wanted, deps)).toMatchObject(refused);
  expect(await playTests(actor, { agent_id: id, id: null }, deps)).toMatchObject(refused);
  expect((await actor.store.agents.find(id))?.live?.version).toBe(1);
});

test("turns of drafts are counted", async () => {
  const { actor, id, spec, deps, usedUp } = await tested();
  await usedUp(limits.rehearsals(actor.organization.id));
  const before = { memory: null, lines: [], has_ended: false };
  const unheard = () => Promise.reject(new Error("is not asked"));
  const turn = rehearseAgent.input.parse({ id, spec, before, said: "" });
  expect(await rehearseAgent(actor, turn, { ...deps, rehearse: unheard })).toMatchObject({
    ok: false,
    reason: "too_often",
  });
});
