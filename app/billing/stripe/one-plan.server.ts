/**
 * One organization pays for one plan. Of two subscriptions that were paid at the same moment the later one ends at once,
 * and its only invoice is paid back; the minutes are billed by the other. What is less clear is left to platform admins.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents, checkoutSessions } from "#drizzle/control/schema.ts";
import { stripeOf, stripeProblem } from "./stripe.server.ts";

/** Ends the customer's checkouts of a plan that can still be paid, in other tabs or of other owners, except one. */
export async function endOpenCheckouts(
  stripe: Stripe,
  db: Database,
  organization_id: string,
  { customer, except }: { customer: string; except: string | null },
): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  const others = data.filter((one) => one.mode === "subscription" && one.id !== except).map((one) => one.id);
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

/** A subscription that lives beside an earlier one of the same organization, paid to the same payee. */
export type Double = {
  organization_id: string;
  subscription_id: string;
  payee_id: string | null;
  status: string;
  kept_id: string;
  kept_status: string;
};

const mostAtOnce = 20;

/** Whether a subscription costs something now, or is about to. */
export const isPaying = (status: string): boolean => ["trialing", "active", "past_due"].includes(status);
const paying = sql`('trialing', 'active', 'past_due')`;

/** @param organization_id only this one's; null: everyone's */
export const doublesOf = (db: Database, organization_id: string | null): Promise<Double[]> =>
  platform(db).all<Double>(sql`
    select l.organization_id, l.subscription_id, l.payee_id, l.status,
      k.subscription_id as kept_id, k.status as kept_status
    from subscriptions l join subscriptions k on k.organization_id = l.organization_id
    where l.ended_at is null and k.ended_at is null and l.payee_id is k.payee_id
      and l.status in ${paying} and k.status in ${paying}
      and (k.stripe_created, k.subscription_id) < (l.stripe_created, l.subscription_id)
      and (${organization_id} is null or l.organization_id = ${organization_id})
    order by l.stripe_created limit ${mostAtOnce}`);

/** Where a payment is overdue, which of the two the customer wants is not ours to guess. */
const isClear = ({ status, kept_status }: Double): boolean =>
  status !== "past_due" && kept_status !== "past_due";

/**
 * Ends the later of an organization's subscriptions and pays it back, as far as that is clear; repeating it changes
 * nothing. The money goes first: while the subscription lives, what failed is tried again.
 * @returns those that ended, to be read anew
 * @throws what Stripe's client throws
 */
export async function endDoubles(env: Env, db: Database, doubles: readonly Double[]): Promise<Double[]> {
  const ended: Double[] = [];
  for (const double of doubles.filter(isClear)) {
    const stripe = await stripeOf(settings(env));
    const { organization_id, subscription_id, kept_id } = double;
    // The earlier one may have ended at Stripe, and its event is still to come: then the later one is the only one.
    if (!(await isPayingAtStripe(stripe, kept_id))) continue;
    const refunded = await payBack(stripe, double);
    if (refunded === null) continue;
    await canceled(stripe, subscription_id);
    ended.push(double);
    log("warn", "double_subscription_ended", { organization_id, subscription_id, kept_id, refunded });
    const changes = { kept: kept_id, refunded };
    const event = { action: "subscription.double_ended", organization_id, target: subscription_id, changes };
    await platform(db).insert(auditEvents).values(auditLine(noTrace, event));
  }
  return ended;
}

async function isPayingAtStripe(stripe: Stripe, subscription_id: string): Promise<boolean> {
  try {
    return isPaying((await stripe.subscriptions.retrieve(subscription_id)).status);
  } catch (error) {
    if (stripeProblem(error)?.is === "gone") return false;
    throw error;
  }
}

/** Ends it at once, without a last invoice: the meter is the customer's, so the other one bills the minutes. */
async function canceled(stripe: Stripe, subscription_id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(
      subscription_id,
      { invoice_now: false, prorate: false },
      { idempotencyKey: `double:cancel:${subscription_id}` },
    );
  } catch (error) {
    // It has ended meanwhile.
    if (stripeProblem(error)?.is !== "gone") throw error;
  }
}

/** Pays the only invoice back. @returns minor units; null: there were several, so it was in use */
async function payBack(stripe: Stripe, { subscription_id, payee_id }: Double): Promise<number | null> {
  const { data } = await stripe.invoices.list({
    subscription: subscription_id,
    limit: 10,
    expand: ["data.payments"],
  });
  const paid = data.filter(({ amount_paid }) => amount_paid > 0);
  if (paid.length > 1) return null;
  const [invoice] = paid;
  const payments = invoice?.payments?.data ?? [];
  for (const { status, payment } of payments) {
    const intent = payment.payment_intent;
    if (status !== "paid" || !intent) continue;
    await refund(stripe, typeof intent === "string" ? intent : intent.id, payee_id);
  }
  return invoice?.amount_paid ?? 0;
}

async function refund(stripe: Stripe, payment_intent: string, payee_id: string | null): Promise<void> {
  try {
    await stripe.refunds.create(
      {
        payment_intent,
        reason: "duplicate",
        // What was an agency's share comes back from it.
        ...(payee_id !== null && { reverse_transfer: true, refund_application_fee: true }),
      },
      { idempotencyKey: `double:refund:${payment_intent}` },
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "charge_already_refunded") return;
    throw error;
  }
}

type Begun = { organization_id: string; customer_id: string };

/**
 * A subscription has begun: nothing else that is open can be paid any more, and a double one ends. It never fails; cron
 * ends what could not be ended now. What stays double stands before platform admins.
 * @returns those that ended, to be read anew
 */
export async function settleOnePlan(
  env: Env,
  db: Database,
  { organization_id, customer_id: customer }: Begun,
): Promise<Double[]> {
  try {
    const stripe = await stripeOf(settings(env));
    await endOpenCheckouts(stripe, db, organization_id, { customer, except: null });
    const doubles = await doublesOf(db, organization_id);
    const ended = await endDoubles(env, db, doubles);
    if (ended.length < doubles.length)
      await report(env, organization_id, new Error("two subscriptions live, and neither was ended"));
    return ended;
  } catch (error) {
    await report(env, organization_id, error);
    return [];
  }
}

const report = (env: Env, organization_id: string, error: unknown): Promise<void> =>
  recordError(env, {
    ...{ error, url: "/stripe/double-subscriptions", route: "stripe/double-subscriptions", organization_id },
    ...{ request_id: newId(), severity: "critical" },
  });
