/** /settings/models: keys are tested before they are kept, shown by their last four, and open for calls alone. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openKeysOf } from "#app/models/model-keys.server.ts";
import { offeredModels, priceSources } from "#app/models/offered-models.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { ModelError } from "#workers/conversation/model/model.ts";
import { modelsFor } from "#workers/models/models-for.ts";
import { costOf } from "#workers/models/within-budget.ts";
import { clinic } from "#workers/sandbox/demo-clinic.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { askedOf, never, request, script, whole } from "./asking.ts";

const newKey = (begin = "sk-") => `${begin}${crypto.randomUUID()}`;
const page = "/settings/models";
const add = (who: Person, form: Record<string, string>) =>
  who.post(page, { intent: "add", provider: "openai", name: "", base_url: "", ...form });
const keysIn = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.modelKeys)
    .where(eq(control.modelKeys.organization_id, organizationId));
const sources = ({ organizationId }: Pick<Person, "organizationId">) => ({
  keys: () => openKeysOf(env, new Database(env.DB, new Timing()), organizationId),
  hold: async () => async () => {},
});

test("a key that works is kept sealed, shown by its last four, and stands in no page and no audit row", async () => {
  const owner = await memberOf();
  expect(await pageText(await (await owner.get(page)).text())).toContain("No keys yet");
  const key = newKey();
  const added = await add(owner, { key });
  expect(added.headers.get("location")).toBe(`${page}?done=added`);
  const [row] = await keysIn(owner);
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row).toMatchObject({
    provider: "openai",
    name: "OpenAI",
    test_result: "works",
    created_by: owner.userId,
  });
  const html = await (await owner.get(page)).text();
  const text = await pageText(html);
  expect(text).toContain(`OpenAI, ends in ${key.slice(-4)}`);
  expect(text).toContain("Works");
  expect(html).not.toContain(key);
  const audited = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(audited.map(({ action }) => action)).toContain("models.key_added");
  expect(JSON.stringify(audited)).not.toContain(key.slice(-4));
});

const groq = "https://api.groq.com/openai/v1";

test.each([
  [{ key: "" }, "Paste the key"],
  [{ key: "sk-12" }, "too short"],
  [{ key: "sk-with space" }, "no spaces"],
  [{ key: "sk-ümlaut-1234" }, "no accents"],
  [{ key: `sk-${"x".repeat(400)}` }, "At most 400 characters"],
  [{ key: "pk-123456789" }, "begin with sk-"],
  [{ key: "sk-ant-123456789" }, "Anthropic key"],
  [{ key: "sk-123456789", provider: "anthropic" }, "begin with sk-ant-"],
  [{ key: "sk-123456789", provider: "other" }, "Choose a provider"],
  [{ key: "sk-123456789", provider: "compatible", base_url: groq }, "Enter a name"],
  [{ key: "sk-123456789", provider: "compatible", name: "Groq" }, "Enter the provider's address"],
  ...[
    "http://api.groq.com/v1",
    "https://169.254.169.254/latest",
    "https://10.0.0.1/v1",
    "https://[::1]/v1",
    "https://localhost/v1",
    "https://metadata.google.internal/v1",
    "https://me:secret@api.groq.com/v1",
    "https://api.groq.com:8443/v1",
    "https://api.groq.com/v1?x=1",
    "api.groq.com",
  ].map(
    (base_url) =>
      [
        { key: "sk-123456789", provider: "compatible", name: "Groq", base_url },
        "public https address",
      ] as const,
  ),
] as [Record<string, string>, string][])(
  "%o is refused at its field, and nothing is asked",
  async (form, words) => {
    const owner = await memberOf();
    const answer = await add(owner, form);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toContain(words);
    if (form.key) expect(html).not.toContain(form.key);
    expect(await keysIn(owner)).toEqual([]);
  },
);

test("a key that the provider refuses, limits or does not answer is not kept, and is said so", async () => {
  const owner = await memberOf();
  for (const [order, words] of [
    [{ is_revoked: true }, "refused this key"],
    [{ turns: [{ status: 429 }] }, "limiting this key"],
    [{ turns: [{ status: 500 }] }, "didn't respond"],
    [{ turns: [{ status: 404 }] }, "Nothing there answers like a provider"],
  ] as const) {
    const key = newKey();
    const { turns = [], ...more } = { turns: [], ...order };
    await script(key, [...turns], more);
    const answer = await add(owner, { key });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toContain(words);
    expect(html).not.toContain(key);
  }
  expect(await keysIn(owner)).toEqual([]);
});

test("a key is tested again and removed; one of another organization is not found", async () => {
  const owner = await memberOf();
  const other = await memberOf();
  const key = newKey("sk-ant-");
  await add(owner, { provider: "anthropic", key });
  const id = (await keysIn(owner))[0]?.id ?? "";
  for (const intent of ["test", "remove"]) expect((await other.post(page, { intent, id })).status).toBe(404);
  await script(key, [], { is_revoked: true });
  expect((await owner.post(page, { intent: "test", id })).headers.get("location")).toBe(
    `${page}?done=refused`,
  );
  expect(await pageText(await (await owner.get(page)).text())).toContain("The provider refuses this key");
  expect((await owner.post(page, { intent: "remove", id })).headers.get("location")).toBe(
    `${page}?done=removed`,
  );
  expect((await keysIn(owner))[0]).toMatchObject({ sealed: null, last_four: "" });
  expect(await pageText(await (await owner.get(page)).text())).toContain("No keys yet");
  expect((await owner.post(page, { intent: "test", id })).status).toBe(404);
});

test("an agent's chain becomes models in its order, which read the keys of their organization when they are asked", async () => {
  const owner = await memberOf();
  const key = newKey();
  const [first, second, third] = modelsFor(
    [
      { provider: "anthropic", model: "claude-haiku-5-5" },
      { provider: "openai", model: "gpt-5.4-mini" },
      { provider: "compatible", model: "llama" },
    ],
    sources(owner),
  );
  expect([first?.label, second?.label, third?.label]).toEqual(
    ["Claude Haiku 4.5", "GPT-5.4 mini", "llama"].with(0, "Claude Haiku 5.5"),
  );
  await add(owner, { key });
  await script(key, [{ say: "Hello there." }]);
  const ask = (model = first) => {
    if (!model) throw new Error("no model");
    return whole(model.ask(request("is taken from the chain"), never()));
  };
  await expect(ask(first)).rejects.toMatchObject({ kind: "unauthorized" });
  expect((await ask(second)).text).toBe("Hello there.");
  expect(second?.payer()).toBe("organization");
  const [asked] = await askedOf(key);
  const body: unknown = JSON.parse(asked?.body ?? "");
  expect(body).toMatchObject({ model: "gpt-5.4-mini", reasoning_effort: "none" });
  expect(body).not.toHaveProperty("temperature");
});

test("a key that is revoked or removed in a call fails over, and a new one is found", async () => {
  const owner = await memberOf();
  const [old, young] = [newKey(), newKey()];
  await add(owner, { key: old });
  const [model] = modelsFor([{ provider: "openai", model: "gpt-4.1-mini" }], sources(owner));
  const ask = async () => (model ? (await whole(model.ask(request("x"), never()))).text : "");
  await script(old, [{ say: "First." }]);
  expect(await ask()).toBe("First.");
  await script(old, [], { is_revoked: true });
  await expect(ask()).rejects.toBeInstanceOf(ModelError);
  await add(owner, { key: young });
  await script(young, [{ say: "Second." }]);
  expect(await ask()).toBe("Second.");
});

test("a key that its organization removes is asked no longer after a few minutes of a call, and what answers then is said before", async () => {
  const owner = await memberOf();
  const [key, other] = [newKey(), newKey()];
  await add(owner, { key });
  const [model] = modelsFor([{ provider: "openai", model: "gpt-4.1-mini" }], sources(owner));
  const ask = async () => (model ? (await whole(model.ask(request("x"), never()))).text : "");
  await script(key, [{ say: "First." }, { say: "Second." }]);
  expect(await ask()).toBe("First.");
  const told = async () => pageText(await (await owner.get(page)).text());
  expect(await told()).toMatch(
    /stop using it within three minutes\. (Your agents then|Agents that use this provider go on)/,
  );
  await add(owner, { key: other });
  expect(await told()).toContain("Your agents go on with your other key for this provider.");
  for (const { id } of await keysIn(owner)) await owner.post(page, { intent: "remove", id });
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(Date.now() + 4 * 60_000);
    await expect(ask()).rejects.toMatchObject({ kind: "unauthorized" });
  } finally {
    vi.useRealTimers();
  }
  expect(await askedOf(key)).toHaveLength(1);
});

test("every offered model has a price with its source and date, and an answer its cost", () => {
  for (const { provider, ...model } of offeredModels) {
    if (provider === "compatible") throw new Error("has no price");
    expect(priceSources[provider].read).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new URL(priceSources[provider].url).protocol).toBe("https:");
    expect(model.cached).toBeLessThanOrEqual(model.input);
    expect(model.input).toBeLessThan(model.output);
  }
  const price = { input: 750_000, cached: 75_000, output: 4_500_000 };
  expect(costOf(price, { input: 2000, cached: 1000, output: 100 })).toBe(750 + 75 + 450);
});

test("the demo's clinic has a key that the sandbox's model answers", async () => {
  await post("/seed", {});
  const [key] = await openKeysOf(env, new Database(env.DB, new Timing()), clinic.id);
  expect(key).toMatchObject({ provider: "openai", payer: "organization" });
  const [model] = modelsFor(
    [{ provider: "openai", model: "gpt-5.4-mini" }],
    sources({ organizationId: clinic.id }),
  );
  if (!model) throw new Error("no model");
  expect((await whole(model.ask(request("x"), never()))).text).toContain("How can I help");
});
