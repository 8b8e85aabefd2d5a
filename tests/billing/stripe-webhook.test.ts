/** The door for Stripe: what is believed, stored, answered and processed. */
import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import Stripe from "stripe";
import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { answerWith } from "../support/built-app.ts";
import { controlPlane, memberOf, origin } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import {
  eventOf,
  eventRow,
  idIn,
  planOf,
  post,
  processed,
  sellPlans,
  signatureOf,
  stripe,
  subscribe,
  subscriptionRow,
  told,
  webhook,
} from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const now_s = () => Math.floor(Date.now() / 1000);
const unused = () => eventOf("payout.paid", { id: "po_1", object: "payout" });

const v0Of = async (event: string) => (await signatureOf(event)).replace("v1=", "v0=");

test("B29: an event is believed with one right signature of now, and otherwise refused with 400", async () => {
  const event = unused();
  const right = await signatureOf(event);
  const wrong = `v1=${"0".repeat(64)}`;
  const refused: [string, Request][] = [
    ["no header", new Request(`${origin}/webhooks/stripe`, { method: "POST", body: event })],
    ["wrong secret", await webhook(event, { secret: "whsec_wrong" })],
    ["a changed body", await webhook(`${event} `, { header: right })],
    ["301 s old", await webhook(event, { at_s: now_s() - 301 })],
    ["301 s early", await webhook(event, { at_s: now_s() + 302 })],
    ["v0 alone", await webhook(event, { header: await v0Of(event) })],
    ["no time", await webhook(event, { header: right.replace(/t=\d+,/, "") })],
  ];
  for (const [why, request] of refused) expect((await answerWith({}, request)).status, why).toBe(400);
  expect(await eventRow(idIn(event))).toBeUndefined();
  const [time = "", signature = ""] = right.split(",");
  expect((await post(event, { header: `${time},${wrong},${signature}` })).status).toBe(200);
  expect(await eventRow(idIn(event))).toBeDefined();
});

test("R27: a signature of almost 300 s ago or ahead counts, so clocks may differ", async () => {
  for (const skew of [-295, 295])
    expect((await post(unused(), { at_s: now_s() + skew })).status, String(skew)).toBe(200);
});

test("while the secret is changed, the new and the former one are believed", async () => {
  const bindings = { STRIPE_WEBHOOK_SECRET: "whsec_the_next", STRIPE_WEBHOOK_SECRET_PREVIOUS: "whsec_local" };
  const status = async (secret: string, set: object) =>
    (await answerWith({ ...env, ...set }, await webhook(unused(), { secret }))).status;
  expect(await status("whsec_the_next", bindings)).toBe(200);
  expect(await status("whsec_local", bindings)).toBe(200);
  expect(await status("whsec_local", { STRIPE_WEBHOOK_SECRET: "whsec_the_next" })).toBe(400);
});

test("the door takes posts alone, up to a length, and is closed without keys", async () => {
  const get = new Request(`${origin}/webhooks/stripe`);
  expect((await answerWith({}, get)).status).toBe(405);
  const long = eventOf("payout.paid", { id: "po_1", object: "payout", text: "a".repeat(524_288) });
  expect((await answerWith({}, await webhook(long))).status).toBe(413);
  const closed = { ...env, STRIPE_SECRET_KEY: undefined };
  expect((await answerWith(closed, await webhook(unused()))).status).toBe(404);
});

test("B30: an event that comes twenty times at once has one effect", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const event = eventOf("customer.subscription.created", made);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(event)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await processed(idIn(event))).toMatchObject({
    attempts: 1,
    organization_id: person.organizationId,
    object_id: made.id,
    due_at: null,
  });
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  expect((await post(event)).status).toBe(200);
  expect(await eventRow(idIn(event))).toMatchObject({ attempts: 1 });
});

test("an event of a connected account reads no subscription of the platform's customers", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const event = eventOf("customer.subscription.created", made, { account: "acct_anyone" });
  expect((await post(event)).status).toBe(200);
  await processed(idIn(event));
  expect(await subscriptionRow(made.id)).toBeUndefined();
});

test("B30: an event of an unknown type is stored and changes nothing", async () => {
  const event = unused();
  expect((await post(event)).status).toBe(200);
  const row = await eventRow(idIn(event));
  expect(row).toMatchObject({ type: "payout.paid", attempts: 0, due_at: null });
  expect(row?.processed_at).toBeTypeOf("number");
});

