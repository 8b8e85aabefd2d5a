/** Whatever is posted to an action that is not what it asks for is told so, and never ends in an unexpected error. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { routes } from "../support/built-routes.ts";
import { anonymous, type Client, memberOf, origin } from "../support/people.ts";

type Known = { id: string; parentId?: string | undefined; path?: string | undefined };

const known = Object.values(routes);
const above = ({ parentId }: Known) => known.find(({ id }) => id === parentId);
const pathOf = (route: Known): string => {
  const parent = above(route);
  return [parent ? pathOf(parent) : "", route.path ?? ""].filter(Boolean).join("/");
};
const guards = ["dashboard-frame", "person-frame", "standalone-frame"];
const isMembers = (route: Known): boolean =>
  guards.includes(route.id) || (above(route) !== undefined && isMembers(above(route) ?? route));

/** Ask for a session before they read anything. */
const asksFirst = new Set([
  "/functions/create-checkout",
  "/functions/reconcile-usage",
  "/functions/verify-audit",
]);

const actions = known
  .filter(({ hasAction }) => hasAction)
  .map((route) => ({
    path: `/${pathOf(route).replace(/:[a-zA-Z]+/g, newId())}`,
    isMembers: isMembers(route),
    needsSession: isMembers(route) || asksFirst.has(`/${pathOf(route)}`),
  }));
/**
 * Take no form: signing out, asking for one's own data, or forgetting a cookie is all that a post to it can mean, a session
 * is refreshed by its cookie, and where nothing is, or nothing is posted to, nothing is read.
 */
const formless = new Set([
  "/sign-out",
  "/security/export",
  "/functions/refresh-session",
  "/functions/check-subscription",
  "/cookies",
  "/",
  "/auth/google",
  "/search",
  "/*",
]);
const isFunction = (path: string) => path.startsWith("/functions/");
/** Takes a browser's JSON, whatever the form says. */
const isReport = (path: string) => path.startsWith("/reports/");

const boundary = "multipart/form-data; boundary=x";
const bodies: [string, string | null, BodyInit][] = [
  ["JSON", "application/json", '{"a":1}'],
  ["broken JSON", "application/json", '{"a":'],
  ["text", "text/plain", "a=1"],
  ["an unnamed type", null, new Uint8Array([0, 255, 10])],
  ["nothing", null, ""],
  ["multipart that breaks off", boundary, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1'],
  ["multipart without a boundary", "multipart/form-data", "--x--"],
  ["multipart that is none", boundary, "hello"],
];

const post = (client: Client, path: string, type: string | null, body: BodyInit) =>
  client.fetch(path, {
    method: "POST",
    body,
    headers: { origin, "sec-fetch-site": "same-origin", "content-type": type ?? "application/octet-stream" },
  });
/** A platform admin who owns an agency comes through every guard. */
const guarded = () =>
  memberOf({
    isPlatformAdmin: true,
    organization: { subscription_tier: "agency", subscription_status: "active" },
  });
const clientFor = (members: boolean): Promise<Client> | Client => (members ? guarded() : anonymous());

test("there are actions for members and for everybody", () => {
  const paths = actions.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/auth", "/sign-out", "/numbers", "/agents/new"]));
  expect(actions.some(({ isMembers }) => isMembers)).toBe(true);
});

test.each(actions)("a post to $path that is no form is a bad request", async ({ path, needsSession }) => {
  const client = await clientFor(needsSession);
  for (const [what, type, body] of bodies)
    for (const at of isFunction(path) ? [path] : [path, `${path}.data`]) {
      if (formless.has(path)) continue;
      const { status } = await post(client, at, type, body);
      expect(isFunction(path) ? [400, 422] : [400], `${what} to ${at}`).toContain(status);
    }
});

test.each(actions)(
  "the guard of $path asks for the same of a request that names its organization",
  async ({ path, isMembers }) => {
    if (!isMembers || formless.has(path)) return;
    const person = await guarded();
    const answer = await person.fetch(path, {
      method: "POST",
      body: "{}",
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
        "x-organization": person.organizationId,
      },
    });
    expect(answer.status).toBe(400);
  },
);

