/** Errors arrive from everywhere: browsers, pages, forms, objects, the queue, cron and webhooks. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { runCron } from "#workers/cron.ts";
import { delivered } from "../support/outbox.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { clinic, newCallSid, newNumber, ring } from "../support/telephone.ts";
import { breakAgents, group, groupsOf, repairAgents, rowsOf, tells } from "./arrange.ts";

test("a browser's error stands with the organization, the person, the page and the release of its tab", async () => {
  const owner = await memberOf();
  const answer = await tells(owner, { path: "/agents/0192f000-aaaa-7000-8000-000000000001" });
  expect(answer.status).toBe(204);
  const found = await group(owner.organizationId);
  expect(found).toMatchObject({
    source: "browser",
    route: "/agents/:id",
    error_message: "TypeError: Cannot read properties of undefined (reading 'name')",
    last_release: "test-1",
  });
  expect(await rowsOf(found.id)).toMatchObject([{ user_id: owner.userId, release: "test-1" }]);
});

test("a visitor's browser reports too, and its error is the platform's", async () => {
  const message = `Error: of a visitor ${newId().slice(0, 4)}x`;
  expect((await tells(anonymous(), { message, path: "/auth" })).status).toBe(204);
  expect(await group(null, ({ route, source }) => route === "/auth" && source === "browser")).toBeTruthy();
});

test.each([
  ["no JSON", "{"],
  ["an empty message", JSON.stringify({ message: "" })],
  ["another shape", JSON.stringify([1, 2])],
])("a report of %s is refused", async (_, body) => {
  const owner = await memberOf();
  const headers = { origin: "https://app.test", "sec-fetch-site": "same-origin" };
  const answer = await owner.fetch("/reports/errors", { method: "POST", headers, body });
  expect(answer.status).toBe(400);
  expect(await groupsOf(owner.organizationId)).toEqual([]);
});

test("a report from a page of another site is refused", async () => {
  const owner = await memberOf();
  const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  const answer = await owner.fetch("/reports/errors", { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(403);
});

test("a page and a form that fail are two errors", async () => {
  const owner = await memberOf();
  await breakAgents(owner);
  await owner.get("/agents");
  await owner.post("/agents/new", { kind: "receptionist" });
  await group(owner.organizationId, ({ source }) => source === "loader");
  const ofForm = await group(owner.organizationId, ({ source }) => source === "action");
  await repairAgents(owner);
  expect(ofForm.route).toBe("agents/new");
  expect(ofForm.last_release).toMatch(/^[0-9a-f]{12}$/);
});

test("an object's error comes through the queue, with its call", async () => {
  const owner = await memberOf();
  const call_id = newId();
  await delivered([
    {
      id: newId(),
      kind: "object_error",
      organization_id: owner.organizationId,
      payload: { message: "the brain failed", where: "call/brain", stack: null, call_id },
      created_at: Date.now(),
    },
  ]);
  expect(await groupsOf(owner.organizationId)).toMatchObject([
    { source: "object", route: "objects/call/brain", call_id },
  ]);
});

test("a message of the queue that cannot be read is an error of the queue", async () => {
  const owner = await memberOf();
  const message = { id: newId(), kind: "no.such", payload: {}, created_at: 1 };
  await delivered([{ ...message, organization_id: owner.organizationId }]);
  expect(await groupsOf(owner.organizationId)).toMatchObject([
    { source: "queue", error_message: "unknown event" },
  ]);
});

test("a task of cron that fails is one error, however often it runs", async () => {
  const name = `task-${newId().slice(-6)}`;
  const failing = { [name]: () => Promise.reject(new Error("no room for 17 rows")) };
  await runCron(env, Date.now(), failing);
  await runCron(env, Date.now(), failing);
  const found = (await groupsOf(null)).filter(({ route }) => route === `cron/${name}`);
  expect(found).toMatchObject([{ source: "cron", times: 2 }]);
});

test("a webhook that fails is kept with the organization that it concerns", async () => {
  const owner = await clinic();
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec("update agent_versions set spec = '{}'");
  });
  await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  expect(await group(owner.organizationId)).toMatchObject({
    source: "webhook",
    severity: "critical",
    route: "webhooks/twilio/voice",
  });
});
