/** Who pays for an organization's numbers, read from the control plane in one statement. */
import { sql } from "drizzle-orm";
import { takenPlaces } from "#app/billing/plan/included-numbers.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { smallerTier } from "#app/membership/plan-limits.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import type { Payer } from "./sale-terms.ts";

type Row = {
  payer_id: string;
  tier: string;
  next_tier: string | null;
  status: string;
  currency: string | null;
  included: number;
};

/** Statuses of a subscription that can carry one more price. */
export const living = sql.raw(`('trialing', 'active', 'past_due')`);

/** @throws Fault `not_found` when the organization is gone */
export async function payerOf(db: Database, settings: Settings, organization_id: string): Promise<Payer> {
  const row = await platform(db).get<Row | undefined>(sql`
    select p.id as payer_id, p.subscription_tier as tier, p.next_tier, p.subscription_status as status,
      (select s.currency from subscriptions s where s.organization_id = p.id and s.ended_at is null
        and s.status in ${living} order by s.stripe_created desc limit 1) as currency,
      ${takenPlaces(sql`p.id`, Date.now())} as included
    from organizations o join organizations p on p.id = coalesce(o.parent_organization_id, o.id)
    where o.id = ${organization_id}`);
  if (!row) throw new Fault("not_found");
  const { payer_id, next_tier, ...payer } = row;
  // What is bought now must have its place in the plan that follows, too.
  const tier = smallerTier(row.tier, next_tier);
  return { ...payer, tier, takesPayments: takesPayments(settings), isClient: payer_id !== organization_id };
}
