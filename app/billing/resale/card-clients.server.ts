/** The clients of an agency that pay it by card: what each really pays. */
import { and, eq, isNull, sql } from "drizzle-orm";
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
