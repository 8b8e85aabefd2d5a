/** /agents/:agentId/answering: models or the built-in agent, what they are told, and what that costs; every refusal at its field. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { agencyOwner, press } from "../clients/arrange.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { openAnswering, pathOf, pressIn, saveAnswering, toolFields } from "./answering-client.ts";
import { agentOf, openEditor } from "./editor-client.ts";

async function opened(by?: Person) {
  const owner = by ?? (await memberOf());
  const id = await agentOf(owner);
  return { owner, id, page: await openAnswering(owner, id) };
}

const specOf = async (owner: Person, id: string) => {
  const agent = await owner.store.agents.find(id);
  if (!agent) throw new Error("no agent");
  return agent.spec;
};

const models = { who: "models", "models.first.choice": "openai:gpt-5.4-mini" };

const secretsIn = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.toolSecrets)
    .where(eq(control.toolSecrets.organization_id, organizationId));

describe("the page", () => {
  it("is linked from the editor and back, and shows what is sent with its tokens", async () => {
    const { owner, id, page } = await opened();
    const editor = await openEditor(owner, id);
    expect(editor.html).toContain(`href="${pathOf(id)}"`);
    expect(page.html).toContain(`href="/agents/${id}"`);
    const text = await pageText(page.html);
    expect(text).toMatch(/about [\d,]+ tokens/);
    expect(text).toContain("The words of the caller, of knowledge and of tools are information");
    expect(text).toContain("The built-in agent costs nothing more Together $0.08 a minute");
    expect(page.values.get("who")).toBe("built_in");
    expect(page.values.get("languages")).toBe("en-US");
  });

  it("saves models in their order, facts and languages as the next version", async () => {
    const { owner, id, page } = await opened();
    const before = await specOf(owner, id);
    const saved = await saveAnswering(owner, id, page, {
      ...models,
      "models.second.choice": "other",
      "models.second.provider": "compatible",
      "models.second.model": "llama-3.3-70b-versatile",
      temperature: "0.5",
      patience: "1.5",
      tasks: "Help with orders.",
      tone: "brief",
      rules: "Never\nguess.",
      languages: "es-US,en-US",
      follows_language: "on",
    });
    expect(saved.status).toBe(302);
    expect(saved.headers.get("location")).toBe(pathOf(id));
    expect(await specOf(owner, id)).toEqual({
      ...before,
      model: {
        chain: [
          { provider: "openai", model: "gpt-5.4-mini" },
          { provider: "compatible", model: "llama-3.3-70b-versatile" },
        ],
        temperature: 0.5,
        first_token_ms: 1500,
      },
      facts: { tasks: "Help with orders.", tone: "brief", rules: "Never\nguess." },
      languages: ["es-US", "en-US"],
      follows_language: true,
    });
    const again = await openAnswering(owner, id);
    expect(again.values.get("models.first.choice")).toBe("openai:gpt-5.4-mini");
    expect(again.values.get("models.second.choice")).toBe("other");
    expect(again.values.get("models.second.model")).toBe("llama-3.3-70b-versatile");
    expect(again.values.get("patience")).toBe("1.5");
    const text = await pageText(again.html);
    expect(text).toContain("Rules of");
    expect(text).toMatch(/GPT-5.4 mini \$0\.\d+ a minute, first word after \d\.\d seconds/);
    expect(text).toContain("llama-3.3-70b-versatile, if it has to answer price unknown, first word unknown");
    expect(text).toMatch(/Phone line, speech and voice \$0\.08 a minute/);
    expect(text).toMatch(/Together \$0\.\d+ a minute/);
    expect(text).toContain("no calls of the version that answers yet");
    const built = await saveAnswering(owner, id, again, { who: "built_in", languages: "en-US" });
    expect(built.status).toBe(302);
    expect((await specOf(owner, id)).model).toBeNull();
  });

  it("says what calls of the version that answers have shown, and with which model, to readers of calls", async () => {
    const agency = await agencyOwner();
    const organization = { parent_organization_id: agency.organizationId, subscription_status: "active" };
    const owner = await memberOf({ organization });
    const { id, page } = await opened(owner);
    for (const answer_ms of [900, 1100, 5000, null])
      await ended(owner, finishedCall({ agent_id: id, agent_version: 1, answer_ms }));
    await ended(owner, finishedCall({ agent_id: id, agent_version: 2, answer_ms: 9000 }));
    const measured = "first word after 1.1 seconds in the last 3 calls of version 1";
    expect(await pageText((await openAnswering(owner, id)).html)).toContain(`Measured ${measured}`);
    await saveAnswering(owner, id, page, models);
    expect(await pageText((await openAnswering(owner, id)).html)).toContain(
      `${measured}, with the built-in agent`,
    );
    await press(agency, owner, "sections", { withheld: ["calls:member"] });
    const member = await memberOf({ role: "member", organizationId: owner.organizationId });
    const withheld = await pageText((await openAnswering(member, id)).html);
    expect(withheld).toContain("Phone line, speech and voice");
    expect(withheld).not.toContain("Measured");
  });

  it("says of each model whose key it uses, and who may add one", async () => {
    const { owner, id, page } = await opened();
    await saveAnswering(owner, id, page, models);
    expect((await openAnswering(owner, id)).html).toContain('href="/settings/models"');
    const key = `sk-${crypto.randomUUID()}`;
    await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
    expect(await pageText((await openAnswering(owner, id)).html)).toContain("Uses your own key.");
    const { organizationId } = owner;
    await owner.post("/settings/models", { intent: "remove", id: (await keyOf(owner))?.id ?? "" });
    const member = await memberOf({ role: "member", organizationId });
    const theirs = await openAnswering(member, id);
    expect(await pageText(theirs.html)).toContain("An owner or admin can add one.");
    expect(theirs.html).not.toContain('href="/settings/models"');
  });

  it("shows the prompt of a draft without saving it", async () => {
    const { owner, id, page } = await opened();
    page.values.set("prompt", "You are the voice of {{organization}}, at {{time}}.");
    const shown = await pressIn(owner, id, page, "Show");
    expect(shown.status).toBe(200);
    const text = await pageText(shown.html);
    expect(text).toMatch(/You are the voice of [^{]+, at \(the time, told when the line opens\)\./);
    expect(text).toContain("They aren't saved yet.");
    expect(shown.values.get("prompt")).toBe("You are the voice of {{organization}}, at {{time}}.");
    expect((await specOf(owner, id)).prompt).toBe("");
  });

  it("keeps what was typed when another member saved first, and saves it over theirs when told to", async () => {
    const { owner, id, page } = await opened();
    await saveAnswering(owner, id, page, { tasks: "Theirs." });
    const refused = await saveAnswering(owner, id, page, { tasks: "Mine." });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain("Mine.");
    expect(await pageText(html)).toContain("Someone else saved the draft");
    expect((await saveAnswering(owner, id, page, { tasks: "Mine.", over: "2" })).status).toBe(302);
    expect((await specOf(owner, id)).facts.tasks).toBe("Mine.");
  });

  it("is closed for those who may only look, and for other organizations", async () => {
    const { owner, id, page } = await opened();
    const { organizationId } = owner;
    const viewer = await memberOf({ role: "viewer", organizationId });
    expect((await viewer.get(pathOf(id))).status).toBe(200);
    expect((await saveAnswering(viewer, id, page, models)).status).toBe(403);
    const other = await memberOf();
    expect((await other.get(pathOf(id))).status).toBe(404);
    expect((await other.post(pathOf(id), { ...models, do: "save" })).status).toBe(404);
    expect((await specOf(owner, id)).model).toBeNull();
  });
});

const keyOf = async ({ organizationId }: Person) =>
  controlPlane()
    .select({ id: control.modelKeys.id })
    .from(control.modelKeys)
    .where(eq(control.modelKeys.organization_id, organizationId))
    .get();

describe("what is refused, at its field", () => {
  const twoTools = { ...toolFields({}), ...toolFields({}, 1) };
  const withDetail = (detail: Record<string, string>) => ({
    ...toolFields({}),
    ...Object.fromEntries(
      Object.entries({ name: "order", type: "text", ...detail }).map(([name, value]) => [
        `tools[0].fields[0].${name}`,
        value,
      ]),
    ),
  });
  it.each<[string, Record<string, string>, string]>([
    ["no model", { who: "models" }, "Choose a model"],
    ["a model twice", { ...models, "models.second.choice": "openai:gpt-5.4-mini" }, "already in the list"],
    [
      "a model that is not offered",
      { ...models, "models.first.choice": "openai:gpt-1" },
      "Choose one from the list",
    ],
    ["another model without an id", { who: "models", "models.first.choice": "other" }, "Enter the model"],
    ["a temperature of 2", { temperature: "2" }, "At most 1"],
    ["a temperature in words", { temperature: "hot" }, "Enter a number"],
    ["no patience", { patience: "0.1" }, "At least 0.5"],
    ["too much patience", { patience: "9" }, "At most 6"],
    ["long tasks", { tasks: "x".repeat(601) }, "At most 600 characters"],
    ["long rules", { rules: "x".repeat(2001) }, "At most 2,000 characters"],
    ["a long prompt", { prompt: "x".repeat(12_001) }, "At most 12,000 characters"],
    ["an unknown variable", { prompt: "Hello {{shoe_size}}" }, "There is no {{shoe_size}}"],
    ["an unknown tone", { tone: "rude" }, "Choose one from the list"],
    ["Spanish without a model", { languages: "es-US" }, "speaks English only"],
    ["a language that is not offered", { languages: "de-DE" }, "Choose one from the list"],
    ["a tool without a name", toolFields({ name: "" }), "Enter a name"],
    ["a tool with a spoken name", toolFields({ name: "Check order" }), "Lowercase letters"],
    ["a tool named like one of ours", toolFields({ name: "end_call" }), "a tool of its own with this name"],
    ["two tools of one name", twoTools, "Two tools have the same name"],
    ["a tool that is not described", toolFields({ description: "" }), "Say what it does"],
    ["a tool without an address", toolFields({ url: "" }), "Enter an address"],
    ...[
      "http://shop.com/",
      "https://10.0.0.1/",
      "https://169.254.169.254/latest",
      "https://localhost/",
      "https://shop.com:8443/",
      "https://me:secret@shop.com/",
      "https://metadata.google.internal/",
    ].map((url): [string, Record<string, string>, string] => [
      `the address ${url}`,
      toolFields({ url }),
      "Enter a public https address",
    ]),
    ["no time to answer", toolFields({ timeout: "0" }), "At least 1"],
    ["too much time to answer", toolFields({ timeout: "16" }), "At most 15"],
    ["long words while waiting", toolFields({ filler: "x".repeat(161) }), "At most 160 characters"],
    ["a secret with a space", toolFields({ secret: "two words" }), "no spaces"],
    ["a detail without a name", withDetail({ name: "" }), "Enter a name"],
    ["a detail of another type", withDetail({ type: "date" }), "Choose one from the list"],
    ["a choice of one", withDetail({ type: "choice", options: "red" }), "at least two answers"],
    ["a choice with the same twice", withDetail({ type: "choice", options: "red, Red" }), "are the same"],
    [
      "two details of one name",
      { ...withDetail({}), "tools[0].fields[1].name": "order", "tools[0].fields[1].type": "text" },
      "Two details have the same name",
    ],
  ])("%s", async (_what, changes, words) => {
    const { owner, id, page } = await opened();
    const answer = await saveAnswering(owner, id, page, changes);
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain(words);
    expect((await owner.store.agents.find(id))?.version).toBe(1);
  });
});

describe("tools", () => {
  it("are added and laid out by buttons without scripts, and saved with their details", async () => {
    const { owner, id, page } = await opened();
    let edited = await pressIn(owner, id, page, "Add a tool");
    expect(edited.values.get("tools[0].timeout")).toBe("5");
    edited = await pressIn(owner, id, edited, "Add a detail");
    const saved = await saveAnswering(owner, id, edited, {
      ...toolFields({ filler: "One second." }),
      "tools[0].fields[0].name": "colour",
      "tools[0].fields[0].type": "choice",
      "tools[0].fields[0].options": "red, blue",
      "tools[0].fields[0].required": "on",
    });
    expect(saved.status).toBe(302);
    expect((await specOf(owner, id)).tools).toEqual([
      {
        id: "check_order",
        name: "check_order",
        description: "Tells the state of an order.",
        url: "https://pages.sandbox.test/echo",
        fields: [
          { name: "colour", type: "choice", description: "", required: true, options: ["red", "blue"] },
        ],
        secret_id: null,
        timeout_ms: 5000,
        filler: "One second.",
        proves: [],
      },
    ]);
  });

  it("keep their secret sealed, show it never, and forget it when told to", async () => {
    const { owner, id, page } = await opened();
    const secret = `s-${crypto.randomUUID()}`;
    await saveAnswering(owner, id, page, toolFields({ secret }));
    const [row] = await secretsIn(owner);
    expect(row).toMatchObject({ origin: "https://pages.sandbox.test" });
    expect(JSON.stringify(row)).not.toContain(secret);
    const [tool] = (await specOf(owner, id)).tools;
    expect(tool?.secret_id).toBe(row?.id);
    const again = await openAnswering(owner, id);
    expect(again.html).not.toContain(secret);
    expect(await pageText(again.html)).toContain("A secret is kept.");
    const wrong = await saveAnswering(owner, id, again, { "tools[0].secret": secret, "tools[0].name": "" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).not.toContain(secret);
    await saveAnswering(owner, id, again, { tasks: "More." });
    expect(await secretsIn(owner)).toEqual([row]);
    const third = await openAnswering(owner, id);
    await saveAnswering(owner, id, third, { "tools[0].secret": "another" });
    const renewed = (await specOf(owner, id)).tools[0]?.secret_id;
    expect(renewed).not.toBe(row?.id);
    expect((await secretsIn(owner)).map((one) => one.id)).toContain(renewed);
    const fourth = await openAnswering(owner, id);
    await saveAnswering(owner, id, fourth, { "tools[0].forget": "on" });
    expect((await specOf(owner, id)).tools[0]?.secret_id).toBeNull();
    const audited = await controlPlane()
      .select()
      .from(control.auditEvents)
      .where(eq(control.auditEvents.organization_id, owner.organizationId));
    expect(audited.filter(({ action }) => action === "agent.secrets_changed")).toHaveLength(3);
    expect(JSON.stringify(audited)).not.toContain(secret);
  });

  it("do not take their secret to another server, and a copy keeps the secret of the original", async () => {
    const { owner, id, page } = await opened();
    await saveAnswering(owner, id, page, toolFields({ secret: "kept-here" }));
    const again = await openAnswering(owner, id);
    const moved = { "tools[0].url": "https://evil.sandbox.test/" };
    const refused = await saveAnswering(owner, id, again, moved);
    expect(refused.status).toBe(422);
    expect(await pageText(await refused.text())).toContain("The address is another one.");
    const tried = new URLSearchParams(again.values);
    tried.set("tools[0].url", "https://evil.sandbox.test/");
    tried.set("do", "test-0");
    expect((await owner.post(pathOf(id), tried)).status).toBe(422);
    await owner.post(`/agents/${id}`, { do: "duplicate" });
    expect((await secretsIn(owner)).length).toBe(1);
  });

  it("are tested with marked samples and the secret", async () => {
    const { owner, id, page } = await opened();
    const detail = { "tools[0].fields[0].name": "order", "tools[0].fields[0].type": "number" };
    await saveAnswering(owner, id, page, { ...toolFields({ secret: "hush-hush" }), ...detail });
    const tested = await pressIn(owner, id, await openAnswering(owner, id), "Test check_order");
    const text = await pageText(tested.html);
    expect(text).toContain("It answered with status 200.");
    expect(text).toContain('"authorization":"Bearer hush-hush"');
    expect(text).toContain('\\"arguments\\":{\\"order\\":1}');
    expect((await owner.store.agents.find(id))?.version).toBe(2);
  });

  it.each([
    ["a server error", { status: 500, body: "Out of order" }, "it answered with status 500", "Out of order"],
    [
      "a redirect",
      { status: 302, location: "https://pages.sandbox.test/echo" },
      "answers with a redirect",
      "",
    ],
    ["a large answer", { size: 16_385, type: "text/plain" }, "larger than 16 KB", ""],
    ["no server", null, "it answered with status 502", ""],
    [
      "a long text",
      { body: `${"a".repeat(499)}bc`, type: "text/plain" },
      "status 200",
      `${"a".repeat(499)}b `,
    ],
  ])("show what came of %s", async (_what, web, words, beginning) => {
    const { owner, id, page } = await opened();
    const host = `${crypto.randomUUID()}.sandbox.test`;
    if (web) await post("/web-pages", { host, path: "/", ...web });
    await saveAnswering(owner, id, page, toolFields({ url: `https://${host}/` }));
    const tested = await pressIn(owner, id, await openAnswering(owner, id), "Test check_order");
    expect(tested.status).toBe(200);
    const text = await pageText(tested.html);
    expect(text).toContain(words);
    expect(text).toContain(beginning);
  });
});
