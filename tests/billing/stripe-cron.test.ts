/** What cron does where events are lost, late or broken. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { mostAttempts } from "#app/billing/stripe/events.server.ts";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { processDueEvents, recoverLostEvents, usedEvents } from "#workers/stripe-events.ts";
import billing from "../../docs/billing.md?raw";
import { post as order } from "../sandbox/world.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { deliver, events } from "../support/stripe.ts";
import {
  eventOf,
  eventRow,
  idIn,
  planOf,
  post,
  processed,
  sellPlans,
  stripe,
  subscribe,
  subscriptionRow,
} from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const { subscriptions } = control;
const setRow = (id: string, values: Partial<typeof subscriptions.$inferInsert>) =>
  controlPlane().update(subscriptions).set(values).where(eq(subscriptions.subscription_id, id));

test("the documented event types are those that are used", () => {
  const list = billing.split("## Event types")[1]?.split("A test compares")[0] ?? "";
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, type]) => type).sort()).toEqual([...usedEvents].sort());
});

test("an event that keeps failing is tried eight times, and set aside", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const event = eventOf("customer.subscription.updated", { ...made, id: `${made.id}gone` });
  const id = idIn(event);
  expect((await post(event)).status).toBe(200);
  for (let tries = 1; tries <= mostAttempts; tries++) {
    await expect.poll(async () => (await eventRow(id))?.last_error, { timeout: 20_000 }).toBeTruthy();
    const row = await eventRow(id);
    expect(row).toMatchObject({ attempts: tries, processed_at: null });
    if (tries === mostAttempts) break;
    expect(row?.set_aside_at).toBeNull();
    await controlPlane()
      .update(control.stripeEvents)
      .set({ due_at: Date.now() - 1, last_error: null })
      .where(eq(control.stripeEvents.id, id));
    await processDueEvents(env, Date.now());
  }
  const row = await eventRow(id);
  expect(row?.set_aside_at).toBeTypeOf("number");
  expect(row?.due_at).toBeNull();
  await processDueEvents(env, Date.now() + day_ms);
  expect(await eventRow(id)).toMatchObject({ attempts: mostAttempts });
});

test("events that Stripe could not deliver are asked for, and processed once", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const lost = (await events()).find(
    ({ type, event }) => type === "customer.subscription.created" && event.data.object.id === made.id,
  );
  if (!lost) throw new Error("no event");
  await order(`/faults`, { host: "api.stripe.com", path: "/v1/events", status: 500, times: 1 });
  expect(await recoverLostEvents(env, Date.now())).toBeGreaterThan(0);
  expect(await processed(lost.id)).toMatchObject({ organization_id: person.organizationId });
  expect(await planOf(person.organizationId)).toMatchObject({ status: "active" });
  await recoverLostEvents(env, Date.now());
  expect(await eventRow(lost.id)).toMatchObject({ attempts: 1 });
});

test("without any webhook, cron finds a new subscription, and later its end", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await refreshDue(env, Date.now());
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  await stripe.subscriptions.cancel(made.id);
  await refreshDue(env, Date.now());
  expect(await planOf(person.organizationId)).toMatchObject({ status: "active" });
  await refreshDue(env, Date.now() + 31 * minute_ms);
  expect(await planOf(person.organizationId)).toMatchObject({ status: "canceled" });
  const { auditEvents } = control;
  const noted = await controlPlane()
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.organization_id, person.organizationId),
        eq(auditEvents.action, "subscription.corrected"),
      ),
    );
  expect(noted.map(({ changes }) => changes)).toEqual([
    { tier: "growth", status: "active" },
    { tier: "growth", status: "canceled", tier_before: "growth", status_before: "active" },
  ]);
});

test("new subscriptions beyond a page are found, and those of a failed reading are looked for again", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const { cronCursors } = control;
  const searched = eq(cronCursors.name, "new_subscriptions");
  const cursor = async () => (await controlPlane().select().from(cronCursors).where(searched).get())?.cursor;
  // The list begins with the newest: these are before it.
  const strangers = await stripe.customers.create({});
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: strangers.id });
  const [item] = made.items.data;
  for (let n = 0; n < 100; n++)
    await stripe.subscriptions.create({
      customer: strangers.id,
      items: [{ price: item?.price.id ?? "" }],
      default_payment_method: method.id,
    });
  await order("/faults", {
    host: "api.stripe.com",
    path: `/v1/subscriptions/${made.id}`,
    status: 500,
    times: 3,
  });
  const before = await cursor();
  expect(await refreshDue(env, Date.now())).toMatchObject({ failed: 1 });
  expect(await cursor()).toBe(before);
  await refreshDue(env, Date.now());
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  expect(await cursor()).not.toBe(before);
});

test("a period that just ended is read at once", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await refreshDue(env, Date.now());
  await setRow(made.id, { period_end: Date.now() - 1, refreshed_at: Date.now() - minute_ms });
  await refreshDue(env, Date.now());
  expect((await subscriptionRow(made.id))?.period_end).toBeGreaterThan(Date.now());
});

test("one subscription that can't be read waits, and the others are read", async () => {
  const [broken, sound] = [await memberOf(), await memberOf()];
  const [first, second] = [await subscribe(broken), await subscribe(sound)];
  await refreshDue(env, Date.now());
  const row = await subscriptionRow(first.id);
  if (!row) throw new Error("no row");
  const gone = `${first.id}gone`;
  await controlPlane()
    .insert(subscriptions)
    .values({ ...row, subscription_id: gone, refreshed_at: 0 });
  await setRow(second.id, { refreshed_at: 1, status: "past_due" });
  const now = Date.now();
  const counts = await refreshDue(env, now);
  expect(counts?.failed).toBe(1);
  expect(await subscriptionRow(second.id)).toMatchObject({ status: "active" });
  expect(await subscriptionRow(gone)).toMatchObject({ failures: 1, read_after: now + 10 * minute_ms });
  expect(await refreshDue(env, now + minute_ms)).toMatchObject({ failed: 0 });
  await refreshDue(env, now + 11 * minute_ms);
  expect(await subscriptionRow(gone)).toMatchObject({ failures: 2 });
  await controlPlane().delete(subscriptions).where(eq(subscriptions.subscription_id, gone));
});

test("while Stripe doesn't answer the run ends, and nothing is lost", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await refreshDue(env, Date.now());
  await setRow(made.id, { refreshed_at: 2, status: "past_due" });
  await order("/faults", {
    host: "api.stripe.com",
    path: `/v1/subscriptions/${made.id}`,
    status: 500,
    times: 3,
  });
  const now = Date.now();
  expect(await refreshDue(env, now)).toMatchObject({ failed: 1 });
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "past_due", failures: 1 });
  await refreshDue(env, now + 11 * minute_ms);
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "active", failures: 0, read_after: null });
});

test("when many are due they are compared with the list, and only those that differ are written", async () => {
  const people = await Promise.all(Array.from({ length: 45 }, () => memberOf()));
  const made = [];
  for (const person of people) made.push(await subscribe(person, { tier: "starter" }));
  while (((await refreshDue(env, Date.now()))?.changed ?? 0) > 0);
  const [one = { id: "" }, ended = { id: "" }] = made;
  await stripe.subscriptions.cancel(ended.id);
  const later = Date.now() - day_ms;
  for (const { id } of made) await setRow(id, { refreshed_at: later });
  await setRow(one.id, { status: "past_due" });
  const counts = await refreshDue(env, Date.now());
  expect(counts?.pages).toBeGreaterThan(0);
  expect(counts?.changed).toBe(2);
  expect(await subscriptionRow(one.id)).toMatchObject({ status: "active" });
  expect(await subscriptionRow(ended.id)).toMatchObject({ status: "canceled" });
  for (const { id } of made) expect((await subscriptionRow(id))?.refreshed_at).toBeGreaterThan(later);
  expect(await refreshDue(env, Date.now())).toMatchObject({ pages: 0, read: 0 });
});
