/** What keeps an organization from beginning a second checkout: a subscription that we have not heard of. */
import type Stripe from "stripe";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import { storedCustomer } from "#app/billing/stripe/customers.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { settings } from "#app/platform/env.server.ts";

/**
 * The status of a subscription that lives at Stripe, whether we know it or not: it may have been paid a moment ago, and
 * its event be late. It is read now. Null: there is none.
 * @throws what Stripe's client throws
 */
export async function statusAtStripe(
  { env, db }: Pick<Deps, "db" | "env">,
  organization_id: string,
  now: number,
): Promise<string | null> {
  const known = await storedCustomer(db, organization_id);
  if (known === null) return null;
  const stripe = await stripeOf(settings(env));
  const found = await listed(stripe, known.customer_id);
  const living = found.find(({ status }) => isLiving(status) || status === "incomplete");
  if (!living) return null;
  await refreshSubscription(env, db, { organization_id, subscription_id: living.id }, now);
  return living.status;
}

/** A customer that was deleted at Stripe has none. */
async function listed(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  try {
    return (await stripe.subscriptions.list({ customer, limit: 100 })).data;
  } catch (error) {
    if (stripeProblem(error)?.is === "gone") return [];
    throw error;
  }
}
