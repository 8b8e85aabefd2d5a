/** Calls in which a language model asks the organization's own addresses: what is sent, what comes back, and every way in which it can fail. */
import { expect, test } from "vitest";
import type { AgentSpec, WebhookTool } from "#app/agents/agents.schema.ts";
import { askedOf, type Scripted, script } from "../models/asking.ts";
import { post } from "../sandbox/world.ts";
import { type Clinic, call, clinic, hangUp, newNumber, rows } from "../support/telephone.ts";
import { openAnswering, saveAnswering, toolFields } from "./answering-client.ts";
import { publish } from "./editor-client.ts";

const echo = "https://pages.sandbox.test/echo";

/** A clinic whose model has one tool. */
async function clinicWith(tool: Partial<WebhookTool>): Promise<{ owner: Clinic; key: string }> {
  const whole: WebhookTool = {
    id: "check_order",
    name: "check_order",
    description: "Tells the state of an order.",
    url: echo,
    fields: [
      { name: "order", type: "number", description: "Its number.", required: true, options: [] },
      { name: "colour", type: "choice", description: "", required: false, options: ["red", "blue"] },
    ],
    secret_id: null,
    timeout_ms: 1000,
    filler: "",
    proves: [],
    ...tool,
  };
  const owner = await clinic(
    (spec): AgentSpec => ({
      ...spec,
      model: {
        chain: [{ provider: "openai", model: "gpt-4.1-mini" }],
        temperature: 0.3,
        first_token_ms: 2500,
      },
      tools: [whole],
    }),
  );
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  return { owner, key };
}

const asks = (given: Record<string, unknown>): Scripted => ({
  calls: [{ name: "check_order", arguments: given }],
});

/** What the model was told last. */
const told = async (key: string): Promise<string> => (await askedOf(key)).at(-1)?.body ?? "";

const lines = async (owner: Clinic): Promise<{ type: string; text: string }[]> => {
  const [row] = await rows(owner, "select lines from call_transcripts");
  return JSON.parse(String(row?.lines ?? "[]"));
};

test("the address gets the arguments, the call, the secret and a key for repetitions, and the model gets its answer", async () => {
  const { owner, key } = await clinicWith({ filler: "One moment, let me look." });
  const page = await openAnswering(owner, owner.agentId);
  expect((await saveAnswering(owner, owner.agentId, page, { "tools[0].secret": "hush-hush" })).status).toBe(
    302,
  );
  await publish(owner, owner.agentId);
  await script(key, [
    asks({ order: 4711, colour: "blue", injected: "x" }),
    { say: "Order 4711 is on its way." },
  ]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("where is my order 4711");
  const last = await told(key);
  expect(last).toContain("Bearer hush-hush");
  const [result = ""] = /\{\\"information\\":.*?\}\}\}"/.exec(last) ?? [last];
  for (const part of ["4711", "blue", placed.call_id, owner.organizationId, owner.agentId, "idempotency-key"])
    expect(result).toContain(part);
  expect(result).not.toContain("injected");
  await hangUp(placed);
  const texts = (await lines(owner)).map(({ text }) => text);
  expect(texts).toContain("Asked your system");
  expect(texts.join("\n")).toContain("One moment, let me look. Order 4711 is on its way.");
  expect(texts.join("\n")).not.toContain("hush-hush");
});

test("without words of its own the tool is asked in silence, and words of the model are not doubled", async () => {
  const { owner, key } = await clinicWith({ filler: "One moment, let me look." });
  await script(key, [{ say: "Let me check that.", ...asks({ order: 1 }) }, { say: "It is on its way." }]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("where is my order");
  await hangUp(placed);
  const texts = (await lines(owner)).map(({ text }) => text).join("\n");
  expect(texts).toContain("Let me check that. It is on its way.");
  expect(texts).not.toContain("One moment, let me look.");
});

test.each([
  ["is slow", { delay_ms: 1400 }, "it didn't answer within 1 second"],
  ["is huge", { size: 50_000_000, type: "application/json" }, "its answer is larger than 16 KB"],
  ["redirects", { status: 302, location: "http://169.254.169.254/" }, "it answers with a redirect"],
  ["refuses", { status: 404, body: "no such order" }, "it answered with status 404"],
  ["breaks down", { status: 500 }, "it answered with status 500"],
] as const)(
  "an address that %s is a failure, said to the model and in the transcript",
  async (_what, web, why) => {
    const host = `${crypto.randomUUID()}.sandbox.test`;
    await post("/web-pages", { host, path: "/orders", ...web });
    const { owner, key } = await clinicWith({ url: `https://${host}/orders` });
    await script(key, [asks({ order: 1 }), { say: "I can't look that up right now." }]);
    const placed = await call(owner, newNumber());
    await placed.relay.say("where is my order");
    expect(await told(key)).toContain(why);
    await hangUp(placed);
    const texts = (await lines(owner)).map(({ text }) => text).join("\n");
    expect(texts).toContain(`Couldn't ask your system: ${why}`);
    expect(texts).toContain("I can't look that up right now.");
  },
);

test.each(["https://localhost/", "https://10.0.0.1/", "https://metadata.google.internal/"])(
  "%s, which an agent from a file may name, is not asked",
  async (url) => {
    const { owner, key } = await clinicWith({ url });
    await script(key, [asks({ order: 1 }), { say: "Sorry." }]);
    const placed = await call(owner, newNumber());
    await placed.relay.say("where is my order");
    expect(await told(key)).toContain("it can't be reached");
  },
);

test("a secret that is gone, or was kept for another server, is not replaced by a request without it", async () => {
  const { owner, key } = await clinicWith({ secret_id: "gone" });
  await script(key, [asks({ order: 1 }), { say: "Sorry." }]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("where is my order");
  expect(await told(key)).toContain("its secret is missing");
  const page = await openAnswering(owner, owner.agentId);
  await saveAnswering(owner, owner.agentId, page, { "tools[0].secret": "hush-hush" });
  const agent = await owner.store.agents.find(owner.agentId);
  if (!agent) throw new Error("no agent");
  const tools = agent.spec.tools.map((tool) => ({ ...tool, url: "https://evil.sandbox.test/echo" }));
  const { id, version } = agent;
  await owner.store.agents.update({ id, version, spec: { ...agent.spec, tools }, now: Date.now() });
  await publish(owner, id);
  await script(key, [asks({ order: 1 }), { say: "Sorry." }]);
  const second = await call(owner, newNumber());
  await second.relay.say("where is my order");
  expect(await told(key)).toContain("its secret is missing");
});

test("arguments that are missing or do not fit ask no address", async () => {
  const { owner, key } = await clinicWith({});
  await script(key, [
    asks({}),
    asks({ order: "many" }),
    asks({ order: 1, colour: "green" }),
    { say: "Which order?" },
  ]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("where is my order");
  const last = await told(key);
  for (const words of ["order is missing", "order is not a number", "colour is not a choice"])
    expect(last).toContain(words);
  await hangUp(placed);
  expect((await lines(owner)).map(({ text }) => text)).not.toContain("Asked your system");
});

test("the page's fields are those that a call is asked with", async () => {
  const { owner, key } = await clinicWith({});
  const page = await openAnswering(owner, owner.agentId);
  await saveAnswering(owner, owner.agentId, page, { ...toolFields({ name: "order_state" }) });
  await publish(owner, owner.agentId);
  await script(key, [{ calls: [{ name: "order_state", arguments: { order: 5 } }] }, { say: "Done." }]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("where is my order");
  expect(await told(key)).toContain('\\\\\\"tool\\\\\\":\\\\\\"order_state');
});
