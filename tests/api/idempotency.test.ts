/** Requests with an idempotency key: done once, also when they break off, for a day and no longer. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { inObject } from "../calls/arrange.ts";
import { breaking } from "../support/broken-database.ts";
import { answerWith } from "../support/built-app.ts";
import { at } from "../support/clock.ts";
import { controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { address } from "../webhooks/arrange.ts";
import { ask, jsonOf, keyOf, oneOfEach, problemOf } from "./arrange.ts";

const day = 24 * 60 * 60 * 1000;
let owner: Person;
let key: string;
let own: Record<string, string>;

beforeAll(async () => {
  owner = await memberOf({
    organization: { subscription_tier: "agency", subscription_status: "active", time_zone: "UTC" },
  });
  key = await keyOf(owner);
  own = await oneOfEach(owner);
});

const made = z.object({ id: z.string() });
const countOf = async (table: string): Promise<number> =>
  Number((await rows(owner, `select count(*) as n from ${table}`))[0]?.n);

/** The isolate that answered is lost: nothing is known of the request but that it was begun, some time ago. */
const losing = (idempotency_key: string) =>
  inObject(owner, (sql) =>
    sql.exec("update api_requests set status = null, body = '0' where idempotency_key = ?", idempotency_key),
  );

const creating: readonly [string, string, unknown][] = [
  ["/contacts", "contacts", { name: "Ada", numbers: [{ phone_number: "+12125550171" }] }],
  ["/contacts/{contact_id}/tasks", "contact_tasks", { title: "Send the offer" }],
  ["/lists", "contact_lists", { name: "Autumn" }],
  ["/campaigns", "campaigns", { name: "Autumn" }],
  ["/agents", "agents", { kind: "receptionist" }],
  [
    "/bookings",
    "bookings",
    { starts_at: "2031-05-06T15:00:00Z", minutes: 30, kind: "Call", name: "Ada", anyway: true },
  ],
];

test.each(creating)(
  "what POST %s makes is made once, also when the answer is lost",
  async (path, table, body) => {
    const headers = { "idempotency-key": newId() };
    const send = () =>
      ask(key, path.replace("{contact_id}", own.contact_id ?? ""), { method: "POST", headers, body });
    const before = await countOf(table);
    const first = await send();
    expect(first.status, await first.clone().text()).toBe(201);
    await losing(headers["idempotency-key"]);
    const again = await send();
    expect(again.status).toBe(201);
    expect(again.headers.get("idempotency-replayed")).toBeNull();
    expect(made.parse(await jsonOf(again))).toEqual(made.parse(await jsonOf(first)));
    expect(await countOf(table)).toBe(before + 1);
  },
);

test("a request that ended with our own error is begun again at once, and makes nothing twice", async () => {
  const body = JSON.stringify({ kind: "receptionist" });
  const before = await countOf("agents");
  const request = () =>
    new Request(`${origin}/api/v1/agents`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": "broken-1",
      },
      body,
    });
  const broken = await answerWith({ DB: breaking(env.DB, "calling_hours") }, request());
  expect((await problemOf(broken)).status).toBeGreaterThanOrEqual(500);
  const again = await answerWith({}, request());
  expect(again.status).toBe(201);
  expect(await countOf("agents")).toBe(before + 1);
});

