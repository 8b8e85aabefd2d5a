/** /api/v1: what every operation of the registry refuses. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { schemaOf } from "#app/api/openapi.server.ts";
import type { Operation } from "#app/api/operation.server.ts";
import { operations } from "#app/api/operations.server.ts";
import { apiScopes } from "#app/api/scopes.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { ask, jsonOf, keyOf, oneOfEach, pageShape, problemOf } from "./arrange.ts";

let owner: Person;
let key: string;
let expired: string;
/** Of an admin who is no member any more. */
let left: string;
/** Of an organization of its own, for requests that may leave something behind. */
let spare: string;
let theirs: Record<string, string>;
/** Keys with every scope but one. */
const without = new Map<string, Promise<string>>();

beforeAll(async () => {
  owner = await memberOf();
  key = await keyOf(owner);
  theirs = await oneOfEach(await memberOf());
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  left = await keyOf(admin);
  await controlPlane()
    .delete(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, admin.userId));
  spare = await keyOf(await memberOf());
  expired = await keyOf(owner);
  await controlPlane()
    .update(control.apiKeys)
    .set({ expires_at: Date.now() - 1 })
    .where(eq(control.apiKeys.prefix, expired.slice(0, 16)));
});

/** An operation's address, with ids in place of its parameters. */
const at = ({ path }: Pick<Operation, "path">, ids: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids(name));
const unknown = () => newId();
const asked = ({ method }: Pick<Operation, "method">, body: unknown = {}) =>
  method === "GET" ? {} : { method, body };

const each = operations.map((operation): [string, Operation] => [operation.id, operation]);

test("every operation has an id and an address of its own, and a scope that keys can have", () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
  for (const { scope } of operations) expect(apiScopes).toContain(scope);
});

