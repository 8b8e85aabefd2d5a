/** An agency's clients: the list, and what the agency decides about each. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ownerOf } from "#app/calls/answering.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { invitationOf } from "../organizations/inviting.ts";
import { mailTo } from "../support/inbox.ts";
import { delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress } from "../support/people.ts";
import { call, clinic, hangUp, history, newCallSid, newNumber, ring } from "../support/telephone.ts";
import { agencyOwner, audited, branded, clientOf, press, rowOf } from "./arrange.ts";

const day = 86_400_000;

const list = async (owner: { get(path: string): Promise<Response> }, query = "") =>
  pageText(await (await owner.get(`/clients${query}`)).text());

test("an organization whose plan has no clients, and that has none, has no such page and no link to it", async () => {
  const owner = await memberOf();
  for (const path of [
    "/clients",
    "/clients/new",
    "/clients/templates",
    "/clients/export",
    `/clients/${newId()}`,
  ])
    expect((await owner.get(path)).status, path).toBe(404);
  expect(await (await owner.get("/agents")).text()).not.toContain('href="/clients"');
  const agency = await agencyOwner();
  expect(await (await agency.get("/agents")).text()).toContain('href="/clients"');
  // After a smaller plan, the clients that are there stay within reach.
  const smaller = await agencyOwner({ subscription_tier: "starter" });
  await clientOf(smaller);
  expect((await smaller.get("/clients")).status).toBe(200);
});

test.each([
  ["owner", 200, 200],
  ["admin", 200, 200],
  ["member", 403, 403],
  ["viewer", 403, 403],
  ["billing", 403, 403],
] as const)("a %s of an agency meets %i at the list and %i at a client", async (role, atList, atClient) => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const person = await memberOf({ role, organizationId: owner.organizationId });
  expect((await person.get("/clients")).status).toBe(atList);
  expect((await person.get(`/clients/${client.organizationId}`)).status).toBe(atClient);
});

test("the list shows each client with its host, people, usage of this month, last call and health", async () => {
  const owner = await agencyOwner();
  const busy = await clientOf(owner, { name: "Harborview Plumbing", subscription_status: "active" });
  const host = await branded(busy);
  await clientOf(owner, { name: "Quiet Clinic" });
  const now = Date.now();
  await controlPlane()
    .insert(control.usageRollups)
    .values([
      {
        organization_id: busy.organizationId,
        quarter_start: now,
        calls: 12,
        answered: 12,
        seconds: 610,
      },
      {
        organization_id: busy.organizationId,
        quarter_start: now - 70 * day,
        calls: 900,
        answered: 900,
        seconds: 90_000,
      },
    ]);
  const page = await list(owner);
  expect(page).toContain("You have 2 clients of the 10 in your plan.");
  expect(page).toMatch(
    new RegExp(`Harborview Plumbing ${host} Starter 12 calls 11 min this month 1 0 just now Healthy`),
  );
  expect(page).toMatch(/Quiet Clinic Starter, trial 0 calls 0 min this month 1 0 No calls yet Setting up/);
});

test("the list counts a client's agents, on a number or not, until they are archived, however its facts arrive", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner, { subscription_tier: "growth", subscription_status: "active" });
  const told: unknown[] = [];
  const tell = async () => {
    for (const one of await client.store.outbox.waiting(Date.now() + day))
      told.push({ ...one, organization_id: client.organizationId });
    await delivered(told.toReversed());
  };
  const shown = async () => {
    const [head = "", line = ""] = (await (await owner.get("/clients/export")).text()).split("\r\n");
    return line.split(",")[head.split(",").indexOf("agents")];
  };
  expect(await shown()).toBe("0");
  for (const kind of ["receptionist", "lead_qualification"]) await client.post("/agents/new", { kind });
  await tell();
  expect(await shown()).toBe("2");
  const [first] = await client.store.agents.names();
  await client.store.agents.archive({ id: first?.id ?? "", now: Date.now() });
  await tell();
  // Twice, and the archiving before the first version.
  await tell();
  expect(await shown()).toBe("1");
});

test("clients of another agency are in no list, and their ids answer as ids that do not exist", async () => {
  const owner = await agencyOwner();
  const other = await clientOf(await agencyOwner(), { name: "Foreign Clinic" });
  expect(await list(owner)).not.toContain("Foreign Clinic");
  const before = await rowOf(other.organizationId);
  for (const client of [other, { organizationId: newId() }]) {
    expect((await owner.get(`/clients/${client.organizationId}`)).status).toBe(404);
    const forms: Record<string, Record<string, string>> = {
      details: { name: "Mine", tier: "starter", status: "pending" },
      flags: { hide_settings_section: "on" },
      sections: { withheld: "agents:viewer" },
      suspend: {},
      resume: {},
      archive: {},
      restore: {},
      move: {},
      offer: { email: newAddress() },
      withdraw: {},
      invite: { email: newAddress(), role: "owner" },
      revoke: { invitation: newId() },
      open: { reason: "Looking around" },
    };
    for (const [intent, form] of Object.entries(forms))
      expect((await press(owner, client, intent, form)).status, intent).toBe(404);
  }
  expect(await rowOf(other.organizationId)).toEqual(before);
});

test("the list is searched by name and host, sorted, and paged by 50", async () => {
  const owner = await agencyOwner({ subscription_tier: "agency" });
  const now = Date.now();
  const rows = Array.from({ length: 60 }, (_, at) => ({
    id: newId(now + at),
    name: `Client ${String(at).padStart(2, "0")}`,
    parent_organization_id: owner.organizationId,
    created_at: now + at,
    updated_at: now,
  }));
  // D1 takes a hundred values in a statement.
  for (let at = 0; at < rows.length; at += 4)
    await controlPlane()
      .insert(control.organizations)
      .values(rows.slice(at, at + 4));
  const names = async (query: string) => {
    const html = await (await owner.get(`/clients${query}`)).text();
    const next = /cursor=(older[^"&]*)"[^>]*rel="next"|rel="next"[^>]*cursor=(older[^"&]*)"/.exec(html);
    return { names: (await pageText(html)).match(/Client \d\d/g) ?? [], next: next?.[1] ?? next?.[2] };
  };
  const first = await names("");
  expect([first.names[0], first.names.length]).toEqual(["Client 00", 50]);
  const second = await names(`?cursor=${first.next}`);
  expect(second.names).toEqual(rows.slice(50).map(({ name }) => name));
  expect((await names("?sort=newest")).names.slice(0, 2)).toEqual(["Client 59", "Client 58"]);
  expect((await names("?q=CLIENT%2007")).names).toEqual(["Client 07"]);
  expect((await names("?q=%25")).names).toEqual([]);
  await controlPlane()
    .insert(control.usageRollups)
    .values({ organization_id: rows[33]?.id ?? "", quarter_start: now, calls: 3, answered: 3, seconds: 60 });
  for (const sort of ["calls", "minutes", "last"])
    expect((await names(`?sort=${sort}`)).names[0], sort).toBe("Client 33");
});

test("the file of clients is CSV whose cells no spreadsheet takes for a formula", async () => {
  const owner = await agencyOwner();
  for (const name of ['=HYPERLINK("x")', "+1", "-1", "@me", "Plain, Inc."]) await clientOf(owner, { name });
  const answer = await owner.get("/clients/export");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const lines = (await answer.text()).split("\r\n");
  expect(lines[0]).toContain("name,host,plan,status,health,people");
  const cells = lines.slice(1, -1).map((line) => line.slice(0, 8));
  expect(cells.sort()).toEqual(["\"'=HYPER", "'+1,,Sta", "'-1,,Sta", "'@me,,St", '"Plain, '].sort());
});

test("a client is created from scratch, and its owner is invited in the agency's name", async () => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: "Northwind" });
  const email = newAddress();
  const form = { name: "Lakeside Dental", owner: email, tier: "growth", status: "active", template: "" };
  const answer = await owner.post("/clients/new", form);
  const [, id = ""] = /^\/clients\/([\w-]+)\?done=created$/.exec(answer.headers.get("location") ?? "") ?? [];
  expect(await rowOf(id)).toMatchObject({
    name: "Lakeside Dental",
    parent_organization_id: owner.organizationId,
    subscription_tier: "growth",
    subscription_status: "active",
  });
  expect(await invitationOf(email)).toMatchObject({ organization_id: id, role: "owner" });
  const mail = await mailTo(email);
  expect(mail.text).toContain(`https://${host}/auth?token=`);
  expect(mail.text).toContain("join Lakeside Dental on Northwind as an owner");
  expect(await audited(owner.organizationId, "client.created")).toMatchObject([{ target: id }]);
  expect(await audited(id, "client.created")).toMatchObject([{ changes: { agency: "Northwind Voice" } }]);
});

test("a client gets no larger plan than its agency's, and none is created for what the form does not say", async () => {
  const owner = await agencyOwner();
  const form = {
    name: "Lakeside Dental",
    owner: newAddress(),
    tier: "scale",
    status: "active",
    template: "",
  };
  for (const wrong of [
    { tier: "agency" },
    { tier: "huge" },
    { status: "gold" },
    { name: "" },
    { name: "a\u202eb" },
    { owner: "nobody" },
    { template: newId() },
  ])
    expect((await owner.post("/clients/new", { ...form, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
  expect(await list(owner)).toContain("Your plan has room for 10.");
});

test("of two clients created at once for the last place of the plan one is made", async () => {
  const owner = await agencyOwner();
  for (let clients = 0; clients < 9; clients++) await clientOf(owner, { name: `Client ${clients}` });
  const create = (name: string) =>
    owner.post("/clients/new", {
      name,
      owner: newAddress(),
      tier: "starter",
      status: "pending",
      template: "",
    });
  const answers = await Promise.all([create("One"), create("Two"), create("Three")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(await list(owner)).toContain("You have 10 clients, as many as your plan allows.");
});

test("an agency changes a client's name, plan and limits, and the limits hold inside the client and for its calls", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const details = {
    name: "Harborview",
    tier: "growth",
    status: "active",
    lines: "3",
    numbers: "",
    agents: "1",
  };
  expect((await press(owner, client, "details", details)).headers.get("location")).toContain("done=details");
  const { organizationId } = client;
  expect(await rowOf(organizationId)).toMatchObject({
    name: "Harborview",
    subscription_tier: "growth",
    subscription_status: "active",
    client_limits: { lines: 3, agents: 1 },
  });
  expect((await client.post("/agents/new", { kind: "receptionist" })).status).toBe(302);
  expect((await client.post("/agents/new", { kind: "receptionist" })).status).toBe(409);
  for (const wrong of [{ lines: "-1" }, { lines: "many" }, { tier: "agency" }])
    expect((await press(owner, client, "details", { ...details, ...wrong })).status).not.toBe(302);
  expect(await audited(organizationId, "client.updated")).toHaveLength(1);
  expect(await audited(owner.organizationId, "client.updated")).toHaveLength(1);
});

test("the lines that an agency leaves a client bound its calls", async () => {
  const owner = await agencyOwner();
  const house = await clinic();
  await controlPlane()
    .update(control.organizations)
    .set({ parent_organization_id: owner.organizationId, client_limits: { lines: 1 } })
    .where(eq(control.organizations.id, house.organizationId));
  const first = await call(house);
  const second = await ring({ call_sid: newCallSid(), from: newNumber(), to: house.number });
  expect(await second.text()).toContain("All our lines are busy");
  await hangUp(first);
});

test("sections are withheld from the roles that the agency chooses, and from no others", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const { organizationId } = client;
  const viewer = await memberOf({ role: "viewer", organizationId });
  expect((await viewer.get("/agents")).status).toBe(200);
  const answer = await press(owner, client, "sections", { withheld: ["agents:viewer", "settings:owner"] });
  expect(answer.headers.get("location")).toContain("done=sections");
  expect((await viewer.get("/agents")).status).toBe(404);
  expect((await client.get("/agents")).status).toBe(200);
  expect((await client.get("/settings")).status).toBe(404);
  expect((await press(owner, client, "sections", { withheld: "users:owner" })).status).toBe(422);
  await press(owner, client, "sections");
  expect((await client.get("/settings")).status).toBe(200);
});

test("people of a suspended client see whom to ask in the brand's words, its callers hear that no one is available, and resuming gives all of it back", async () => {
  const owner = await agencyOwner();
  await branded(owner, { company_name: "Northwind", support_email: "help@northwind.test" });
  const house = await clinic();
  const { organizationId } = house;
  await controlPlane()
    .update(control.organizations)
    .set({ parent_organization_id: owner.organizationId })
    .where(eq(control.organizations.id, organizationId));
  expect((await press(owner, house, "suspend")).headers.get("location")).toContain("done=suspended");
  const page = await house.get("/agents");
  expect(page.status).toBe(403);
  const text = await pageText(await page.text());
  expect(text).toContain("Bright Smile is suspended");
  expect(text).toContain("Northwind Voice can tell you more");
  expect(text).toContain("help@northwind.test");
  expect((await house.get("/agents.data")).status).toBe(403);
  expect((await house.post("/agents/new", { kind: "receptionist" })).status).toBe(403);
  expect((await house.get("/security")).status).toBe(200);
  const rung = await ring({ call_sid: newCallSid(), from: newNumber(), to: house.number });
  expect(await rung.text()).toContain("No one can take your call right now");
  expect(await list(owner)).toContain("Suspended");
  expect((await press(owner, house, "suspend")).status).toBe(404);

  expect((await press(owner, house, "resume")).headers.get("location")).toContain("done=resumed");
  expect((await house.get("/agents")).status).toBe(200);
  const placed = await call(house);
  await hangUp(placed);
  expect((await history(house)).length).toBe(2);
  for (const id of [organizationId, owner.organizationId])
    expect([
      (await audited(id, "client.suspended")).length,
      (await audited(id, "client.resumed")).length,
    ]).toEqual([1, 1]);
});

test("a client of a suspended agency is suspended too", async () => {
  const owner = await agencyOwner();
  const house = await clinic();
  await controlPlane()
    .update(control.organizations)
    .set({ parent_organization_id: owner.organizationId })
    .where(eq(control.organizations.id, house.organizationId));
  const suspend = (suspended_at: number | null) =>
    controlPlane()
      .update(control.organizations)
      .set({ suspended_at })
      .where(eq(control.organizations.id, owner.organizationId));
  await suspend(Date.now());
  expect((await house.get("/dashboard")).status).toBe(403);
  expect((await owner.get("/clients")).status).toBe(403);
  const db = new Database(env.DB, new Timing());
  expect((await ownerOf(db, house.number, null))?.is_suspended).toBe(true);
  await suspend(null);
  expect((await house.get("/dashboard")).status).toBe(200);
});

test("a client is archived and restored by its agency alone, within 30 days and the plan", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const { organizationId } = client;
  expect((await press(owner, client, "archive")).headers.get("location")).toContain("done=archived");
  const shown = await pageText(await (await owner.get(`/clients/${organizationId}`)).text());
  expect(shown).toContain("Restore Harborview Plumbing");
  for (const refused of [
    "Send invitation",
    "Save details",
    "Save hidden sections",
    "Save sections",
    "Send offer",
  ])
    expect(shown).not.toContain(refused);
  const { archived_at, purge_at } = (await rowOf(organizationId)) ?? {};
  expect((purge_at ?? 0) - (archived_at ?? 0)).toBe(30 * day);
  expect(await pageText(await (await client.get("/dashboard")).text())).toContain(
    "Northwind Voice can restore it until",
  );
  expect((await client.post("/organizations/restore", { organization: organizationId })).status).toBe(404);
  for (let clients = 0; clients < 10; clients++) await clientOf(owner, { name: `Client ${clients}` });
  expect((await press(owner, client, "restore")).status).toBe(409);
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_tier: "agency" })
    .where(eq(control.organizations.id, owner.organizationId));
  expect((await press(owner, client, "restore")).headers.get("location")).toContain("done=restored");
  expect((await client.get("/dashboard")).status).toBe(200);
});

test("R3: archiving and moving out need a recent proof of identity", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const before = await rowOf(client.organizationId);
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 3_600_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  for (const intent of ["archive", "move", "offer"])
    expect((await press(owner, client, intent, { email: newAddress() })).status, intent).toBe(403);
  expect(await rowOf(client.organizationId)).toEqual(before);
});

test("a client that is moved out stands alone, and its owners are told by mail", async () => {
  const owner = await agencyOwner();
  await branded(owner, { company_name: "Northwind" });
  const client = await clientOf(owner, {
    subscription_tier: "scale",
    subscription_status: "active",
    client_limits: { agents: 1 },
    withheld_sections: { settings: ["owner"] },
  });
  const answer = await press(owner, client, "move");
  expect(answer.headers.get("location")).toBe("/clients?done=moved");
  expect(await rowOf(client.organizationId)).toMatchObject({
    parent_organization_id: null,
    client_limits: null,
    withheld_sections: null,
    subscription_tier: "starter",
    subscription_status: "pending",
  });
  expect((await client.get("/settings")).status).toBe(200);
  expect((await owner.get(`/clients/${client.organizationId}`)).status).toBe(404);
  const mail = await mailTo(client.email);
  expect(mail.text).toContain("Northwind Voice no longer manages Harborview Plumbing");
});

test("a client without an owner stays with its agency", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  await controlPlane()
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.organization_id, client.organizationId));
  const answer = await press(owner, client, "move");
  expect(answer.status).toBe(409);
  expect(await pageText(await answer.text())).toContain("Invite an owner first");
});

test("the agency invites people to a client and takes invitations back", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const email = newAddress();
  const answer = await press(owner, client, "invite", { email, role: "admin" });
  expect(answer.headers.get("location")).toContain("done=invited");
  const invitation = await invitationOf(email);
  expect(invitation).toMatchObject({ organization_id: client.organizationId, role: "admin" });
  const page = await pageText(await (await owner.get(`/clients/${client.organizationId}`)).text());
  expect(page).toContain(client.email);
  expect(page).toContain(email);
  const revoked = await press(owner, client, "revoke", { invitation: invitation.id });
  expect(revoked.headers.get("location")).toContain("done=revoked");
  expect((await invitationOf(email)).revoked_at).toBeTypeOf("number");
  // The agency's people are no members of the client.
  expect(await pageText(await (await client.get("/users")).text())).not.toContain(owner.email);
});

test("an agency that does not pay yet activates no client: its trial's minutes are bounded, an active client's are not", async () => {
  for (const subscription_status of ["pending", "trialing", "past_due"]) {
    const owner = await agencyOwner({ subscription_status });
    const form = { name: "Lakeside", owner: newAddress(), tier: "starter", status: "active", template: "" };
    const refused = await owner.post("/clients/new", form);
    expect(refused.status, subscription_status).toBe(422);
    expect(await pageText(await refused.text())).toContain("once you have a subscription yourself");
    expect((await owner.post("/clients/new", { ...form, status: "pending" })).status).toBe(302);
  }
});
