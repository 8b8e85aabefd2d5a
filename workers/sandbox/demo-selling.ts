/** What is for sale in the demo: the platform's plans, and the agency's prices for its clients with the account that they are paid to. */
import { and, eq } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { createCatalogue } from "#app/billing/stripe/create-catalogue.ts";
import { planKey } from "#app/billing/stripe/plans.ts";
import { newId } from "#app/platform/id.ts";
import { clientPrices, connectedAccounts, planPrices, retailPrices } from "#drizzle/control/schema.ts";
import { agency, agencyStaff } from "./demo-agency.ts";
import { demoPrices } from "./demo-prices.ts";
import type { DemoStripe } from "./demo-stripe.ts";

/** Puts the plans up for sale. */
export const sellPlans = ({ client }: DemoStripe): Promise<string[]> => createCatalogue(client);

/** The agency's account, ready to be paid to. */
export async function connectAgency({ client, order }: DemoStripe): Promise<string> {
  const { id } = await client.accounts.create({
    country: agency.country,
    business_profile: { name: agency.name },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { organization_id: agency.id },
  });
  await order(`connect/${id}`, { outcome: "complete" });
  return id;
}

/** The agency's account and price list. Stripe's prices for it are made by the product. `since`: ms UTC */
export async function sellToClients(
  db: DrizzleD1Database,
  account_id: string,
  since: number,
  now: number,
): Promise<void> {
  const { id: agency_id, currency, country } = agency;
  await db.batch([
    db
      .insert(connectedAccounts)
      .values({
        organization_id: agency_id,
        account_id,
        charges_enabled: true,
        payouts_enabled: true,
        details_submitted: true,
        requirements: [],
        country,
        currency,
        refreshed_at: now,
        created_at: since,
      })
      .onConflictDoNothing(),
    ...Object.entries(demoPrices).flatMap(([tier, price]) => [
      db
        .insert(clientPrices)
        .values({
          ...price,
          tier,
          agency_id,
          currency,
          updated_by: agencyStaff[0]?.id ?? "",
          updated_at: since,
        })
        .onConflictDoNothing(),
      db
        .insert(retailPrices)
        .values({ ...price, tier, id: newId(since), agency_id, currency, created_at: since })
        .onConflictDoNothing(),
    ]),
  ]);
}

type Pair = { price_id: string | null; minutes_price_id: string | null } | undefined;

/** Stripe's prices of a plan's fee and its minutes. */
function both(pair: Pair, tier: string): string[] {
  if (!pair?.price_id || !pair.minutes_price_id) throw new Error(`${tier} is not for sale`);
  return [pair.price_id, pair.minutes_price_id];
}

export const pricesOfPlan = async (db: DrizzleD1Database, tier: string): Promise<string[]> =>
  both(
    await db
      .select()
      .from(planPrices)
      .where(eq(planPrices.lookup_key, planKey(tier, "monthly", agency.currency)))
      .get(),
    tier,
  );

export const pricesForClients = async (db: DrizzleD1Database, tier: string): Promise<string[]> =>
  both(
    await db
      .select()
      .from(retailPrices)
      .where(and(eq(retailPrices.agency_id, agency.id), eq(retailPrices.tier, tier)))
      .get(),
    tier,
  );