test.each([
  ["no object's name", { id: "x_1" }],
  ["a number as its id", { id: 7, object: "odd" }],
  ["metadata that are no texts", { id: "x_2", object: "odd", metadata: { deep: { er: 1 } } }],
  ["nothing", {}],
])("B30: an unknown type whose object has %s is stored and answered all the same", async (_, object) => {
  const event = eventOf("odd.happened", object);
  expect((await post(event)).status).toBe(200);
  const row = await eventRow(idIn(event));
  expect(row).toMatchObject({ type: "odd.happened", object_id: null, attempts: 0, due_at: null });
  expect(row?.stripe_created).toBeTypeOf("number");
});

const reportOf = (answer: Response) =>
  controlPlane()
    .select()
    .from(control.errorLogs)
    .where(eq(control.errorLogs.request_id, answer.headers.get("x-request-id") ?? ""))
    .get();

test("B30: an event of test mode in a live deployment is ignored and reported", async () => {
  const event = eventOf("customer.subscription.updated", { id: "sub_1", object: "subscription" });
  const live = { ...env, STRIPE_SECRET_KEY: "sk_live_0123456789" };
  const ctx = createContext();
  const answer = await answerWith(live, await webhook(event), ctx.ctx);
  expect(answer.status).toBe(200);
  await ctx.done();
  expect(await eventRow(idIn(event))).toBeUndefined();
  expect(await reportOf(answer)).toMatchObject({ severity: "warning" });
});

test("B32: an event of an unknown customer is stored, answered and reported", async () => {
  const stranger = await stripe.customers.create({ name: "Someone else's" });
  const event = eventOf("invoice.paid", { id: "in_1", object: "invoice", customer: stranger.id });
  expect((await post(event)).status).toBe(200);
  expect(await processed(idIn(event))).toMatchObject({ organization_id: null, last_error: null });
  await vi.waitFor(async () => {
    const [last] = await controlPlane()
      .select()
      .from(control.errorLogs)
      .where(eq(control.errorLogs.request_id, idIn(event)))
      .orderBy(desc(control.errorLogs.id));
    expect(last).toMatchObject({
      severity: "warning",
      error_message: expect.stringContaining("unknown customer"),
    });
  });
});

test("B32: an event of an organization that is deleted, or gone, breaks nothing", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const { organizations } = control;
  const change = (values: Partial<typeof organizations.$inferInsert>) =>
    controlPlane().update(organizations).set(values).where(eq(organizations.id, person.organizationId));
  await change({ archived_at: Date.now(), purge_at: Date.now() + 1 });
  await told("customer.subscription.created", made);
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "active" });
  const other = await memberOf();
  const second = await subscribe(other);
  await controlPlane()
    .update(organizations)
    .set({ archived_at: Date.now(), purge_at: null })
    .where(eq(organizations.id, other.organizationId));
  await told("customer.subscription.created", second);
  expect(await subscriptionRow(second.id)).toBeUndefined();
});

test("B33: while D1 is down Stripe gets 500; sent again, the event leaves the same state", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const event = eventOf("customer.subscription.created", made);
  const header = await signatureOf(event);
  const init = { method: "POST", body: event, headers: {} };
  const broken = await withBrokenDatabase("stripe_events", "/webhooks/stripe", "", {
    ...init,
    headers: { "stripe-signature": header },
  });
  expect(broken.status).toBe(500);
  expect(await planOf(person.organizationId)).toMatchObject({ status: "pending" });
  expect((await post(event)).status).toBe(200);
  await processed(idIn(event));
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
});

test("an event that names another organization than its customer's is the customer's", async () => {
  const [person, other] = [await memberOf(), await memberOf()];
  const made = await subscribe(person, { metadata: { organization_id: other.organizationId } });
  await told("customer.subscription.created", made);
  expect(await planOf(person.organizationId)).toMatchObject({ status: "active" });
  expect(await planOf(other.organizationId)).toMatchObject({ status: "pending" });
});

test("only ids and metadata of an event's object are kept", async () => {
  const name = `Marta ${newId()}`;
  const event = eventOf("invoice.paid", {
    id: "in_2",
    object: "invoice",
    customer: null,
    customer_name: name,
    customer_email: "marta@example.com",
  });
  await post(event);
  await processed(idIn(event));
  expect(JSON.stringify(await eventRow(idIn(event)))).not.toMatch(/marta/i);
  expect(Stripe.API_VERSION).not.toBe("");
});

function createContext() {
  const waiting: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => waiting.push(work), passThroughOnException: () => {} };
  return { ctx: ctx as unknown as ExecutionContext, done: () => Promise.all(waiting) };
}
