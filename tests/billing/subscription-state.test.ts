/** A subscription's state: always Stripe's, whatever came first, twice or never. */
import { env } from "cloudflare:workers";
import { and, desc, eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { syncCatalogue } from "#app/billing/stripe/catalogue.server.ts";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { currentSubscription, refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import {
  newDatabase,
  planOf,
  priceOf,
  sellPlans,
  stripe,
  subscribe,
  subscriptionRow,
  told,
} from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const refresh = (organization_id: string, subscription_id: string) =>
  refreshSubscription(env, newDatabase(), { organization_id, subscription_id }, Date.now());

const termsOf = (organization_id: string) =>
  controlPlane()
    .select()
    .from(control.subscriptionTerms)
    .where(eq(control.subscriptionTerms.organization_id, organization_id))
    .orderBy(desc(control.subscriptionTerms.period_start));

test("a subscription gives its organization the plan, and its minutes their terms", async () => {
  const person = await memberOf();
  const made = await subscribe(person, { tier: "scale" });
  await told("customer.subscription.created", made);
  expect(await planOf(person.organizationId)).toEqual({
    tier: "scale",
    status: "active",
    past_due_since: null,
  });
  const price = await priceOf("scale");
  expect(await subscriptionRow(made.id)).toMatchObject({
    organization_id: person.organizationId,
    price_id: price.price_id,
    cadence: "monthly",
    currency: "USD",
    unit_amount: 299_00,
    period_start: (made.items.data[0]?.current_period_start ?? 0) * 1000,
    period_end: (made.items.data[0]?.current_period_end ?? 0) * 1000,
    ended_at: null,
  });
  expect(await termsOf(person.organizationId)).toMatchObject([
    { tier: "scale", included_seconds: 4000 * 60, minute_micros: 120_000, currency: "USD", is_trial: false },
  ]);
  expect(await currentSubscription(newDatabase(), person.organizationId)).toMatchObject({
    subscription_id: made.id,
  });
});

test("a trial's terms say that it is one", async () => {
  const person = await memberOf();
  const made = await subscribe(person, { tier: "starter", trial_days: 14 });
  await refresh(person.organizationId, made.id);
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "starter", status: "trialing" });
  expect(await termsOf(person.organizationId)).toMatchObject([{ included_seconds: 12_000, is_trial: true }]);
});

test("B31: deleted before created, and changed after deleted: the subscription stays ended", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const gone = await stripe.subscriptions.cancel(made.id);
  await told("customer.subscription.deleted", gone);
  expect(await planOf(person.organizationId)).toMatchObject({ status: "canceled" });
  await told("customer.subscription.created", made);
  await told("customer.subscription.updated", { ...made, status: "active" });
  expect(await planOf(person.organizationId)).toMatchObject({ status: "canceled" });
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "canceled" });
});

test("B31: a subscription that ended here does not live again, whatever is read", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const { subscriptions } = control;
  await refresh(person.organizationId, made.id);
  await controlPlane()
    .update(subscriptions)
    .set({ status: "canceled", ended_at: Date.now() })
    .where(eq(subscriptions.subscription_id, made.id));
  await refresh(person.organizationId, made.id);
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "canceled" });
});

test("an older reading does not replace a newer one", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await refresh(person.organizationId, made.id);
  await controlPlane()
    .update(control.subscriptions)
    .set({ status: "past_due", refreshed_at: Date.now() + 60_000 })
    .where(eq(control.subscriptions.subscription_id, made.id));
  await refresh(person.organizationId, made.id);
  expect(await subscriptionRow(made.id)).toMatchObject({ status: "past_due" });
});

test("twenty readings at once leave one row, one period's terms and Stripe's state", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await Promise.all(Array.from({ length: 20 }, () => refresh(person.organizationId, made.id)));
  expect(await termsOf(person.organizationId)).toHaveLength(1);
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
});

test("of an ended and a newer living subscription the living one decides, whichever is heard of last", async () => {
  const person = await memberOf();
  const first = await subscribe(person, { tier: "starter" });
  await refresh(person.organizationId, first.id);
  await stripe.subscriptions.cancel(first.id);
  const second = await subscribe(person, { tier: "scale" });
  await told("customer.subscription.created", second);
  await told("customer.subscription.deleted", first);
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "scale", status: "active" });
});

