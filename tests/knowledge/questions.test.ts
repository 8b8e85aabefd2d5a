/** Unanswered questions on the page of the knowledge: merged, dismissed, answered for good. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { agentOf } from "../agents/editor-client.ts";
import { memberOf, type Person } from "../support/people.ts";
import { clinic } from "../support/telephone.ts";
import { page, press, settled, shown } from "./arrange.ts";

const ask = (person: Person, agent_id: string, question: string) =>
  person.store.questions.note({ agent_id, call_id: newId(), question, now: Date.now() });
const open = (person: Person) => person.store.questions.openByQuestion(20);
const idOf = async (person: Person, question: string) =>
  (await open(person)).find((one) => one.question === question)?.id ?? "";

test("questions that ask the same in other words are listed once, with their number", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  await ask(owner, agent, "do you accept Delta Dental insurance");
  await ask(owner, agent, "Delta Dental insurance, do you accept it from new patients?");
  await ask(owner, agent, "is there parking");
  expect(await open(owner)).toMatchObject([{ times: 2 }, { times: 1, question: "is there parking" }]);
  expect(await shown(owner)).toContain("Asked 2 times");
});

test("fragments are not listed", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  for (const words of ["and the", "what about", "What about the?", "and then", "so, um, how"])
    await ask(owner, agent, words);
  expect(await open(owner)).toEqual([]);
});

test("an answer becomes an entry of the knowledge, and the question leaves the list", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  const question = "do you treat dogs";
  await ask(owner, agent, question);
  const answered = await press(owner, "answer", {
    id: await idOf(owner, question),
    answer: "Yes, dogs and cats.",
    agent_id: "",
  });
  expect(answered.headers.get("location")).toBe(`${page}?done=answered`);
  expect(await settled(owner)).toMatchObject({
    kind: "entry",
    title: question,
    text: "Yes, dogs and cats.",
    agent_ids: null,
  });
  expect(await open(owner)).toEqual([]);
  const [found] = await owner.store.knowledge.search({
    question: "do you treat dogs?",
    agent_id: agent,
    limit: 1,
  });
  expect(found).toMatchObject({ text: "Yes, dogs and cats.", share: 1 });
});

test("an answer for one agent becomes an entry of its own, in its next version", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  const before = await owner.store.agents.find(agent);
  await ask(owner, agent, "do you treat dogs");
  await press(owner, "answer", {
    id: await idOf(owner, "do you treat dogs"),
    answer: "Only people.",
    agent_id: agent,
  });
  const after = await owner.store.agents.find(agent);
  expect(after?.version).toBe((before?.version ?? 0) + 1);
  expect(after?.spec.knowledge.at(-1)).toMatchObject({
    question: "do you treat dogs",
    answer: "Only people.",
  });
  expect(await open(owner)).toEqual([]);
  expect(await owner.store.knowledge.list()).toEqual([]);
});

test("an answer that one of the agent's tests fails with waits in the draft, and the page says so", async () => {
  const owner = await clinic();
  const { agentId: agent } = owner;
  await owner.post(`/agents/${agent}/tests/new`, {
    do: "save",
    name: "Never passes",
    now: "2026-11-20T10:00",
    from: "+14155550198",
    "turn.1.words": "Hello",
    outcome: "booked",
  });
  await ask(owner, agent, "do you treat dogs");
  const id = await idOf(owner, "do you treat dogs");
  const answered = await press(owner, "answer", { id, answer: "Only people.", agent_id: agent });
  expect(answered.headers.get("location")).toBe(`${page}?done=drafted`);
  expect(await shown(owner, "?done=drafted")).toContain("once you publish");
  const kept = await owner.store.agents.find(agent);
  expect(kept?.spec.knowledge.at(-1)?.answer).toBe("Only people.");
  expect(kept?.live?.changes).not.toEqual([]);
});

test("who may not read who called, or whose organization hides calls, reads no caller's question", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  await ask(owner, agent, "can you call my sister Mara Lind");
  expect(await shown(owner)).toContain("Mara Lind");
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect(await shown(viewer)).not.toContain("Mara Lind");
});

test("an answer without words comes back, and the question stays", async () => {
  const owner = await memberOf();
  await ask(owner, await agentOf(owner), "do you treat dogs");
  const answer = await press(owner, "answer", { id: await idOf(owner, "do you treat dogs"), answer: " " });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("Enter an answer");
  expect(await open(owner)).toHaveLength(1);
});

test("a dismissed question stays off the list when it is asked again; an answered one comes back", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  await ask(owner, agent, "do you sell lottery tickets");
  const dismissed = await press(owner, "dismiss", { id: await idOf(owner, "do you sell lottery tickets") });
  expect(dismissed.headers.get("location")).toBe(`${page}?done=dismissed`);
  await ask(owner, agent, "do you sell lottery tickets");
  expect(await open(owner)).toEqual([]);
  await ask(owner, agent, "is there parking");
  await press(owner, "answer", { id: await idOf(owner, "is there parking"), answer: "Yes.", agent_id: "" });
  await ask(owner, agent, "is there parking");
  expect(await open(owner)).toMatchObject([{ question: "is there parking", times: 2 }]);
});

test("two questions are merged by hand, and counted together from then on", async () => {
  const owner = await memberOf();
  const agent = await agentOf(owner);
  await ask(owner, agent, "is there a garage");
  await ask(owner, agent, "where do I leave the car");
  const [into, id] = [await idOf(owner, "is there a garage"), await idOf(owner, "where do I leave the car")];
  const merged = await press(owner, "merge", { id, into });
  expect(merged.headers.get("location")).toBe(`${page}?done=merged`);
  await ask(owner, agent, "where do I leave the car");
  expect(await open(owner)).toMatchObject([{ id: into, times: 3 }]);
  expect((await press(owner, "merge", { id: into, into })).status).toBe(404);
  await press(owner, "answer", { id: into, answer: "Yes, next door.", agent_id: "" });
  expect(await open(owner)).toEqual([]);
});

test("another organization's question is neither answered nor dismissed", async () => {
  const owner = await memberOf();
  await ask(owner, await agentOf(owner), "is there parking");
  const id = await idOf(owner, "is there parking");
  const stranger = await memberOf();
  for (const intent of ["answer", "dismiss"])
    expect((await press(stranger, intent, { id, answer: "No." })).status).toBe(404);
  expect(await open(owner)).toHaveLength(1);
});
