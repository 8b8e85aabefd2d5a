/** Subscriptions at the simulated Stripe, and their events as Stripe signs them. */
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { expect, vi } from "vitest";
import { syncCatalogue } from "#app/billing/stripe/catalogue.server.ts";
import { createCatalogue } from "#app/billing/stripe/create-catalogue.ts";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { planKey } from "#app/billing/stripe/plans.ts";
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { stripe } from "../sandbox/stripe.ts";
import { controlPlane, origin, type Person } from "../support/people.ts";

export { stripe } from "../sandbox/stripe.ts";

export const newDatabase = () => new Database(env.DB, new Timing());

/** The plans at Stripe and in our rows. */
export async function sellPlans(): Promise<void> {
  await createCatalogue(stripe);
  expect(await syncCatalogue(env, Date.now())).toBe(40);
}

export async function priceOf(tier: string, cadence: "monthly" | "yearly" = "monthly") {
  const row = await controlPlane()
    .select()
    .from(control.planPrices)
    .where(eq(control.planPrices.lookup_key, planKey(tier, cadence, "USD")))
    .get();
  if (!row) throw new Error(`no price of ${tier}`);
  return row;
}

type Wanted = { tier?: string; card?: string; trial_days?: number; metadata?: Record<string, string> };

/** A subscription at Stripe whose events are held. */
export async function subscribe(
  person: Pick<Person, "organizationId" | "email">,
  { tier = "growth", card = "pm_card_visa", trial_days, metadata }: Wanted = {},
): Promise<Stripe.Subscription> {
  const organization_id = person.organizationId;
  const customer = await customerOf(env, newDatabase(), {
    organization_id,
    name: "Bright Smile",
    email: person.email,
  });
  const method = await stripe.paymentMethods.attach(card, { customer });
  const price = await priceOf(tier);
  return stripe.subscriptions.create({
    customer,
    items: [{ price: price.price_id }, { price: price.minutes_price_id }],
    billing_mode: { type: "flexible" },
    default_payment_method: method.id,
    metadata: metadata ?? { organization_id },
    ...(trial_days !== undefined && { trial_period_days: trial_days }),
  });
}

export const planOf = async (organization_id: string) =>
  controlPlane()
    .select({
      tier: control.organizations.subscription_tier,
      status: control.organizations.subscription_status,
      past_due_since: control.organizations.past_due_since,
    })
    .from(control.organizations)
    .where(eq(control.organizations.id, organization_id))
    .get();

export const subscriptionRow = (id: string) =>
  controlPlane()
    .select()
    .from(control.subscriptions)
    .where(eq(control.subscriptions.subscription_id, id))
    .get();

export const eventRow = (id: string) =>
  controlPlane().select().from(control.stripeEvents).where(eq(control.stripeEvents.id, id)).get();

/** An event as Stripe writes it. */
export const eventOf = (type: string, object: object, more: object = {}): string =>
  JSON.stringify({
    id: `evt_${newId().replaceAll("-", "")}`,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
    ...more,
  });

export const idIn = (event: string): string => {
  const { id } = JSON.parse(event);
  return String(id);
};

type Signed = { secret?: string; at_s?: number; header?: string };

/** The header that Stripe sends with a payload. */
export const signatureOf = (payload: string, { secret, at_s }: Signed = {}): Promise<string> =>
  stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: secret ?? settings(env).STRIPE_WEBHOOK_SECRET ?? "",
    timestamp: at_s ?? Math.floor(Date.now() / 1000),
  });

export const webhook = async (payload: string, signed: Signed = {}): Promise<Request> =>
  new Request(`${origin}/webhooks/stripe`, {
    method: "POST",
    body: payload,
    headers: { "stripe-signature": signed.header ?? (await signatureOf(payload, signed)) },
  });

/** Posts an event to the front door. */
export const post = async (payload: string, signed: Signed = {}): Promise<Response> =>
  exports.default.fetch(await webhook(payload, signed));

/** Waits until an event was processed, and tells its row. */
export async function processed(id: string) {
  await vi.waitFor(
    async () => {
      const row = await eventRow(id);
      expect(row?.last_error ?? null).toBeNull();
      expect(row?.processed_at).toBeTypeOf("number");
    },
    { timeout: 20_000, interval: 50 },
  );
  return eventRow(id);
}

/** Posts an event and waits until it was processed. */
export async function told(type: string, object: object): Promise<void> {
  const event = eventOf(type, object);
  expect((await post(event)).status).toBe(200);
  await processed(idIn(event));
}
