/** The catalogue as Stripe has it: read by lookup key into `plan_prices`, and offered from there. */
import { and, asc, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { Database, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { planPrices } from "#drizzle/control/schema.ts";
import { pricesOf } from "./create-catalogue.ts";
import { cursorOf, keepCursor } from "./cron-cursors.server.ts";
import { minuteMicros, plans, soldKeys } from "./plans.ts";
import { stripeOf, takesPayments } from "./stripe.server.ts";

export type PlanPrice = typeof planPrices.$inferSelect;

/** The prices that a plan can be chosen by in a currency, from the smallest plan to the largest, monthly before yearly. */
export async function offeredPrices(db: Database, currency: string): Promise<PlanPrice[]> {
  const rows = await platform(db)
    .select()
    .from(planPrices)
    .where(and(eq(planPrices.currency, currency.toUpperCase()), eq(planPrices.is_active, true)))
    .orderBy(asc(planPrices.cadence));
  const order = plans.map(({ tier }) => tier);
  return rows.sort((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier));
}

/** The plan of a price, also of one that is no longer offered; null: it is none of ours. */
export const planPriceOf = async (db: Database, price_id: string): Promise<PlanPrice | null> =>
  (await platform(db).select().from(planPrices).where(eq(planPrices.price_id, price_id)).get()) ?? null;

const includedRow = z.object({ included_seconds: z.number() });

/** The seconds that a price of the platform or of an agency includes; null: it is none of ours. */
export async function includedSecondsOf(db: Database, price_id: string): Promise<number | null> {
  const found = await platform(db).get<unknown>(sql`
    select included_seconds from plan_prices where price_id = ${price_id}
    union all select included_minutes * 60 from retail_prices where price_id = ${price_id} limit 1`);
  return includedRow.safeParse(found).data?.included_seconds ?? null;
}

/** Stripe takes at most this many lookup keys at once. */
const keysAtOnce = 10;
/** Rows of one batch. */
const rowsAtOnce = 20;

/**
 * Reads the catalogue from Stripe. A price that Stripe has no longer, or archived, is not offered from then on; its row
 * stays for subscriptions that have it.
 * @param now ms UTC
 * @returns how many prices are offered
 */
export async function syncCatalogue(env: Env, now: number): Promise<number> {
  const known = settings(env);
  if (!takesPayments(known)) return 0;
  const rows = await readCatalogue(await stripeOf(known), now);
  const db = platform(new Database(env.DB, new Timing()));
  const ids = JSON.stringify(rows.map(({ price_id }) => price_id));
  // A price that was replaced gives its lookup key away.
  await db.run(sql`update plan_prices set is_active = 0, synced_at = ${now}, lookup_key = price_id || ':' || tier
    where price_id not in (select value from json_each(${ids}))`);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const [first, ...others] = rows
      .slice(at, at + rowsAtOnce)
      .map((row) =>
        db.insert(planPrices).values(row).onConflictDoUpdate({ target: planPrices.price_id, set: row }),
      );
    if (first) await db.batch([first, ...others]);
  }
  const offered = rows.filter(({ is_active }) => is_active).length;
  if (offered < soldKeys.length) log("warn", "catalogue_incomplete", { offered, wanted: soldKeys.length });
  return offered;
}

/** Cron reads the catalogue so often; an event of Stripe does it at once. */
const every_ms = hour_ms;

/** For cron: reads the catalogue when the last reading is an hour old. `now` in ms UTC. */
export async function syncCatalogueHourly(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  const last = (await cursorOf(db, "catalogue"))?.updated_at ?? 0;
  if (last > now - every_ms) return;
  await syncCatalogue(env, now);
  await keepCursor(db, "catalogue", "", now);
}

/** The rows of every plan whose fee and minutes stand at Stripe. */
async function readCatalogue(stripe: Stripe, now: number): Promise<PlanPrice[]> {
  const keys = [...new Set(soldKeys.flatMap(({ fee, minutes }) => [fee, minutes]))];
  const prices = new Map<string, Stripe.Price>();
  for (let at = 0; at < keys.length; at += keysAtOnce)
    for (const [key, price] of await pricesOf(stripe, keys.slice(at, at + keysAtOnce)))
      prices.set(key, price);
  return soldKeys.flatMap(({ plan, cadence, currency, fee: feeKey, minutes: minutesKey }) => {
    const fee = prices.get(feeKey);
    const minutes = prices.get(minutesKey);
    if (!fee || !minutes || fee.unit_amount === null) return [];
    return [
      {
        price_id: fee.id,
        lookup_key: feeKey,
        product_id: typeof fee.product === "string" ? fee.product : fee.product.id,
        tier: plan.tier,
        cadence,
        currency,
        unit_amount: fee.unit_amount,
        minutes_price_id: minutes.id,
        ...minuteTerms(minutes),
        is_active: fee.active && minutes.active,
        synced_at: now,
      },
    ];
  });
}

/** What a metered price says of minutes: its first tier are the included seconds. */
export const minuteTerms = ({
  tiers = [],
}: Pick<Stripe.Price, "tiers">): Pick<PlanPrice, "included_seconds" | "minute_micros"> => ({
  included_seconds: tiers[0]?.up_to ?? 0,
  minute_micros: minuteMicros(tiers.at(-1)?.unit_amount_decimal?.toString() ?? "0"),
});