test("a late event of an ended subscription does not touch the plan that an agency gave its client", async () => {
  const agency = await memberOf();
  const client = await memberOf();
  const made = await subscribe(client);
  await refresh(client.organizationId, made.id);
  await stripe.subscriptions.cancel(made.id);
  await told("customer.subscription.deleted", made);
  expect(await planOf(client.organizationId)).toMatchObject({ status: "canceled" });
  await controlPlane()
    .update(control.organizations)
    .set({
      parent_organization_id: agency.organizationId,
      subscription_tier: "scale",
      subscription_status: "active",
    })
    .where(eq(control.organizations.id, client.organizationId));
  await told("invoice.paid", {
    id: "in_late",
    object: "invoice",
    subscription: made.id,
    customer: made.customer,
  });
  expect(await planOf(client.organizationId)).toMatchObject({ tier: "scale", status: "active" });
});

test("a client whose own subscription ends now loses its plan", async () => {
  const agency = await memberOf();
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const metadata = { organization_id: client.organizationId, payee_id: agency.organizationId };
  const made = await subscribe(client, { metadata });
  await told("customer.subscription.created", made);
  expect(await planOf(client.organizationId)).toMatchObject({ status: "active" });
  await stripe.subscriptions.cancel(made.id);
  await told("customer.subscription.deleted", made);
  expect(await planOf(client.organizationId)).toMatchObject({ status: "canceled" });
});

test("a price that we don't know keeps the plan", async () => {
  const person = await memberOf();
  const made = await subscribe(person, { tier: "scale" });
  await refresh(person.organizationId, made.id);
  const price = await stripe.prices.create({
    product: "plan_scale",
    currency: "usd",
    unit_amount: 250_00,
    recurring: { interval: "month" },
  });
  const [fee] = made.items.data;
  await stripe.subscriptions.update(made.id, { items: [{ id: fee?.id ?? "", price: price.id }] });
  await refresh(person.organizationId, made.id);
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "scale", status: "active" });
  expect(await subscriptionRow(made.id)).toMatchObject({ price_id: price.id, unit_amount: 250_00 });
});

test("a plan that is changed within the same second has the terms of the newest", async () => {
  const person = await memberOf();
  const made = await subscribe(person, { tier: "growth" });
  await refresh(person.organizationId, made.id);
  const wanted = await priceOf("scale");
  const [fee, minutes] = made.items.data;
  await stripe.subscriptions.update(made.id, {
    items: [
      { id: fee?.id ?? "", price: wanted.price_id },
      { id: minutes?.id ?? "", price: wanted.minutes_price_id },
    ],
    billing_cycle_anchor: { type: "now" },
    proration_behavior: "always_invoice",
  });
  await refresh(person.organizationId, made.id);
  const [newest] = await termsOf(person.organizationId);
  expect(newest).toMatchObject({ tier: "scale", included_seconds: 4000 * 60, minute_micros: 120_000 });
});

test("the organization's object learns the terms, and everyone else the fact", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  await told("customer.subscription.created", made);
  const facts = await controlPlane()
    .select()
    .from(control.eventOutbox)
    .where(
      and(
        eq(control.eventOutbox.organization_id, person.organizationId),
        eq(control.eventOutbox.kind, "subscription.changed"),
      ),
    );
  // Once every subscriber was told, the fact is forgotten.
  expect(facts.length).toBeLessThanOrEqual(1);
  await vi.waitFor(async () => {
    const [kept] = await controlPlane()
      .select()
      .from(control.eventOutbox)
      .where(eq(control.eventOutbox.organization_id, person.organizationId));
    expect(kept).toBeUndefined();
  }, 20_000);
});

test("R30: an organization has one customer, also when two ask at once; a deleted one is replaced", async () => {
  const person = await memberOf();
  const payer = { organization_id: person.organizationId, name: "Bright Smile", email: person.email };
  const ask = () => customerOf(env, newDatabase(), payer);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toBe(second);
  expect(await stripe.customers.retrieve(first)).toMatchObject({
    name: "Bright Smile",
    email: person.email,
    metadata: { organization_id: person.organizationId },
  });
  await stripe.customers.del(first);
  const third = await ask();
  expect(third).not.toBe(first);
  expect(await ask()).toBe(third);
});

test("a price that Stripe archived is not offered any more, and comes back with it", async () => {
  const price = await priceOf("starter", "yearly");
  await stripe.prices.update(price.price_id, { active: false });
  await syncCatalogue(env, Date.now());
  expect(await priceOf("starter", "yearly")).toMatchObject({ is_active: false });
  await stripe.prices.update(price.price_id, { active: true });
  await syncCatalogue(env, Date.now());
  expect(await priceOf("starter", "yearly")).toMatchObject({ is_active: true });
});
