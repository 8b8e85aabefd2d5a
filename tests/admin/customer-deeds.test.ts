/** What a platform admin does to a customer: suspend, resume, sign out, delete, restore, and open as support. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ownerOf } from "#app/calls/answering.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { agencyOwner, audited, clientOf, press, rowOf, visitsOf } from "../clients/arrange.ts";
import { unproven } from "../security/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { clinic } from "../support/telephone.ts";
import { act, adminOf, doneOf, pathOf, platformTrail, reason, text, versionOf } from "./customers.ts";

test("a suspended customer's people see who to ask, its callers hear that no one is available, and its agency can't resume it", async () => {
  const admin = await adminOf();
  const agency = await agencyOwner();
  const house = await clinic();
  await controlPlane()
    .update(control.organizations)
    .set({ parent_organization_id: agency.organizationId })
    .where(eq(control.organizations.id, house.organizationId));
  expect(doneOf(await act(admin, house, "suspend"))).toBe("suspended");
  const refused = await house.get("/dashboard");
  expect(refused.status).toBe(403);
  expect(await text(refused)).toContain("Northwind Voice");
  const called = () => ownerOf(new Database(env.DB, new Timing()), house.number, null);
  expect((await called())?.is_suspended).toBe(true);
  await press(agency, house, "suspend");
  await press(agency, house, "resume");
  expect((await house.get("/dashboard")).status).toBe(403);
  const theirs = await text(await agency.get(`/clients/${house.organizationId}`));
  expect(theirs).toContain("Our support team suspended this client.");
  expect(doneOf(await act(admin, house, "resume"))).toBe("resumed");
  expect((await house.get("/dashboard")).status).toBe(200);
  expect((await called())?.is_suspended).toBe(false);
});

test("the clients of a suspended agency are suspended with it", async () => {
  const admin = await adminOf();
  const agency = await agencyOwner();
  const client = await clientOf(agency);
  await act(admin, agency, "suspend");
  expect((await agency.get("/clients")).status).toBe(403);
  expect((await client.get("/dashboard")).status).toBe(403);
  await act(admin, agency, "resume");
  expect((await client.get("/dashboard")).status).toBe(200);
});

test("R46: every change asks for a reason, which the platform's trail has with the admin, and the customer's trail has neither", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  for (const given of ["", "no", "    "]) {
    const answer = await act(admin, customer, "suspend", { reason: given });
    expect([answer.status, (await rowOf(customer.organizationId))?.platform_suspended_at]).toEqual([
      422,
      null,
    ]);
  }
  await act(admin, customer, "suspend");
  const [own] = (await platformTrail(customer.organizationId, "customer.suspended")).filter(
    ({ organization_id }) => organization_id === null,
  );
  expect(own).toMatchObject({ actor_id: admin.userId, changes: { reason, name: "Bright Smile" } });
  const [theirs] = await audited(customer.organizationId, "customer.suspended");
  expect(theirs).toMatchObject({ actor_id: `platform:${admin.userId}`, changes: { event: own?.id } });
  expect(JSON.stringify(theirs)).not.toContain(reason);
  const page = await text(await admin.get(pathOf(customer)));
  expect(page).toContain(`Support suspended the organization ${reason} ${admin.email}`);
});

describe("two admins act on one customer", () => {
  test("the second sees that it changed, and what it is now", async () => {
    const [first, second] = [await adminOf(), await adminOf()];
    const customer = await memberOf();
    const version = await versionOf(customer);
    await act(first, customer, "suspend", { version });
    const late = await act(second, customer, "delete", { version });
    expect(late.status).toBe(409);
    const page = await text(late);
    expect(page).toContain("This customer was changed since you opened the page.");
    expect(page).toContain("Suspended by the platform.");
    expect((await rowOf(customer.organizationId))?.archived_at).toBeNull();
    // What the page shows now is what the next form is filled with.
    expect(doneOf(await act(second, customer, "delete"))).toBe("deleted");
  });

  test("at the same moment one of them is heard", async () => {
    const admins = [await adminOf(), await adminOf(), await adminOf()];
    const customer = await memberOf();
    const version = await versionOf(customer);
    const answers = await Promise.all(
      admins.map((admin, i) => act(admin, customer, i === 1 ? "sign-out" : "suspend", { version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
    expect(await versionOf(customer)).toBe(String(Number(version) + 1));
  });
});

test("R3: without a proof of the last 15 minutes nothing is changed, and reading goes on", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  await unproven(admin);
  for (const intent of ["suspend", "sign-out", "delete", "open"])
    expect((await act(admin, customer, intent)).status, intent).toBe(403);
  const bulk = { intent: "suspend", reason, customers: [`${customer.organizationId}:0`] };
  expect((await admin.post("/customer-management", bulk)).status).toBe(403);
  const user = `/customer-management/users/${customer.userId}`;
  expect((await admin.post(user, { intent: "reset", reason })).status).toBe(403);
  const page = await admin.get(pathOf(customer));
  expect(page.status).toBe(200);
  expect(await text(page)).toContain("Confirm it's you");
  expect((await customer.get("/dashboard")).status).toBe(200);
});

test("signing a customer out ends every member's sessions, and no platform admin's", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  const { organizationId } = customer;
  const colleague = await memberOf({ organizationId, role: "member" });
  await controlPlane().insert(control.organizationMembers).values({
    organization_id: organizationId,
    user_id: admin.userId,
    role: "viewer",
    created_at: Date.now(),
  });
  expect(doneOf(await act(admin, customer, "sign-out"))).toBe("signed-out");
  for (const person of [customer, colleague])
    expect((await person.get("/dashboard")).headers.get("location")).toContain("/auth");
  expect((await admin.get("/customer-management")).status).toBe(200);
});

test("a deleted customer is restored as it was within 30 days; an agency with clients is not deleted", async () => {
  const admin = await adminOf();
  const agency = await agencyOwner();
  const client = await clientOf(agency);
  const refused = await act(admin, agency, "delete");
  expect(refused.status).toBe(409);
  expect(await text(refused)).toContain("It's an agency with clients.");
  expect(doneOf(await act(admin, client, "delete"))).toBe("deleted");
  expect((await client.get("/dashboard")).status).toBe(410);
  expect(await text(await admin.get(pathOf(client)))).toContain("It can be restored until");
  expect(doneOf(await act(admin, client, "restore"))).toBe("restored");
  expect((await client.get("/dashboard")).status).toBe(200);
  await act(admin, client, "delete");
  await controlPlane()
    .update(control.organizations)
    .set({ purge_at: 1 })
    .where(eq(control.organizations.id, client.organizationId));
  expect((await act(admin, client, "restore")).status).toBe(409);
  expect((await act(admin, { organizationId: newId() }, "suspend", { version: "0" })).status).toBe(404);
});

test("an export is made for the owners, once at a time, and the admin gets no file", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  expect(doneOf(await act(admin, customer, "export"))).toBe("export");
  const [row] = await controlPlane()
    .select()
    .from(control.dataExports)
    .where(eq(control.dataExports.organization_id, customer.organizationId));
  expect(row).toMatchObject({ requested_by: null });
  const busy = await memberOf();
  await controlPlane()
    .insert(control.dataExports)
    .values({ id: newId(), organization_id: busy.organizationId, state: "running", created_at: Date.now() });
  const again = await act(admin, busy, "export");
  expect(again.status).toBe(409);
  expect(await text(again)).toContain("An export is already being made.");
  expect(await audited(customer.organizationId, "data.export_started")).not.toEqual([]);
  const [asked] = await platformTrail(customer.organizationId, "customer.export_asked");
  expect(asked).toMatchObject({ actor_id: admin.userId, changes: { reason } });
  const theirs = await text(await customer.get("/users/activity"));
  expect(theirs).toContain("Your provider");
  expect(theirs).not.toContain(admin.email);
});

test("a customer's page shows its open errors, and leads to each", async () => {
  const admin = await adminOf();
  const customer = await memberOf();
  await controlPlane().insert(control.errorGroups).values({
    id: newId(),
    organization_id: customer.organizationId,
    source: "loader",
    severity: "error",
    route: "/agents",
    error_message: "The lamp went out",
    times: 12,
    first_seen_at: 1,
    last_seen_at: Date.now(),
  });
  const page = await text(await admin.get(pathOf(customer)));
  expect(page).toContain("The lamp went out");
  expect(page).toContain("12 times, last");
});

describe("opening a customer as support", () => {
  const leave = "/clients/leave";

  test("every page says so, nothing can be changed, and both sides read who came and why", async () => {
    const admin = await adminOf();
    const customer = await memberOf();
    const opened = await act(admin, customer, "open");
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/dashboard"]);
    const page = await text(await admin.get("/agents"));
    expect(page).toMatch(/You're in Bright Smile as support until \d+:\d\d [ap]m\. Read-only\. Leave/);
    const changed = await admin.post("/agents/new", {
      organization_id: customer.organizationId,
      kind: "receptionist",
    });
    expect(changed.status).toBe(403);
    const [visit] = await visitsOf(customer.organizationId);
    const left = await admin.post(leave, { visit: visit?.id ?? "" });
    expect(left.headers.get("location")).toBe(`${pathOf(customer)}?done=left`);
    expect(await text(await admin.get("/agents"))).not.toContain("as support until");
    const [theirs] = await audited(customer.organizationId, "support.opened");
    expect(theirs).toMatchObject({ actor_id: `platform:${admin.userId}`, changes: { reason } });
    expect(await audited(customer.organizationId, "support.left")).toMatchObject([
      { actor_id: `platform:${admin.userId}` },
    ]);
    const [own] = (await platformTrail(customer.organizationId, "support.left")).filter(
      ({ organization_id }) => organization_id === null,
    );
    expect(own?.actor_id).toBe(admin.userId);
    const settings = await text(await customer.get("/settings"));
    expect(settings).toContain("Let our support team open this organization");
    expect(settings).toContain(reason);
    expect(settings).not.toContain(admin.email);
  });

  test("not where it is switched off, suspended, or one's own; and no longer than the role", async () => {
    const admin = await adminOf();
    const closed = await memberOf({ organization: { allows_support: false } });
    expect((await act(admin, closed, "open")).status).toBe(409);
    const suspended = await memberOf({ organization: { platform_suspended_at: 1 } });
    expect((await act(admin, suspended, "open")).status).toBe(409);
    expect((await act(admin, admin, "open")).status).toBe(409);
    const customer = await memberOf();
    await act(admin, customer, "open");
    await controlPlane().delete(control.userRoles).where(eq(control.userRoles.user_id, admin.userId));
    const page = await admin.get("/agents");
    expect(page.headers.get("location")).toBe(`${pathOf(customer)}?done=over`);
  });

  test("an owner who switches it off ends it at once", async () => {
    const admin = await adminOf();
    const customer = await memberOf();
    await act(admin, customer, "open");
    await customer.post("/settings", { intent: "support" });
    expect((await admin.get("/agents")).headers.get("location")).toBe(`${pathOf(customer)}?done=over`);
  });
});

describe("a user's account", () => {
  const pageOf = (id: string) => `/customer-management/users/${id}`;
  const factors = (id: string) =>
    controlPlane().select().from(control.userFactors).where(eq(control.userFactors.user_id, id));

  test("two-factor authentication is reset: nothing of it is left, every session ends, and the person is told", async () => {
    const admin = await adminOf();
    const person = await memberOf();
    const row = { id: newId(), user_id: person.userId, created_at: 1 };
    await controlPlane()
      .insert(control.userFactors)
      .values({ ...row, type: "totp", secret: "sealed", verified_at: 1 });
    await controlPlane()
      .insert(control.recoveryCodes)
      .values({ code_hash: newId(), user_id: person.userId, created_at: 1 });
    await controlPlane()
      .insert(control.passkeys)
      .values({ ...row, name: "Phone", public_key: "x", counter: 0, rp_id: "app.test" });
    const answer = await admin.post(pageOf(person.userId), { intent: "reset", reason });
    expect(doneOf(answer)).toBe("reset");
    expect(await factors(person.userId)).toEqual([]);
    for (const table of [control.recoveryCodes, control.passkeys])
      expect(await controlPlane().select().from(table).where(eq(table.user_id, person.userId))).toEqual([]);
    expect((await person.get("/dashboard")).headers.get("location")).toContain("/auth");
    const mail = await mailTo(person.email);
    expect(mail.subject).toContain("Two-factor authentication was reset");
    expect(mail.text).not.toContain(admin.email);
    const [event] = await platformTrail(person.userId, "user.factors_reset");
    expect(event).toMatchObject({ actor_id: admin.userId, changes: { reason } });
  });

  test("is signed out everywhere", async () => {
    const admin = await adminOf();
    const person = await memberOf();
    expect(doneOf(await admin.post(pageOf(person.userId), { intent: "sign-out", reason }))).toBe(
      "signed-out",
    );
    expect((await person.get("/dashboard")).headers.get("location")).toContain("/auth");
    expect((await mailTo(person.email)).subject).toContain("You were signed out on every device");
  });

  test("of a platform admin is left alone", async () => {
    const [admin, other] = [await adminOf(), await adminOf()];
    for (const intent of ["reset", "sign-out"]) {
      expect((await admin.post(pageOf(other.userId), { intent, reason })).status).toBe(403);
      expect((await admin.post(pageOf(admin.userId), { intent, reason })).status).toBe(403);
    }
    expect((await other.get("/customer-management")).status).toBe(200);
  });
});
