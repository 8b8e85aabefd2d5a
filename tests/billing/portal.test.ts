/** Stripe's billing portal: what it offers, and the way back. */
import { beforeAll, expect, test } from "vitest";
import { portalConfiguration } from "#app/billing/stripe/portal-configuration.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { post } from "../sandbox/world.ts";
import { deliver } from "../support/stripe.ts";
import { paying } from "./buying.ts";
import { newDatabase, priceOf, sellPlans, stripe } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("the portal opens for the payment method, and leads back", async () => {
  const owner = await paying((await priceOf("starter")).price_id);
  const answer = await owner.post("/subscription", { intent: "portal", for: "card" });
  const to = answer.headers.get("location") ?? "";
  expect(to).toMatch(/billing\.stripe\.com|\/sandbox\/stripe\/portal/);
  // It offers payment methods, address and invoices: plans are changed and canceled on our pages alone.
  const row = await currentSubscription(newDatabase(), owner.organizationId);
  const subscription_id = row?.subscription_id ?? "";
  const path = new URL(to).pathname.replace("/sandbox", "");
  expect((await post(`${path}/cancel?subscription=${subscription_id}`, {})).status).toBe(400);
  expect(await stripe.subscriptions.retrieve(subscription_id)).toMatchObject({ cancel_at: null });
});

test("the portal's configuration is one, and is put right when someone changed it", async () => {
  const before = await portalConfiguration(stripe);
  await stripe.billingPortal.configurations.update(before, {
    features: { subscription_cancel: { enabled: true } },
  });
  expect(await portalConfiguration(stripe)).toBe(before);
  const { data } = await stripe.billingPortal.configurations.list({ active: true });
  expect(data.map(({ id }) => id)).toEqual([before]);
  expect(data[0]?.features).toMatchObject({
    customer_update: { enabled: true, allowed_updates: ["address", "name"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: false },
    subscription_update: { enabled: false },
  });
});