test.each(each)(
  "%s refuses requests without a key, with a wrong one, an expired one, and one of a removed member alike",
  async (_, one) => {
    const wrong = `${key.slice(0, -4)}AAAA`;
    const path = at(one, unknown);
    const bodies = await Promise.all(
      [null, wrong, expired, left, "key_000000000000_0", "x".repeat(500)].map(async (given) => {
        const answer = await ask(given, path, asked(one));
        expect(answer.status).toBe(401);
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
        return JSON.stringify(await problemOf(answer));
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  },
);

test.each(each)("%s refuses a key without its scope, and says which it needs", async (_, one) => {
  const scopes = apiScopes.filter((scope) => scope !== one.scope);
  const limited = without.get(one.scope) ?? keyOf(owner, { access: "chosen", scopes });
  without.set(one.scope, limited);
  const answer = await ask(await limited, at(one, unknown), asked(one));
  expect(answer.status).toBe(403);
  expect(await problemOf(answer)).toMatchObject({
    code: "insufficient_scope",
    detail: expect.stringContaining(one.scope),
  });
});

const changes = each.filter(([, { method }]) => method !== "GET");

test.each(changes)("%s refuses an idempotency key that came with another body before", async (_, one) => {
  const path = at(one, unknown);
  const body = exampleOf(one.body);
  const headers = { "idempotency-key": newId() };
  const first = await ask(spare, path, { method: one.method, body, headers });
  expect(first.status).toBeLessThan(500);
  const other = await ask(spare, path, { method: one.method, body: { ...body, surprise: 1 }, headers });
  expect([other.status, (await problemOf(other)).code]).toEqual([422, "idempotency_mismatch"]);
  const again = await ask(spare, path, { method: one.method, body, headers });
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([first.status, "true"]);
  expect(await again.text()).toBe(await first.text());
});

const named = each.filter(([, { path }]) => path.includes("{"));

test.each(named)(
  "%s answers the same for another organization's id, an unknown one and no id at all",
  async (_, one) => {
    const body = exampleOf(one.body);
    const bodies = await Promise.all(
      [(name: string) => theirs[name] ?? "", unknown, () => "0", () => "%00"].map(async (ids) => {
        const path = at(one, ids);
        expect(path).not.toContain("//");
        const answer = await ask(key, path, asked(one, body));
        expect(answer.status, path).toBe(404);
        return JSON.stringify(await problemOf(answer));
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  },
);

test.each(each)("%s refuses fields that it does not know", async (_, one) => {
  const query = await ask(key, `${at(one, unknown)}?surprise=1`, asked(one, exampleOf(one.body)));
  expect(query.status).toBe(422);
  expect((await problemOf(query)).errors).toContainEqual({
    path: "query.surprise",
    message: expect.any(String),
  });
  if (one.method === "GET") return;
  const sent = { ...exampleOf(one.body), surprise: 1 };
  const body = await ask(key, at(one, unknown), { method: one.method, body: sent });
  expect(body.status).toBe(422);
  expect((await problemOf(body)).errors).toContainEqual({
    path: expect.stringContaining("surprise"),
    message: expect.any(String),
  });
});

const lists = each.filter(([, { query }]) => "cursor" in (schemaOf(query, "input").properties ?? {}));

test.each(lists)("%s refuses a huge page and a cursor that is not its own", async (_, one) => {
  const path = at(one, (name) => theirs[name] ?? "");
  for (const limit of ["0", "101", "-1", "1e9", "all", ""]) {
    const answer = await ask(key, `${path}?limit=${limit}`);
    expect(answer.status, limit).toBe(422);
    expect((await problemOf(answer)).errors).toContainEqual({
      path: "query.limit",
      message: expect.any(String),
    });
  }
  for (const cursor of ["1", btoa("else~1"), "%22", "x".repeat(299), btoa("agents~").replaceAll("=", "")]) {
    const answer = await ask(key, `${path}?cursor=${cursor}`);
    expect(answer.status, cursor).toBe(400);
    expect(await problemOf(answer)).toMatchObject({ code: "invalid_cursor" });
  }
});

/** The least that a body needs: an example of each field that is required. */
function exampleOf(shape: z.ZodType): Record<string, unknown> {
  const schema = schemaOf(shape, "input");
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map((name) => [name, exampleFor(properties[name])]));
}

function exampleFor(schema: unknown): unknown {
  const { type, format, enum: among, const: only, items, examples } = Object(schema);
  if (Array.isArray(examples)) return examples[0];
  if (only !== undefined) return only;
  if (Array.isArray(among)) return among[0];
  if (format === "uuid") return newId();
  if (format === "date-time") return new Date(Date.now() + 86_400_000).toISOString();
  if (format === "e164") return "+12125550123";
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return [exampleFor(items)];
  if (type === "object") return {};
  return "Example";
}

test.each([
  ["/bookings", "bookings", "abc"],
  ["/threads", "threads", "zzz"],
  ["/threads/{thread_id}/messages", "messages", "x"],
  ["/do-not-call", "do_not_call", "x"],
  ["/webhooks/{webhook_id}/deliveries", "deliveries", "abc"],
])("%s refuses a cursor of its own whose place has another form", async (path, list, place) => {
  const own = await memberOf();
  const address = at({ path }, (name) => theirs[name] ?? "");
  const cursor = btoa(`${list}~${place}`).replaceAll("=", "");
  const answer = await ask(await keyOf(own), `${address}?cursor=${cursor}`);
  expect(await problemOf(answer)).toMatchObject({ status: 400, code: "invalid_cursor" });
});

test("a list goes on behind a row that is gone", async () => {
  const own = await memberOf();
  const theirKey = await keyOf(own);
  for (const name of ["E", "D", "C", "B", "A"])
    await ask(theirKey, "/lists", { method: "POST", body: { name } });
  const pageAt = async (query: string) =>
    pageShape.parse(await jsonOf(await ask(theirKey, `/lists?limit=2${query}`)));
  const first = await pageAt("");
  for (const { id } of first.data) await ask(theirKey, `/lists/${id}`, { method: "DELETE" });
  const second = await pageAt(`&cursor=${first.next_cursor}`);
  const third = await pageAt(`&cursor=${second.next_cursor}`);
  expect([...first.data, ...second.data, ...third.data].map(({ name }) => name)).toEqual([
    ...["E", "D", "C", "B", "A"],
  ]);
  expect(third.next_cursor).toBeNull();
});

test("the API's description is private: it wears the brand of who reads it", async () => {
  const answer = await ask(null, "/openapi.json");
  expect(answer.headers.get("cache-control")).toContain("private");
  expect(answer.headers.get("vary")).toMatch(/cookie/i);
});

test("an unknown address, and a method that an address does not have, are problems too", async () => {
  expect(await problemOf(await ask(key, "/nothing"))).toMatchObject({ code: "not_found" });
  expect((await ask(key, "")).status).toBe(404);
  const answer = await ask(key, "/usage", { method: "DELETE", body: {} });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
  await problemOf(answer);
});

test("a key of a member who was removed does nothing, and one of a demoted member only what they still may", async () => {
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const own = await keyOf(admin);
  expect((await ask(own, "/contacts")).status).toBe(200);
  const theirRow = eq(control.organizationMembers.user_id, admin.userId);
  await controlPlane().update(control.organizationMembers).set({ role: "viewer" }).where(theirRow);
  expect((await ask(own, "/contacts")).status).toBe(403);
  expect((await ask(own, "/calls")).status).toBe(200);
  await controlPlane().delete(control.organizationMembers).where(theirRow);
  expect((await ask(own, "/calls")).status).toBe(401);
  await controlPlane()
    .insert(control.organizationMembers)
    .values({
      organization_id: owner.organizationId,
      user_id: admin.userId,
      role: "admin",
      created_at: Date.now() + 1,
    });
  expect((await ask(own, "/calls")).status).toBe(401);
});

test("a suspended organization's keys are refused, and a deleted one's count for nothing", async () => {
  const other = await memberOf();
  const own = await keyOf(other);
  const set = (values: Partial<typeof control.organizations.$inferInsert>) =>
    controlPlane()
      .update(control.organizations)
      .set(values)
      .where(eq(control.organizations.id, other.organizationId));
  await set({ suspended_at: Date.now() });
  expect(await problemOf(await ask(own, "/calls"))).toMatchObject({ status: 403, code: "api_closed" });
  await set({ suspended_at: null, archived_at: Date.now() });
  expect((await ask(own, "/calls")).status).toBe(401);
});

test("answers carry the request's id, the key's pace and an ETag that saves the next one", async () => {
  const answer = await ask(key, "/agents");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("ratelimit-limit")).toBe("600");
  expect(Number(answer.headers.get("ratelimit-remaining"))).toBeLessThan(600);
  expect(Number(answer.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
  expect(answer.headers.get("cache-control")).toContain("private");
  const etag = answer.headers.get("etag") ?? "";
  const again = await ask(key, "/agents", { headers: { "if-none-match": `"else", W/${etag}` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  const head = await ask(key, "/agents", { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
});

test("a key that asks too often waits, and another key of the organization does not", async () => {
  const busy = await keyOf(owner);
  let answer = await ask(busy, "/usage");
  for (let asks = 0; asks < 605 && answer.status === 200; asks++) answer = await ask(busy, "/usage");
  expect(answer.status).toBe(429);
  expect(await problemOf(answer)).toMatchObject({ code: "too_many_requests" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(key, "/usage")).status).toBe(200);
});

test("a list goes on at its cursor, without a gap and without a repetition", async () => {
  const person = await memberOf();
  const own = await keyOf(person);
  await ended(person, finishedCall(), finishedCall(), finishedCall());
  const whole = pageShape.parse(await jsonOf(await ask(own, "/calls")));
  expect(whole).toMatchObject({ next_cursor: null, data: { length: 3 } });
  const ids: (string | undefined)[] = [];
  for (let cursor: string | null = "", pages = 0; cursor !== null && pages < 5; pages++) {
    const next = cursor === "" ? "" : `&cursor=${cursor}`;
    const page = pageShape.parse(await jsonOf(await ask(own, `/calls?limit=1${next}`)));
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(ids).toEqual(whole.data.map(({ id }) => id));
});
