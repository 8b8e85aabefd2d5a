/** A version on trial: its share of the calls, and what becomes of it by how they go. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { isInShare } from "#app/agents/versions/call-share.ts";
import type { CallOutcome } from "#app/calls/call-terms.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { publish } from "../agents/editor-client.ts";
import { script } from "../models/asking.ts";
import { delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane } from "../support/people.ts";
import {
  type Clinic,
  call,
  clinic,
  hangUp,
  newCallSid,
  newNumber,
  ring,
  rows,
} from "../support/telephone.ts";
import { ended, finishedCall } from "./arrange.ts";

/** A clinic whose second version answers a share of the calls. */
async function onTrial(share: number): Promise<Clinic> {
  const owner = await clinic();
  const spec = { ...owner.spec, greeting: "The new greeting." };
  await owner.store.agents.update({ id: owner.agentId, version: 1, spec, now: Date.now() });
  expect((await publish(owner, owner.agentId, { share: String(share) })).status).toBe(302);
  return owner;
}

/** Calls of a version that end now, each with this outcome. */
async function answered(
  owner: Clinic,
  version: number,
  outcomes: readonly CallOutcome[],
  more: Partial<FinishedCall> = {},
): Promise<void> {
  for (const outcome of outcomes)
    await ended(
      owner,
      finishedCall({
        lines: [{ type: "caller", text: "Hello?", heard: null, detail: null, at_ms: 900 }],
        ...more,
        agent_id: owner.agentId,
        agent_version: version,
        outcome,
        other_number: newNumber(),
        provider_call_id: newCallSid(),
      }),
    );
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const liveOf = async (owner: Clinic) => (await owner.store.agents.find(owner.agentId))?.live;

test("every call goes to the version that its id says, asked once or twice", async () => {
  const owner = await onTrial(25);
  for (let at = 0; at < 20; at++) {
    const call_sid = newCallSid();
    const from = newNumber();
    const first = await (await ring({ call_sid, from, to: owner.number })).text();
    const again = await (await ring({ call_sid, from, to: owner.number })).text();
    expect(again.includes("The new greeting.")).toBe(first.includes("The new greeting."));
  }
  const live = await rows(owner, "select call_id, agent_version from live_calls");
  expect(live).toHaveLength(20);
  for (const { call_id, agent_version } of live)
    expect(agent_version).toBe(isInShare(String(call_id), 25) ? 2 : 1);
});

test("a share holds about as many of all ids as it says, and every call of a smaller one", () => {
  const ids = Array.from({ length: 4000 }, () => newId());
  for (const share of [5, 10, 25, 50, 100]) {
    const held = ids.filter((id) => isInShare(id, share)).length / ids.length;
    expect(Math.abs(held - share / 100)).toBeLessThan(0.04);
  }
  expect(ids.filter((id) => isInShare(id, 10)).every((id) => isInShare(id, 25))).toBe(true);
});

test("after ten calls that reach much less, the version is taken back: told, audited, and said on the agent's page", async () => {
  const owner = await onTrial(50);
  await answered(owner, 1, [...times(27, "booked" as const), ...times(3, "no_outcome" as const)]);
  await answered(owner, 2, times(9, "no_outcome" as const));
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: { version: 2, share: 50 } });
  await answered(owner, 2, ["no_outcome"]);
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: null, latest: 2, changes: ["greeting"] });

  const facts = (await owner.store.outbox.waiting(Date.now() + 1)).filter(
    ({ kind }) => kind === "agent.rolled_back",
  );
  expect(facts).toMatchObject([
    {
      id: `agent.rolled_back:${owner.agentId}:2`,
      payload: { version: 2, to_version: 1, reason: "success", calls: 10 },
    },
  ]);
  const bodies = facts.map((fact) => ({ ...fact, organization_id: owner.organizationId }));
  await delivered(bodies);
  await delivered(bodies);
  const audited = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, owner.agentId));
  expect(audited.filter(({ action }) => action === "agent.rolled_back")).toMatchObject([
    { actor_id: null, changes: { version: 2, to_version: 1, reason: "success", calls: 10 } },
  ]);
  const words =
    "Version 2 was taken back, and version 1 answers all calls again: 0% of its 10 calls got somewhere, down from 90% of 30.";
  for (const path of ["", "/versions"])
    expect(await pageText(await (await owner.get(`/agents/${owner.agentId}${path}`)).text())).toContain(
      words,
    );
  const xml = await (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text();
  expect(xml).not.toContain("The new greeting.");
  // A call of the version that ends only now changes nothing more.
  await answered(owner, 2, ["booked"]);
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: null });
  // The notice goes with the next publication.
  expect((await publish(owner, owner.agentId)).status).toBe(302);
  expect(await pageText(await (await owner.get(`/agents/${owner.agentId}`)).text())).not.toContain(
    "taken back",
  );
});

