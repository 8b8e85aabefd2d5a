/** What became of a checkout: read at Stripe, stored, and told from the stored subscription alone (B36). */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { includedSecondsOf } from "#app/billing/stripe/catalogue.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { refreshSubscription, type SubscriptionRow } from "#app/billing/stripe/subscription-state.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { checkoutSessions, subscriptions } from "#drizzle/control/schema.ts";

type Stored = typeof checkoutSessions.$inferSelect;

/** A checkout that one of these organizations began; null: it is another's, or does not exist. */
export async function checkoutOfOne(
  db: Database,
  organizationIds: readonly string[],
  session_id: string,
): Promise<Stored | null> {
  if (organizationIds.length === 0 || session_id.length > 255) return null;
  for (const id of organizationIds) {
    const found = await tenant(db, id)
      .select()
      .from(checkoutSessions)
      .where(sql`organization_id = ${id} and session_id = ${session_id}`)
      .get();
    if (found) return found;
  }
  return null;
}

/**
 * `open`: it can still be paid. `expired`: it was never paid. `processing`: it was paid, and the subscription is not
 * stored yet, or Stripe does not answer.
 */
export type Finished = { is: "open" | "expired" | "processing" } | Bought;
export type Bought = {
  is: "bought";
  subscription: SubscriptionRow;
  /** Null: the price is not known here. */
  included_seconds: number | null;
  /** Minor units; null: Stripe does not say. */
  charged: number | null;
};

type Told = {
  status: string | null;
  subscription: string | null;
  /** Minor units; null: Stripe does not say. */
  charged: number | null;
};

const metadataId = z.string().startsWith("sub_");

/** The session at Stripe; null: it does not answer. */
async function toldOf(env: Env, session_id: string): Promise<Told | null> {
  try {
    const stripe = await stripeOf(settings(env));
    const session = await stripe.checkout.sessions.retrieve(session_id);
    const { subscription, payment_status } = session;
    const id = typeof subscription === "string" ? subscription : (subscription?.id ?? null);
    const isPaid = payment_status === "paid" || payment_status === "no_payment_required";
    return {
      status: session.status,
      subscription: metadataId.safeParse(id).data ?? null,
      charged: isPaid ? session.amount_total : null,
    };
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "checkout_not_read", { session_id, is: problem.is });
    return problem.is === "gone" ? { status: "expired", subscription: null, charged: null } : null;
  }
}

/** Reads the subscription now, in case no webhook came yet; a failure leaves that to the webhook and to cron. */
async function refreshed(deps: Pick<Deps, "db" | "env">, organization_id: string, subscription_id: string) {
  try {
    const now = Date.now();
    await refreshSubscription(deps.env, deps.db, { organization_id, subscription_id }, now);
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    log("warn", "subscription_not_read", { organization_id, is: problem.is });
  }
}

const storedOne = (db: Database, organization_id: string, subscription_id: string) =>
  tenant(db, organization_id)
    .select()
    .from(subscriptions)
    .where(sql`organization_id = ${organization_id} and subscription_id = ${subscription_id}`)
    .get();

export async function finishedCheckout(
  deps: Pick<Deps, "db" | "env">,
  { organization_id, session_id }: Pick<Stored, "organization_id" | "session_id">,
): Promise<Finished> {
  const told = await toldOf(deps.env, session_id);
  if (told === null) return { is: "processing" };
  if (told.status === "open") return { is: "open" };
  if (told.status === "expired") return { is: "expired" };
  if (told.subscription === null) return { is: "processing" };
  await refreshed(deps, organization_id, told.subscription);
  const subscription = await storedOne(deps.db, organization_id, told.subscription);
  if (!subscription) return { is: "processing" };
  const included_seconds = await includedSecondsOf(deps.db, subscription.price_id);
  return {
    is: "bought",
    subscription,
    included_seconds,
    charged: told.charged,
  };
}
