/** What keeps an organization from paying for two plans: subscriptions that we have not heard of, and checkouts in other tabs. */
import { and, eq, inArray } from "drizzle-orm";
import type Stripe from "stripe";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import { storedCustomer } from "#app/billing/stripe/customers.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { checkoutSessions } from "#drizzle/control/schema.ts";

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

/** Ends the customer's other checkouts of a plan, in other tabs or of other owners: only the newest can be paid. */
export async function endOtherCheckouts(
  stripe: Stripe,
  db: Database,
  organization_id: string,
  { id, customer }: { id: string; customer: string },
): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  const others = data.filter((one) => one.mode === "subscription" && one.id !== id).map((one) => one.id);
  if (others.length === 0) return;
  // One that is being paid at this moment does not expire.
  const ended = await Promise.allSettled(others.map((one) => stripe.checkout.sessions.expire(one)));
  const gone = others.filter((_, index) => ended[index]?.status === "fulfilled");
  await tenant(db, organization_id)
    .delete(checkoutSessions)
    .where(
      and(eq(checkoutSessions.organization_id, organization_id), inArray(checkoutSessions.session_id, gone)),
    );
}
