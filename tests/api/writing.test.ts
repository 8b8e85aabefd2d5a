/** What operations that change something do, and that each does it once. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { day_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { inObject } from "../calls/arrange.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { clinic } from "../support/telephone.ts";
import { type Asked, ask, jsonOf, keyOf, oneOfEach, pageShape, problemOf } from "./arrange.ts";

let owner: Person;
let key: string;
let own: Record<string, string>;

beforeAll(async () => {
  owner = await memberOf({ organization: { time_zone: "America/New_York", subscription_status: "active" } });
  key = await keyOf(owner);
  own = await oneOfEach(owner);
});

const made = z.looseObject({ id: z.string() });
/** An answer of the expected status, as JSON. */
async function done(path: string, asked: Asked, status = 200): Promise<Record<string, unknown>> {
  const answer = await ask(key, path, asked);
  expect(answer.status, await answer.clone().text()).toBe(status);
  return status === 204 ? {} : z.record(z.string(), z.unknown()).parse(await jsonOf(answer));
}
const post = (path: string, body: unknown, status?: number) => done(path, { method: "POST", body }, status);
const patch = (path: string, body: unknown, status?: number) => done(path, { method: "PATCH", body }, status);
const remove = (path: string) => done(path, { method: "DELETE" }, 204);
const get = (path: string) => done(path, {});

test("a contact is made, changed, tagged, listed, and archived", async () => {
  const number = "+12125550161";
  const numbers = [{ phone_number: number, label: "Mobile" }];
  const { id } = made.parse(
    await post("/contacts", { name: "Ada Park", numbers, emails: ["ada@park.test"] }, 201),
  );
  const taken = await ask(key, "/contacts", { method: "POST", body: { name: "Other", numbers } });
  expect(await problemOf(taken)).toMatchObject({ status: 409, code: "number_taken" });
  const changed = await patch(`/contacts/${id}`, { company: "Park & Co", status: "qualified" });
  expect(changed).toMatchObject({ name: "Ada Park", company: "Park & Co", phone_number: number });
  expect(await patch(`/contacts/${id}`, { country: "uk" })).toMatchObject({ country: "GB" });
  const nowhere = await ask(key, `/contacts/${id}`, { method: "PATCH", body: { country: "ZZ" } });
  expect(nowhere.status).toBe(422);
  expect(JSON.stringify(await nowhere.json())).toContain("Use a country's two letters, as GB");
  const stale = await ask(key, `/contacts/${id}`, { method: "PATCH", body: { version: 1, name: "X" } });
  expect(await problemOf(stale)).toMatchObject({ status: 409, code: "changed" });
  expect(await post(`/contacts/${id}/tags`, { tag: "vip guest" })).toMatchObject({ tags: ["vip guest"] });
  await remove(`/contacts/${id}/tags/vip%20guest`);
  expect(await get(`/contacts/${id}`)).toMatchObject({ tags: [] });
  const list = made.parse(await post("/lists", { name: "Spring" }, 201));
  expect(await post(`/lists/${list.id}/contacts`, { contact_ids: [id] })).toEqual({ added: 1 });
  expect(pageShape.parse(await get(`/contacts?list_id=${list.id}`)).data).toHaveLength(1);
  await remove(`/lists/${list.id}/contacts/${id}`);
  expect(await patch(`/lists/${list.id}`, { name: "Summer" })).toMatchObject({ name: "Summer" });
  await remove(`/lists/${list.id}`);
  await remove(`/contacts/${id}`);
  expect(await get(`/contacts/${id}`)).toMatchObject({ archived_at: expect.any(String) });
});

test("a number goes on the do-not-call list and off it again", async () => {
  const number = "+12125550162";
  expect(await post("/do-not-call", { phone_number: number, reason: "Asked by mail" })).toMatchObject({
    changed: true,
  });
  const { data } = z.looseObject({ data: z.array(z.unknown()) }).parse(await get("/do-not-call"));
  expect(data).toContainEqual(expect.objectContaining({ phone_number: number, source: "api" }));
  const off = { phone_number: number, reason: "Wrote the wrong number" };
  expect(await post("/do-not-call/remove", off)).toMatchObject({ changed: true });
});

test("an appointment is booked, moved, and canceled", async () => {
  const at = (days: number) => new Date(Date.UTC(2031, 4, days, 15)).toISOString();
  const booking = { minutes: 30, kind: "Check-up", name: "Ada Park", anyway: true };
  const { id } = made.parse(await post("/bookings", { ...booking, starts_at: at(6) }, 201));
  expect(await get(`/bookings/${id}`)).toMatchObject({
    starts_at: at(6),
    status: "booked",
    name: "Ada Park",
  });
  const same = await ask(key, "/bookings", { method: "POST", body: { ...booking, starts_at: at(6) } });
  expect(await problemOf(same)).toMatchObject({ status: 409, code: "taken" });
  await patch(`/bookings/${id}`, { starts_at: at(7), anyway: true });
  expect(await get(`/bookings/${id}`)).toMatchObject({ starts_at: at(7) });
  await post(`/bookings/${id}/cancel`, {}, 204);
  expect(await get(`/bookings/${id}`)).toMatchObject({ status: "canceled" });
});

