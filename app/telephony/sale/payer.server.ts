/** Who pays for an organization's numbers, read from the control plane in one statement. */
import { sql } from "drizzle-orm";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import type { Payer } from "./sale-terms.ts";

type Row = {
  payer_id: string;
  tier: string;
  status: string;
  currency: string | null;
  included: number;
};

/** Statuses of a subscription that can carry one more price. */
export const living = sql.raw(`('trialing', 'active', 'past_due')`);

/** @throws Fault `not_found` when the organization is gone */
export async function payerOf(db: Database, settings: Settings, organization_id: string): Promise<Payer> {
  const row = await platform(db).get<Row | undefined>(sql`
    select p.id as payer_id, p.subscription_tier as tier, p.subscription_status as status,
      (select s.currency from subscriptions s where s.organization_id = p.id and s.ended_at is null
        and s.status in ${living} order by s.stripe_created desc limit 1) as currency,
      (select count(*) from phone_numbers n where n.organization_id in
          (select c.id from organizations c where c.id = p.id or c.parent_organization_id = p.id)
        and not exists (select 1 from number_rents r where r.organization_id = n.organization_id
          and r.number_id = n.number_id and r.ended_at is null)) as included
    from organizations o join organizations p on p.id = coalesce(o.parent_organization_id, o.id)
    where o.id = ${organization_id}`);
  if (!row) throw new Fault("not_found");
  const { payer_id, ...payer } = row;
  return { ...payer, takesPayments: takesPayments(settings), isClient: payer_id !== organization_id };
}
