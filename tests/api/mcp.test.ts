/** /mcp: the operations as tools; what a key may not, and what is no message. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { memberOf, origin, type Person } from "../support/people.ts";
import { keyOf, oneOfEach } from "./arrange.ts";

let owner: Person;
let own: Record<string, string>;

beforeAll(async () => {
  owner = await memberOf();
  own = await oneOfEach(owner);
});

const send = (key: string, body: unknown, method = "POST") =>
  exports.default.fetch(
    new Request(`${origin}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );

test("a page of another site is refused, and one of this origin is not", async () => {
  const key = await keyOf(owner);
  const from = (site: string) =>
    exports.default.fetch(
      new Request(`${origin}/mcp`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", origin: site },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      }),
    );
  expect((await from("https://evil.test")).status).toBe(403);
  expect((await from(origin)).status).toBe(200);
});

const reply = z.looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.number(), z.null()]) });
const asked = async (key: string, method: string, params: object = {}) =>
  reply.parse(await (await send(key, { jsonrpc: "2.0", id: 1, method, params })).json());

const called = z.object({
  result: z.object({
    isError: z.boolean(),
    content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  }),
});
async function call(key: string, name: string, args: Record<string, unknown> = {}) {
  const { result } = called.parse(await asked(key, "tools/call", { name, arguments: args }));
  const said: unknown = JSON.parse(result.content[0]?.text ?? "null");
  return { isError: result.isError, said };
}

test("it begins in a version that both speak, and offers what the key's scopes open", async () => {
  const key = await keyOf(owner, { access: "chosen", scopes: ["agents.read", "calls.read"] });
  const begun = await asked(key, "initialize", { protocolVersion: "2025-03-26" });
  expect(begun).toMatchObject({ result: { protocolVersion: "2025-03-26", capabilities: { tools: {} } } });
  expect(await asked(key, "initialize", { protocolVersion: "1999-01-01" })).toMatchObject({
    result: { protocolVersion: "2025-06-18" },
  });
  expect((await send(key, { jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  const tools = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });
  const names = tools.parse(await asked(key, "tools/list")).result.tools.map(({ name }) => name);
  expect(names.sort()).toEqual(["agents_list", "agents_read", "calls_list", "calls_read"]);
});

test("a read-only key reads, and is refused when it writes", async () => {
  const key = await keyOf(owner, { access: "read" });
  expect(await call(key, "contacts_read", { contact_id: own.contact_id })).toMatchObject({
    isError: false,
    said: { name: "Hank Sorensen" },
  });
  const refused = await call(key, "contacts_update", { contact_id: own.contact_id, name: "Other" });
  expect(refused).toMatchObject({ isError: true, said: { status: 403, code: "insufficient_scope" } });
  expect(await call(key, "contacts_read", { contact_id: own.contact_id })).toMatchObject({
    said: { name: "Hank Sorensen" },
  });
});

test("a key that may writes, and what does not fit is said", async () => {
  const key = await keyOf(owner);
  const changed = await call(key, "contacts_update", { contact_id: own.contact_id, company: "Park & Co" });
  expect(changed).toMatchObject({ isError: false, said: { company: "Park & Co" } });
  const unknown = await call(key, "contacts_update", { contact_id: own.contact_id, surprise: 1 });
  expect(unknown).toMatchObject({ isError: true, said: { code: "invalid_fields" } });
  const none = await call(key, "calls_read", { call_id: own.contact_id });
  expect(none).toMatchObject({ isError: true, said: { status: 404 } });
});

test("what is no message, no tool and no method is refused", async () => {
  const key = await keyOf(owner);
  expect(await asked(key, "tools/call", { name: "calls_delete" })).toMatchObject({ error: { code: -32602 } });
  expect(await asked(key, "resources/list")).toMatchObject({ error: { code: -32601 } });
  for (const body of ["{", [], { method: "ping" }]) expect((await send(key, body)).status).toBe(400);
  expect((await send(key, null, "GET")).status).toBe(405);
  expect((await send("nothing", { jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(401);
});
