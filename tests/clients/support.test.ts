/** Support: an agency's person opens a client for an hour, with a reason; both sides read what happened. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { stillListening } from "#app/membership/live-listeners.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { at } from "../support/clock.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf, inside, open, press, visitsOf } from "./arrange.ts";

const hour = 3_600_000;

const text = async (answer: Response) => pageText(await answer.text());

/** An agency's owner with a client open. */
async function visiting(form: Record<string, string> = {}) {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const answer = await open(owner, client, form);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
  const [visit] = await visitsOf(client.organizationId);
  if (!visit) throw new Error("no visit");
  return { owner, client, visit };
}

const leave = (owner: Person, visit: string) => owner.post("/clients/leave", { visit });

test("an agency's owner opens a client with a reason: every page says so, and all of it can be read", async () => {
  const { owner, client, visit } = await visiting();
  expect(visit.ends_at - visit.started_at).toBe(hour);
  for (const path of [
    "/dashboard",
    "/agents",
    "/numbers",
    "/call-history",
    "/users",
    "/subscription",
    "/security",
  ]) {
    const answer = await owner.get(path);
    expect(answer.status, path).toBe(200);
    expect(await text(answer), path).toMatch(
      /You're in Harborview Plumbing as Northwind Voice's support until \d+:\d\d [ap]m\. Read-only\. Leave/,
    );
  }
  // The client's own people see no bar.
  expect(await text(await client.get("/agents"))).not.toContain("'s support until");
});

test("a read-only visit changes nothing, and one that may change things leaves people, ownership and the brand alone", async () => {
  const { owner, client } = await visiting();
  const agent = { kind: "receptionist" };
  expect((await inside(owner, client, "/agents/new", agent)).status).toBe(403);
  expect((await inside(owner, client, "/settings", { intent: "profile", name: "Mine" })).status).toBe(403);
  await open(owner, client, { may_write: "on", organization_id: owner.organizationId });
  // The form named the agency while the client was the one looked at.
  expect(await visitsOf(client.organizationId)).toHaveLength(1);

  const second = await visiting({ may_write: "on" });
  expect((await inside(second.owner, second.client, "/agents/new", agent)).status).toBe(302);
  expect(
    (await inside(second.owner, second.client, "/settings", { intent: "test", default_test_number: "" }))
      .status,
  ).toBe(302);
  for (const [path, form] of [
    ["/users", { intent: "invite", email: "x@people.test", role: "admin" }],
    ["/users", { intent: "remove", member: second.client.userId }],
    ["/settings", { intent: "delete", name: "Harborview Plumbing" }],
    ["/settings", { intent: "support" }],
    ["/settings", { intent: "security", require_two_factor: "on" }],
    ["/profile", { intent: "notices", booking: "on" }],
    ["/integrations/webhooks", { do: "add", name: "Ear", url: "https://hooks.sandbox.test/ear" }],
    ["/organizations", { intent: "leave" }],
  ] as const)
    expect((await inside(second.owner, second.client, path, form)).status, JSON.stringify(form)).toBe(403);
  expect((await second.owner.get("/clients")).status).toBe(404);
});

