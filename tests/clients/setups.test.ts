/** Setups as files: out of an organization, into another, and as an agency's templates. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { specFor } from "#app/agents/agent-templates.ts";
import { brandColumns } from "#app/branding/brand.schema.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf, rowOf } from "./arrange.ts";

const spec = specFor("receptionist");

/** An agent of an organization, with what belongs to persons and places in it. */
async function withAgent(owner: Person, name = "Front desk"): Promise<string> {
  const id = newId();
  const own = {
    ...spec,
    name,
    business_address: "120 Main Street",
    when_unknown: "transfer" as const,
    actions: { ...spec.actions, transfer: { phone_number: "+12125550142", name: "Dana" } },
  };
  await owner.store.agents.create({ id, spec: own, created_by: owner.userId, now: Date.now() });
  return id;
}

const upload = (by: Person, text: string) =>
  by.post("/agents/import", { file: new File([text], "setup.json", { type: "application/json" }) });

const exported = async (by: Person, id: string) => {
  const answer = await by.get(`/agents/${id}/export`);
  expect(answer.headers.get("content-disposition")).toContain('filename="front-desk.json"');
  return answer.text();
};

test("an agent is exported without ids, people, numbers and addresses, and imported in another organization", async () => {
  const from = await memberOf();
  const id = await withAgent(from);
  const text = await exported(from, id);
  for (const secret of [id, from.organizationId, from.userId, "5550142", "Dana", "120 Main Street"])
    expect(text).not.toContain(secret);
  const exports = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.action, "agent.exported"));
  expect(exports).toMatchObject([
    { actor_id: from.userId, organization_id: from.organizationId, target: id },
  ]);
  const into = await memberOf();
  const answer = await upload(into, text);
  const [agent] = await into.store.agents.names();
  expect(answer.headers.get("location")).toBe(`/agents/${agent?.id}`);
  expect(await into.store.agents.find(agent?.id ?? "")).toMatchObject({
    spec: {
      name: "Front desk",
      greeting: spec.greeting,
      when_unknown: "call_back",
      actions: { transfer: null },
    },
  });
});

const setup = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({ kind: "agent-setup", version: 1, agents: [spec], ...changes });

test.each([
  ["nothing", ""],
  ["garbage", "\u0000\u0001 no JSON"],
  ["other JSON", '{"agents":[]}'],
  ["a list", "[]"],
  ["an unknown version", setup({ version: 2 })],
  ["a version that is no number", setup({ version: "1" })],
  ["no agents", setup({ agents: [] })],
  ["an agent without a greeting", setup({ agents: [{ ...spec, greeting: "" }] })],
  [
    "an agent that does not fit together",
    setup({ agents: [{ ...specFor("appointment_booking"), actions: spec.actions }] }),
  ],
  ["too many agents", setup({ agents: Array.from({ length: 51 }, () => spec) })],
  ["too much", setup({ extra: "x".repeat(250_000) })],
  ["far too much", setup({ extra: "x".repeat(1_000_000) })],
])("a file of %s is refused, and nothing is imported", async (_, text) => {
  const owner = await memberOf();
  const answer = await upload(owner, text);
  expect(answer.status).toBe(422);
  expect(await owner.store.agents.names()).toEqual([]);
});

test("a file larger than a form may be is refused before it is read", async () => {
  const owner = await memberOf();
  expect((await upload(owner, "x".repeat(3_000_000))).status).toBe(413);
});

test("of a file's agents all are imported or none, within the plan", async () => {
  const owner = await memberOf();
  const nine = setup({ agents: Array.from({ length: 9 }, () => spec) });
  expect((await upload(owner, nine)).headers.get("location")).toBe("/agents");
  expect((await upload(owner, setup({ agents: [spec, spec] }))).status).toBe(409);
  expect(await owner.store.agents.names()).toHaveLength(9);
});

const saved = async (owner: Person, name = "Dental start", from = owner.organizationId) => {
  const answer = await owner.post("/clients/templates", { intent: "create", name, from });
  expect(answer.headers.get("location"), await answer.clone().text()).toBe("/clients/templates?done=created");
  const rows = await controlPlane()
    .select()
    .from(control.clientTemplates)
    .where(eq(control.clientTemplates.organization_id, owner.organizationId));
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error("no template");
  return found;
};

