/** A copy and a file carry everything of an agent, and nothing that is its organization's own. */
import { expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { newId } from "#app/platform/id.ts";
import { memberOf } from "../support/people.ts";

/** An agent in which no field is at its default. */
const whole: AgentSpec = {
  ...specFor("appointment_booking"),
  business_address: "120 Main St",
  languages: ["en-US", "es-US"],
  follows_language: true,
  fallback_voice: { provider: "amazon", id: "Joanna-Neural" },
  model: {
    chain: [{ provider: "anthropic", model: "claude-haiku-5-5" }],
    temperature: 0.7,
    first_token_ms: 1200,
  },
  facts: { tasks: "Book visits.", tone: "formal", rules: "Never name a price." },
  prompt: "You are {{agent}} of {{organization}}.",
  tools: [
    {
      id: "check_order",
      name: "check_order",
      description: "Tells the state of an order.",
      url: "https://shop.example/orders",
      fields: [{ name: "order", type: "number", description: "Its number.", required: true, options: [] }],
      secret_id: "secret-1",
      timeout_ms: 4000,
      filler: "One moment.",
      proves: ["booked", "sent"],
    },
  ],
  analysis: [{ id: "mood", label: "Mood", type: "choice", prompt: "How was it?", options: ["good", "bad"] }],
};

/** What stays with its organization: the address, and the addresses and secrets of tools. */
const carried: AgentSpec = {
  ...whole,
  business_address: null,
  tools: whole.tools.map((tool) => ({ ...tool, url: "", secret_id: null })),
};

it("a file carries every field, in a shape that names no provider of ours and no secret", async () => {
  const [from, into] = await Promise.all([memberOf(), memberOf()]);
  const id = newId();
  await from.store.agents.create({ id, spec: whole, created_by: from.userId, now: Date.now() });
  const text = await (await from.get(`/agents/${id}/export`)).text();
  expect(JSON.parse(text)).toMatchObject({ kind: "agent-setup", version: 1 });
  expect(text).not.toContain("secret-1");
  expect(text).not.toContain("shop.example");
  const file = new File([text], "setup.json", { type: "application/json" });
  expect((await into.post("/agents/import", { file })).status).toBe(302);
  const [made] = await into.store.agents.names();
  const agent = await into.store.agents.find(made?.id ?? "");
  expect(agent?.spec).toEqual(carried);
  expect(agent?.live).toBeNull();
});

it("a copy carries every field, secrets too, and is published at once", async () => {
  const owner = await memberOf();
  const id = newId();
  await owner.store.agents.create({ id, spec: whole, created_by: owner.userId, now: Date.now() });
  const copied = await owner.post(`/agents/${id}`, { do: "duplicate" });
  const copy = copied.headers.get("location")?.slice("/agents/".length) ?? "";
  const agent = await owner.store.agents.find(copy);
  expect(agent?.spec).toEqual({ ...whole, name: "Booking desk copy" });
  expect(agent?.live).toMatchObject({ version: 1, latest: 1, changes: [] });
});
