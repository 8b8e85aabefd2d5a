/** /customer-management: all organizations as a tree, all users, searched, filtered, in pages and as a file. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { agencyOwner, branded, clientOf, rowOf } from "../clients/arrange.ts";
import { houseOf, price } from "../clients/pricing.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { adminOf, reason, text, versionOf } from "./customers.ts";

const rowsOf = async (answer: Response) =>
  (await answer.text()).match(/<tr class="relative|<tr><td>/g)?.length ?? 0;

test("an agency stands above its newest clients, the others are one link away, and a search is a flat list", async () => {
  const admin = await adminOf();
  const name = `Agency ${newId()}`;
  const agency = await agencyOwner({ name });
  const clients: string[] = [];
  for (let i = 0; i < 5; i++) {
    const client = await clientOf(agency, { name: `${name} client ${i}` });
    clients.push(client.organizationId);
  }
  const tree = await (await admin.get("/customer-management")).text();
  const at = (id: string) => tree.indexOf(`href="/customer-management/${id}"`);
  expect(at(agency.organizationId)).toBeGreaterThan(0);
  expect(at(agency.organizationId)).toBeLessThan(at(clients[4] ?? ""));
  expect(at(clients[1] ?? "")).toBe(-1);
  expect(tree).toContain("2 more clients");
  expect(tree).toContain(`?agency=${agency.organizationId}`);
  const found = await text(await admin.get(`/customer-management?agency=${agency.organizationId}`));
  for (let i = 0; i < 5; i++) expect(found).toContain(`${name} client ${i}`);
  const searched = await text(
    await admin.get(`/customer-management?q=${encodeURIComponent(`${name} client 1`)}`),
  );
  expect(searched).toContain(`Client of ${name}`);
});

test.each([
  ["Ärztehaus Mitte", "Ärztehaus Mitte"],
  ["Ärztehaus Nord", "ärztehaus nord"],
  ["ÉCLAIR CAFÉ", "éclair café"],
  ["北京牙科", "北京牙科"],
])("the organization “%s” is found by “%s”, and so is a person of that name", async (name, typed) => {
  const admin = await adminOf();
  const mark = newId().slice(-8);
  const { organizationId, userId } = await memberOf({ organization: { name: `${name} ${mark}` } });
  await controlPlane()
    .update(control.users)
    .set({ name: `${name} ${mark}` })
    .where(eq(control.users.id, userId));
  for (const list of ["/customer-management", "/customer-management/users"]) {
    const found = await text(await admin.get(`${list}?q=${encodeURIComponent(`${typed} ${mark}`)}`));
    expect(found, list).toContain(`${name} ${mark}`);
    const other = await text(await admin.get(`${list}?q=${encodeURIComponent(`${typed}x ${mark}`)}`));
    expect(other, list).not.toContain(organizationId);
  }
});

test.each([
  ["state", "suspended", { platform_suspended_at: 1 }],
  ["state", "deleted", { archived_at: 1, purge_at: Date.now() + 1e9 }],
  ["state", "past_due", { subscription_status: "past_due" }],
  ["state", "ended", { subscription_status: "canceled" }],
  ["plan", "scale", { subscription_tier: "scale" }],
  ["kind", "alone", {}],
])("the filter %s=%s finds what it names", async (name, value, organization) => {
  const admin = await adminOf();
  const q = newId();
  const customer = await memberOf({ organization: { name: `Wanted ${q}`, ...organization } });
  const other = await memberOf({
    organization:
      value === "alone"
        ? { name: `Other ${q}`, parent_organization_id: customer.organizationId }
        : { name: `Other ${q}` },
  });
  const page = await (await admin.get(`/customer-management?q=${q}&${name}=${value}`)).text();
  // The wanted one of the last case has a client now, so it is neither.
  const [found, hidden] = value === "alone" ? [null, customer] : [customer, other];
  if (found) expect(page).toContain(found.organizationId);
  expect(page).not.toContain(hidden.organizationId);
});

test("an organization is found by its host, its id and a member's address, and by no pattern", async () => {
  const admin = await adminOf();
  const customer = await memberOf({ organization: { name: `100%_${newId()}` } });
  const host = await branded(customer);
  for (const q of [host, customer.organizationId, customer.email, "100%_"])
    expect(await (await admin.get(`/customer-management?q=${encodeURIComponent(q)}`)).text(), q).toContain(
      `/customer-management/${customer.organizationId}`,
    );
  for (const q of ["100__", "100%%", "' or 1=1 --"])
    expect(
      await (await admin.get(`/customer-management?q=${encodeURIComponent(q)}`)).text(),
      q,
    ).not.toContain(`/customer-management/${customer.organizationId}"`);
});

test("a row says plan, owner, minutes of the month, the fee of a month and the last activity", async () => {
  const admin = await adminOf();
  const name = `Payer ${newId()}`;
  const customer = await memberOf({
    organization: { name, subscription_tier: "growth", subscription_status: "active" },
  });
  const now = Date.now();
  await controlPlane().insert(control.usageRollups).values({
    organization_id: customer.organizationId,
    quarter_start: now,
    calls: 7,
    answered: 7,
    seconds: 600,
  });
  await controlPlane()
    .insert(control.subscriptions)
    .values({
      subscription_id: `sub_${newId()}`,
      organization_id: customer.organizationId,
      customer_id: `cus_${newId()}`,
      status: "active",
      tier: "growth",
      cadence: "yearly",
      price_id: "price_x",
      currency: "USD",
      unit_amount: 120_000,
      plan_item_id: "si_x",
      period_start: now - 1000,
      period_end: now + 1e9,
      stripe_created: now,
      refreshed_at: now,
      created_at: now,
    });
  const page = await text(await admin.get(`/customer-management?q=${encodeURIComponent(name)}`));
  for (const shown of ["Growth", customer.email, "10 min this month", "$100 a month", "Healthy"])
    expect(page).toContain(shown);
});

test.each([
  [
    "its payment is overdue",
    { subscription_status: "past_due", past_due_since: Date.now() },
    "Payment overdue",
  ],
  [
    "its payment is overdue for longer than a week",
    { subscription_status: "past_due", past_due_since: Date.now() - 8 * day_ms },
    "Payment overdue",
  ],
  ["its plan ended", { subscription_status: "canceled" }, "Plan ended"],
  ["it is unpaid", { subscription_status: "unpaid" }, "Unpaid"],
  ["it used its trial", { subscription_status: "pending" }, "Trial ended"],
  [
    "it has more of a trial",
    { subscription_status: "pending", granted_limits: { trial_minutes: 60 } },
    "Healthy",
  ],
  ["its agency suspended it", { subscription_status: "active", suspended_at: 1 }, "Suspended"],
])("a client's health, on both lists, its page and in the file, when %s", async (_, organization, words) => {
  const admin = await adminOf();
  const name = `Client ${newId()}`;
  const agency = await agencyOwner();
  const client = await clientOf(agency, { name, ...organization });
  await controlPlane().insert(control.usageRollups).values({
    organization_id: client.organizationId,
    quarter_start: Date.now(),
    calls: 9,
    answered: 9,
    seconds: 1790,
  });
  const health = new RegExp(`just now ${words}`);
  const q = encodeURIComponent(name);
  expect(await text(await admin.get(`/customer-management?q=${q}`))).toMatch(health);
  expect(await text(await admin.get(`/customer-management/${client.organizationId}`))).toContain(
    `About ${words}`,
  );
  expect(await (await admin.get(`/customer-management/export?q=${q}`)).text()).toContain(`,${words},`);
  expect(await text(await agency.get("/clients"))).toMatch(health);
});

test.each([
  ["is suspended", { suspended_at: 1 }, "Suspended"],
  ["no longer pays", { subscription_status: "canceled" }, "Agency unpaid"],
])("a client's health follows its agency's account, when that %s", async (_, organization, words) => {
  const admin = await adminOf();
  const name = `Client ${newId()}`;
  const agency = await agencyOwner(organization);
  await clientOf(agency, { name, subscription_status: "active" });
  expect(await text(await admin.get(`/customer-management?q=${encodeURIComponent(name)}`))).toContain(
    `just now ${words}`,
  );
});

test("the revenue of a client names its agency, which is paid; of one that owes nothing it says so", async () => {
  const admin = await adminOf();
  const { owner, shop } = await houseOf({ name: `Shop ${newId()}`, subscription_status: "past_due" });
  const name = (await rowOf(shop.organizationId))?.name ?? "";
  const seen = async () => text(await admin.get(`/customer-management?q=${encodeURIComponent(name)}`));
  expect(await seen()).toContain("No fee");
  await price(owner);
  await owner.get("/clients/margins");
  expect(await seen()).toMatch(/0 min this month Paid to Northwind Voice just now Payment overdue/);
  const page = await text(await admin.get(`/customer-management/${shop.organizationId}`));
  expect(page).toContain("Paid to Northwind Voice $199.00 a month, without extra minutes");
  const file = await (await admin.get(`/customer-management/export?q=${encodeURIComponent(name)}`)).text();
  const [head, line] = file.split("\r\n").map((one) => one.split(","));
  expect(line?.[head?.indexOf("pays_agency") ?? -1]).toBe("Northwind Voice");
  expect(line?.[head?.indexOf("monthly_fee") ?? -1]).toBe("");
});

test("the file has every customer that the address asks for, and stands in the audit trail", async () => {
  const admin = await adminOf();
  const q = newId();
  const agency = await agencyOwner({ name: `=Agency, ${q}` });
  await clientOf(agency, { name: `Client ${q}` });
  const file = await admin.get(`/customer-management/export?q=${q}`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^id,name,agency,host,owner,plan,status,/);
  expect(lines[1]).toContain(`Client ${q}`);
  // A cell that a spreadsheet would compute is text.
  expect(lines[2]).toContain(`"'=Agency, ${q}"`);
  const looks = await controlPlane()
    .select({ action: control.auditEvents.action })
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, admin.userId));
  expect(looks.map(({ action }) => action)).toContain("customers.exported");
});

test("what a page reads follows what it shows, not how many organizations there are", async () => {
  const admin = await adminOf();
  const ids = Array.from({ length: 1500 }, () => newId());
  await env.DB.prepare(
    "insert into organizations (id, name, created_at, updated_at) select value, 'Crowd', 1, 1 from json_each(?)",
  )
    .bind(JSON.stringify(ids))
    .run();
  const page = await admin.get("/customer-management");
  const read = Number(/rows;desc="(\d+)"/.exec(page.headers.get("server-timing") ?? "")?.[1]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(600);
  expect(await rowsOf(page)).toBeLessThanOrEqual(26);
});

test("users are found by name and address, with their organizations and what protects them", async () => {
  const admin = await adminOf();
  const person = await memberOf({ organization: { name: "Lakeside Bakery" } });
  await controlPlane()
    .update(control.users)
    .set({ name: "Änne Özil" })
    .where(eq(control.users.id, person.userId));
  const page = await text(await admin.get(`/customer-management/users?q=${person.email}`));
  for (const shown of ["Änne Özil", "Lakeside Bakery", "Off"]) expect(page).toContain(shown);
  expect(await text(await admin.get("/customer-management/users?q=nne"))).toContain("Änne Özil");
  const admins = await text(await admin.get(`/customer-management/users?only=admins`));
  expect(admins).toContain(admin.email);
  expect(admins).not.toContain("Änne Özil");
  const one = await text(await admin.get(`/customer-management/users/${person.userId}`));
  for (const shown of [person.email, "Lakeside Bakery", "Owner", "Authenticator", "Sessions"])
    expect(one).toContain(shown);
  expect((await admin.get(`/customer-management/users/${newId()}`)).status).toBe(404);
});

test("a bulk change does each customer by itself: what another admin changed meanwhile is left alone", async () => {
  const admin = await adminOf();
  const [first, second, stale] = [await memberOf(), await memberOf(), await memberOf()];
  const pick = async (one: typeof first) => `${one.organizationId}:${await versionOf(one)}`;
  const customers = [await pick(first), await pick(second), `${stale.organizationId}:7`];
  const answer = await admin.post("/customer-management", { intent: "suspend", reason, customers });
  expect(answer.headers.get("location")).toBe("/customer-management?done=2&changed=1&refused=0");
  expect(await text(await admin.get(answer.headers.get("location") ?? ""))).toContain(
    "2 customers changed. 1 customer left unchanged, because someone else changed them in the meantime.",
  );
  expect((await first.get("/dashboard")).status).toBe(403);
  expect((await stale.get("/dashboard")).status).toBe(200);
  const agency = await agencyOwner();
  const client = await clientOf(agency);
  const plans = [await pick(stale), await pick(client)];
  const changed = await admin.post("/customer-management", {
    intent: "plan",
    tier: "growth",
    reason,
    customers: plans,
  });
  expect(changed.headers.get("location")).toBe("/customer-management?done=1&changed=0&refused=1");
  for (const form of [
    { customers: [] },
    { customers: ["x"] },
    { customers: plans, reason: "" },
    { customers: plans, tier: "huge" },
  ])
    expect((await admin.post("/customer-management", { intent: "plan", reason, ...form })).status).toBe(422);
});
