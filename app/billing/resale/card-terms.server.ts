/** What becomes of a client's statement when it begins to pay its agency by card. */
import { and, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { clientTerms, type subscriptions } from "#drizzle/control/schema.ts";

type Row = typeof subscriptions.$inferSelect;

/** One whose first payment is still missing bills nothing yet. */
const billing: readonly string[] = ["trialing", "active", "past_due"];

/** Whole minor units, half up. In SQL, where an update reads the row as it was; the casts keep the numbers whole. */
const feeUntil = (at: number) => sql`
  (2 * fee_amount * (cast(${at} as integer) - starts_at) + (ends_at - starts_at)) / (2 * (ends_at - starts_at))`;

/**
 * The statements for the batch that stores a subscription. The month that a client owes by statement ends where its card
 * subscription begins, with that share of its fee; what follows goes by the subscription, which bills it. Again, they
 * change nothing.
 */
export function movingToCard(db: PlatformDb, row: Row, now: number) {
  const { organization_id, payee_id, subscription_id, price_id, tier, status, stripe_created: at } = row;
  if (payee_id === null || !billing.includes(status)) return [];
  const owed = and(
    eq(clientTerms.client_id, organization_id),
    eq(clientTerms.agency_id, payee_id),
    isNull(clientTerms.subscription_id),
  );
  const running = and(owed, lt(clientTerms.starts_at, at), gt(clientTerms.ends_at, at));
  return [
    db
      .insert(clientTerms)
      .select(sql`
      select t.client_id, t.month, t.agency_id, ${tier}, coalesce(r.fee_amount, t.fee_amount),
        coalesce(r.included_minutes, t.included_minutes), coalesce(r.minute_micros, t.minute_micros),
        coalesce(r.currency, t.currency), ${at}, t.ends_at, ${subscription_id}, ${now}, null
      from client_terms t left join retail_prices r on r.price_id = ${price_id}
      where t.client_id = ${organization_id} and t.agency_id = ${payee_id} and t.subscription_id is null
        and t.starts_at < ${at} and t.ends_at > ${at}`)
      .onConflictDoNothing(),
    db
      .update(clientTerms)
      .set({ ends_at: at, told_at: null, fee_amount: feeUntil(at) })
      .where(running),
    // A month that was fixed before the subscription was known.
    db
      .update(clientTerms)
      .set({ subscription_id })
      .where(and(owed, gte(clientTerms.starts_at, at))),
  ] as const;
}
