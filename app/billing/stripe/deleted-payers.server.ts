/** Deleted organizations stop paying: their plan ends with what was paid, and at the purge Stripe forgets them. */
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { organizations, subscriptions } from "#drizzle/control/schema.ts";
import { storedCustomer } from "./customers.server.ts";
import { stripeOf, stripeProblem, takesPayments } from "./stripe.server.ts";
import { refreshSubscription } from "./subscription-state.server.ts";

/** How many one run of cron ends: each takes a few requests to Stripe. */
const atOnce = 20;

/**
 * For cron: the plan of a deleted organization ends when what was paid is over. Restoring the organization leaves it
 * so, and its owner can resume the plan. `now` in ms UTC.
 */
export async function endDeletedPlans(env: Env, now: number): Promise<void> {
  const known = settings(env);
  if (!takesPayments(known)) return;
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select({
      organization_id: subscriptions.organization_id,
      subscription_id: subscriptions.subscription_id,
      schedule_id: subscriptions.schedule_id,
      period_end: subscriptions.period_end,
      archived_at: organizations.archived_at,
    })
    .from(subscriptions)
    .innerJoin(organizations, eq(organizations.id, subscriptions.organization_id))
    .where(
      and(
        isNotNull(organizations.archived_at),
        isNull(subscriptions.ended_at),
        isNull(subscriptions.cancel_at),
      ),
    )
    .orderBy(asc(subscriptions.refreshed_at))
    .limit(atOnce);
  if (due.length === 0) return;
  const stripe = await stripeOf(known);
  for (const { organization_id, subscription_id, schedule_id, period_end, archived_at } of due) {
    try {
      const key = `deleted:${subscription_id}:${archived_at}`;
      if (schedule_id !== null)
        await stripe.subscriptionSchedules.release(schedule_id, {}, { idempotencyKey: `${key}:release` });
      await stripe.subscriptions.update(
        subscription_id,
        { cancel_at: Math.floor(period_end / 1000), proration_behavior: "none" },
        { idempotencyKey: `${key}:${period_end}` },
      );
      await refreshSubscription(env, db, { organization_id, subscription_id }, now);
    } catch (error) {
      const where = { url: "/cron/deleted_plans", route: "cron/deleted_plans", request_id: newId() };
      await recordError(env, { error, ...where, severity: "error", organization_id });
    }
  }
}

/**
 * For the purge of an organization: ends at once what it still pays, and deletes its customer at Stripe with the
 * payment methods. Stripe keeps its invoices, as the law asks. Repeating it changes nothing.
 * @throws what Stripe's client throws, so that the purge is tried again
 */
export async function forgetPayer(env: Env, db: Database, organization_id: string): Promise<void> {
  const known = settings(env);
  if (!takesPayments(known)) return;
  const customer = await storedCustomer(db, organization_id);
  if (customer === null) return;
  const stripe = await stripeOf(known);
  const living = await tenant(db, organization_id)
    .select({ id: subscriptions.subscription_id })
    .from(subscriptions)
    .where(and(eq(subscriptions.organization_id, organization_id), isNull(subscriptions.ended_at)));
  for (const { id } of living)
    await unlessGone(() => stripe.subscriptions.cancel(id, {}, { idempotencyKey: `purge:${id}` }));
  await unlessGone(() => stripe.customers.del(customer.customer_id));
}

async function unlessGone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const problem = stripeProblem(error);
    // A subscription that has ended is gone for such a request too.
    if (problem?.is !== "gone" && problem?.is !== "invalid") throw error;
  }
}
