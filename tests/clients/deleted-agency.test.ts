/** An agency and its deletion: refused while it has clients, and its host counts for no client afterwards. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { invite } from "../organizations/inviting.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { tracesIn } from "../white-label/traces.ts";
import { agencyOwner, audited, branded, clientOf, open, press, rowOf, visitsOf } from "./arrange.ts";

const deletion = (owner: Person) => owner.post("/settings", { intent: "delete", name: "Northwind Voice" });

/** As a deletion leaves it that no longer happens while there are clients. */
const archived = ({ organizationId }: Person) =>
  controlPlane()
    .update(control.organizations)
    .set({ archived_at: Date.now(), purge_at: Date.now() + 86_400_000 })
    .where(eq(control.organizations.id, organizationId));

/** The host that the mail of an invitation leads to. */
const invitedTo = async (by: Person) => {
  const email = newAddress();
  expect((await invite(by, email)).status).toBe(200);
  const { text } = await mailTo(email);
  return new URL(/https?:\/\/\S+\/auth\?token=[\w-]+/.exec(text)?.[0] ?? "").host;
};

test("an agency with clients isn't deleted, and its owner reads how many it has; archived ones don't count", async () => {
  const owner = await agencyOwner();
  const clients = [await clientOf(owner), await clientOf(owner), await clientOf(owner)];
  for (const [archivedOnes, words] of [
    "Northwind Voice has 3 clients. Release or archive your clients first.",
    "Northwind Voice has 2 clients. Release or archive your clients first.",
    "Northwind Voice has 1 client. Release or archive your clients first.",
  ].entries()) {
    const answer = await deletion(owner);
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain(words);
    expect((await rowOf(owner.organizationId))?.archived_at).toBeNull();
    const next = clients[archivedOnes];
    if (next) expect((await press(owner, next, "archive")).status).toBe(302);
  }
  expect((await deletion(owner)).status).toBe(302);
  expect((await rowOf(owner.organizationId))?.archived_at).not.toBeNull();
});

test("a deleted organization's host leaves KV with the deletion, and comes back with its restoration", async () => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: "Northwind" });
  const stored = () => env.HOSTS.get(hostKey(host));
  await owner.post("/settings", { intent: "profile", name: "Northwind Calls" });
  expect(await stored()).toContain("Northwind");
  expect((await owner.post("/settings", { intent: "delete", name: "Northwind Calls" })).status).toBe(302);
  expect(await stored()).toBeNull();
  await owner.post("/organizations/restore", { organization: owner.organizationId });
  expect(await stored()).toContain("Northwind");
});

test("the host of a deleted agency is no client's: its mails, its sessions and its people are the main host's", async () => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: "Northwind" });
  const client = await clientOf(owner);
  const there = await memberOf({ organizationId: client.organizationId, role: "member", host });
  expect(await invitedTo(client)).toBe(host);
  expect((await there.get(`https://${host}/organizations`)).status).toBe(200);
  await archived(owner);
  expect(await invitedTo(client)).toBe("app.test");
  expect((await client.get("/users")).status).toBe(200);
  expect((await there.get(`https://${host}/organizations`)).status).not.toBe(200);
});

test("a client of a deleted agency keeps a host of its own", async () => {
  const owner = await agencyOwner();
  await branded(owner);
  const client = await clientOf(owner);
  const own = await branded(client, { company_name: "Harborview" });
  await archived(owner);
  expect(await invitedTo(client)).toBe(own);
  expect((await anonymous().get(`https://${own}/auth`)).status).toBe(200);
});

test("the host of a deleted agency wears neither its brand nor the platform's", async () => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: "Northwind", primary_color: "#b45309" });
  await archived(owner);
  for (const path of ["/auth", "/auth?mode=signup", "/terms", "/nowhere"]) {
    const source = await (await anonymous().get(`https://${host}${path}`)).text();
    expect(tracesIn(source.replaceAll(host, "")), path).toEqual([]);
    expect(source, path).not.toContain("Northwind");
    expect(source, path).toContain(host);
  }
});

test("clients of a purged agency stand alone as if it had moved them out: no plan of its stays, and none stays shut", async () => {
  const owner = await agencyOwner({ subscription_tier: "agency" });
  const brand = { company_name: "Northwind", allows_client_signup: false };
  await branded(owner, brand);
  const plan = { subscription_tier: "agency", subscription_status: "active" };
  const client = await clientOf(owner, { ...plan, name: "Open" });
  const own = await branded(client, {});
  const shut = await clientOf(owner, { name: "Shut" });
  expect((await press(owner, shut, "suspend")).status).toBe(302);
  expect((await open(owner, client)).status).toBe(302);
  await anonymous().get(`https://${own}/auth`);
  await archived(owner);
  await controlPlane()
    .update(control.organizations)
    .set({ purge_at: 2, updated_at: 3 })
    .where(eq(control.organizations.id, owner.organizationId));
  await purgeDeleted(env, Date.now());
  for (const { organizationId } of [client, shut]) {
    expect(await rowOf(organizationId)).toMatchObject({
      parent_organization_id: null,
      suspended_at: null,
      subscription_tier: "starter",
      subscription_status: "pending",
    });
    expect(await audited(organizationId, "client.moved_out")).toHaveLength(1);
  }
  expect((await shut.get("/dashboard")).status).toBe(200);
  expect(await visitsOf(client.organizationId)).toMatchObject([{ ended_at: expect.any(Number) }]);
  expect((await rowOf(owner.organizationId))?.purge_at).toBeNull();
  // Its own host no longer wears what it had from the agency.
  expect(await env.HOSTS.get(hostKey(own))).not.toContain("Northwind");
});
