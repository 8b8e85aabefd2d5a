/** Ended phone calls reach Stripe's meter once, for who pays for them, whatever fails on the way. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { forgetMeterEvents, sendDueMeterEvents } from "#app/billing/usage/due-meter-events.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import {
  billingCustomers,
  clientTerms,
  errorLogs,
  meterEvents,
  organizations,
  subscriptions,
  subscriptionTerms,
} from "#drizzle/control/schema.ts";
import { plan, stripe } from "../sandbox/stripe.ts";
import { post } from "../sandbox/world.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { terms } from "./periods.ts";

let meterId = "";

beforeAll(async () => {
  await deliver({ mode: "held" });
  meterId = (await plan("Growth", 9900)).meter.id;
});

/** A customer at Stripe, for an organization. */
async function customerFor({ organizationId }: Pick<Person, "organizationId">): Promise<string> {
  const { id } = await stripe.customers.create({ metadata: { organization_id: organizationId } });
  await controlPlane()
    .insert(billingCustomers)
    .values({ organization_id: organizationId, customer_id: id, created_at: Date.now() });
  return id;
}

/** What Stripe's meter has of a customer. */
async function metered(customer: string): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const sums = await stripe.billing.meters.listEventSummaries(meterId, {
    customer,
    start_time: now - 86_400 * 35,
    end_time: now + 60,
  });
  return sums.data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
}

const eventsOf = (organizationId: string) =>
  controlPlane().select().from(meterEvents).where(eq(meterEvents.organization_id, organizationId));

const stripeFails = (times: number) =>
  post("/faults", { host: "api.stripe.com", path: "/v1/billing/meter_events", status: 500, times });

test("a call is metered once, however often its fact comes", async () => {
  const owner = await memberOf();
  const customer = await customerFor(owner);
  const call = callFinished(owner.organizationId, { billable_seconds: 90 });
  await delivered([call, call]);
  await delivered([call]);
  expect(await metered(customer)).toBe(90);
  expect(await eventsOf(owner.organizationId)).toMatchObject([
    {
      identifier: `${call.payload.call_id}:platform`,
      payer_id: owner.organizationId,
      seconds: 90,
      due_at: null,
      attempts: 1,
    },
  ]);
});

test("calls that are free are not metered", async () => {
  const owner = await memberOf();
  await customerFor(owner);
  await delivered([
    callFinished(owner.organizationId, { type: "test" }),
    callFinished(owner.organizationId, { type: "web", billable_seconds: 0 }),
    callFinished(owner.organizationId, { answered: false, seconds: 0 }),
  ]);
  expect(await eventsOf(owner.organizationId)).toEqual([]);
});

test("a client's call is metered to its agency", async () => {
  const agency = await memberOf();
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const customer = await customerFor(agency);
  await delivered([callFinished(client.organizationId), callFinished(agency.organizationId)]);
  expect(await metered(customer)).toBe(180);
  expect(await eventsOf(client.organizationId)).toMatchObject([{ payer_id: agency.organizationId }]);
});

test("the late fact of a client's call is its former agency's", async () => {
  const agency = await memberOf();
  const client = await memberOf();
  const customer = await customerFor(agency);
  const left_at = Date.now() - hour_ms;
  await controlPlane()
    .insert(clientTerms)
    .values({
      client_id: client.organizationId,
      month: "2026-11",
      agency_id: agency.organizationId,
      tier: "growth",
      fee_amount: 9_900,
      included_minutes: 100,
      minute_micros: 200_000,
      currency: "USD",
      starts_at: left_at - day_ms,
      ends_at: left_at,
      created_at: left_at - day_ms,
    });
  await delivered([
    callFinished(client.organizationId, { ended_at: left_at - 1 }),
    callFinished(client.organizationId, { ended_at: left_at }),
  ]);
  const events = await eventsOf(client.organizationId);
  expect(events.sort((a, b) => a.at - b.at).map(({ payer_id }) => payer_id)).toEqual([
    agency.organizationId,
    client.organizationId,
  ]);
  expect(await metered(customer)).toBe(90);
});

test("R30: what Stripe does not take waits, and cron sends it once", async () => {
  const owner = await memberOf();
  const customer = await customerFor(owner);
  await stripeFails(3);
  await delivered([callFinished(owner.organizationId)]);
  const [waiting] = await eventsOf(owner.organizationId);
  expect(waiting).toMatchObject({ sent_at: null, attempts: 1 });
  expect(waiting?.due_at).toBeGreaterThan(Date.now());
  expect(await metered(customer)).toBe(0);
  const later = Date.now() + hour_ms;
  await sendDueMeterEvents(env, later);
  await sendDueMeterEvents(env, later);
  expect(await metered(customer)).toBe(90);
  expect(await eventsOf(owner.organizationId)).toMatchObject([{ sent_at: later, due_at: null }]);
});

