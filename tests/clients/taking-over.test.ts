/** A client moves to another agency: it is offered by mail, and a person of the other agency takes it over. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf, open, press, rowOf, visitsOf } from "./arrange.ts";
import { accept, linkTo, offered, otherAgency } from "./transfers.ts";

const text = async (answer: Response) => pageText(await answer.text());

test("a client moves to another agency, whose plan and brand it follows, and all three trails and its owners are told", async () => {
  const before = await agencyOwner({ subscription_tier: "agency" });
  await branded(before, { company_name: "Northwind" });
  const after = await otherAgency();
  const client = await clientOf(before, {
    subscription_tier: "agency",
    subscription_status: "active",
    client_limits: { agents: 1 },
    withheld_sections: { settings: ["owner"] },
  });
  const { organizationId } = client;
  await press(before, client, "flags", { hide_subscription_section: "on" });
  const helper = await memberOf({ role: "admin", organizationId: before.organizationId });
  expect((await open(helper, client)).status).toBe(302);
  const link = await offered(before, client, after);
  expect(await text(await after.get(link))).toContain(
    "Northwind Voice wants to transfer this client to you.",
  );
  const answer = await accept(after, link);
  expect(answer.headers.get("location")).toBe(`/clients/${organizationId}?done=taken`);
  expect(await rowOf(organizationId)).toMatchObject({
    parent_organization_id: after.organizationId,
    subscription_tier: "scale",
    subscription_status: "active",
    client_limits: null,
    withheld_sections: null,
    allows_support: false,
    suspended_at: null,
  });
  expect(await text(await helper.get("/agents"))).not.toContain("support until");
  const [visit] = await visitsOf(organizationId);
  expect(visit?.ended_at).toBeTypeOf("number");
  for (const path of ["/settings", "/subscription"]) expect((await client.get(path)).status, path).toBe(200);
  expect((await after.get(`/clients/${organizationId}`)).status).toBe(200);
  for (const id of [before.organizationId, organizationId, after.organizationId])
    expect(await audited(id, "client.taken_over")).toMatchObject([
      { target: organizationId, changes: { from: "Northwind Voice", to: "Lakeside Calls" } },
    ]);
  const mail = await mailTo(client.email);
  expect(mail.subject).toContain("Lakeside Calls now manages Harborview Plumbing");
  expect(mail.text).toContain("Northwind Voice handed Harborview Plumbing over to Lakeside Calls.");
});

test("the agency that handed a client over has nothing of it left, and its link works once", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const client = await clientOf(before);
  const link = await offered(before, client, after);
  await accept(after, link);
  expect((await before.get(`/clients/${client.organizationId}`)).status).toBe(404);
  expect((await press(before, client, "suspend")).status).toBe(404);
  expect((await accept(after, link)).status).toBe(409);
  const again = await after.get(link);
  expect(again.status).toBe(404);
  expect(await text(again)).toContain("This offer is no longer valid");
  // It can move on, and back.
  const back = await offered(after, client, before);
  expect((await accept(before, back)).status).toBe(302);
  expect((await rowOf(client.organizationId))?.parent_organization_id).toBe(before.organizationId);
});

test("the new agency opens the client as support only after its owner allows that", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const client = await clientOf(before);
  await accept(after, await offered(before, client, after));
  expect((await open(after, client)).status).toBe(409);
  await client.post("/settings", { intent: "support", allows_support: "on" });
  expect((await open(after, client)).headers.get("location")).toBe("/dashboard");
});

test("the offer wears the brand of the agency that is asked, on its host, and the client's own host is published with the new agency", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const host = await branded(after, { company_name: "Lakeside", hero_headline: "Every call, answered" });
  const resident = await memberOf({ organizationId: after.organizationId, host });
  const client = await clientOf(before);
  const own = await branded(client, { company_name: "Harborview" });
  await press(before, client, "offer", { email: resident.email });
  const url = await linkTo(resident.email);
  expect(url.host).toBe(host);
  expect((await mailTo(resident.email)).from).toContain("Lakeside");
  const answer = await resident.post(url.href, { intent: "accept" });
  expect(answer.headers.get("location")).toContain("done=taken");
  // What its own brand lacks comes from the new agency.
  await vi.waitFor(async () => {
    expect(await env.HOSTS.get(hostKey(own))).toContain("Every call, answered");
  });
  expect((await mailTo(client.email)).text).toContain(`https://${own}/auth`);
});

test("an address without an agency gets no mail, and whoever offers can't tell", async () => {
  const before = await agencyOwner();
  const client = await clientOf(before);
  const other = await otherAgency();
  const colleague = await memberOf({ role: "member", organizationId: other.organizationId });
  const small = await memberOf();
  const partner = await memberOf({ role: "admin", organizationId: before.organizationId });
  const addresses = [newAddress(), colleague.email, small.email, partner.email, client.email];
  for (const email of addresses) {
    const answer = await press(before, client, "offer", { email });
    expect(answer.headers.get("location"), email).toBe(`/clients/${client.organizationId}?done=offered`);
    const page = await text(await before.get(`/clients/${client.organizationId}`));
    expect(page).toContain(`Offered to ${email}`);
  }
  // The next mail that leaves is the first.
  await offered(before, client, other);
  for (const email of addresses) expect(await mailsTo(email), email).toEqual([]);
  expect((await press(before, client, "offer", { email: "nobody" })).status).toBe(422);
});

test("an agency that the platform suspended is offered no client", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const client = await clientOf(before);
  await controlPlane()
    .update(control.organizations)
    .set({ platform_suspended_at: 1 })
    .where(eq(control.organizations.id, after.organizationId));
  await press(before, client, "offer", { email: after.email });
  // The next mail that leaves is the first.
  await offered(before, client, await otherAgency());
  expect(await mailsTo(after.email)).toEqual([]);
});

test("only the person whose address it went to accepts an offer, as an owner or admin, with a recent proof", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const client = await clientOf(before);
  const link = await offered(before, client, after);
  const colleague = await memberOf({ role: "admin", organizationId: after.organizationId });
  const foreign = await otherAgency();
  for (const other of [colleague, foreign, before]) {
    expect((await other.get(link)).status).toBe(404);
    expect((await accept(other, link)).status).toBe(409);
  }
  const proven = (at: number | null) =>
    controlPlane()
      .update(control.sessions)
      .set({ proven_at: at })
      .where(eq(control.sessions.user_id, after.userId));
  await proven(Date.now() - 3_600_000);
  expect(await text(await after.get(link))).toContain("Confirm it's you");
  expect((await accept(after, link)).status).toBe(403);
  await proven(Date.now());
  const role = (to: string) =>
    controlPlane()
      .update(control.organizationMembers)
      .set({ role: to })
      .where(eq(control.organizationMembers.user_id, after.userId));
  await role("viewer");
  expect([(await after.get(link)).status, (await accept(after, link)).status]).toEqual([403, 403]);
  await role("owner");
  expect((await rowOf(client.organizationId))?.parent_organization_id).toBe(before.organizationId);
  expect((await accept(after, link)).status).toBe(302);
});

test("an offer ends when it is withdrawn, replaced or too old, or when who made it or the client has gone", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const admin = await memberOf({ role: "admin", organizationId: before.organizationId });
  const client = await clientOf(before);
  const dead = async (link: string) => {
    expect((await after.get(link)).status).toBe(404);
    expect((await accept(after, link)).status).toBe(409);
  };
  const first = await offered(before, client, after);
  expect((await press(before, client, "withdraw")).headers.get("location")).toContain("done=withdrawn");
  expect((await press(before, client, "withdraw")).status).toBe(404);
  await dead(first);
  const second = await offered(before, client, after, 2);
  const third = await offered(admin, client, after, 3);
  await dead(second);
  await controlPlane()
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, admin.userId));
  await dead(third);
  const fourth = await offered(before, client, after, 4);
  await controlPlane()
    .update(control.oneTimeTokens)
    .set({ expires_at: Date.now() - 1 })
    .where(eq(control.oneTimeTokens.id, `client_offer:${client.organizationId}`));
  await dead(fourth);
  const fifth = await offered(before, client, after, 5);
  await press(before, client, "archive");
  await dead(fifth);
  for (const id of [before.organizationId, client.organizationId])
    expect((await audited(id, "client.offer_withdrawn")).length).toBe(1);
});

test("a client is taken over only while the plan has a place, and of two at once for the last place one comes", async () => {
  const [before, after] = [await agencyOwner(), await otherAgency()];
  const clients = [await clientOf(before), await clientOf(before)];
  const links: string[] = [];
  for (const [at, client] of clients.entries()) links.push(await offered(before, client, after, at + 1));
  const filling: Person[] = [];
  for (let at = 0; at < 10; at++) filling.push(await clientOf(after));
  expect(await text(await after.get(links[0] ?? ""))).toContain(
    "Your plan has no room for another client. Archive one first, or choose the Agency plan under Plan and usage.",
  );
  expect((await accept(after, links[0] ?? "")).status).toBe(409);
  await press(after, filling[0] ?? after, "archive");
  const answers = await Promise.all(links.map((link) => accept(after, link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  const parents = await Promise.all(clients.map(({ organizationId }) => rowOf(organizationId)));
  expect(parents.filter((row) => row?.parent_organization_id === after.organizationId)).toHaveLength(1);
});

test("a suspended client works again with its new agency, and stays on a trial while that never subscribed", async () => {
  const before = await agencyOwner();
  const after = await otherAgency({ subscription_status: "pending" });
  const client = await clientOf(before, { subscription_status: "active" });
  await press(before, client, "suspend");
  expect((await client.get("/agents")).status).toBe(403);
  const link = await offered(before, client, after);
  expect(await text(await after.get(link))).toContain("Status Trial");
  await accept(after, link);
  expect((await client.get("/agents")).status).toBe(200);
  expect(await rowOf(client.organizationId)).toMatchObject({
    subscription_status: "pending",
    subscription_tier: "starter",
  });
});
