/**
 * Rents: what each paid number adds to the subscription. The order pays the first month; after it the number is part of
 * a licensed item, whose quantity is how many rents of that price are charged (docs/telephony.md, "Rent").
 */
import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { numberKinds } from "#app/telephony/number-terms.schema.ts";
import { numberRents, subscriptions } from "#drizzle/control/schema.ts";
import { numberPrice } from "./number-prices.ts";
import { living } from "./payer.server.ts";
import { chargeRents, type Rent } from "./rent-items.server.ts";
import { isSoldCountry } from "./sold-countries.schema.ts";

/** Ends the rent of a number that was given back, also one that the holder's agency pays: a statement for the caller's batch. */
export const endingRent = (db: Database, number_id: string, now: number) =>
  platform(db)
    .update(numberRents)
    .set({ ended_at: now, due_at: now })
    .where(and(eq(numberRents.number_id, number_id), isNull(numberRents.ended_at)));

/** The subscription that carries an organization's rents; null: it has none that lives. */
export const carrierOf = async (db: Database, organization_id: string) =>
  (await tenant(db, organization_id)
    .select({ id: subscriptions.subscription_id, currency: subscriptions.currency })
    .from(subscriptions)
    .where(sql`organization_id = ${organization_id} and ended_at is null and status in ${living}`)
    .orderBy(sql`stripe_created desc`)
    .limit(1)
    .get()) ?? null;

/** Without a subscription nothing can be charged: a new one is looked for this often. */
const lookAgainAfter_ms = hour_ms;

/**
 * Makes the items of an organization's subscription agree with its rents; repeating it changes nothing.
 * @throws what Stripe's client throws
 */
export async function settleRents(
  db: Database,
  settings: Settings,
  organization_id: string,
  now: number,
): Promise<void> {
  const own = tenant(db, organization_id);
  const ofOrganization = eq(numberRents.organization_id, organization_id);
  const rents: Rent[] = await own
    .select()
    .from(numberRents)
    .where(and(ofOrganization, or(isNull(numberRents.ended_at), isNotNull(numberRents.due_at))));
  if (rents.length === 0) return;
  const subscription = await carrierOf(db, organization_id);
  const isDue = and(ofOrganization, lte(numberRents.due_at, now));
  if (subscription === null) {
    const due_at = sql`case when ended_at is null then ${now + lookAgainAfter_ms} end`;
    await own.update(numberRents).set({ due_at }).where(isDue);
    return;
  }
  const charged = rents.filter(({ ended_at, paid_until }) => ended_at === null && paid_until <= now);
  for (const rent of charged) await inCurrency(db, rent, subscription.currency);
  await chargeRents(db, settings, { subscription_id: subscription.id, charged, now });
  const subscription_id = sql`case when ended_at is null then ${subscription.id} else subscription_id end`;
  await own.update(numberRents).set({ due_at: null, subscription_id }).where(isDue);
}

/** A rent that began in another currency goes on at the list's price in the new subscription's. */
async function inCurrency(db: Database, rent: Rent, currency: string): Promise<void> {
  if (rent.currency === currency) return;
  const kind = numberKinds.find((one) => one === rent.kind);
  const price = kind && isSoldCountry(rent.country) ? numberPrice(rent.country, kind, currency) : null;
  if (price?.currency !== currency) return;
  Object.assign(rent, { currency, monthly_amount: price.monthly });
  await tenant(db, rent.organization_id)
    .update(numberRents)
    .set({ currency, monthly_amount: price.monthly })
    .where(
      and(eq(numberRents.organization_id, rent.organization_id), eq(numberRents.number_id, rent.number_id)),
    );
}