test("a call without a customer waits for one, and is sent once a subscription begins", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const early = callFinished(organizationId, { ended_at: Date.now() - hour_ms });
  const call = callFinished(organizationId, { ended_at: Date.now() - 1000 });
  await delivered([early, call]);
  await sendDueMeterEvents(env, Date.now());
  expect(await eventsOf(organizationId)).toMatchObject([
    { due_at: null, sent_at: null },
    { due_at: null, sent_at: null },
  ]);
  const customer = await customerFor(owner);
  await controlPlane().insert(subscriptions).values(newSubscription(organizationId, customer));
  await delivered([subscriptionChanged(organizationId)]);
  await sendDueMeterEvents(env, Date.now() + 1000);
  expect(await metered(customer)).toBe(90);
  const sent = (await eventsOf(organizationId)).filter(({ sent_at }) => sent_at !== null);
  expect(sent.map(({ identifier }) => identifier)).toEqual([`${call.payload.call_id}:platform`]);
});

test("a call that is too old for Stripe is reported, and not tried again", async () => {
  const owner = await memberOf();
  await customerFor(owner);
  const ended_at = Date.now() - 36 * day_ms;
  await delivered([callFinished(owner.organizationId, { started_at: ended_at - 90_000, ended_at })]);
  expect(await eventsOf(owner.organizationId)).toMatchObject([
    { due_at: null, sent_at: null, last_error: "older than 35 days" },
  ]);
  const logged = await controlPlane()
    .select({ words: errorLogs.error_message })
    .from(errorLogs)
    .where(and(eq(errorLogs.organization_id, owner.organizationId), eq(errorLogs.url, "/usage/meter")));
  expect(logged).toEqual([{ words: expect.stringContaining("is not billed: older than 35 days") }]);
});

test("calls that reach Stripe after their period's invoice are reported, once in a period", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const customer = await customerFor(owner);
  const period_end = Date.now() - 2 * hour_ms;
  const plan = terms({ period_start: period_end - 30 * day_ms, period_end });
  await controlPlane()
    .insert(subscriptionTerms)
    .values({ ...plan, organization_id: organizationId, created_at: period_end });
  const late = () => callFinished(organizationId, { ended_at: period_end - 1000 });
  await delivered([callFinished(organizationId, { ended_at: period_end + 1000 })]);
  const reported = () =>
    controlPlane()
      .select({ url: errorLogs.url, severity: errorLogs.severity })
      .from(errorLogs)
      .where(eq(errorLogs.organization_id, organizationId));
  expect(await reported()).toEqual([]);
  await delivered([late()]);
  await delivered([late()]);
  expect(await metered(customer)).toBe(270);
  expect(await reported()).toEqual([{ url: `/usage/late/${plan.period_start}`, severity: "error" }]);
});

test("a fact of an organization that is gone meters nothing", async () => {
  const id = newId();
  const { explicitAcks } = await delivered([callFinished(id)]);
  expect(explicitAcks).toEqual(["m0"]);
  expect(await eventsOf(id)).toEqual([]);
});

test("an archived organization's call is billed", async () => {
  const owner = await memberOf();
  const customer = await customerFor(owner);
  await controlPlane()
    .update(organizations)
    .set({ archived_at: Date.now() })
    .where(eq(organizations.id, owner.organizationId));
  await delivered([callFinished(owner.organizationId)]);
  expect(await metered(customer)).toBe(90);
});

test("metered calls are forgotten after 400 days", async () => {
  const owner = await memberOf();
  await customerFor(owner);
  await delivered([callFinished(owner.organizationId)]);
  await forgetMeterEvents(env, Date.now() + 399 * day_ms);
  expect(await eventsOf(owner.organizationId)).toHaveLength(1);
  await forgetMeterEvents(env, Date.now() + 401 * day_ms);
  expect(await eventsOf(owner.organizationId)).toEqual([]);
});

const subscriptionChanged = (organization_id: string) => {
  const change_id = newId();
  return {
    id: `subscription.changed:${change_id}`,
    kind: "subscription.changed",
    organization_id,
    created_at: Date.now(),
    outbox: "control",
    payload: { v: 1, change_id, subscription_id: "sub_1", tier: "growth", status: "active" },
  };
};

/** A subscription that began ten minutes ago. */
function newSubscription(organization_id: string, customer_id: string): typeof subscriptions.$inferInsert {
  const began = Date.now() - 600_000;
  return {
    subscription_id: `sub_${organization_id}`,
    organization_id,
    customer_id,
    status: "active",
    tier: "growth",
    cadence: "monthly",
    price_id: "price_1",
    currency: "USD",
    unit_amount: 9900,
    plan_item_id: "si_1",
    minutes_item_id: "si_2",
    period_start: began,
    period_end: began + 30 * day_ms,
    stripe_created: began,
    refreshed_at: began,
    created_at: began,
  };
}
