/** Makes the catalogue at Stripe: the meter, the products, the prices, and what its billing portal offers. Running it again changes only what differs. */
import type Stripe from "stripe";
import {
  centsOfSecond,
  currencies,
  feeOf,
  meterEvent,
  meterFields,
  minutesKey,
  type Plan,
  plans,
  soldKeys,
  unusedProduct,
} from "./plans.ts";
import { portalConfiguration } from "./portal-configuration.ts";

/** Stripe takes at most this many lookup keys at once. */
const keysAtOnce = 10;

/** A price as it is wanted; `figure` is what a price that stands must equal. */
type Wanted = { lookup_key: string; figure: string; params: Stripe.PriceCreateParams };

/** @returns the lookup keys of the prices that were made now */
export async function createCatalogue(stripe: Stripe): Promise<string[]> {
  const meter = await meterOf(stripe);
  await portalConfiguration(stripe);
  for (const plan of plans) {
    await product(stripe, `plan_${plan.tier}`, plan.name);
    await product(stripe, `minutes_${plan.tier}`, `${plan.name}: call minutes`);
  }
  await product(stripe, unusedProduct.id, unusedProduct.name);
  const wanted = [
    ...soldKeys.map(({ plan, cadence, currency, fee }) => feePrice(plan, cadence, currency, fee)),
    ...plans.flatMap((plan) => currencies.map((currency) => minutesPrice(stripe, plan, currency, meter))),
  ];
  const made: string[] = [];
  for (let at = 0; at < wanted.length; at += keysAtOnce) {
    const some = wanted.slice(at, at + keysAtOnce);
    const standing = await pricesOf(
      stripe,
      some.map((one) => one.lookup_key),
    );
    for (const one of some) {
      const before = standing.get(one.lookup_key);
      if (before?.active && figureOf(before) === one.figure) continue;
      await stripe.prices.create(
        { ...one.params, lookup_key: one.lookup_key, transfer_lookup_key: true },
        { idempotencyKey: `catalogue:${one.lookup_key}:${before?.id ?? "first"}:${one.figure}` },
      );
      // Subscriptions keep the price that they have; no one can choose it any more.
      if (before?.active)
        await stripe.prices.update(
          before.id,
          { active: false },
          { idempotencyKey: `catalogue:retire:${before.id}` },
        );
      made.push(one.lookup_key);
    }
  }
  return made;
}

/** Prices by their lookup keys, at most ten at once, active or not. */
export async function pricesOf(stripe: Stripe, keys: string[]): Promise<Map<string, Stripe.Price>> {
  const found = await stripe.prices.list({ lookup_keys: keys, limit: 100, expand: ["data.tiers"] });
  return new Map(found.data.map((price) => [price.lookup_key ?? "", price]));
}

async function meterOf(stripe: Stripe): Promise<string> {
  const meters = await stripe.billing.meters.list({ status: "active", limit: 100 });
  const known = meters.data.find(({ event_name }) => event_name === meterEvent);
  if (known) return known.id;
  const made = await stripe.billing.meters.create(
    {
      display_name: "Call seconds",
      event_name: meterEvent,
      default_aggregation: { formula: "sum" },
      customer_mapping: { type: "by_id", event_payload_key: meterFields.customer },
      value_settings: { event_payload_key: meterFields.seconds },
    },
    { idempotencyKey: `catalogue:meter:${meterEvent}` },
  );
  return made.id;
}

/** Products have ids of our own, so that none is made twice. */
async function product(stripe: Stripe, id: string, name: string): Promise<void> {
  const found = await stripe.products.list({ ids: [id], limit: 1 });
  const [known] = found.data;
  if (!known) await stripe.products.create({ id, name }, { idempotencyKey: `catalogue:product:${id}` });
  else if (known.name !== name || !known.active)
    await stripe.products.update(
      id,
      { name, active: true },
      { idempotencyKey: `catalogue:product:${id}:${name}:${known.updated}` },
    );
}

function feePrice(plan: Plan, cadence: "monthly" | "yearly", currency: string, lookup_key: string): Wanted {
  const unit_amount = feeOf(plan, cadence);
  return {
    lookup_key,
    figure: String(unit_amount),
    params: {
      product: `plan_${plan.tier}`,
      currency: currency.toLowerCase(),
      unit_amount,
      recurring: { interval: cadence === "yearly" ? "year" : "month" },
      metadata: { tier: plan.tier },
    },
  };
}

/** Monthly, metered and graduated: the first tier are the included seconds. */
function minutesPrice(stripe: Stripe, plan: Plan, currency: string, meter: string): Wanted {
  const included = plan.included_minutes * 60;
  const cents = centsOfSecond(plan.minute_micros);
  return {
    lookup_key: minutesKey(plan.tier, currency),
    figure: `${included}:${cents}`,
    params: {
      product: `minutes_${plan.tier}`,
      currency: currency.toLowerCase(),
      billing_scheme: "tiered",
      tiers_mode: "graduated",
      tiers: [
        { up_to: included, unit_amount: 0 },
        { up_to: "inf", unit_amount_decimal: stripe.Decimal.from(cents) },
      ],
      recurring: { interval: "month", usage_type: "metered", meter },
      metadata: { tier: plan.tier },
    },
  };
}

/** The figures of a price that stands, written as those of a wanted one. */
const figureOf = (price: Stripe.Price): string =>
  price.tiers === undefined
    ? String(price.unit_amount)
    : `${price.tiers[0]?.up_to ?? 0}:${Number(price.tiers[1]?.unit_amount_decimal?.toString() ?? 0)}`;
