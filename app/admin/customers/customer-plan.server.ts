/** A customer's plan, limits and trial, as the platform's admins change them. */

import { and, eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import {
  changing,
  type PlanChanged,
  type Running,
  releaseSchedule,
} from "#app/billing/plan/running-plan.server.ts";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import { itemsOf } from "#app/billing/plan/upgrade-charge.server.ts";
import { publishSubscription } from "#app/billing/stripe/subscription-news.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { type GrantedLimits, grantableLimits, isUnpaid, trialTalkOf } from "#app/membership/plan-limits.ts";
import { platform } from "#app/platform/d1.server.ts";
import { day_s } from "#app/platform/durations.ts";
import { auditEvents, organizations, planPrices } from "#drizzle/control/schema.ts";
import type { PlainChange } from "./acting-admin.server.ts";
import {
  type ActingAdmin,
  type Customer,
  changingCustomer,
  customerOf,
  noteChange,
  type Outcome,
  type Refused,
} from "./acting-admin.server.ts";

/** `client`: its agency decides. `stripe`: Stripe refuses or does not answer, and nothing was changed. `unpriced`: the plan has no price in the subscription's currency and rhythm. */
type Money = "client" | "stripe" | "unpriced" | "no_trial";
type Changed = Outcome<Money>;

const refuse = <Why extends Money | "unknown" | "changed" | "unproven">(reason: Why) =>
  ({ ok: false, reason }) as const;

/** The customer whose plan is the platform's to change. */
export async function paying(
  admin: ActingAdmin,
  id: string,
  version: number,
): Promise<Customer | Refused<"client">> {
  if (!admin.isProven) return refuse("unproven");
  const found = await customerOf(admin.db, id);
  if (!found) return refuse("unknown");
  if (found.parent_organization_id !== null) return refuse("client");
  if (found.admin_version !== version || found.archived_at !== null) return refuse("changed");
  return found;
}

/** Runs a change at Stripe under the plan's lock, and notes it with the customer's next version. */
async function atStripe(
  admin: ActingAdmin,
  found: Customer,
  change: (running: Running) => Promise<PlanChanged>,
  note: { action: string; reason: string; changes: Record<string, string | number> },
): Promise<Changed> {
  const { db: d1, env, now } = admin;
  const done = await changing({ organization: found }, { db: d1, env }, null, async (running) => {
    // Another admin may have been here before the lock was free.
    const present = await customerOf(d1, found.id);
    if (present?.admin_version !== found.admin_version) return { ok: false, reason: "changed" };
    const outcome = await change(running);
    if (!outcome.ok) return outcome;
    const db = platform(d1);
    await db.batch([
      db
        .update(organizations)
        .set({ admin_version: sql`${organizations.admin_version} + 1`, updated_at: now })
        .where(eq(organizations.id, found.id)),
      db.insert(auditEvents).values(noteChange(admin, found, note.action, note.reason, note.changes)),
    ]);
    return outcome;
  });
  if (done.ok) return { ok: true };
  if (done.reason === "changed" || done.reason === "none") return refuse("changed");
  return refuse(done.reason === "unknown_price" ? "unpriced" : "stripe");
}

/** Swaps both prices at once without charging or crediting: the new fee begins with the next invoice. */
async function toTier(
  { stripe, told, row, key, ...rest }: Running,
  admin: ActingAdmin,
  tier: string,
): Promise<PlanChanged> {
  const price = await platform(admin.db)
    .select()
    .from(planPrices)
    .where(
      and(
        eq(planPrices.tier, tier),
        eq(planPrices.cadence, row.cadence === "yearly" ? "yearly" : "monthly"),
        eq(planPrices.currency, row.currency),
        eq(planPrices.is_active, true),
      ),
    )
    .get();
  if (!price) return { ok: false, reason: "unknown_price" };
  await releaseSchedule({ stripe, told, row, key, ...rest });
  await stripe.subscriptions.update(
    row.subscription_id,
    { items: itemsOf(row, price), proration_behavior: "none" },
    { idempotencyKey: key(`admin-plan:${price.price_id}`) },
  );
  return { ok: true };
}

/**
 * Another plan for a customer. With a subscription, Stripe's: it holds at once, and its fee from the next invoice on.
 * Without one, a plan that is not billed, or the trial.
 */
export async function changeCustomerPlan(
  admin: ActingAdmin,
  id: string,
  {
    version,
    reason,
    tier,
    status,
  }: PlainChange & { tier: string; status?: "pending" | "active" | undefined },
): Promise<Changed> {
  const found = await paying(admin, id, version);
  if ("ok" in found) return found;
  const { db: d1, env, after, now } = admin;
  const changes = { from: found.subscription_tier, tier };
  const running = await currentSubscription(d1, id);
  if (running && isLiving(running.status))
    return atStripe(admin, found, (one) => toTier(one, admin, tier), {
      action: "customer.plan_changed",
      reason,
      changes,
    });
  const db = platform(d1);
  const subscription_status = status ?? found.subscription_status;
  const isDone = await runGuarded(db, [
    ...changingCustomer(
      db,
      id,
      version,
      { subscription_tier: tier, subscription_status, next_tier: null, past_due_since: null },
      now,
      isNull(organizations.parent_organization_id),
    ),
    db.insert(auditEvents).values(
      noteChange(admin, found, "customer.plan_changed", reason, {
        ...changes,
        status: subscription_status,
      }),
    ),
  ]);
  if (!isDone) return refuse("changed");
  after(publishSubscription(env, d1, id, now));
  return { ok: true };
}

/** What a customer may have in place of its plan's numbers; null: as the plan says. */
export async function limitCustomer(
  admin: ActingAdmin,
  id: string,
  {
    version,
    reason,
    ...typed
  }: PlainChange & Readonly<Record<(typeof grantableLimits)[number], number | null>>,
): Promise<Changed> {
  const found = await paying(admin, id, version);
  if ("ok" in found) return found;
  const given: Record<string, number> = {};
  for (const name of grantableLimits) {
    const value = typed[name];
    if (value !== null) given[name] = value;
  }
  const minutes = found.granted_limits?.trial_minutes;
  return granting(
    admin,
    found,
    version,
    { ...given, ...(minutes !== undefined && { trial_minutes: minutes }) },
    {
      action: "customer.limits_changed",
      reason,
      changes: given,
    },
  );
}

async function granting(
  admin: ActingAdmin,
  found: Customer,
  version: number,
  granted: GrantedLimits,
  { action, reason, changes }: { action: string; reason: string; changes: Record<string, number> },
): Promise<Changed> {
  const { db: d1, now } = admin;
  const db = platform(d1);
  const granted_limits = Object.keys(granted).length === 0 ? null : { ...granted };
  const isDone = await runGuarded(db, [
    ...changingCustomer(db, found.id, version, { granted_limits }, now),
    db.insert(auditEvents).values(noteChange(admin, found, action, reason, changes)),
  ]);
  return isDone ? { ok: true } : refuse("changed");
}

/** More of a trial: days of a plan's, or minutes of calls of one that never subscribed. */
export async function extendTrial(
  admin: ActingAdmin,
  id: string,
  { version, reason, more }: PlainChange & { more: number },
): Promise<Changed> {
  const found = await paying(admin, id, version);
  if ("ok" in found) return found;
  if (isUnpaid(found.subscription_status)) {
    const trial_minutes = trialTalkOf(found.granted_limits) / 60 + more;
    return granting(
      admin,
      found,
      version,
      { ...found.granted_limits, trial_minutes },
      {
        action: "customer.trial_extended",
        reason,
        changes: { minutes: more },
      },
    );
  }
  if (found.subscription_status !== "trialing") return refuse("no_trial");
  const lengthen = async ({ stripe, told, row, key }: Running): Promise<PlanChanged> => {
    if (told.status !== "trialing" || told.trial_end === null) return { ok: false, reason: "changed" };
    const trial_end = told.trial_end + more * day_s;
    const change: Stripe.SubscriptionUpdateParams = { trial_end, proration_behavior: "none" };
    await stripe.subscriptions.update(row.subscription_id, change, {
      idempotencyKey: key(`trial:${trial_end}`),
    });
    return { ok: true };
  };
  return atStripe(admin, found, lengthen, {
    action: "customer.trial_extended",
    reason,
    changes: { days: more },
  });
}
