/** The running subscription for a change: read at Stripe under a lock, so that two owners cannot change it at once. */
import type Stripe from "stripe";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import {
  currentSubscription,
  refreshSubscription,
  type SubscriptionRow,
} from "#app/billing/stripe/subscription-state.server.ts";
import { limits, refund, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import type { PlanRefusal } from "./change-rules.ts";
import { isLiving } from "./subscription-words.ts";

export type PlanDeps = Pick<Deps, "db" | "env">;
export type PlanChanged =
  /** `isOver`: the plan ended at once. */
  { ok: true; isOver?: true } | ({ ok: false } & PlanRefusal);

/** What a change works with. */
export type Running = {
  readonly stripe: Stripe;
  readonly told: Stripe.Subscription;
  readonly row: SubscriptionRow;
  /**
   * An idempotency key: the same step of the same change, pressed twice within moments. What was refused can be tried
   * again a moment later, also what Stripe would repeat for a day.
   */
  key(step: string): string;
};

/** Presses within this time are one. */
const attempt_ms = 15 * second_ms;

/** @throws Error of another kind than Stripe's */
function refusalOf(error: unknown, organization_id: string): { ok: false } & PlanRefusal {
  const problem = stripeProblem(error);
  if (problem === null) throw error;
  log("warn", "plan_not_changed", { organization_id, is: problem.is, message: problem.message });
  if (problem.is === "declined") return { ok: false, reason: "declined", words: problem.message };
  return { ok: false, reason: problem.is === "gone" ? "unknown_price" : "stripe" };
}

/**
 * Runs a change of the plan that the person saw.
 * @param shown the price that their page showed; null: the change fits any plan
 */
export async function changing(
  actor: { readonly organization: Pick<Actor["organization"], "id"> },
  deps: PlanDeps,
  shown: string | null,
  change: (running: Running) => Promise<PlanChanged>,
): Promise<PlanChanged> {
  const { id: organization_id } = actor.organization;
  const now = Date.now();
  const row = await currentSubscription(deps.db, organization_id);
  if (!row || !isLiving(row.status)) return { ok: false, reason: "none" };
  const lock = [limits.planChange(organization_id)];
  if (!(await spend(deps.db, lock, now)).ok) return { ok: false, reason: "changed" };
  try {
    const stripe = await stripeOf(settings(deps.env));
    const told = await stripe.subscriptions.retrieve(row.subscription_id);
    const item = told.items.data.find(({ id }) => id === row.plan_item_id);
    if (!isLiving(told.status) || (shown !== null && item?.price.id !== shown))
      return { ok: false, reason: "changed" };
    const moment = Math.floor(now / attempt_ms);
    const key = (step: string) => `${step}:${row.subscription_id}:${row.refreshed_at}:${moment}`;
    return await change({ stripe, told, row, key });
  } catch (error) {
    return refusalOf(error, organization_id);
  } finally {
    await settled(deps, organization_id, row.subscription_id, now);
    await refund(deps.db, lock);
  }
}

/** Reads what is true now, whatever the change met; if Stripe does not answer, its webhook and cron do the same. */
async function settled(deps: PlanDeps, organization_id: string, subscription_id: string, now: number) {
  try {
    await refreshSubscription(deps.env, deps.db, { organization_id, subscription_id }, now);
  } catch (error) {
    log("warn", "subscription_not_read", { organization_id, is: stripeProblem(error)?.is ?? "unexpected" });
  }
}

/** What takes a cancellation back, however it was made; empty: there is none. */
export function goingOn({
  cancel_at,
  cancel_at_period_end,
}: Stripe.Subscription): Pick<Stripe.SubscriptionUpdateParams, "cancel_at" | "cancel_at_period_end"> {
  if (cancel_at_period_end) return { cancel_at_period_end: false };
  return cancel_at === null ? {} : { cancel_at: "" };
}

/** Whether a subscription can be charged: it has a payment method, or its customer has. */
export async function hasMethod(stripe: Stripe, subscription_id: string): Promise<boolean> {
  const { customer, default_payment_method } = await stripe.subscriptions.retrieve(subscription_id, {
    expand: ["customer"],
  });
  if (default_payment_method !== null) return true;
  if (typeof customer === "string" || customer.deleted) return false;
  return customer.invoice_settings.default_payment_method !== null;
}

/** Ends a change that waits for the period's end. */
export async function releaseSchedule({ stripe, told, key }: Running): Promise<void> {
  const { schedule } = told;
  if (schedule === null) return;
  const id = typeof schedule === "string" ? schedule : schedule.id;
  await stripe.subscriptionSchedules.release(id, {}, { idempotencyKey: key("release") });
}