test("what a visitor does stands in the client's audit trail with the visit, and both sides read start, reason, deeds and end", async () => {
  const { owner, client, visit } = await visiting({ may_write: "on" });
  await inside(owner, client, "/agents/new", { kind: "receptionist" });
  expect(await audited(client.organizationId, "agent.created")).toMatchObject([
    { actor_id: owner.userId, changes: { visit: visit.id } },
  ]);
  await inside(owner, client, "/agents/new", { kind: "receptionist" });
  const left = await leave(owner, visit.id);
  expect(left.headers.get("location")).toBe(`/clients/${client.organizationId}?done=left`);
  for (const id of [client.organizationId, owner.organizationId]) {
    expect(await audited(id, "support.opened"), id).toMatchObject([
      { actor_id: owner.userId, target: client.organizationId, changes: { visit: visit.id } },
    ]);
    expect(await audited(id, "support.left"), id).toMatchObject([{ changes: { visit: visit.id } }]);
  }
  const theirs = await text(await client.get("/settings"));
  expect(theirs).toContain("Let Northwind Voice open this organization as support");
  expect(theirs).toContain("Checking the opening hours");
  expect(theirs).toContain("Done: Created an agent (2 times)");
  const ours = await text(await owner.get(`/clients/${client.organizationId}`));
  expect(ours).toContain("Checking the opening hours");
  expect(ours).toContain("Done: Created an agent (2 times)");
  expect(ours).toMatch(/Activity.* Created an agent /);
  expect((await owner.get("/dashboard")).status).toBe(200);
  expect(await text(await owner.get("/agents"))).not.toContain("'s support until");
});

test("past its hour a visit opens nothing: pages lead back, forms are refused in words, and nothing is done", async () => {
  const { owner, client, visit } = await visiting({ may_write: "on" });
  await at(visit.ends_at - 1000, async () => {
    expect((await owner.get("/agents")).status).toBe(200);
  });
  await at(visit.ends_at, async () => {
    const refused = await inside(owner, client, "/agents/new", { kind: "receptionist" });
    expect(refused.status).toBe(409);
    expect(await text(refused)).toContain(
      "Your support visit to Harborview Plumbing is over, so this change wasn't saved.",
    );
    const page = await owner.get("/agents");
    expect(page.headers.get("location")).toBe(`/clients/${client.organizationId}?done=over`);
    const back = await owner.get(`/clients/${client.organizationId}?done=over`);
    expect(await text(back)).toContain("Your support visit is over.");
  });
  expect(await client.store.agents.names()).toEqual([]);
});

test("cron notes the end of a visit whose hour is over, once, in both audit trails", async () => {
  const { owner, client, visit } = await visiting();
  await runCron(env, visit.ends_at + 1);
  await runCron(env, visit.ends_at + 2);
  expect((await visitsOf(client.organizationId))[0]?.ended_at).toBe(visit.ends_at);
  for (const id of [client.organizationId, owner.organizationId])
    expect(await audited(id, "support.left")).toMatchObject([{ created_at: visit.ends_at }]);
});

test("with two tabs, the one of the agency and the one of the client cannot change each other's organization", async () => {
  const { owner, client } = await visiting({ may_write: "on" });
  // The agency's tab still shows a form of the agency.
  const wrong = await owner.post("/agents/new", { kind: "receptionist" });
  expect(wrong.status).toBe(409);
  expect(await text(wrong)).toContain(
    "This page belongs to Northwind Voice, but you're in Harborview Plumbing now.",
  );
  await owner.post("/organizations/switch", { to: owner.organizationId });
  const stale = await inside(owner, client, "/agents/new", { kind: "receptionist" });
  expect(stale.status).toBe(409);
  expect(await owner.store.agents.names()).toEqual([]);
  expect(await client.store.agents.names()).toEqual([]);
  // The visit goes on: switching back opens the client again.
  const back = await owner.post("/organizations/switch", { to: client.organizationId });
  expect(back.status).toBe(302);
  expect((await inside(owner, client, "/agents/new", { kind: "receptionist" })).status).toBe(302);
  expect(await client.store.agents.names()).toHaveLength(1);
});

test("a client that switches support off ends open visits at once, and lets none in until it switches it on", async () => {
  const { owner, client } = await visiting({ may_write: "on" });
  expect((await client.post("/settings", { intent: "support" })).headers.get("location")).toBe(
    "/settings?done=support",
  );
  const refused = await inside(owner, client, "/agents/new", { kind: "receptionist" });
  expect(refused.status).toBe(409);
  expect((await owner.get("/agents")).headers.get("location")).toBe(
    `/clients/${client.organizationId}?done=over`,
  );
  expect(await audited(owner.organizationId, "support.left")).toHaveLength(1);
  const again = await open(owner, client);
  expect(again.status).toBe(409);
  expect(await text(again)).toContain("hasn't allowed support access");
  await client.post("/settings", { intent: "support", allows_support: "on" });
  expect((await open(owner, client)).status).toBe(302);
});

