/** /health: what a deployment lacks is named, and what does not answer too; never a value. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { answerWith } from "../support/built-app.ts";
import { anonymous, origin } from "../support/people.ts";

const health = (bindings: object, search = "", base = origin) =>
  answerWith(bindings, new Request(`${base}/health${search}`));

const silent = () => new Promise<never>(() => {});

test("it asks nothing and says ok", async () => {
  const answer = await anonymous().get("/health");
  expect([answer.status, await answer.text()]).toEqual([200, "ok"]);
});

test.each([
  "DB",
  "HOSTS",
  "FILES",
  "ORGANIZATION",
  "CALL_SESSION",
  "CAPACITY",
  "OUTBOX",
  "FACTS",
  "IMPORTS",
  "DIAL",
  "EDGE_LIMIT",
])("B62: without the binding %s it answers 503 and names it", async (name) => {
  const answer = await health({ [name]: undefined });
  expect([answer.status, await answer.text()]).toEqual([503, `missing: ${name}`]);
});

test.each([
  "APP_SECRET",
  "RESEND_API_KEY",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "PUBLIC_HOST",
  "MAIL_FROM",
])("B62: without the setting %s it answers 503 and names it, over plain http too", async (name) => {
  for (const base of [origin, origin.replace("https:", "http:")]) {
    const answer = await health({ [name]: undefined }, "", base);
    expect([answer.status, await answer.text()]).toEqual([503, `missing: ${name}`]);
  }
});

test("B62: a malformed secret is named without its value, and several are named together", async () => {
  const answer = await health({
    APP_SECRET: "much-too-short",
    TWILIO_ACCOUNT_SID: "AC-wrong",
    FILES: undefined,
  });
  const words = await answer.text();
  expect([answer.status, words]).toEqual([503, "missing: FILES, APP_SECRET, TWILIO_ACCOUNT_SID"]);
  expect(words).not.toMatch(/much-too-short|AC-wrong/);
});

test("deep, every service of the deployment is asked", async () => {
  const answer = await anonymous().get("/health?deep");
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ok: true, checks: { database: "ok", cache: "ok", objects: "ok" } },
  ]);
});

/** A database that never answers. */
const deadDatabase = new Proxy(env.DB, {
  get: () => () =>
    new Proxy({}, { get: () => () => ({ bind: () => ({ all: silent, raw: silent }), all: silent }) }),
});

test.each([
  ["database", { DB: deadDatabase }],
  ["cache", { HOSTS: new Proxy(env.HOSTS, { get: () => silent }) }],
  ["objects", { CAPACITY: new Proxy(env.CAPACITY, { get: () => () => ({ answers: silent }) }) }],
])("deep, a silent %s is named within half a second each, and the answer is 503", async (name, bindings) => {
  const answer = await health(bindings, "?deep");
  const checks = { database: "ok", cache: "ok", objects: "ok", [name]: "failed" };
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, checks }]);
});
