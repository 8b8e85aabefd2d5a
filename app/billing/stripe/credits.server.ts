/** Credits by the platform's admins: money off the next invoices, as a balance at Stripe. Each is a row before Stripe is asked. */

import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { day_s, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, customerCredits, organizations } from "#drizzle/control/schema.ts";
import { customerOf } from "./customers.server.ts";
import { stripeOf, stripeProblem, takesPayments } from "./stripe.server.ts";

/** How many one run of cron gives: each takes a few requests to Stripe. */
const atOnce = 20;
/** Cron leaves a new credit to the request that writes it. */
const firstWait_ms = 5 * minute_ms;
const longestWait_ms = 6 * hour_ms;
/** Stripe's clock and ours may differ by less than this. */
const leeway_s = day_s;

type Credit = typeof customerCredits.$inferSelect;
type Payer = { readonly name: string; readonly email: string | null };

/** A new credit's row, for the batch that writes its audit rows too. `amount`: minor units. */
export const newCredit = (
  { organization_id, amount, currency }: Pick<Credit, "organization_id" | "amount" | "currency">,
  now: number,
): Credit => ({
  id: newId(now),
  organization_id,
  amount,
  currency,
  state: "owed",
  attempts: 0,
  due_at: now + firstWait_ms,
  created_at: now,
  updated_at: now,
});

/** What an organization was promised and Stripe has not confirmed, the oldest first. */
export const owedCredits = (db: Database, organization_id: string) =>
  tenant(db, organization_id)
    .select({ amount: customerCredits.amount, currency: customerCredits.currency })
    .from(customerCredits)
    .where(and(eq(customerCredits.organization_id, organization_id), eq(customerCredits.state, "owed")))
    .orderBy(asc(customerCredits.created_at))
    .limit(atOnce);

/** Whether Stripe has it already: an answer may have been lost longer ago than Stripe keeps idempotency keys. */
async function hasArrived(stripe: Stripe, customer: string, { id, created_at }: Credit): Promise<boolean> {
  const since = Math.floor(created_at / second_ms) - leeway_s;
  const listed = stripe.customers.listBalanceTransactions(customer, { created: { gte: since }, limit: 100 });
  for await (const { metadata } of listed) if (metadata?.credit_id === id) return true;
  return false;
}

type Delivered = { is: "given" } | { is: "owed" | "failed"; why: string };

/** @param isNew Stripe was never asked for it */
async function deliver(
  env: Env,
  db: Database,
  credit: Credit,
  { name, email }: Payer,
  isNew: boolean,
): Promise<Delivered> {
  const { id, organization_id, amount, currency } = credit;
  if (email === null) return { is: "owed", why: "no owner whose address Stripe could have" };
  let hasNotArrived = isNew;
  try {
    const stripe = await stripeOf(settings(env));
    const customer = await customerOf(env, db, { organization_id, name, email });
    if (await hasArrived(stripe, customer, credit)) return { is: "given" };
    hasNotArrived = true;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount: -amount, currency: currency.toLowerCase(), metadata: { credit_id: id } },
      // A customer that replaces a deleted one has nothing of what that one had.
      { idempotencyKey: `credit:${id}:${customer}` },
    );
    return { is: "given" };
  } catch (error) {
    const problem = stripeProblem(error);
    const isRefused = problem?.is === "invalid" || problem?.is === "declined";
    // Only what has certainly not arrived has failed.
    return { is: isRefused && hasNotArrived ? "failed" : "owed", why: problem?.message ?? String(error) };
  }
}

/** A credit that Stripe refused, in both trails, and only once. */
async function fail(
  db: PlatformDb,
  { id, organization_id, amount, currency }: Credit,
  name: string,
  now: number,
) {
  const event = { action: "customer.credit_refused", target: organization_id };
  const changes = { amount, currency, credit: id };
  await runGuarded(db, [
    db
      .update(customerCredits)
      .set({ state: "failed", due_at: null, updated_at: now })
      .where(and(eq(customerCredits.id, id), eq(customerCredits.state, "owed"))),
    ...hasMatched(db),
    db
      .insert(auditEvents)
      .values([
        auditLine(noTrace, { ...event, changes: { ...changes, name } }),
        auditLine(noTrace, { ...event, organization_id, changes }),
      ]),
  ]);
}

/**
 * Gives a credit at Stripe and notes what came of it. Again, it gives nothing more. `owed`: Stripe did not answer, and
 * cron tries again.
 * @param isNew Stripe was never asked for it
 */
export async function giveCredit(
  env: Env,
  db: Database,
  { credit, payer, isNew }: { credit: Credit; payer: Payer; isNew: boolean },
  now: number,
): Promise<Credit["state"]> {
  const { id, organization_id, attempts } = credit;
  const done = await deliver(env, db, credit, payer, isNew);
  if (done.is !== "given")
    log("error", "credit_not_given", { organization_id, credit: id, is: done.is, reason: done.why });
  if (done.is === "failed") await fail(platform(db), credit, payer.name, now);
  else {
    const wait = Math.min(longestWait_ms, firstWait_ms * 2 ** Math.min(attempts, 12));
    await platform(db)
      .update(customerCredits)
      .set({
        state: done.is,
        attempts: attempts + 1,
        due_at: done.is === "given" ? null : now + wait,
        updated_at: now,
      })
      .where(and(eq(customerCredits.id, id), eq(customerCredits.state, "owed")));
  }
  return done.is;
}

const ownersAddress = sql<
  string | null
>`(select u.email from organization_members m join users u on u.id = m.user_id
  where m.organization_id = ${organizations.id} and m.role = 'owner' order by m.created_at limit 1)`;

/**
 * For cron: gives the credits that are due, the longest waiting first. Those of a deleted organization wait until it is
 * restored, or go with its purge. `now` in ms UTC.
 */
export async function giveDueCredits(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select({ credit: customerCredits, name: organizations.name, email: ownersAddress.as("email") })
    .from(customerCredits)
    .innerJoin(organizations, eq(organizations.id, customerCredits.organization_id))
    .where(and(lte(customerCredits.due_at, now), isNull(organizations.archived_at)))
    .orderBy(asc(customerCredits.due_at))
    .limit(atOnce);
  for (const { credit, name, email } of due) {
    try {
      await giveCredit(env, db, { credit, payer: { name, email }, isNew: false }, now);
    } catch (error) {
      const where = { url: "/cron/credits", route: "cron/credits", request_id: newId() };
      const { organization_id } = credit;
      await recordError(env, { error, ...where, severity: "error", organization_id });
    }
  }
}
