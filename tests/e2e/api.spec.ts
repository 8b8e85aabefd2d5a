/** What programs get of the demo: a description that a linter takes, tools for the official MCP client, and requests that are tried out on /api. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { APIRequestContext } from "playwright/test";
import { z } from "zod";
import { expect, test } from "./visitor.ts";

const demo = z.object({
  organizations: z.array(z.object({ name: z.string(), api_key: z.string().min(50) })),
});

/** The key of the demo's clinic. */
async function clinicKey(request: APIRequestContext): Promise<string> {
  const { organizations } = demo.parse(await (await request.get("/sandbox/demo")).json());
  return organizations[0]?.api_key ?? "";
}

test("each organization of the demo has a key that opens its own data", async ({ request }) => {
  const { organizations } = demo.parse(await (await request.get("/sandbox/demo")).json());
  expect(organizations).toHaveLength(3);
  const agents = new Set<string>();
  for (const { name, api_key } of organizations) {
    const answer = await request.get("/api/v1/agents", { headers: { authorization: `Bearer ${api_key}` } });
    expect(answer.status(), name).toBe(200);
    agents.add(await answer.text());
  }
  expect(agents.size).toBe(3);
});

test("the description is OpenAPI 3.1 that a linter finds nothing wrong with", async ({ request }) => {
  const answer = await request.get("/api/v1/openapi.json");
  expect(answer.status()).toBe(200);
  const config = await createConfig({
    extends: ["recommended"],
    // The test's host has no license of its own, and is a local one.
    rules: { "info-license": "off", "no-server-example.com": "off" },
  });
  const problems = await lintFromString({ source: await answer.text(), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

const text = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })).length(1),
});

/** A tool's answer, as JSON. */
async function called(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, content } = text.parse(await client.callTool({ name, arguments: args }));
  const said: unknown = JSON.parse(content[0]?.text ?? "null");
  return { isError, said };
}

async function connected(baseURL: string | undefined, key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL), { requestInit }));
  return client;
}

test("the official client lists tools, reads calls, and hears why a change is refused", async ({
  request,
  baseURL,
}) => {
  const client = await connected(baseURL, await clinicKey(request));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["calls_list", "contacts_create"]));
  const calls = await called(client, "calls_list", { limit: 2 });
  expect(calls).toMatchObject({ isError: false, said: { data: [{ type: expect.any(String) }, {}] } });
  const wrong = await called(client, "contacts_create", { surprise: true });
  expect(wrong).toMatchObject({ isError: true, said: { code: "invalid_fields" } });
  await client.close();
});

test("the official client with a key that only reads sees no tool that writes, and is refused when it calls one", async ({
  page,
  baseURL,
  goOn,
}) => {
  await goOn("owner");
  await page.goto("/integrations/keys");
  await page.locator("#make-key").getByLabel("Name", { exact: true }).fill("Assistant that reads");
  await page.getByLabel("Read everything").check();
  await page.getByRole("button", { name: "Create key" }).click();
  const client = await connected(baseURL, await page.getByLabel("API key", { exact: true }).inputValue());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain("contacts_list");
  expect(names).not.toContain("contacts_create");
  const refused = await called(client, "contacts_create", { name: "Ada" });
  expect(refused).toMatchObject({ isError: true, said: { status: 403, code: "insufficient_scope" } });
  await client.close();
});

test("a request is tried out on /api with a key that was typed there", async ({
  page,
  request,
  accessible,
}) => {
  await page.goto("/api");
  await page.getByLabel("Your key, to try requests").fill(await clinicKey(request));
  const operation = page.locator("#agents-list");
  await operation.getByText("Try it").click();
  await operation.getByRole("button", { name: "Send agents.list" }).click();
  await expect(operation.locator("output")).toContainText("200");
  await expect(operation.locator("output")).toContainText('"data"');
  await page.getByLabel("Python").check();
  await expect(operation.getByText("requests.request(")).toBeVisible();
  await accessible();
});
