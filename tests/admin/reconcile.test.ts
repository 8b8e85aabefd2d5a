/** `npm run reconcile`: usage compared in its five places, by whom it may be asked, and what it finds. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { billingCustomers, meterEvents, subscriptionTerms, usageRollups } from "#drizzle/control/schema.ts";
import { callOf } from "../billing/arrange.ts";
import { terms } from "../billing/periods.ts";
import { newDatabase, sellPlans, subscribe } from "../billing/subscribing.ts";
import { inObject } from "../calls/arrange.ts";
import { plan, stripe } from "../sandbox/stripe.ts";
import { controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { advance, deliver, startClockAt } from "../support/stripe.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await plan("Growth", 9900);
});

const answer = z.object({
  compared: z.number(),
  differences: z.array(
    z.object({
      organization_id: z.string(),
      what: z.string(),
      expected_seconds: z.number(),
      found_seconds: z.number(),
    }),
  ),
  next: z.string().nullable(),
});

const ask = (person: Person, body: object) =>
  person.fetch("/functions/reconcile-usage", {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The differences of one organization, as found by asking page by page. */
async function differencesOf({ organizationId }: Person) {
  const admin = await memberOf({ isPlatformAdmin: true });
  const found: z.infer<typeof answer>["differences"] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const response = await ask(admin, after === undefined ? {} : { after });
    const page = answer.parse(await response.json());
    found.push(...page.differences);
    after = page.next;
  }
  return found
    .filter((one) => one.organization_id === organizationId)
    .map(({ what, expected_seconds, found_seconds }) => [what, expected_seconds, found_seconds]);
}

/** An organization on a plan for ten days, with a call of 90 seconds a day ago that is everywhere. */
async function subscribed() {
  const owner = await memberOf();
  const organization_id = owner.organizationId;
  const began = Date.now() - 10 * day_ms;
  const period = terms({ period_start: began, period_end: began + 30 * day_ms });
  const customer = await stripe.customers.create({ metadata: { organization_id } });
  await controlPlane()
    .insert(billingCustomers)
    .values({ organization_id, customer_id: customer.id, created_at: began });
  await controlPlane()
    .insert(subscriptionTerms)
    .values({ ...period, organization_id, created_at: began });
  await owner.store.usage.setTerms([period], began);
  const call = callOf(90, Date.now() - day_ms);
  await recorded(owner, call);
  return { owner, customer: customer.id, call };
}

/** A call as the organization has it, without the fact by which the other places learn of it. */
async function recorded(owner: Person, ...calls: FinishedCall[]) {
  for (const call of calls) {
    await owner.store.usage.recordUsage(call);
    await inObject(owner, (sql) =>
      sql.exec(
        `insert into calls (id, type, direction, status, outcome, provider, started_at, talk_seconds, created_at, updated_at)
        values (?, 'phone', 'inbound', 'completed', 'answered', 'twilio', ?, ?, 0, 0)`,
        call.id,
        call.started_at,
        call.talk_seconds,
      ),
    );
  }
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>;

const rolledUp = ({ owner, call }: Subscribed, seconds: number) =>
  controlPlane()
    .insert(usageRollups)
    .values({
      organization_id: owner.organizationId,
      quarter_start: Math.floor(call.started_at / 900_000) * 900_000,
      calls: 1,
      answered: 1,
      bookings: 0,
      seconds,
      cost_micros: 0,
    });

const metered = ({ owner, customer, call }: Subscribed, seconds: number, sent_at: number | null) =>
  controlPlane()
    .insert(meterEvents)
    .values({
      identifier: `${call.id}:platform`,
      organization_id: owner.organizationId,
      payer_id: owner.organizationId,
      customer_id: customer,
      seconds,
      at: call.ended_at,
      sent_at,
    });

const atStripe = ({ customer, call }: Subscribed, seconds: number) =>
  stripe.billing.meterEvents.create({
    event_name: "call_seconds",
    identifier: `${call.id}:platform`,
    timestamp: Math.floor(call.ended_at / 1000),
    payload: { stripe_customer_id: customer, value: String(seconds) },
  });

test("usage that is the same everywhere has no difference", async () => {
  const one = await subscribed();
  await rolledUp(one, 90);
  await metered(one, 90, Date.now());
  await atStripe(one, 90);
  expect(await differencesOf(one.owner)).toEqual([]);
});

test("each place that differs is named with both figures", async () => {
  const nowhere = await subscribed();
  expect(await differencesOf(nowhere.owner)).toEqual([
    ["metered", 90, 0],
    ["rolled_up", 90, 0],
  ]);
  const little = await subscribed();
  await rolledUp(little, 80);
  await metered(little, 90, Date.now());
  await atStripe(little, 70);
  expect(await differencesOf(little.owner)).toEqual([
    ["rolled_up", 90, 80],
    ["stripe", 90, 70],
  ]);
  const late = await subscribed();
  await rolledUp(late, 90);
  await metered(late, 90, null);
  expect(await differencesOf(late.owner)).toEqual([["unsent", 0, 90]]);
});

test("a period that is over is compared with its invoice", async () => {
  await sellPlans();
  const owner = await memberOf();
  const organization_id = owner.organizationId;
  const customer = await customerOf(env, newDatabase(), {
    organization_id,
    name: "Clinic",
    email: owner.email,
  });
  await startClockAt(new Date(Date.now() - 33 * day_ms).toISOString(), customer);
  const made = await subscribe(owner);
  const [item] = made.items.data;
  const began = (item?.current_period_start ?? 0) * 1000;
  const period = terms({
    subscription_id: made.id,
    period_start: began,
    period_end: (item?.current_period_end ?? 0) * 1000,
  });
  await controlPlane()
    .insert(subscriptionTerms)
    .values({ ...period, organization_id, created_at: began });
  await owner.store.usage.setTerms([period], began);
  await recorded(owner, callOf(90, began + day_ms));
  await advance({ days: 1 }, customer);
  await stripe.billing.meterEvents.create({
    event_name: "call_seconds",
    identifier: `test:${organization_id}`,
    timestamp: Math.floor((began + day_ms) / 1000),
    payload: { stripe_customer_id: customer, value: "90" },
  });
  const invoiced = async () => (await differencesOf(owner)).filter(([what]) => what === "invoiced");
  // Its invoice does not exist yet, and the period is over by our clock.
  expect(await invoiced()).toEqual([["invoiced", 90, 0]]);
  await advance({ days: 31 }, customer);
  expect(await invoiced()).toEqual([]);
  await recorded(owner, callOf(60, began + 2 * day_ms));
  expect(await invoiced()).toEqual([["invoiced", 150, 90]]);
});

test("calls before there was a customer, and of this moment, are not compared", async () => {
  const owner = await memberOf();
  const organization_id = owner.organizationId;
  const began = Date.now() - 10 * day_ms;
  const period = terms({ period_start: began, period_end: began + 30 * day_ms });
  await controlPlane()
    .insert(billingCustomers)
    .values({ organization_id, customer_id: `cus_${organization_id}`, created_at: Date.now() - 2 * hour_ms });
  await controlPlane()
    .insert(subscriptionTerms)
    .values({ ...period, organization_id, created_at: began });
  await recorded(owner, callOf(90, Date.now() - day_ms), callOf(90, Date.now()));
  const found = await differencesOf(owner);
  expect(found.filter(([what]) => what === "metered")).toEqual([]);
});

test("only platform admins are answered", async () => {
  expect((await ask(await memberOf(), {})).status).toBe(403);
  expect((await ask(await memberOf({ isPlatformAdmin: true }), { after: 7 })).status).toBe(400);
});
