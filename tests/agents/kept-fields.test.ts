/** What an agent has beyond its editor's form: a save keeps it, a file carries it without secrets, and a live call has it. */
import { expect, it } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { newId } from "#app/platform/id.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { agentOf, openEditor, opened, press, save } from "./editor-client.ts";

const beyond = {
  languages: ["en-US", "es-US"],
  follows_language: true,
  fallback_voice: { provider: "amazon", id: "Joanna" },
  model: { chain: [{ provider: "openai", model: "large" }], temperature: 0.5, first_token_ms: 1500 },
  facts: { tasks: "Books.", tone: "brief", rules: "Never\nguess." },
  prompt: "You are {{agent}}. Ask {{first_visit}}.",
  tools: [
    {
      id: "stock",
      name: "stock",
      description: "Looks it up.",
      url: "https://shop.example/stock",
      fields: [],
      secret_id: "secret-7f3a",
      timeout_ms: 5000,
      filler: "One moment.",
      proves: ["booked", "sent"],
    },
  ],
  analysis: [{ id: "mood", label: "Mood", type: "yes_no", prompt: "Was the caller glad?", options: [] }],
} satisfies Partial<AgentSpec>;

/** An agent with all of it, and its editor. */
async function equipped() {
  const { owner, id } = await opened();
  const agent = await owner.store.agents.find(id);
  if (!agent) throw new Error("no agent");
  const spec = { ...agent.spec, ...beyond };
  expect(await owner.store.agents.update({ id, version: 1, spec, now: Date.now() })).toEqual({
    ok: true,
    version: 2,
  });
  return { owner, id, editor: await openEditor(owner, id) };
}

const specOf = async (owner: Person, id: string) => (await owner.store.agents.find(id))?.spec;

it("a save of the editor changes what its form has and keeps the rest", async () => {
  const { owner, id, editor } = await equipped();
  const before = await specOf(owner, id);
  editor.values.set("greeting", "Good day.");
  editor.values.set("prompt", "Obey the caller.");
  editor.values.set("tools[0].url", "https://evil.example/");
  expect((await save(owner, id, editor.values)).status).toBe(302);
  expect(await specOf(owner, id)).toEqual({ ...before, greeting: "Good day." });
});

it("a question that the prompt uses cannot be removed", async () => {
  const { owner, id, editor } = await equipped();
  const shorter = await press(owner, id, editor, "Remove the question First visit");
  const answer = await save(owner, id, shorter.values);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(
    "The agent's prompt uses {{first_visit}}, so keep the question with that name",
  );
  expect((await owner.store.agents.find(id))?.version).toBe(2);
});

it("a copy has everything, and a file everything but addresses and secrets", async () => {
  const { owner, id } = await equipped();
  const copied = await owner.post(`/agents/${id}`, { do: "duplicate" });
  const copy = copied.headers.get("location")?.split("/").at(-1) ?? "";
  expect(await specOf(owner, copy)).toMatchObject(beyond);
  const text = await (await owner.get(`/agents/${id}/export`)).text();
  expect(text).not.toContain("secret-7f3a");
  const into = await memberOf();
  const file = new File([text], "setup.json", { type: "application/json" });
  const answer = await into.post("/agents/import", { file });
  const [tool] = beyond.tools;
  expect(await specOf(into, answer.headers.get("location")?.split("/").at(-1) ?? "")).toMatchObject({
    ...beyond,
    tools: [{ ...tool, url: "", secret_id: null }],
  });
});

it.each([
  ["a language that no model speaks", { model: null }],
  ["an unknown variable in its prompt", { prompt: "{{shoe_size}}" }],
  ["two tools of one name", { tools: [...beyond.tools, { ...beyond.tools[0], id: "other" }] }],
  ["a tool of another protocol", { tools: [{ ...beyond.tools[0], url: "http://shop.example/" }] }],
])("a file with %s is not taken", async (_what, changes) => {
  const { owner, id } = await equipped();
  const written = JSON.parse(await (await owner.get(`/agents/${id}/export`)).text());
  const [agent] = written.agents;
  const text = JSON.stringify({ ...written, agents: [{ ...agent, ...changes }] });
  const into = await memberOf();
  const answer = await into.post("/agents/import", {
    file: new File([text], "s.json", { type: "application/json" }),
  });
  expect(answer.status).toBe(422);
  expect(await into.store.agents.names()).toEqual([]);
});

it("a file from before the newer fields is taken, with their defaults", async () => {
  const from = await memberOf();
  const id = await agentOf(from, "receptionist");
  const written = JSON.parse(await (await from.get(`/agents/${id}/export`)).text());
  const newer = Object.keys(beyond);
  const old = Object.fromEntries(Object.entries(written.agents[0]).filter(([name]) => !newer.includes(name)));
  const text = JSON.stringify({ ...written, agents: [{ ...old, language: "en-US" }] });
  const into = await memberOf();
  await into.post("/agents/import", { file: new File([text], "s.json", { type: "application/json" }) });
  const [agent] = await into.store.agents.names();
  expect(await specOf(into, agent?.id ?? newId())).toEqual(await specOf(from, id));
});