test("a webhook is added once, its secret is not kept, and a test is sent once", async () => {
  const { url } = await address();
  const headers = { "idempotency-key": "webhook-1" };
  const body = { name: "Ours", url, events: ["contact.created"] };
  const shape = z.object({ id: z.string(), secret: z.string().nullable() });
  const add = async () => {
    const answer = await ask(key, "/webhooks", { method: "POST", headers, body });
    expect(answer.status).toBe(201);
    return shape.parse(await jsonOf(answer));
  };
  const before = await countOf("webhook_endpoints");
  const first = await add();
  expect(first.secret).toMatch(/^whsec_/);
  expect(await add()).toEqual({ id: first.id, secret: null });
  expect(JSON.stringify(await rows(owner, "select * from api_requests"))).not.toContain("whsec_");
  await losing("webhook-1");
  const again = await add();
  expect(again).toEqual({ id: first.id, secret: expect.stringMatching(/^whsec_/) });
  expect(await countOf("webhook_endpoints")).toBe(before + 1);

  const test_headers = { "idempotency-key": "webhook-2" };
  const sent = () =>
    ask(key, `/webhooks/${first.id}/test`, {
      ...{ method: "POST", headers: test_headers, body: { event: "contact.created" } },
    });
  const delivery = await jsonOf(await sent());
  await losing("webhook-2");
  expect(await jsonOf(await sent())).toEqual(delivery);
});

test("a new secret that is asked for twice leaves the one before it in force", async () => {
  const { url } = await address();
  const body = { name: "Theirs", url, events: ["contact.created"] };
  const { id } = made.parse(await jsonOf(await ask(key, "/webhooks", { method: "POST", body })));
  const sealed = async () =>
    (await rows(owner, "select sealed, previous_sealed from webhook_endpoints where name = 'Theirs'"))[0];
  const before = await sealed();
  const headers = { "idempotency-key": "secret-1" };
  const rotate = () => ask(key, `/webhooks/${id}/secret`, { method: "POST", headers });
  expect((await rotate()).status).toBe(200);
  expect(await jsonOf(await rotate())).toEqual({ secret: null });
  await losing("secret-1");
  expect((await rotate()).status).toBe(200);
  expect((await sealed())?.previous_sealed).toBe(before?.sealed);
});

test("a key counts for a day: then it is another request, and the answers go although new ones come", async () => {
  const send = (name: string, idempotency_key: string) =>
    ask(key, "/contacts", {
      ...{ method: "POST", headers: { "idempotency-key": idempotency_key }, body: { name } },
    });
  const kept = async () =>
    (await rows(owner, "select idempotency_key from api_requests")).map((row) => row.idempotency_key);
  const first = made.parse(await jsonOf(await send("Cleo", "day-1")));
  const later = Date.now() + 20 * 60 * 60 * 1000;
  await at(later, () => send("Dora", "day-2"));
  await at(Date.now() + day + 1000, () =>
    runDurableObjectAlarm(env.ORGANIZATION.getByName(owner.organizationId)),
  );
  expect(await kept()).not.toContain("day-1");
  expect(await kept()).toContain("day-2");
  const anew = await at(Date.now() + day + 2000, () => send("Cleo", "day-1"));
  expect(anew.status).toBe(201);
  expect(made.parse(await jsonOf(anew))).not.toEqual(first);
});

test("a plan that isn't paid is asked again, and a limit too", async () => {
  const poor = await memberOf();
  const theirs = await keyOf(poor);
  const put = (subscription_status: "unpaid" | "active") =>
    controlPlane()
      .update(control.organizations)
      .set({ subscription_status })
      .where(eq(control.organizations.id, poor.organizationId));
  const headers = { "idempotency-key": "paid-1" };
  const send = () => ask(theirs, "/contacts", { method: "POST", headers, body: { name: "Ada" } });
  await put("unpaid");
  expect((await send()).status).toBe(402);
  await put("active");
  expect((await send()).status).toBe(201);

  const { webhook_id } = await oneOfEach(poor);
  const one = (idempotency_key: string) =>
    ask(theirs, `/webhooks/${webhook_id}/test`, {
      ...{ method: "POST", headers: { "idempotency-key": idempotency_key }, body: { event: "call.ended" } },
    });
  let last = await one("test-0");
  for (let n = 1; n < 12 && last.status === 202; n++) last = await one(`test-${n}`);
  expect(last.status).toBe(429);
  const again = await one("test-0");
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
  const tried = await at(Date.now() + 61_000, () => one("test-10"));
  expect([tried.status, tried.headers.get("idempotency-replayed")]).toEqual([202, null]);
});
