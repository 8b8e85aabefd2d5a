/** The sections that an agency hides from everyone in one client. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageForm } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf, press } from "./arrange.ts";

const brandOf = (id: string) =>
  controlPlane()
    .select()
    .from(control.organizationBranding)
    .where(eq(control.organizationBranding.organization_id, id))
    .get();

test("an agency hides sections from everyone in one client and shows them again, and both audit trails say so", async () => {
  const owner = await agencyOwner();
  const [client, other] = [await clientOf(owner), await clientOf(owner)];
  const { organizationId } = client;
  const answer = await press(owner, client, "flags", {
    hide_settings_section: "on",
    hide_purchase_numbers: "on",
  });
  expect(answer.headers.get("location")).toBe(`/clients/${organizationId}?done=flags`);
  expect(await brandOf(organizationId)).toMatchObject({
    hide_settings_section: true,
    hide_purchase_numbers: true,
    hide_subscription_section: false,
  });
  expect((await client.get("/settings")).status).toBe(404);
  expect((await client.get("/numbers/search")).status).toBe(404);
  expect((await client.post("/settings", { intent: "hours" })).status).toBe(404);
  expect((await other.get("/settings")).status).toBe(200);
  const page = await (await owner.get(`/clients/${organizationId}`)).text();
  const { values } = await pageForm(page, "settings-flags");
  expect([values.get("hide_settings_section"), values.get("hide_upgrade_button")]).toEqual(["on", null]);
  await press(owner, client, "flags");
  expect((await client.get("/settings")).status).toBe(200);
  for (const id of [organizationId, owner.organizationId])
    expect((await audited(id, "client.flags_changed")).map(({ changes }) => changes?.hidden)).toEqual([
      "hide_settings_section hide_purchase_numbers",
      "",
    ]);
});

test("a client's brand stays as it is, and its host is published, when its agency hides a section", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const host = await branded(client, { company_name: "Harborview", version: 3 });
  await press(owner, client, "flags", { hide_upgrade_button: "on" });
  expect(await brandOf(client.organizationId)).toMatchObject({
    company_name: "Harborview",
    custom_domain: host,
    version: 3,
    hide_upgrade_button: true,
  });
  await vi.waitFor(async () => {
    expect(await env.HOSTS.get(hostKey(host))).toContain("Harborview");
  });
});

test("a wrong flag, a member of the agency and an owner of the client change none", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await press(owner, client, "flags", { hide_settings_section: "yes" })).status).toBe(422);
  expect((await press(member, client, "flags", { hide_settings_section: "on" })).status).toBe(403);
  expect((await press(client, client, "flags", { hide_settings_section: "on" })).status).toBe(404);
  expect(await brandOf(client.organizationId)).toBeUndefined();
});

test("a client that is released sees everything again", async () => {
  const owner = await agencyOwner();
  const client = await clientOf(owner);
  const admin = await memberOf({ role: "admin", organizationId: client.organizationId });
  await press(owner, client, "flags", { hide_subscription_section: "on" });
  expect((await admin.get("/subscription")).status).toBe(404);
  expect((await press(owner, client, "move")).headers.get("location")).toBe("/clients?done=moved");
  expect(await brandOf(client.organizationId)).toMatchObject({ hide_subscription_section: false });
});