test("an appointment keeps to the rules of the agent that is named, and of the first that books when none is", async () => {
  const house = await clinic(({ hours, ...spec }) => ({
    ...spec,
    hours: { ...hours, weekly: { ...hours.weekly, sun: [] } },
  }));
  const own = await keyOf(house);
  const day = new Date(Date.now() + 7 * day_ms);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7));
  const starts_at = `${day.toISOString().slice(0, 10)}T15:00:00Z`;
  const booked = (more: object) =>
    ask(own, "/bookings", {
      method: "POST",
      body: { starts_at, minutes: 30, kind: "Check-up", name: "Ada Park", ...more },
    });
  for (const agent_id of [house.agentId, ""])
    expect(await problemOf(await booked({ agent_id }))).toMatchObject({ status: 409, code: "closed_day" });
  const unknown = await problemOf(await booked({ agent_id: "nope", anyway: true }));
  expect(unknown).toMatchObject({ status: 422, errors: [{ path: "body.agent_id" }] });
  const answer = await booked({ anyway: true });
  expect(answer.status).toBe(201);
  const { id } = made.parse(await jsonOf(answer));
  const there = await jsonOf(await ask(own, `/bookings/${id}`));
  expect(there).toMatchObject({ agent_id: house.agentId });
});

test("a campaign is written, changed, started only when it is complete, and deleted", async () => {
  const { id } = made.parse(await post("/campaigns", { name: "Recall" }, 201));
  expect(await patch(`/campaigns/${id}`, { per_minute: 7 })).toEqual({ id });
  expect(await get(`/campaigns/${id}`)).toMatchObject({
    status: "draft",
    draft: { name: "Recall", per_minute: 7 },
  });
  const start = await ask(key, `/campaigns/${id}/start`, { method: "POST", body: {} });
  expect(await problemOf(start)).toMatchObject({ status: 409, code: "no_agent" });
  const contact_ids = [own.contact_id];
  const join = await ask(key, `/campaigns/${id}/contacts`, { method: "POST", body: { contact_ids } });
  expect(await problemOf(join)).toMatchObject({ code: "no_list" });
  await patch(`/campaigns/${id}`, { audience: { lists: [own.list_id] } });
  expect(await post(`/campaigns/${id}/contacts`, { contact_ids })).toEqual({
    list_id: own.list_id,
    added: 1,
  });
  const pause = await ask(key, `/campaigns/${id}/pause`, { method: "POST", body: {} });
  expect(await problemOf(pause)).toMatchObject({ status: 409, code: "not_possible" });
  await remove(`/campaigns/${id}`);
});

test("money is minor units with their currency, exact to the fraction", async () => {
  const { id } = made.parse(await post("/campaigns", { name: "Priced" }, 201));
  const budget = { minor_units: "12.345", currency: "USD" };
  await patch(`/campaigns/${id}`, { budget, audience: { tags: ["vip"] } });
  await patch(`/campaigns/${id}`, { per_minute: 7, audience: { lists: [own.list_id] } });
  expect((await owner.store.campaigns.find(id))?.draft).toMatchObject({
    budget_micros: 123_450,
    audience: { tags: ["vip"], lists: [own.list_id] },
  });
  expect(await get(`/campaigns/${id}`)).toMatchObject({
    cost: { minor_units: "0", currency: "USD" },
    draft: { budget },
  });
  for (const wrong of [
    { minor_units: "100", currency: "EUR" },
    { minor_units: "0", currency: "USD" },
    { minor_units: "999999999999", currency: "USD" },
    { minor_units: 100, currency: "USD" },
    { minor_units: "1e3", currency: "USD" },
  ]) {
    const asked = { method: "PATCH", body: { budget: wrong } };
    const { status, errors } = await problemOf(await ask(key, `/campaigns/${id}`, asked));
    expect([status, errors?.[0]?.path], JSON.stringify(wrong)).toEqual([
      422,
      expect.stringMatching(/^body\.budget/),
    ]);
  }
  await patch(`/campaigns/${id}`, { budget: null });
  expect(await get(`/campaigns/${id}`)).toMatchObject({ draft: { budget: null } });
  await inObject(owner, (sql) =>
    sql.exec("update calls set cost_micros = 8543 where id = ?", String(own.call_id)),
  );
  const call = await get(`/calls/${own.call_id}`);
  expect(call).toMatchObject({ cost: { minor_units: "0.8543", currency: "USD" } });
  for (const name of ["cost_micros", "currency"]) expect(call).not.toHaveProperty(name);
});