test("a version that takes twice as long to answer is taken back, however well it does", async () => {
  const owner = await onTrial(100);
  await answered(owner, 1, times(10, "booked" as const), { answer_ms: 700 });
  await answered(owner, 2, times(9, "booked" as const), { answer_ms: 1400 });
  await answered(owner, 2, ["booked"], { answer_ms: null });
  expect(await liveOf(owner)).toMatchObject({ trial: { version: 2 } });
  await answered(owner, 2, ["booked"], { answer_ms: 1500 });
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: null });
  expect(await pageText(await (await owner.get(`/agents/${owner.agentId}`)).text())).toContain(
    "it took 1.4 s to answer, up from 0.7 s.",
  );
});

test("lost, missed and test calls, and those who want no more calls, are not compared", async () => {
  const owner = await onTrial(50);
  await answered(owner, 1, times(20, "booked" as const));
  await answered(owner, 2, times(10, "missed" as const));
  await answered(owner, 2, times(10, "opted_out" as const));
  await answered(owner, 2, times(10, "no_outcome" as const), { type: "test" });
  await answered(owner, 2, times(10, "no_outcome" as const), { end_reason: "lost" });
  expect(await liveOf(owner)).toMatchObject({ trial: { version: 2 } });
  await answered(owner, 2, times(10, "no_outcome" as const));
  expect(await liveOf(owner)).toMatchObject({ trial: null });
});

test("a version that does as well gets all calls after fifty, under its own name", async () => {
  const owner = await clinic();
  const spec = { ...owner.spec, name: "Night desk" };
  await owner.store.agents.update({ id: owner.agentId, version: 1, spec, now: Date.now() });
  await publish(owner, owner.agentId, { share: "10" });
  expect((await owner.store.agents.names())[0]?.name).toBe(owner.spec.name);
  await answered(owner, 1, times(12, "booked" as const));
  await answered(owner, 2, [...times(44, "booked" as const), ...times(5, "no_outcome" as const)]);
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: { version: 2 } });
  await answered(owner, 2, ["booked"]);
  expect(await liveOf(owner)).toMatchObject({ version: 2, trial: null });
  expect((await owner.store.agents.names())[0]?.name).toBe("Night desk");
});

test("a person ends a trial at once, and a second press is told that it is over", async () => {
  const owner = await onTrial(10);
  const press = (deed: string) => owner.post(`/agents/${owner.agentId}/versions`, { do: deed });
  expect((await press("take_back-2")).status).toBe(302);
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: null });
  expect((await press("settle-2")).status).toBe(409);
  await publish(owner, owner.agentId, { share: "10" });
  expect((await press("settle-3")).status).toBe(302);
  expect(await liveOf(owner)).toMatchObject({ version: 3, trial: null });
});

test("calls in which the caller said nothing, and a network's many calls from a widget, take no version back", async () => {
  const owner = await onTrial(50);
  await answered(owner, 1, times(30, "booked" as const));
  await answered(owner, 2, times(12, "no_outcome" as const), { lines: [] });
  const web = { type: "web" as const, provider: "browser" };
  await answered(owner, 1, times(12, "booked" as const), web);
  await answered(owner, 2, times(9, "no_outcome" as const), web);
  await rows(owner, "update calls set network = 'one' where type = 'web' and agent_version = 2");
  await answered(owner, 2, times(3, "no_outcome" as const), web);
  expect((await liveOf(owner))?.trial?.version).toBe(2);
});

test("a model that answers callers' questions does as well as the built-in agent did, and stays", async () => {
  const owner = await clinic();
  const chain = [{ provider: "openai" as const, model: "gpt-4.1-mini" }];
  const model = { chain, temperature: 0.3, first_token_ms: 2500 };
  const own = { id: "pool", question: "Pool", answer: "The pool is closed for repairs.", synonyms: [] };
  const spec = { ...owner.spec, model, knowledge: [...owner.spec.knowledge, own] };
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  await owner.store.agents.update({ id: owner.agentId, version: 1, spec, now: Date.now() });
  expect((await publish(owner, owner.agentId, { share: "100" })).status).toBe(302);
  await answered(owner, 1, times(30, "answered" as const), { answer_ms: null });
  await script(key, times(11, { say: "Our pool is closed for repairs." }));
  for (let made = 0; made < 11; made++) {
    const placed = await call(owner);
    expect(await placed.relay.say("Can I swim there?")).toContain("closed for repairs");
    await hangUp(placed);
  }
  const ofModel = "select outcome from calls where agent_version = 2";
  await vi.waitFor(async () => expect(await rows(owner, ofModel)).toHaveLength(11));
  expect(await rows(owner, ofModel)).toEqual(times(11, { outcome: "answered" }));
  expect(await liveOf(owner)).toMatchObject({ version: 1, trial: { version: 2 } });
});
