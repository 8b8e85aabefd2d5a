/** What each role finds: pages that are open to it, and plain words where one is not. */

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { closedTo } from "#app/frame/shortcuts.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";

test("a viewer at a page for writing is told inside the dashboard whom to ask, and keeps the navigation", async () => {
  const viewer = await memberOf({ role: "viewer" });
  const answer = await viewer.get("/agents/new");
  expect(answer.status).toBe(403);
  const html = await answer.text();
  const page = await pageText(html);
  expect(page).toContain("You don't have access to this page");
  expect(page).toContain("You're a viewer in Bright Smile. Ask an owner or admin if you need this page.");
  expect(page).not.toContain("Oops");
  expect(html.match(/<main\b/g)).toHaveLength(1);
  expect(html).toContain('href="/call-history"');
});

test("whoever keeps the books begins with the plan and what was used of it", async () => {
  const owner = await memberOf();
  const billing = await memberOf({ role: "billing", organizationId: owner.organizationId });
  await ended(owner, finishedCall({ talk_seconds: 90 }), finishedCall({ talk_seconds: 240 }));
  const answer = await billing.get("/subscription");
  const html = await answer.text();
  const page = await pageText(html);
  expect(page).toContain("Bright Smile is on the Starter plan (not subscribed).");
  expect(page).toMatch(/Free minutes 6 of 30/);
  expect(page).toMatch(/Agents 0 of 10/);
  expect(page).toMatch(/Phone numbers 0 of 5/);
  for (const closed of ["/dashboard", "/call-history", "/agents", "/numbers"])
    expect(html).not.toContain(`href="${closed}"`);
  expect(html).toContain('href="/subscription"');
});

test("the page of the plan costs two trips to the organization and few to the control plane", async () => {
  const owner = await memberOf();
  await owner.get("/subscription");
  const answer = await owner.get("/subscription");
  const [, d1 = "", objects = ""] =
    /d1;desc="(\d+)".*objects;desc="(\d+)"/.exec(answer.headers.get("server-timing") ?? "") ?? [];
  // The session; what stands against the plan; the subscription; rents; who sells; the prices; the customer; the trial; the
  // statements, also of former agencies; how often Stripe was asked.
  expect(Number(d1)).toBeLessThanOrEqual(10);
  expect(Number(objects)).toBeLessThanOrEqual(2);
});

test("a subscribed organization is told of no trial", async () => {
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const page = await pageText(await (await owner.get("/subscription")).text());
  expect(page).toContain("Bright Smile is on the Starter plan (active).");
  expect(page).not.toContain("Free minutes");
  expect(page).toMatch(/Phone numbers 0 of 5/);
});

test("whoever was removed from their only organization is told so", async () => {
  const person = await memberOf();
  await controlPlane()
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, person.userId));
  const answer = await person.get("/dashboard");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/organizations/new");
  expect(await (await person.get("/organizations/new")).text()).toContain("belong to any organization.");
});

test("whoever belongs to nothing can look after their account, and create an organization", async () => {
  const person = await memberOf();
  await controlPlane()
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, person.userId));
  for (const path of ["/security", "/mfa-setup"]) {
    const page = await person.get(path);
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain("Sign out");
  }
  const created = await person.post("/organizations/new", { name: "Northside Dental" });
  expect(created.headers.get("location")).toBe("/dashboard");
  const [cookie = ""] = (created.headers.get("set-cookie") ?? "").split(";");
  expect(cookie).toMatch(/active_organization_id=/);
  expect(await (await person.get("/dashboard")).text()).toContain("Northside Dental");
});

test.each([
  ["owner", []],
  ["admin", []],
  [
    "member",
    [
      "/clients",
      "/custom-domain-guide",
      "/settings",
      "/settings/data",
      "/settings/models",
      "/integrations",
      "/integrations/setup-guide",
      "/integrations/keys",
      "/integrations/webhooks",
      "/twilio-settings",
      "/subscription",
      "/white-label",
      "/numbers/search",
      "/users#invite",
    ],
  ],
  [
    "viewer",
    [
      "/clients",
      "/custom-domain-guide",
      "/settings",
      "/settings/data",
      "/settings/models",
      "/integrations",
      "/integrations/setup-guide",
      "/integrations/keys",
      "/integrations/webhooks",
      "/twilio-settings",
      "/users",
      "/subscription",
      "/white-label",
      "/agents/new",
      "/bookings/new",
      "/campaigns",
      "/campaigns/new",
      "/workflows",
      "/workflows/new",
      "/contacts",
      "/contacts/do-not-call",
      "/contacts/new",
      "/error-logs",
      "/messages",
      "/numbers/search",
      "/users#invite",
    ],
  ],
  [
    "billing",
    [
      "/clients",
      "/custom-domain-guide",
      "/white-label",
      "/settings",
      "/settings/data",
      "/settings/models",
      "/integrations",
      "/integrations/setup-guide",
      "/integrations/keys",
      "/integrations/webhooks",
      "/twilio-settings",
      "/users",
      "/dashboard",
      "/call-history",
      "/agents",
      "/agents/knowledge",
      "/voices",
      "/bookings",
      "/bookings/new",
      "/campaigns",
      "/campaigns/new",
      "/workflows",
      "/workflows/new",
      "/contacts",
      "/contacts/do-not-call",
      "/contacts/new",
      "/numbers",
      "/call-transfer",
      "/numbers/protection",
      "/agents/new",
      "/error-logs",
      "/messages",
      "/numbers/search",
      "/users#invite",
    ],
  ],
])("the navigation of a %s leaves out what is not for them", (role, closed) => {
  expect(closedTo(role).sort()).toEqual([...closed].sort());
});
