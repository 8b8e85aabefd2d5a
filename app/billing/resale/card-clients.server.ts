/** The clients of an agency that pay it by card: what each really pays, and who keeps an earlier price. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { retailPrices, subscriptions } from "#drizzle/control/schema.ts";

/** SQL: a subscription of an agency's client that lives, whatever was paid of it. */
const livesAt = (agencyId: string) =>
  and(eq(subscriptions.payee_id, agencyId), isNull(subscriptions.ended_at));

/** SQL on any statement: the client has no subscription that lives and is paid to the agency. */
export const hasNoCard = (clientId: string, agencyId: string) => sql`not exists (select 1 from subscriptions s
  where s.organization_id = ${clientId} and s.payee_id = ${agencyId} and s.ended_at is null)`;

/** What a client's card subscription costs it; null: it has none that lives. */
export const cardTermsOf = async (db: Database, agencyId: string, clientId: string) =>
  (await platform(db)
    .select({
      fee_amount: retailPrices.fee_amount,
      included_minutes: retailPrices.included_minutes,
      minute_micros: retailPrices.minute_micros,
      currency: retailPrices.currency,
    })
    .from(subscriptions)
    .innerJoin(retailPrices, eq(retailPrices.price_id, subscriptions.price_id))
    .where(and(eq(subscriptions.organization_id, clientId), livesAt(agencyId)))
    .orderBy(sql`${subscriptions.stripe_created} desc`)
    .limit(1)
    .get()) ?? null;

const keptRow = z.object({ tier: z.string(), name: z.string() });

/**
 * The clients whose card subscription goes on at another price than their plan is sold at now, or than their own. A
 * price at Stripe never changes, so each keeps the one that it subscribed at.
 */
export async function keepersOf(db: Database, agencyId: string) {
  const found = await platform(db).all<unknown>(sql`
    select s.tier, o.name from subscriptions s
    join organizations o on o.id = s.organization_id and o.parent_organization_id = ${agencyId}
    join retail_prices r on r.price_id = s.price_id
    left join client_prices p on p.agency_id = s.payee_id and p.tier = s.tier
      and p.client_id = coalesce((select own.client_id from client_prices own where own.agency_id = s.payee_id
        and own.tier = s.tier and own.client_id = s.organization_id), '')
    where s.payee_id = ${agencyId} and s.ended_at is null and o.archived_at is null
      and (r.fee_amount, r.included_minutes, r.minute_micros, r.currency)
        is not (p.fee_amount, p.included_minutes, p.minute_micros, p.currency)
    order by o.name, o.id`);
  return z.array(keptRow).parse(found);
}