/** A body of so many bytes that says nothing of its length. */
const stream = (bytes: number): ReadableStream<Uint8Array> => {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      const size = Math.min(left, 65_536);
      left -= size;
      controller.enqueue(new Uint8Array(size).fill(97));
    },
  });
};
const form = "application/x-www-form-urlencoded";

/** More than what may be posted where files are taken: 10 MB of knowledge, 20 MB of contacts, parts of 4 MB, 20 MB of numbers. Nothing else may have 3. */
const filesAt: Readonly<Record<string, number>> = {
  "/agents/knowledge": 12_000_000,
  "/contacts/import": 23_000_000,
  "/contacts/import/upload": 6_000_000,
  "/campaigns/screening": 23_000_000,
};

test.each(actions)("a post to $path that never ends is cut off", async ({ path, needsSession }) => {
  const client = await clientFor(needsSession);
  if (formless.has(path)) return;
  const type = isFunction(path) ? "application/json" : form;
  expect((await post(client, path, type, stream(filesAt[path] ?? 3_000_000))).status).toBe(413);
});

test.each([
  ["/auth", 16_384],
  ["/functions/verify-email-code", 16_384],
  ["/numbers", 262_144],
  [`/agents/${newId()}`, 2_097_152],
])("%s reads %d bytes and not one more", async (path, most) => {
  const person = await memberOf();
  const { status } = await post(person, path, form, stream(most));
  expect(status).not.toBe(413);
  expect(status).toBeLessThan(500);
  expect((await post(person, path, form, stream(most + 1))).status).toBe(413);
  expect((await post(person, `${path}.data`, form, stream(most + 1))).status).toBe(413);
});

test.each([
  ["a row that no list has", "email[40000000]"],
  ["a row of a row that no list has", "a[0][5000]"],
  ["a path without end", `${"a.".repeat(300)}a`],
  ["rows in rows without end", `email${"[0]".repeat(50)}`],
  ["the name of a field without end", "a".repeat(5000)],
])("a field with %s is left out, and nothing is built of it", async (_, name) => {
  const person = await memberOf();
  for (const path of ["/auth", "/organizations/new", "/security", "/agents/new"]) {
    const body = new URLSearchParams({ intent: "sign-in", password: "x", [name]: "x" });
    body.set("organization_id", person.organizationId);
    const answer = await post(path === "/auth" ? anonymous() : person, path, form, body.toString());
    expect([400, 422], path).toContain(answer.status);
    expect((await answer.text()).length, path).toBeLessThan(60_000);
  }
});

const press = (payload: object, type = "insert") => JSON.stringify({ type, payload });
/** Buttons that no page has. */
const presses: readonly Record<string, string>[] = [
  ...["__proto__", "constructor", "a.constructor", "a..b", ".a", "a.", "a]", "a[", "a[x]", "a[].b", ""].map(
    (name) => ({ __intent__: press({ name }) }),
  ),
  { __intent__: press({ name: "email[40000000]" }) },
  { __intent__: press({ name: "email", index: 40_000_000 }) },
  { __intent__: press({ name: "email", from: 0, to: -1 }, "reorder") },
  { __intent__: press({ name: 7 }) },
  { __intent__: press({ name: "rows", defaultValue: { constructor: "x" } }) },
  // A list button at a field that is no list.
  { email: "a", __intent__: press({ name: "email", defaultValue: "b" }) },
  { __intent__: press({ name: "__proto__" }, "validate") },
  { __intent__: press({ name: "email", value: "x" }, "update") },
  { __intent__: press({}, "reset") },
  { __intent__: JSON.stringify({ type: "insert", payload: null }) },
  { __intent__: JSON.stringify({ type: "boom" }) },
  { __intent__: "{" },
  { __intent__: "null" },
  { __intent__: "" },
];

test.each(actions)("a post to $path by a button that no page has is told so", async ({ path, isMembers }) => {
  if (formless.has(path) || isFunction(path) || isReport(path)) return;
  const client = await clientFor(isMembers);
  for (const fields of presses)
    for (const at of [path, `${path}.data`]) {
      const answer = await client.post(at, { intent: "sign-in", ...fields });
      expect(answer.status, `${JSON.stringify(fields)} to ${at}`).toBe(422);
    }
});

