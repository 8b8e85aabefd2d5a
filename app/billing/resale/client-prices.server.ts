/** An agency's price lists, and what its own minutes cost it. */
import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { clientPrices, planPrices, subscriptionTerms } from "#drizzle/control/schema.ts";
import type { OwnTerms } from "./retail-money.ts";

type ClientPrice = typeof clientPrices.$inferSelect;

/** The prices of an agency's plans. */
export const planListOf = (db: Database, agencyId: string): Promise<ClientPrice[]> =>
  platform(db)
    .select()
    .from(clientPrices)
    .where(and(eq(clientPrices.agency_id, agencyId), eq(clientPrices.client_id, "")))
    .orderBy(asc(clientPrices.tier));

/** How many prices of single clients a plan has. */
export const overridesOf = (db: Database, agencyId: string) =>
  platform(db)
    .select({ tier: clientPrices.tier, clients: sql<number>`count(*)`.as("clients") })
    .from(clientPrices)
    .where(and(eq(clientPrices.agency_id, agencyId), sql`${clientPrices.client_id} <> ''`))
    .groupBy(clientPrices.tier);

/** What a client of a plan pays: its own price, or that of everyone on the plan. Null: neither is set. */
export async function priceOf(db: Database, agencyId: string, tier: string, clientId: string) {
  const found = await platform(db)
    .select()
    .from(clientPrices)
    .where(
      and(
        eq(clientPrices.agency_id, agencyId),
        eq(clientPrices.tier, tier),
        sql`${clientPrices.client_id} in ('', ${clientId})`,
      ),
    );
  return {
    own: found.find(({ client_id }) => client_id === clientId) ?? null,
    plan: found.find(({ client_id }) => client_id === "") ?? null,
  };
}

/**
 * The terms that an agency's subscription had before an instant; without a subscription, those of its plan as it is
 * sold today. Null: no price of the plan is known.
 */
export async function ownTermsOf(
  db: Database,
  { id, tier, currency }: { id: string; tier: string; currency: string },
  before: number,
): Promise<OwnTerms | null> {
  const known = await tenant(db, id)
    .select({
      included_seconds: subscriptionTerms.included_seconds,
      minute_micros: subscriptionTerms.minute_micros,
      currency: subscriptionTerms.currency,
    })
    .from(subscriptionTerms)
    .where(and(eq(subscriptionTerms.organization_id, id), lt(subscriptionTerms.period_start, before)))
    .orderBy(desc(subscriptionTerms.period_start))
    .limit(1)
    .get();
  if (known) return known;
  const sold = await platform(db)
    .select({
      included_seconds: planPrices.included_seconds,
      minute_micros: planPrices.minute_micros,
      currency: planPrices.currency,
    })
    .from(planPrices)
    .where(
      and(
        eq(planPrices.currency, currency),
        eq(planPrices.tier, tier),
        eq(planPrices.cadence, "monthly"),
        eq(planPrices.is_active, true),
      ),
    )
    .get();
  return sold ?? null;
}
