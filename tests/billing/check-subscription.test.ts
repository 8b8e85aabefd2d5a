/** POST /functions/check-subscription: whose plan it tells, what it costs, and what it says when something is down. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { answerWith } from "../support/built-app.ts";
import { anonymous, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { newDatabase, sellPlans, stripe, subscribe } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const path = "/functions/check-subscription";
const check = (person: Person) => person.post(path);
const planOf = async (person: Person) => (await check(person)).json();
const key = ({ organizationId }: Person) => `subscription:${organizationId}`;
const subscribed = async (person: Person, wanted = {}) => {
  const made = await subscribe(person, wanted);
  const which = { organization_id: person.organizationId, subscription_id: made.id };
  await refreshSubscription(env, newDatabase(), which, Date.now());
  return made;
};
const setOrganization = (person: Person, values: Partial<typeof control.organizations.$inferInsert>) =>
  controlPlane()
    .update(control.organizations)
    .set(values)
    .where(eq(control.organizations.id, person.organizationId));

const defaults = {
  subscribed: false,
  product_id: null,
  tier: "starter",
  status: "trialing",
  subscription_end: null,
};

test("it tells the plan of the active organization, in the spec's fields", async () => {
  const person = await memberOf();
  const made = await subscribed(person);
  expect(await planOf(person)).toEqual({
    subscribed: true,
    product_id: "plan_growth",
    tier: "growth",
    status: "active",
    subscription_end: new Date((made.items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
  });
});

test("what a client paid before it came to its agency says nothing about its plan", async () => {
  const [agency, client] = [await memberOf(), await memberOf()];
  await subscribed(client);
  await setOrganization(client, { parent_organization_id: agency.organizationId });
  await env.HOSTS.delete(key(client));
  expect(await planOf(client)).toMatchObject({ status: "active", product_id: null, subscription_end: null });
});

test("an organization that never subscribed is pending", async () => {
  expect(await planOf(await memberOf())).toEqual({ ...defaults, status: "pending" });
});

test.each([
  ["trialing", null, true],
  ["active", null, true],
  ["past_due", 6, true],
  ["past_due", 8, false],
  ["unpaid", null, false],
  ["paused", null, false],
  ["incomplete", null, false],
  ["canceled", null, false],
  ["something_new", null, false],
])("%s, overdue for %s days: subscribed %s", async (status, days, isSubscribed) => {
  const person = await memberOf();
  const past_due_since = days === null ? null : Date.now() - days * day_ms;
  await setOrganization(person, { subscription_status: status, past_due_since });
  expect(await planOf(person)).toMatchObject({ status, subscribed: isSubscribed });
});

test("it needs a session, takes posts alone, and no fields", async () => {
  const answer = await anonymous().post(path);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error: "Please sign in to continue." });
  const person = await memberOf();
  expect((await person.get(path)).status).toBe(405);
  const headers = { "content-type": "application/json", origin, "sec-fetch-site": "same-origin" };
  const send = (body: string) => person.fetch(path, { method: "POST", body, headers });
  expect((await send("{}")).status).toBe(200);
  expect((await send("[]")).status).toBe(400);
  const elsewhere = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
  expect((await person.post(path, {}, elsewhere)).status).toBe(403);
});

test("while the copy is fresh it costs one look into KV and no statement beside the session's", async () => {
  const person = await memberOf();
  await subscribed(person);
  const cost = (await check(person)).headers.get("server-timing") ?? "";
  expect(cost).toContain('d1;desc="1"');
  expect(cost).toContain('kv;desc="1"');
  expect(cost).not.toContain("subscription-default");
});

test("a copy that is a minute old, or of another shape, is read anew from D1", async () => {
  const person = await memberOf();
  await subscribed(person);
  for (const copy of [{ tier: "scale", at: Date.now() }, await stale(person), "no json"]) {
    await env.HOSTS.put(key(person), typeof copy === "string" ? copy : JSON.stringify(copy));
    expect(await planOf(person)).toMatchObject({ tier: "growth", status: "active" });
  }
});

const stale = async (person: Person) => ({
  ...(await env.HOSTS.get<object>(key(person), "json")),
  tier: "scale",
  at: Date.now() - 61_000,
});

const ask = (person: Person) =>
  new Request(`${origin}${path}`, {
    method: "POST",
    headers: { cookie: person.cookie, origin, "sec-fetch-site": "same-origin" },
  });

test("while KV is down D1 answers", async () => {
  const person = await memberOf();
  await subscribed(person);
  const down = new Proxy(env.HOSTS, { get: () => () => Promise.reject(new Error("KV is down")) });
  const answer = await answerWith({ HOSTS: down }, ask(person));
  expect(await answer.json()).toMatchObject({ tier: "growth", status: "active", subscribed: true });
});

test("while D1 is down the copy answers for a minute, then the defaults", async () => {
  const person = await memberOf();
  await subscribed(person);
  const init = { method: "POST" };
  const broken = () => withBrokenDatabase("plan_prices", path, person.cookie, init);
  expect(await (await broken()).json()).toMatchObject({ tier: "growth", status: "active" });
  await env.HOSTS.put(key(person), JSON.stringify(await stale(person)));
  const answer = await broken();
  expect(await answer.json()).toEqual(defaults);
  expect(answer.headers.get("server-timing")).toContain("subscription-default");
});

test("a change at Stripe is in the copy as soon as it is in D1", async () => {
  const person = await memberOf();
  const made = await subscribed(person);
  expect(await planOf(person)).toMatchObject({ status: "active" });
  await stripe.subscriptions.cancel(made.id);
  const which = { organization_id: person.organizationId, subscription_id: made.id };
  await refreshSubscription(env, newDatabase(), which, Date.now());
  expect(await planOf(person)).toMatchObject({ status: "canceled", subscribed: false });
});
