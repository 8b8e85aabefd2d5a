/** What a quantity of a price costs, in minor units, without floating point. */
import type { Price, Tier } from "./shapes-base.ts";

const places = 12;
const one = 10n ** BigInt(places);

/** A decimal text of at most twelve places, times 10^12. */
function scaled(decimal: string): bigint {
  const isNegative = decimal.startsWith("-");
  const [whole = "0", rest = ""] = decimal.replace("-", "").split(".");
  const value = BigInt(whole) * one + BigInt(rest.padEnd(places, "0").slice(0, places));
  return isNegative ? -value : value;
}

/** To the nearest minor unit, halves away from zero. */
function rounded(value: bigint): number {
  const size = value < 0n ? -value : value;
  const units = Number((size * 2n + one) / (2n * one));
  return value < 0n ? -units : units;
}

const times = (decimal: string | null, quantity: number): bigint =>
  scaled(decimal ?? "0") * BigInt(Math.round(quantity));

/** One step of what a quantity costs. `tier` counts from 1; null: the price has no tiers. */
export type Step = {
  tier: number | null;
  quantity: number;
  unit_amount_decimal: string | null;
  amount: number;
};

/** The steps of a quantity, which add up to its amount: one for each tier that it reaches. */
export function stepsOf(price: Price, quantity: number): Step[] {
  const { tiers, tiers_mode } = price;
  if (!tiers || !tiers_mode) {
    const amount = rounded(times(price.unit_amount_decimal, quantity));
    return [{ tier: null, quantity, unit_amount_decimal: price.unit_amount_decimal, amount }];
  }
  if (tiers_mode === "volume") {
    const index = tiers.findIndex(({ up_to }) => up_to === null || quantity <= up_to);
    return [step(tiers[index], index + 1, quantity)];
  }
  const steps: Step[] = [];
  let from = 0;
  for (const [index, tier] of tiers.entries()) {
    const within = Math.min(quantity, tier.up_to ?? Number.POSITIVE_INFINITY) - from;
    if (within > 0 || index === 0) steps.push(step(tier, index + 1, Math.max(within, 0)));
    from = tier.up_to ?? quantity;
    if (from >= quantity) break;
  }
  return steps;
}

const step = (tier: Tier | undefined, number: number, quantity: number): Step => ({
  tier: number,
  quantity,
  unit_amount_decimal: tier?.unit_amount_decimal ?? null,
  amount: rounded(
    times(tier?.unit_amount_decimal ?? null, quantity) + scaled(tier?.flat_amount_decimal ?? "0"),
  ),
});

export const amountOf = (price: Price, quantity: number): number =>
  stepsOf(price, quantity).reduce((total, { amount }) => total + amount, 0);

/** The part of an amount for `seconds` of `whole` seconds. */
export function share(amount: number, seconds: number, whole: number): number {
  if (whole <= 0) return 0;
  return rounded((BigInt(amount) * one * BigInt(Math.max(seconds, 0))) / BigInt(whole));
}

/** "$99.00": for descriptions of lines. */
export const money = (minor: number | string, currency: string): string => {
  const value = Number(minor) / 100;
  const digits = Number.isInteger(Number(minor)) ? 2 : 6;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(value);
};
