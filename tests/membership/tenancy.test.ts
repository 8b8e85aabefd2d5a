/** One organization never sees, reaches or becomes another: by lists, by smuggled ids, by a role that is gone, and in the tables themselves. */

import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { organizationObject } from "#app/platform/organization-door.ts";
import * as control from "#drizzle/control/schema.ts";
import { invited } from "../organizations/inviting.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { type Clinic, call, clinic, hangUp, history } from "../support/telephone.ts";
import { matrix } from "./access-matrix.ts";

const organizationOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();

/** Two organizations of the same name; the other has an agent, a number, a call, a colleague and an invitation. */
let own: Person;
let other: Clinic;
let others: string[];

beforeAll(async () => {
  other = await clinic();
  own = await memberOf({ organization: { name: (await organizationOf(other))?.name ?? "" } });
  const placed = await call(other);
  await hangUp(placed);
  const colleague = await memberOf({ role: "member", organizationId: other.organizationId });
  const { email, invitation } = await invited(other);
  others = [
    other.organizationId,
    other.agentId,
    other.numberId,
    String((await history(other))[0]?.id),
    other.email,
    colleague.email,
    colleague.userId,
    email,
    invitation.id,
  ];
}, 60_000);

/** Every page that an owner may read and that belongs to no single person. */
const lists = [...matrix].flatMap(([door, { owner }]) => {
  const [method, path = ""] = door.split(" ");
  return method === "GET" && owner === "200" && !/[:*]/.test(path) ? [path] : [];
});

test("B19: there is something to find", async () => {
  const shown: string[] = [];
  for (const path of lists) shown.push(await (await other.get(path)).text());
  for (const one of others) expect(shown.some((text) => text.includes(one))).toBe(true);
});

test.each(lists)("B19: %s of one organization holds nothing of another with the same name", async (path) => {
  const document = await own.get(path);
  const data = await own.get(`${path}.data`);
  for (const text of [await document.text(), await data.text()])
    for (const foreign of others) expect(text).not.toContain(foreign);
});

test("B20: an organization that is smuggled into address, form or JSON changes nothing there", async () => {
  const before = await organizationOf(other);
  const foreign = other.organizationId;
  const kept = await own.get(`/settings?organization_id=${foreign}&organizationId=${foreign}`);
  expect(/name="organization_id" value="([^"]+)"/.exec(await kept.text())?.[1]).toBe(own.organizationId);
  const profile = { intent: "profile", name: "Taken over", address: "", website: "", contact_email: "" };
  const asForm = await own.post("/settings", { ...profile, organization_id: foreign });
  expect(asForm.status).toBe(409);
  const asHeader = await own.post("/settings", profile, { "x-organization": foreign });
  expect(asHeader.status).toBe(409);
  const inAddress = await own.post(`/settings?organization_id=${foreign}`, profile);
  expect(inAddress.status).toBe(302);
  expect((await organizationOf(own))?.name).toBe("Taken over");
  const { invitation } = await invited(other);
  const asJson = await own.fetch("/functions/accept-invitation", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ invitationId: invitation.id, organization_id: foreign, userId: other.userId }),
  });
  expect(asJson.status).toBe(404);
  expect(await organizationOf(other)).toEqual(before);
});

test("B20: a form changes the fields that it shows, and no column besides", async () => {
  const owner = await memberOf();
  const before = await organizationOf(owner);
  const answer = await owner.post("/settings", {
    intent: "profile",
    name: "Bright Smile",
    address: "",
    website: "",
    contact_email: "",
    id: other.organizationId,
    parent_id: other.organizationId,
    created_by: other.userId,
    subscription_tier: "enterprise",
    subscription_status: "active",
    region: "apac",
    archived_at: "1",
    "__proto__.subscription_tier": "enterprise",
  });
  expect(answer.status).toBe(302);
  const after = await organizationOf(owner);
  expect({ ...after, address: null, updated_at: 0 }).toEqual({ ...before, address: null, updated_at: 0 });
});

test("B22: whoever is made a viewer while a page is open is refused by their next write, and nothing is written", async () => {
  const owner = await memberOf();
  const person = await memberOf({ role: "admin", organizationId: owner.organizationId });
  expect((await person.get("/agents/new")).status).toBe(200);
  expect((await owner.post("/users", { intent: "role", member: person.userId, role: "viewer" })).status).toBe(
    302,
  );
  const refused = [
    await person.post("/agents/new", { kind: "receptionist" }),
    await person.post("/users", { intent: "role", member: person.userId, role: "admin" }),
    await person.post("/settings", { intent: "profile", name: "Mine" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await owner.store.agents.names()).toEqual([]);
  expect((await person.get("/agents")).status).toBe(200);
});

test("R23: every row of an organization's table names its organization, errors and deeds of nobody's excepted", () => {
  const tables = Object.values(control).filter((one) => is(one, SQLiteTable));
  const ofOrganizations = tables.flatMap((table) => {
    const columns: Record<string, { notNull: boolean } | undefined> = getTableColumns(table);
    const column = columns.organization_id;
    return column ? [{ name: getTableName(table), isAlwaysNamed: column.notNull }] : [];
  });
  expect(ofOrganizations.length).toBeGreaterThan(8);
  expect(
    ofOrganizations
      .filter(({ isAlwaysNamed }) => !isAlwaysNamed)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "audit_events",
    "disputes",
    "error_groups",
    "error_logs",
    "profiles",
    "security_alerts",
    "stripe_events",
  ]);
});

test("B28: an organization without an id has no object", () => {
  expect(() => organizationObject({ id: "", region: null }, env)).toThrow("needs its id");
});

test("R26: whoever is removed sees nothing more of it with their next request, whatever the cookie still says", async () => {
  const owner = await memberOf();
  const person = await memberOf({ role: "admin" });
  await controlPlane()
    .insert(control.organizationMembers)
    .values({ organization_id: owner.organizationId, user_id: person.userId, role: "admin", created_at: 1 });
  await person.post("/organizations/switch", { to: owner.organizationId });
  expect(person.cookieValue("active_organization_id")).toBe(owner.organizationId);
  await owner.post("/users", { intent: "remove", member: person.userId });
  const page = await person.get("/agents");
  expect([page.status, (await page.text()).includes(owner.organizationId)]).toEqual([200, false]);
  expect((await anonymous().get("/agents")).status).toBe(302);
});
