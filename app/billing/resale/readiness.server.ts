/** What an agency's readiness to take payments is decided by, read from D1. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import type { Account, Facts } from "./readiness.ts";

const flag = z.number().transform(Boolean);

const agencyRow = z.object({
  status: z.string(),
  account_id: z.string().nullable(),
  charges_enabled: flag.nullable(),
  payouts_enabled: flag.nullable(),
  details_submitted: flag.nullable(),
  requirements: z.string().nullable(),
  account_currency: z.string().nullable(),
  unmade: z.number(),
});
const planRow = z.object({
  tier: z.string(),
  clients: z.number(),
  unpriced: z.number(),
});
const priceRow = z.object({ currency: z.string() });

/** An organization that is gone is as one that never paid. */
export async function readinessFacts(
  env: Env,
  db: Database,
  agencyId: string,
): Promise<Facts & { account: Account | null }> {
  const all = platform(db);
  const [agencies, plans, prices] = await Promise.all([
    all.all<unknown>(sql`
      select o.subscription_status as status, c.account_id, c.charges_enabled, c.payouts_enabled,
        c.details_submitted, c.requirements, c.currency as account_currency,
        (select count(*) from client_prices p where p.agency_id = o.id and not exists (
          select 1 from retail_prices r where r.agency_id = p.agency_id and r.tier = p.tier
            and r.fee_amount = p.fee_amount and r.included_minutes = p.included_minutes
            and r.minute_micros = p.minute_micros and r.currency = p.currency
            and r.price_id is not null)) as unmade
      from organizations o
      left join (select * from connected_accounts where organization_id = ${agencyId}
        and disconnected_at is null) c on true
      where o.id = ${agencyId} and o.archived_at is null and o.suspended_at is null and o.platform_suspended_at is null`),
    all.all<unknown>(sql`
      select o.subscription_tier as tier, count(*) as clients,
        sum(not exists (select 1 from client_prices p where p.agency_id = o.parent_organization_id
          and p.tier = o.subscription_tier and p.client_id in ('', o.id))) as unpriced
      from organizations o
      where o.parent_organization_id = ${agencyId} and o.archived_at is null
      group by o.subscription_tier order by o.subscription_tier`),
    all.all<unknown>(sql`
      select distinct currency from client_prices where agency_id = ${agencyId}`),
  ]);
  const [agency] = z.array(agencyRow).parse(agencies);
  return {
    takesPayments: takesPayments(settings(env)),
    status: agency?.status ?? "pending",
    account: agency ? accountOf(agency) : null,
    plans: z.array(planRow).parse(plans),
    currencies: z
      .array(priceRow)
      .parse(prices)
      .map(({ currency }) => currency),
    unmade: agency?.unmade ?? 0,
  };
}

const names = z.array(z.string());

function accountOf(row: z.output<typeof agencyRow>): Account | null {
  if (row.account_id === null) return null;
  return {
    account_id: row.account_id,
    charges_enabled: row.charges_enabled === true,
    payouts_enabled: row.payouts_enabled === true,
    details_submitted: row.details_submitted === true,
    requirements: names.parse(JSON.parse(row.requirements ?? "[]")),
    currency: row.account_currency ?? "",
  };
}
