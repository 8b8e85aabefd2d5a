/** No one pays for two plans: what was paid and not heard of counts, and of several open checkouts only the newest can be paid. */
import { beforeAll, expect, test } from "vitest";
import { memberOf } from "../support/people.ts";
import { cards, deliver, pay, subscriptions } from "../support/stripe.ts";
import { begun, createCheckout, sessionIn } from "./buying.ts";
import { planOf, priceOf, sellPlans, stripe } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("R29: a plan that was paid, and whose events were lost, is found by the next checkout, which is refused", async () => {
  const owner = await memberOf();
  const secret = await begun(owner, (await priceOf("starter")).price_id);
  expect(await pay(sessionIn(secret), cards.good)).toMatchObject({ status: "complete" });
  expect(await planOf(owner.organizationId)).toMatchObject({ status: "pending" });
  const second = await createCheckout(owner, (await priceOf("growth")).price_id);
  expect(second).toMatchObject({ status: 409, error: expect.stringContaining("already has a plan") });
  expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter" });
});

test("B34: two owners begin a checkout: only the newer one can be paid", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const other = await memberOf({ organizationId });
  const first = sessionIn(await begun(owner, (await priceOf("starter")).price_id));
  const second = sessionIn(await begun(other, (await priceOf("growth")).price_id));
  expect(await pay(first, cards.good)).toMatchObject({ status: "refused" });
  expect(await pay(second, cards.good)).toMatchObject({ status: "complete" });
  const { customer } = await stripe.checkout.sessions.retrieve(second);
  expect(await subscriptions(String(customer))).toHaveLength(1);
  // The page that was opened first begins anew, and is told.
  expect(await createCheckout(owner, (await priceOf("starter")).price_id)).toMatchObject({ status: 409 });
});
