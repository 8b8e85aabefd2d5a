/** Addresses of tools stay with their organization, and are shown whole only to those who may change them. */
import { expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { newId } from "#app/platform/id.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { openAnswering, saveAnswering } from "./answering-client.ts";
import { publish } from "./editor-client.ts";

const path = "catch/7f3a-secret-path";
const spec: AgentSpec = {
  ...specFor("receptionist"),
  tools: [
    {
      id: "hook",
      name: "hook",
      description: "Tells our desk.",
      url: `https://hooks.example/${path}`,
      fields: [],
      secret_id: null,
      timeout_ms: 5000,
      filler: "",
      proves: ["message"],
    },
  ],
};

async function withTool(owner: Person): Promise<string> {
  const id = newId();
  await owner.store.agents.create({ id, spec, created_by: owner.userId, now: Date.now() });
  return id;
}

const upload = (by: Person, text: string) =>
  by.post("/agents/import", { file: new File([text], "setup.json", { type: "application/json" }) });

test("a file holds no address, and its agent answers no calls until one is typed", async () => {
  const [from, into] = await Promise.all([memberOf(), memberOf()]);
  const text = await (await from.get(`/agents/${await withTool(from)}/export`)).text();
  expect(text).not.toContain("hooks.example");
  // A file of an earlier day, with the address in it, is read the same way.
  const older = text.replace('"url": ""', `"url": "https://hooks.example/${path}"`);
  expect(older).not.toBe(text);
  expect((await upload(into, older)).status).toBe(302);
  const id = (await into.store.agents.names())[0]?.id ?? "";
  const imported = await into.store.agents.find(id);
  expect(imported).toMatchObject({ live: null, spec: { tools: [{ url: "", proves: ["message"] }] } });

  const press = { version: String(imported?.version), latest: "0", do: "publish" };
  const refused = await into.post(`/agents/${id}/versions`, press);
  expect(refused.status).toBe(409);
  expect(await pageText(await refused.text())).toContain("A tool has no address yet");
  const copied = await into.post(`/agents/${id}`, { do: "duplicate" });
  const copy = copied.headers.get("location")?.slice("/agents/".length) ?? "";
  expect((await into.store.agents.find(copy))?.live).toBeNull();

  const page = await openAnswering(into, id);
  expect((await saveAnswering(into, id, page)).status).toBe(422);
  const typed = { "tools[0].url": "https://pages.sandbox.test/echo" };
  expect((await saveAnswering(into, id, page, typed)).status).toBe(302);
  await publish(into, id);
  expect((await into.store.agents.find(id))?.live).toMatchObject({ version: 1 });
});

test("who may only read agents sees the servers of tools and no paths, and gets no file", async () => {
  const owner = await memberOf();
  const id = await withTool(owner);
  const agent = await owner.store.agents.find(id);
  const changed = spec.tools.map((tool) => ({ ...tool, url: `https://other.example/${path}` }));
  await owner.store.agents.update({
    id,
    version: agent?.version ?? 0,
    spec: { ...spec, tools: changed },
    now: Date.now(),
  });
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  for (const page of [`/agents/${id}/answering`, `/agents/${id}/versions?show=draft`]) {
    const [theirs, own] = await Promise.all([viewer.get(page), owner.get(page)]);
    const html = await theirs.text();
    expect(html).toContain("https://other.example");
    expect(html).not.toContain(path);
    expect(await own.text()).toContain(path);
  }
  expect((await viewer.get(`/agents/${id}`)).status).toBe(200);
  expect(await (await viewer.get(`/agents/${id}`)).text()).not.toContain(path);
  expect((await viewer.get(`/agents/${id}/export`)).status).toBe(403);
});
