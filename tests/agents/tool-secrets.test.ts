/** The secrets of tools: a typed one is a new one, and a forgotten one is there until the last call that may need it is over. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { openAnswering, pathOf, saveAnswering, toolFields } from "./answering-client.ts";
import { callsOver } from "./calls-over.ts";
import { agentOf, publish } from "./editor-client.ts";

const secretsIn = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.toolSecrets)
    .where(eq(control.toolSecrets.organization_id, organizationId));

const idsIn = async (owner: Person) => (await secretsIn(owner)).map(({ id }) => id).toSorted();

const savedSecret = async (owner: Person, id: string, secret: string) =>
  saveAnswering(owner, id, await openAnswering(owner, id), toolFields({ secret }));

const secretOf = async (owner: Person, id: string) =>
  (await owner.store.agents.find(id))?.spec.tools[0]?.secret_id ?? "";

const due = z.array(z.object({ key: z.string(), due_at: z.number() }));
const waiting = async (owner: Person) =>
  due.parse(await rows(owner, "select key, due_at from timers where kind = 'secret_forgotten' order by key"));

/** A published agent whose tool has a secret. */
async function withSecret() {
  const owner = await memberOf();
  const id = await agentOf(owner);
  await savedSecret(owner, id, "first");
  await publish(owner, id);
  return { owner, id, first: await secretOf(owner, id) };
}

test("a typed secret is a new one: what answers calls keeps its own until the calls that need it are over", async () => {
  const { owner, id, first } = await withSecret();
  await savedSecret(owner, id, "a-typing-error");
  const second = await secretOf(owner, id);
  expect(second).not.toBe(first);
  expect(await idsIn(owner)).toEqual([first, second].toSorted());
  expect(await waiting(owner)).toEqual([]);

  await publish(owner, id);
  const [timer] = await waiting(owner);
  expect(timer?.key).toBe(first);
  expect(timer?.due_at).toBeGreaterThan(Date.now() + 2 * 3_600_000);
  expect(await idsIn(owner)).toHaveLength(2);
  await callsOver(owner);
  expect(await idsIn(owner)).toEqual([second]);
});

test("a secret that is named again in time is kept", async () => {
  const { owner, id, first } = await withSecret();
  await savedSecret(owner, id, "second");
  await publish(owner, id);
  expect((await waiting(owner)).map(({ key }) => key)).toEqual([first]);
  const agent = await owner.store.agents.find(id);
  const seen = { version: String(agent?.version), latest: String(agent?.live?.latest) };
  expect((await owner.post(`/agents/${id}/versions`, { ...seen, do: "back-2" })).status).toBe(302);
  await callsOver(owner);
  expect(await waiting(owner)).toEqual([]);
  expect(await idsIn(owner)).toContain(first);
});

test("an archived agent's secrets are forgotten after its last call, a copy's are not", async () => {
  const { owner, id, first } = await withSecret();
  const copied = await owner.post(`/agents/${id}`, { do: "duplicate" });
  await owner.post(`/agents/${id}`, { do: "archive" });
  await callsOver(owner);
  expect(await idsIn(owner)).toEqual([first]);
  const copy = copied.headers.get("location")?.slice("/agents/".length) ?? "";
  await owner.post(`/agents/${copy}`, { do: "archive" });
  expect(await idsIn(owner)).toEqual([first]);
  expect((await waiting(owner)).map(({ key }) => key)).toEqual([first]);
  await callsOver(owner);
  expect(await idsIn(owner)).toEqual([]);
});

test("another path of the same server asks for the secret again, in a save and in a test", async () => {
  const { owner, id } = await withSecret();
  const page = await openAnswering(owner, id);
  const moved = { "tools[0].url": "https://pages.sandbox.test/echo/mine" };
  const refused = await saveAnswering(owner, id, page, moved);
  expect(refused.status).toBe(422);
  expect(await pageText(await refused.text())).toContain("The address is another one. Enter its secret");
  const tried = new URLSearchParams(page.values);
  tried.set("tools[0].url", "https://pages.sandbox.test/echo/mine");
  tried.set("do", "test-0");
  expect((await owner.post(pathOf(id), tried)).status).toBe(422);
  expect((await saveAnswering(owner, id, page, { ...moved, "tools[0].secret": "its-own" })).status).toBe(302);
});