test("a client made from a template begins with its agents, settings and look", async () => {
  const owner = await agencyOwner({ time_zone: "America/Chicago" });
  await withAgent(owner);
  await branded(owner, {
    company_name: "Northwind",
    primary_color: "#b45309",
    hide_subscription_section: true,
  });
  await owner.post("/settings", {
    intent: "closed",
    "days[0].date": "2026-12-25",
    "days[0].name": "Christmas",
  });
  const template = await saved(owner);
  expect(template.contents).toEqual({ agents: 1, settings: 1, branding: 1 });
  const form = {
    name: "Lakeside Dental",
    owner: newAddress(),
    tier: "starter",
    status: "active",
    template: template.id,
  };
  const location = (await owner.post("/clients/new", form)).headers.get("location") ?? "";
  const id = /^\/clients\/([\w-]+)\?done=created$/.exec(location)?.[1] ?? "";
  expect(await rowOf(id)).toMatchObject({ name: "Lakeside Dental", time_zone: "America/Chicago" });
  const member = await memberOf({ organizationId: id });
  expect(await member.store.agents.names()).toMatchObject([{ name: "Front desk" }]);
  expect(await member.store.settings.callSettings()).toMatchObject({
    closed_days: [{ date: "2026-12-25", name: "Christmas" }],
  });
  const settings = await controlPlane()
    .select()
    .from(control.organizationSettings)
    .where(eq(control.organizationSettings.organization_id, id))
    .get();
  expect(settings).toMatchObject({
    holidays: [{ date: "2026-12-25", name: "Christmas" }],
    retention_days: 0,
  });
  const look = await controlPlane()
    .select()
    .from(control.organizationBranding)
    .where(eq(control.organizationBranding.organization_id, id))
    .get();
  expect(look).toMatchObject({
    primary_color: "#b45309",
    hide_subscription_section: true,
    company_name: null,
    custom_domain: null,
  });
});

test("a template holds no phone number, person or host of the organization that it was made from", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { address: "120 Main Street" });
  const host = await branded(client, { support_email: "help@harborview.test" });
  const agent = await withAgent(client);
  const { id } = await saved(owner, "From a client", client.organizationId);
  const text = (await (await env.FILES.get(`client-templates/${id}`))?.text()) ?? "";
  expect(z.object({ version: z.literal(1) }).parse(JSON.parse(text))).toEqual({ version: 1 });
  for (const word of [host, agent, client.organizationId, "harborview", "5550142", "Dana", "120 Main"])
    expect(text).not.toContain(word);
});

test("a greeting that names its organization names the one that it is copied to", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { name: "Ann & Co" });
  const greeting = "Thanks for calling Ann & Co. Ann & Company is next door.";
  const born = { id: newId(), spec: { ...spec, greeting }, created_by: client.userId, now: Date.now() };
  await client.store.agents.create(born);
  const isForAny = '"greeting": "Thanks for calling {organization}. Ann & Company is next door."';
  expect(await exported(client, born.id)).toContain(isForAny);
  const { id } = await saved(owner, "From a client", client.organizationId);
  expect(await (await env.FILES.get(`client-templates/${id}`))?.text()).toContain(isForAny);
});

test("a client's setup is copied only while it lets support in, and both sides read of it", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { allows_support: false });
  await withAgent(client);
  const create = () =>
    owner.post("/clients/templates", { intent: "create", name: "Copy", from: client.organizationId });
  const refused = await create();
  expect(refused.status).toBe(422);
  expect(await pageText(await refused.text())).toContain("This client hasn't allowed support access");
  const templates = () =>
    controlPlane()
      .select()
      .from(control.clientTemplates)
      .where(eq(control.clientTemplates.organization_id, owner.organizationId));
  expect(await templates()).toEqual([]);
  expect(await audited(client.organizationId, "client.copied")).toEqual([]);

  await client.post("/settings", { intent: "support", allows_support: "on" });
  expect((await create()).status).toBe(302);
  expect(await templates()).toHaveLength(1);
  expect(await audited(owner.organizationId, "client.copied")).toMatchObject([
    { actor_id: owner.userId, target: client.organizationId, changes: { template: "Copy" } },
  ]);
  expect(await audited(client.organizationId, "client.copied")).toMatchObject([
    { actor_id: owner.userId, changes: { template: "Copy", agency: "Northwind Voice" } },
  ]);
});

test("a template is renamed and deleted, with its file", async () => {
  const owner = await agencyOwner();
  const { id } = await saved(owner);
  const press = (intent: string, name = "Second") =>
    owner.post("/clients/templates", { intent, template: id, name });
  expect((await press("rename")).headers.get("location")).toBe("/clients/templates?done=renamed");
  expect(await pageText(await (await owner.get("/clients/new")).text())).toContain("Second");
  expect((await press("rename", "")).status).toBe(422);
  expect((await press("delete")).headers.get("location")).toBe("/clients/templates?done=deleted");
  expect(await env.FILES.get(`client-templates/${id}`)).toBeNull();
  expect((await press("delete")).status).toBe(404);
});

