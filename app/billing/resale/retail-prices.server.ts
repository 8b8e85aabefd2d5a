/** Stripe's prices of what agencies sell: made on the platform's account, for agencies that have connected theirs. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { tierWords } from "#app/billing/plan-words.ts";
import { meterEvent } from "#app/billing/stripe/plans.ts";
import { stripeOf, stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { retailPrices } from "#drizzle/control/schema.ts";
import { digitsOf } from "./retail-money.ts";

type Row = typeof retailPrices.$inferSelect;

/** Prices that one run makes; each takes two requests. */
const madeAtOnce = 20;

/** A row for each different price of an agency that has connected an account. Equal prices are one. */
const noteWanted = (db: PlatformDb, agencyId: string, now: number) =>
  db.run(sql`
    insert into retail_prices (id, agency_id, tier, fee_amount, included_minutes, minute_micros, currency, created_at)
    select lower(hex(randomblob(16))), p.agency_id, p.tier, p.fee_amount, p.included_minutes, p.minute_micros,
      p.currency, ${now}
    from (select distinct agency_id, tier, fee_amount, included_minutes, minute_micros, currency
      from client_prices where agency_id = ${agencyId}) p
    where exists (select 1 from connected_accounts where organization_id = p.agency_id)
    on conflict do nothing`);

/** Stripe's price of a second in minor units, with its twelve decimal places. */
const secondPrice = (micros: number, currency: string): string =>
  (micros / 60 / 10 ** (6 - digitsOf(currency))).toFixed(12);

const base = ({ id, agency_id, tier, currency }: Row) => ({
  currency: currency.toLowerCase(),
  metadata: { agency_id, retail_price_id: id, tier },
});

/** The fee, named as the client's plan: its agency's clients read this on checkouts and invoices. */
const feePrice = (row: Row): Stripe.PriceCreateParams => ({
  ...base(row),
  unit_amount: row.fee_amount,
  recurring: { interval: "month" },
  product_data: { name: `${tierWords(row.tier)} plan` },
});

function minutesPrice(stripe: Stripe, row: Row, meter: string): Stripe.PriceCreateParams {
  const included = row.included_minutes * 60;
  const each = stripe.Decimal.from(secondPrice(row.minute_micros, row.currency));
  return {
    ...base(row),
    billing_scheme: "tiered",
    tiers_mode: "graduated",
    tiers: [
      ...(included > 0 ? [{ up_to: included, unit_amount: 0 }] : []),
      { up_to: "inf" as const, unit_amount_decimal: each },
    ],
    recurring: { interval: "month", usage_type: "metered", meter },
    product_data: { name: `${tierWords(row.tier)} plan, call minutes` },
  };
}

/** Makes one row's pair of prices. A repeat, also one after a lost answer, makes no second pair (R30). */
async function make(stripe: Stripe, db: PlatformDb, row: Row, meter: string): Promise<void> {
  const fee = await stripe.prices.create(feePrice(row), { idempotencyKey: `retail:${row.id}:fee` });
  const minutes = await stripe.prices.create(minutesPrice(stripe, row, meter), {
    idempotencyKey: `retail:${row.id}:minutes`,
  });
  await db
    .update(retailPrices)
    .set({ price_id: fee.id, minutes_price_id: minutes.id })
    .where(and(eq(retailPrices.id, row.id), isNull(retailPrices.price_id)));
}

async function meterOf(stripe: Stripe): Promise<string | null> {
  for await (const { id, event_name } of stripe.billing.meters.list({ status: "active", limit: 100 }))
    if (event_name === meterEvent) return id;
  return null;
}

async function makeAll(env: Env, db: PlatformDb, rows: Row[]): Promise<void> {
  const known = settings(env);
  if (rows.length === 0 || !takesPayments(known)) return;
  const stripe = await stripeOf(known);
  try {
    const meter = await meterOf(stripe);
    if (meter === null) return log("warn", "retail_prices_without_meter", {});
    for (const row of rows) await make(stripe, db, row, meter);
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    // Cron tries again; until then the agency reads that its prices are on their way.
    log("warn", "retail_prices_not_made", { ...problem });
  }
}

/** Makes the prices of an agency that Stripe does not have yet. */
export async function makeRetailPrices(env: Env, db: Database, agencyId: string, now: number): Promise<void> {
  const all = platform(db);
  await noteWanted(all, agencyId, now);
  const rows = await all
    .select()
    .from(retailPrices)
    .where(and(eq(retailPrices.agency_id, agencyId), isNull(retailPrices.price_id)))
    .limit(madeAtOnce);
  await makeAll(env, all, rows);
}

/** Cron: makes what is still missing, the oldest first. */
export async function makeMissingRetailPrices(env: Env): Promise<void> {
  const all = platform(new Database(env.DB, new Timing()));
  const rows = await all
    .select()
    .from(retailPrices)
    .where(isNull(retailPrices.price_id))
    .orderBy(asc(retailPrices.created_at))
    .limit(madeAtOnce);
  await makeAll(env, all, rows);
}
