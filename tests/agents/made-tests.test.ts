/** A test that is made of a real call, and tests that travel with an agent's file. */
import { expect, test } from "vitest";
import { z } from "zod";
import { finishedCall } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { type Clinic, call, clinic, hangUp, history, newNumber, rows } from "../support/telephone.ts";

const callOf = async (owner: Clinic): Promise<string> => String((await history(owner))[0]?.id);

const make = (owner: Clinic, id: string) => owner.post(`/call-history/${id}`, { do: "make_test" });

const setup = z.object({
  agents: z.array(z.unknown()),
  tests: z.array(z.array(z.looseObject({ name: z.string(), from: z.null() }))).optional(),
});
const exported = async (owner: Clinic) => {
  const text = await (await owner.get(`/agents/${owner.agentId}/export`)).text();
  return { text, file: setup.parse(JSON.parse(text)) };
};

test("one press makes a test of a call: the caller's lines, their number, the moment and the outcome", async () => {
  const owner = await clinic();
  const from = newNumber();
  const placed = await call(owner, from);
  for (const words of [
    "can somebody call me back please",
    "Hank Sorensen",
    "yes",
    "my bike is broken",
    "no, bye",
  ])
    await placed.relay.say(words);
  await hangUp(placed);
  const id = await callOf(owner);
  expect(await pageText(await (await owner.get(`/call-history/${id}`)).text())).toContain(
    "Make a test of this call",
  );
  const answer = await make(owner, id);
  expect(answer.status).toBe(302);
  const [kept] = await owner.store.agentTests.list(owner.agentId);
  expect(answer.headers.get("location")).toBe(`/agents/${owner.agentId}/tests/${kept?.id}`);
  const said = kept?.test.turns.flatMap((turn) => ("say" in turn ? [turn.say] : []));
  expect(said?.slice(0, 2)).toEqual(["can somebody call me back please", "Hank Sorensen"]);
  expect(kept).toMatchObject({ call_id: id, test: { from } });
  const [row] = await history(owner);
  expect(kept?.test.expect).toContainEqual({ outcome: row?.outcome });
  // The same agent comes to the same outcome again.
  await owner.post(`/agents/${owner.agentId}/tests`, { do: "play", test: kept?.id ?? "" });
  const [played] = await owner.store.agentTests.list(owner.agentId);
  expect(played?.last.built_in?.played.differences).toEqual([]);
  // Its words stay in the organization.
  const { text } = await exported(owner);
  expect(text).not.toContain("Hank");
});

test("a call without words, without an agent or of another organization makes none", async () => {
  const owner = await clinic();
  const agent = { agent_id: owner.agentId, agent_name: "Desk" };
  const wordless = finishedCall(agent);
  const orphan = finishedCall({
    ...{ agent_id: crypto.randomUUID() },
    lines: [{ type: "caller", text: "Hello", heard: null, detail: null, at_ms: 1 }],
  });
  const long = finishedCall({
    ...agent,
    lines: Array.from({ length: 31 }, (_, at) => ({
      ...{ type: "caller" as const, text: `Line ${at}`, heard: null, detail: null, at_ms: at },
    })),
  });
  for (const one of [wordless, orphan, long]) await owner.store.live.finish(one);
  for (const [one, words] of [
    [wordless, "Nothing that the caller said is kept"],
    [orphan, "The agent of this call is no longer there"],
    [long, "too long"],
  ] as const) {
    const answer = await make(owner, one.id);
    expect(answer.status, words).toBe(409);
  }
  const stranger = await memberOf();
  expect((await stranger.post(`/call-history/${long.id}`, { do: "make_test" })).status).toBe(404);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect((await viewer.post(`/call-history/${long.id}`, { do: "make_test" })).status).toBe(403);
  expect(await rows(owner, "select id from agent_tests")).toEqual([]);
});

test("an agent's tests travel in its file, without the number that is called from, and one that is unreadable refuses the file", async () => {
  const owner = await clinic();
  const saved = await owner.post(`/agents/${owner.agentId}/tests/new`, {
    ...{ do: "save", name: "Asks for parking", now: "2026-11-20T10:00", from: "+14155550198" },
    "turn.1.words": "Do you have parking?",
    "turn.1.not_says": "goodbye",
  });
  expect(saved.status).toBe(302);
  const { text, file } = await exported(owner);
  expect(file.tests).toEqual([[expect.objectContaining({ name: "Asks for parking", from: null })]]);
  const other = await memberOf();
  const form = new FormData();
  form.set("file", new File([text], "agent.json"));
  const imported = await other.post("/agents/import", form);
  const id = (imported.headers.get("location") ?? "").split("/").at(-1) ?? "";
  expect((await other.store.agentTests.list(id)).map(({ test: { name } }) => name)).toEqual([
    "Asks for parking",
  ]);
  for (const wrong of [
    text.replace("not_says", "sings"),
    JSON.stringify({ ...JSON.parse(text), tests: [Array(51).fill(file.tests?.[0]?.[0])] }),
  ]) {
    const broken = new FormData();
    broken.set("file", new File([wrong], "agent.json"));
    expect((await other.post("/agents/import", broken)).status).toBe(422);
  }
  expect(await other.store.agents.names()).toHaveLength(1);
});