test("no template is made of another agency's organization, nor one of its templates used or changed", async () => {
  const owner = await agencyOwner();
  const other = await agencyOwner();
  const theirs = await clientOf(other);
  const { id } = await saved(other);
  for (const from of [theirs.organizationId, other.organizationId, newId()])
    expect((await owner.post("/clients/templates", { intent: "create", name: "Mine", from })).status).toBe(
      422,
    );
  for (const intent of ["rename", "delete"])
    expect((await owner.post("/clients/templates", { intent, template: id, name: "Mine" })).status).toBe(404);
  const form = { name: "Lakeside", owner: newAddress(), tier: "starter", status: "pending", template: id };
  expect((await owner.post("/clients/new", form)).status).toBe(422);
  expect(await env.FILES.get(`client-templates/${id}`)).not.toBeNull();
});

test("a template is made of an exported file, and a broken file makes none", async () => {
  const owner = await agencyOwner();
  const create = (text: string) =>
    owner.post("/clients/templates", {
      intent: "create",
      name: "From a file",
      from: owner.organizationId,
      file: new File([text], "setup.json"),
    });
  expect((await create("{}")).status).toBe(422);
  expect((await create(setup({ version: 9 }))).status).toBe(422);
  expect((await create(setup())).headers.get("location")).toBe("/clients/templates?done=created");
  expect(await pageText(await (await owner.get("/clients/templates")).text())).toContain("1 agent");
});

test("R48: a purged agency leaves no template's file behind, and its clients stand alone", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { client_limits: { agents: 1 } });
  const { id } = await saved(owner);
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: 1, purge_at: 2, updated_at: 3 })
    .where(eq(control.organizations.id, owner.organizationId));
  await purgeDeleted(env, Date.now());
  expect(await env.FILES.get(`client-templates/${id}`)).toBeNull();
  expect(await rowOf(client.organizationId)).toMatchObject({
    parent_organization_id: null,
    client_limits: null,
    archived_at: null,
  });
});

const lookOf = (id: string) =>
  controlPlane()
    .select()
    .from(control.organizationBranding)
    .where(eq(control.organizationBranding.organization_id, id))
    .get();

test("a template's texts are as long as a brand's may be, so that the client's pages show them; a longer one is refused", async () => {
  const owner = await agencyOwner();
  const texts = (more: number) => ({
    hero_headline: "h".repeat(160 + more),
    hero_subheadline: "s".repeat(300 + more),
    auth_hero_headline: "a".repeat(160 + more),
    auth_hero_description: "d".repeat(300 + more),
    footer_description: "f".repeat(300 + more),
  });
  const look = { primary_color: null, secondary_color: null, accent_color: null };
  const create = (branding: Record<string, string | null>) =>
    owner.post("/clients/templates", {
      intent: "create",
      name: "Dental start",
      file: new File([setup({ branding })], "setup.json", { type: "application/json" }),
    });
  for (const [field, text] of Object.entries(texts(1)))
    expect((await create({ ...look, [field]: text })).status, field).toBe(422);
  expect((await create({ ...look, ...texts(0) })).status).toBe(302);
  const [template] = await controlPlane()
    .select()
    .from(control.clientTemplates)
    .where(eq(control.clientTemplates.organization_id, owner.organizationId));
  const form = {
    name: "Lakeside",
    owner: newAddress(),
    tier: "starter",
    status: "active",
    template: template?.id ?? "",
  };
  const location = (await owner.post("/clients/new", form)).headers.get("location") ?? "";
  const id = /^\/clients\/([\w-]+)\?done=created$/.exec(location)?.[1] ?? "";
  expect(await lookOf(id)).toMatchObject(texts(0));
  expect(brandColumns.parse(await lookOf(id))).toMatchObject(texts(0));
});

test("a template says which own prompts it copies, and a client made of it asks no tool of the first one", async () => {
  const owner = await agencyOwner();
  const id = newId();
  const tool = {
    id: "hook",
    name: "hook",
    description: "Tells our desk.",
    url: "https://hooks.example/catch/7f3a",
    fields: [],
    secret_id: null,
    timeout_ms: 5000,
    filler: "",
    proves: [],
  };
  const told = { ...spec, prompt: "You are the voice of Lakeside.", tools: [tool] };
  await owner.store.agents.create({ id, spec: told, created_by: owner.userId, now: Date.now() });
  const template = await saved(owner);
  expect(template.contents).toMatchObject({ agents: 1, prompts: 1, tools: 1 });
  const page = await pageText(await (await owner.get("/clients/templates")).text());
  expect(page).toContain("1 prompt of its own, copied word for word");
  expect(page).toContain("1 tool without its address");
  const form = {
    name: "Dock",
    owner: newAddress(),
    tier: "starter",
    status: "active",
    template: template.id,
  };
  const location = (await owner.post("/clients/new", form)).headers.get("location") ?? "";
  const client = /^\/clients\/([\w-]+)\?done=created$/.exec(location)?.[1] ?? "";
  const store = storeOf(organizationObject({ id: client, region: null }, env));
  const [agent] = await store.agents.names();
  expect(await store.agents.find(agent?.id ?? "")).toMatchObject({
    live: null,
    spec: { prompt: told.prompt, tools: [{ url: "", secret_id: null }] },
  });
});