test("an agent's draft is changed and published", async () => {
  const { id } = made.parse(await post("/agents", { kind: "receptionist" }, 201));
  const unchanged = await ask(key, `/agents/${id}/publish`, { method: "POST", body: {} });
  expect(await problemOf(unchanged)).toMatchObject({ status: 409, code: "unchanged" });
  const changed = await patch(`/agents/${id}`, { draft: { name: "Night desk" } });
  expect(changed).toMatchObject({ draft: { name: "Night desk" }, published_version: 1 });
  const stale = await ask(key, `/agents/${id}`, { method: "PATCH", body: { version: 0, draft: {} } });
  expect(await problemOf(stale)).toMatchObject({ status: 409, code: "conflict" });
  const wrong = await ask(key, `/agents/${id}`, { method: "PATCH", body: { draft: { name: 7, shoe: 1 } } });
  expect(wrong.status).toBe(422);
  expect(await post(`/agents/${id}/publish`, { note: "At night" })).toEqual({ id, published_version: 2 });
  await remove(`/agents/${id}`);
});

test("a reseller's client is read and changed, and no one else's", async () => {
  const agency = await memberOf({
    organization: { subscription_tier: "agency", subscription_status: "active" },
  });
  const client = await memberOf({
    organization: { name: "Pine", parent_organization_id: agency.organizationId },
  });
  const stranger = await memberOf({ organization: { name: "Oak" } });
  const theirs = await keyOf(agency);
  expect(pageShape.parse(await jsonOf(await ask(theirs, "/clients"))).data).toMatchObject([{ name: "Pine" }]);
  const body = { name: "Pine Dental", lines: 3 };
  const changed = await ask(theirs, `/clients/${client.organizationId}`, { method: "PATCH", body });
  expect(await jsonOf(changed)).toMatchObject({ name: "Pine Dental" });
  const foreign = await ask(theirs, `/clients/${stranger.organizationId}`, { method: "PATCH", body });
  expect(foreign.status).toBe(404);
});

test("a call is placed once for its idempotency key", async () => {
  const house = await clinic();
  const theirs = await keyOf(house);
  const headers = { "idempotency-key": "reminder-1" };
  const agent_id = (await house.store.agents.names())[0]?.id;
  const asked = { method: "POST", headers, body: { agent_id, to: "+12125550177" } };
  const [first, again] = [await ask(theirs, "/calls", asked), await ask(theirs, "/calls", asked)];
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect([again.status, await again.text()]).toEqual([first.status, await first.text()]);
});

test("the same idempotency key with another body is refused, and the first answer stays", async () => {
  const headers = { "idempotency-key": "contact-1" };
  const send = (name: string) => ask(key, "/contacts", { method: "POST", headers, body: { name } });
  const first = made.parse(await jsonOf(await send("Ivy")));
  expect(await problemOf(await send("Ina"))).toMatchObject({ status: 422, code: "idempotency_mismatch" });
  expect(made.parse(await jsonOf(await send("Ivy")))).toEqual(first);
  const other = await ask(await keyOf(owner), "/contacts", {
    method: "POST",
    headers,
    body: { name: "Ina" },
  });
  expect(other.status).toBe(201);
  expect(pageShape.parse(await get("/contacts?q=ivy")).data).toHaveLength(1);
});

test("parallel requests with one idempotency key do it once", async () => {
  const headers = { "idempotency-key": "contact-2" };
  const send = () => ask(key, "/contacts", { method: "POST", headers, body: { name: "Zoe" } });
  const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
  for (const status of statuses) expect([201, 409]).toContain(status);
  expect(pageShape.parse(await get("/contacts?q=zoe")).data).toHaveLength(1);
});

test("a body that isn't JSON, and an idempotency key that is none, are refused", async () => {
  const send = (body: string, headers: Record<string, string>) =>
    ask(key, "/contacts", { method: "POST", body, headers });
  expect(await problemOf(await send("{", {}))).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await problemOf(await send("{}", { "content-type": "text/plain" }))).toMatchObject({ status: 415 });
  expect(await problemOf(await send("{}", { "idempotency-key": "a b" }))).toMatchObject({ status: 400 });
  expect(await problemOf(await send(JSON.stringify({ name: "x".repeat(300_000) }), {}))).toMatchObject({
    status: 413,
  });
});

test("an organization whose plan isn't paid is read and not changed", async () => {
  const poor = await memberOf();
  const theirs = await keyOf(poor);
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_status: "unpaid" })
    .where(eq(control.organizations.id, poor.organizationId));
  expect((await ask(theirs, "/contacts")).status).toBe(200);
  const refused = await ask(theirs, "/contacts", { method: "POST", body: { name: "Ada" } });
  expect(refused.headers.get("ratelimit-limit")).toBe("600");
  expect(await problemOf(refused)).toMatchObject({ status: 402, code: "payment_required" });
});