test("a client whose agency hides its settings switches support off at /users, where no one else finds the switch", async () => {
  const { owner, client } = await visiting();
  await branded(owner, { hide_settings_section: true });
  expect((await client.get("/settings")).status).toBe(404);
  const page = await text(await client.get("/users"));
  expect(page).toContain("Let Northwind Voice open this organization as support");
  expect(page).toContain("Checking the opening hours");
  const answer = await client.post("/users", { intent: "support" });
  expect(answer.headers.get("location")).toBe("/users?done=support");
  expect(await text(await client.get("/users?done=support"))).toContain("It takes effect immediately.");
  expect((await owner.get("/agents")).headers.get("location")).toContain("?done=over");
  expect((await open(owner, client)).status).toBe(409);
  await client.post("/users", { intent: "support", allows_support: "on" });
  expect((await open(owner, client)).status).toBe(302);
  // Neither the visit itself nor a member changes it, and where /settings is open it stays there.
  expect((await inside(owner, client, "/users", { intent: "support" })).status).toBe(403);
  const member = await memberOf({ role: "member", organizationId: client.organizationId });
  expect((await member.post("/users", { intent: "support" })).status).toBe(403);
  const other = await clientOf(await agencyOwner());
  expect(await text(await other.get("/users"))).not.toContain("open this organization as support");
});

test.each(["suspend", "archive", "move"])(
  "a visit ends when the client is %sed by the agency",
  async (intent) => {
    const { owner, client } = await visiting();
    const colleague = await memberOf({ role: "owner", organizationId: owner.organizationId });
    expect((await press(colleague, client, intent)).status).toBe(302);
    expect((await visitsOf(client.organizationId))[0]?.ended_at).toBeTypeOf("number");
    expect((await owner.get("/agents")).status).toBe(302);
  },
);

test("a visit ends when its person may no longer visit, or the agency is suspended", async () => {
  const { owner } = await visiting();
  await controlPlane()
    .update(control.organizationMembers)
    .set({ role: "member" })
    .where(eq(control.organizationMembers.user_id, owner.userId));
  expect((await owner.get("/agents")).headers.get("location")).toContain("?done=over");
  const second = await visiting();
  await controlPlane()
    .update(control.organizations)
    .set({ suspended_at: 1 })
    .where(eq(control.organizations.id, second.owner.organizationId));
  const page = await second.owner.get("/agents");
  expect(page.status).toBe(403);
  expect(await text(page)).toContain("Northwind Voice is suspended");
});

test("a visit belongs to its session: another browser of the same person has none", async () => {
  const { owner, client, visit } = await visiting();
  await controlPlane()
    .update(control.supportVisits)
    .set({ session_id: "another" })
    .where(and(eq(control.supportVisits.id, visit.id), eq(control.supportVisits.agency_id, visit.agency_id)));
  expect(await text(await owner.get("/agents"))).not.toContain("'s support until");
  expect((await leave(owner, visit.id)).status).toBe(404);
  expect((await leave(client, visit.id)).status).toBe(404);
});

test("R3: opening a client needs a recent proof, a reason of 5 to 300 characters, and a client that works", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  for (const reason of ["", "abcd", "a".repeat(301), "line\nbreak ok?", "\u202eevil reason"])
    expect((await open(owner, client, { reason })).status, reason.slice(0, 20)).toBe(422);
  const suspended = await clientOf(owner, { suspended_at: 1 });
  const archived = await clientOf(owner, { archived_at: 1, purge_at: Date.now() + hour });
  for (const one of [suspended, archived]) expect((await open(owner, one)).status).toBe(409);
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - hour })
    .where(eq(control.sessions.user_id, owner.userId));
  expect((await open(owner, client)).status).toBe(403);
  for (const one of [client, suspended, archived]) expect(await visitsOf(one.organizationId)).toEqual([]);
});