test("a file presses no button", async () => {
  const answer = await anonymous().post("/auth", { intent: "sign-in", __intent__: new Blob(["x"]) });
  expect(answer.status).toBe(422);
});

test.each(["__proto__", "constructor", "a..b", "a.__proto__.b", "prototype.x", "a].b", "__state__"])(
  "a field called %s is left out, also as a file",
  async (name) => {
    const person = await memberOf();
    for (const path of ["/auth", "/organizations/new", "/security", "/agents/new"]) {
      const client = path === "/auth" ? anonymous() : person;
      for (const value of ["{", new Blob(["x"])]) {
        const answer = await client.post(path, { intent: "sign-in", password: "x", [name]: value });
        expect([400, 422], path).toContain(answer.status);
      }
    }
  },
);

test("a form that names two organizations is refused, whichever comes first", async () => {
  const [person, other] = [await memberOf(), await memberOf()];
  for (const ids of [
    [person.organizationId, other.organizationId],
    [other.organizationId, person.organizationId],
    [person.organizationId, person.organizationId],
  ]) {
    const fields = new URLSearchParams(ids.map((id) => ["organization_id", id]));
    fields.append("kind", "appointment_booking");
    expect((await person.post("/agents/new", fields)).status).toBe(409);
  }
  expect(await person.store.agents.names()).toEqual([]);
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
  "%s is answered with what may be done instead",
  async (method) => {
    const person = await memberOf();
    for (const path of ["/auth", "/numbers", "/terms", "/numbers.data"]) {
      const answer = await person.fetch(path, { method, headers: { "sec-fetch-site": "same-origin" } });
      expect([answer.status, answer.headers.get("allow")], path).toEqual([405, "GET, HEAD, POST"]);
    }
  },
);

test("a post to a page without forms is answered with what may be done instead", async () => {
  const own = known.find((one) => isMembers(one) && one.path && !one.hasAction && one.hasDefaultExport);
  for (const path of ["/terms", `/${own ? pathOf(own).replace(/:[a-zA-Z]+/g, newId()) : ""}`]) {
    const answer = await (await memberOf()).post(path);
    expect([answer.status, answer.headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
  }
});

test.each(actions.filter(({ path }) => isFunction(path)))("$path cannot be read", async ({ path }) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await anonymous().fetch(path, { method });
    expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "POST"]);
  }
});

test.each(actions.filter(({ path }) => isFunction(path)))(
  "$path refuses other methods and other sites as `{error}`, as it says everything",
  async ({ path }) => {
    const sent = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await anonymous().fetch(path, { method, headers: sent });
      expect([answer.status, answer.headers.get("allow")], method).toEqual([405, "POST"]);
      expect(await answer.json()).toEqual({ error: "This page doesn't support that." });
    }
    const headers = { ...sent, "sec-fetch-site": "cross-site" };
    const answer = await anonymous().fetch(path, { method: "POST", headers, body: "{}" });
    expect([answer.status, await answer.json()]).toEqual([403, { error: "You can't do that here." }]);
  },
);

test("HEAD is answered as GET is, without the body", async () => {
  const person = await memberOf();
  for (const path of ["/dashboard", "/agents", "/auth", "/terms", "/nowhere"]) {
    const [head, get] = [await person.fetch(path, { method: "HEAD" }), await person.get(path)];
    expect(head.status, path).toBe(get.status);
    expect(head.headers.get("location")).toBe(get.headers.get("location"));
    expect(await head.text()).toBe("");
  }
  expect((await anonymous().fetch("/agents", { method: "HEAD" })).status).toBe(302);
});

test("what is longer than its field may be is said back no further than that", async () => {
  const long = "ab".repeat(1500);
  for (const form of [
    { intent: "sign-in", email: long, password: "x" },
    { intent: "sign-up", email: long, password: long, confirm_password: long },
  ])
    for (const path of ["/auth", "/auth.data"]) {
      const answer = await anonymous().post(path, form);
      expect(answer.status).toBe(422);
      const text = await answer.text();
      expect(text).toContain("Invalid email address");
      expect(text).toContain("ab".repeat(160));
      expect(text).not.toContain("ab".repeat(161));
    }
});
