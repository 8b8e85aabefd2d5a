/** The items of a subscription that charge for numbers, and their prices at Stripe. */
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { stripeOf } from "#app/billing/stripe/stripe.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { numberPrices, type numberRents } from "#drizzle/control/schema.ts";
import { stepsTo } from "./item-steps.ts";
import { scheduledPrices, scheduleRents } from "./scheduled-rents.server.ts";
import { countries, isSoldCountry } from "./sold-countries.schema.ts";

export type Rent = typeof numberRents.$inferSelect;
type Charge = {
  readonly subscription_id: string;
  /** The rents whose paid month is over. */
  readonly charged: readonly Rent[];
  readonly now: number;
};

/** Brings every item for numbers to the quantity of its rents, price by price, now and in a plan that follows. */
export async function chargeRents(
  db: Database,
  settings: Settings,
  { subscription_id, charged, now }: Charge,
): Promise<void> {
  const stripe = await stripeOf(settings);
  const { items, schedule } = await stripe.subscriptions.retrieve(subscription_id, { expand: ["schedule"] });
  const known = await knownPrices(db, pricesOf(items.data));
  const wanted = Map.groupBy(charged, keyOf);
  const held = new Map(
    items.data.flatMap((item) => {
      const key = known.get(item.price.id);
      return key === undefined ? [] : [[key, item] as const];
    }),
  );
  const period_start = monthStart(items.data);
  let present = items.data;
  for (const key of new Set([...wanted.keys(), ...held.keys()])) {
    const rents = wanted.get(key) ?? [];
    const begins = rents.filter((rent) => rent.subscription_id !== subscription_id);
    const steps = stepsTo({
      has: held.get(key)?.quantity ?? 0,
      wants: rents.length,
      begins: begins.map(({ paid_until }) => paid_until),
      period_start,
      now,
    });
    let item = held.get(key)?.id ?? null;
    for (const { quantity, from } of steps) {
      const [first] = rents;
      const price = item === null && first ? await priceOf(db, stripe, first) : null;
      const change = item !== null ? { id: item } : { price: price ?? "" };
      const updated = await stripe.subscriptions.update(
        subscription_id,
        {
          items: [quantity === 0 ? { ...change, deleted: true } : { ...change, quantity }],
          proration_behavior: from === null ? "none" : "create_prorations",
          ...(from !== null && { proration_date: Math.floor(from / second_ms) }),
        },
        // Quantities are absolute, so repeating one changes nothing; the package repeats under the same key.
        { idempotencyKey: `rents:${subscription_id}:${newId()}` },
      );
      present = updated.items.data;
      item ??= present.find((one) => one.price.id === price)?.id ?? null;
    }
  }
  if (schedule === null || typeof schedule === "string") return;
  const rented = await knownPrices(db, [...pricesOf(present), ...scheduledPrices(schedule)]);
  await scheduleRents(stripe, schedule, present, (price) => rented.has(price));
}

const pricesOf = (items: readonly Stripe.SubscriptionItem[]): string[] => items.map(({ price }) => price.id);

type Sort = Pick<Rent, "country" | "kind" | "currency" | "monthly_amount">;

const keyOf = ({ country, kind, currency, monthly_amount }: Sort): string =>
  [country, kind, currency, monthly_amount].join("/");

/** Since when the monthly items run. */
const monthStart = (items: readonly Stripe.SubscriptionItem[]): number => {
  const monthly = items.find(({ price }) => price.recurring?.interval === "month") ?? items[0];
  return (monthly?.current_period_start ?? 0) * second_ms;
};

/** Which of some prices are for numbers, and what they are prices of. */
async function knownPrices(db: Database, prices: readonly string[]): Promise<Map<string, string>> {
  const ids = JSON.stringify(prices);
  const rows = await platform(db)
    .select()
    .from(numberPrices)
    .where(sql`price_id in (select value from json_each(${ids}))`);
  return new Map(rows.map((row) => [row.price_id, keyOf(row)]));
}

/** The price of a rent at Stripe, made when the first one needs it. */
async function priceOf(db: Database, stripe: Stripe, sort: Sort): Promise<string> {
  const { country, kind, currency, monthly_amount } = sort;
  const known = await platform(db)
    .select()
    .from(numberPrices)
    .where(
      and(
        eq(numberPrices.country, country),
        eq(numberPrices.kind, kind),
        eq(numberPrices.currency, currency),
        eq(numberPrices.monthly_amount, monthly_amount),
      ),
    )
    .get();
  if (known) return known.price_id;
  const place = isSoldCountry(country) ? countries[country].name : country;
  const made = await stripe.prices.create(
    {
      currency: currency.toLowerCase(),
      unit_amount: monthly_amount,
      recurring: { interval: "month" },
      product_data: { name: `Phone number, ${place}, ${kind.replace("_", "-")}` },
      lookup_key: `number_${country}_${kind}_${currency}`.toLowerCase(),
      transfer_lookup_key: true,
      metadata: { country, kind },
    },
    { idempotencyKey: `number-price:${keyOf(sort)}` },
  );
  await platform(db)
    .insert(numberPrices)
    .values({ country, kind, currency, monthly_amount, price_id: made.id })
    .onConflictDoNothing();
  return made.id;
}