test("who has to confirm who they are is asked right below the form that opens the client", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - hour })
    .where(eq(control.sessions.user_id, owner.userId));
  const refused = await open(owner, client);
  expect(refused.status).toBe(403);
  const html = await refused.text();
  expect(await pageText(html)).toContain("Confirm it's you below, then try again.");
  const titles = [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) =>
    title?.replaceAll("&#x27;", "'"),
  );
  expect(titles[titles.indexOf("Open as support") + 1]).toBe("Confirm it's you");
});

test("a visitor is not offered to leave the client as a member does, and a form that tries reads how the visit ends", async () => {
  const { owner, client, visit } = await visiting({ may_write: "on" });
  const page = await text(await owner.get("/organizations"));
  expect(page).toContain("Your organizations");
  expect(page).not.toContain("You'll lose access immediately.");
  const refused = await inside(owner, client, "/organizations", { intent: "leave" });
  expect(refused.status).toBe(403);
  expect(await text(refused)).toContain(
    "You're not a member of Harborview Plumbing, so you can't leave it. To end your support visit, use the bar at the bottom of the page.",
  );
  await leave(owner, visit.id);
  expect(await text(await owner.get("/organizations"))).toContain("You'll lose access immediately.");
});

test("a visit is no membership: no list, no notice and no account of its person counts the client", async () => {
  const { owner, client, visit } = await visiting();
  expect(await text(await client.get("/users"))).not.toContain(owner.email);
  const profile = await controlPlane()
    .select()
    .from(control.profiles)
    .where(eq(control.profiles.id, owner.userId))
    .get();
  expect(profile?.organization_id).toBe(owner.organizationId);
  await leave(owner, visit.id);
  expect(await text(await owner.get("/organizations"))).not.toContain("Harborview Plumbing");
  expect(await mailsTo(owner.email)).toEqual([]);
});

test("who is a member of the client needs no visit", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  await controlPlane()
    .insert(control.organizationMembers)
    .values({ organization_id: client.organizationId, user_id: owner.userId, role: "viewer", created_at: 1 });
  const answer = await open(owner, client);
  expect(answer.status).toBe(409);
  expect(await text(answer)).toContain("You're a member of this client.");
});

test("an agency that requires a second factor of its members requires it in their visits", async () => {
  const { owner } = await visiting();
  await controlPlane()
    .update(control.organizations)
    .set({ require_two_factor: true })
    .where(eq(control.organizations.id, owner.organizationId));
  expect((await owner.get("/agents")).headers.get("location")).toBe("/mfa-setup");
});

test("on the agency's host its people open a client that lives on another host", async () => {
  const founder = await agencyOwner();
  const host = await branded(founder, { company_name: "Northwind" });
  const owner = await memberOf({ role: "owner", organizationId: founder.organizationId, host });
  const client = await clientOf(founder);
  await branded(client);
  const there = (path: string) => `https://${host}${path}`;
  const answer = await owner.post(there(`/clients/${client.organizationId}`), {
    intent: "open",
    reason: "Checking the opening hours",
  });
  expect(answer.status).toBe(302);
  expect(await text(await owner.get(there("/agents")))).toContain("You're in Harborview Plumbing");
});

test("a visitor hears the client's live feed while the visit lasts", async () => {
  const { client, visit } = await visiting();
  const heard = (now: number) => stillListening(env, client.organizationId, [visit.session_id, newId()], now);
  expect([...(await heard(visit.started_at))]).toEqual([visit.session_id]);
  expect([...(await heard(visit.ends_at))]).toEqual([]);
});
