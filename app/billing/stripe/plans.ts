/**
 * The plans' prices as they are meant to stand at Stripe: one table, from which `npm run catalogue` makes the products and
 * prices. What is sold is read back from Stripe (`catalogue.server.ts`), so a figure that is changed there counts.
 */

/** Upper-case ISO 4217, as everywhere inside; Stripe writes them in lower case. */
export const currencies = ["USD", "GBP", "EUR", "CAD", "AUD"] as const;
export const cadences = ["monthly", "yearly"] as const;
export type Cadence = (typeof cadences)[number];

export type Plan = {
  readonly tier: string;
  /** On invoices and in the list of plans. */
  readonly name: string;
  /** Fee of a month in minor units, the same figure in every currency. */
  readonly fee: number;
  readonly included_minutes: number;
  /** Price of one more minute, in micro-units: 180,000 is 0.18. */
  readonly minute_micros: number;
};

/** From the smallest to the largest. */
export const plans: readonly Plan[] = [
  { tier: "starter", name: "Starter", fee: 29_00, included_minutes: 200, minute_micros: 180_000 },
  { tier: "growth", name: "Growth", fee: 99_00, included_minutes: 1000, minute_micros: 150_000 },
  { tier: "scale", name: "Scale", fee: 299_00, included_minutes: 4000, minute_micros: 120_000 },
  { tier: "agency", name: "Agency", fee: 499_00, included_minutes: 8000, minute_micros: 100_000 },
];

/** A year costs ten months. */
const monthsPaidInYear = 10;

export const feeOf = ({ fee }: Plan, cadence: Cadence): number =>
  cadence === "yearly" ? fee * monthsPaidInYear : fee;

/** The lookup key of a plan's fee. */
export const planKey = (tier: string, cadence: Cadence, currency: string): string =>
  `plan_${tier}_${cadence}_${currency.toLowerCase()}`;

/** The lookup key of a plan's minutes, which are billed monthly whatever the fee's cadence. */
export const minutesKey = (tier: string, currency: string): string =>
  `minutes_${tier}_${currency.toLowerCase()}`;

/** The product at Stripe behind what an upgrade takes off, as invoices name it. */
export const unusedProduct = { id: "plan_unused", name: "Unused part of the plan before" } as const;

/** Name of the meter's events, and the two fields of their payload. */
export const meterEvent = "call_seconds";
export const meterFields = { customer: "stripe_customer_id", seconds: "value" } as const;

/** Micro-units in a minor unit, and seconds in a minute: Stripe counts minor units for a second. */
const micros = 10_000;
const minute_s = 60;

/** Stripe's price of a second in minor units, with its twelve decimal places. */
export const centsOfSecond = (minute_micros: number): string =>
  String(Number((minute_micros / minute_s / micros).toFixed(12)));

/** The price of a minute in micro-units, from Stripe's price of a second. */
export const minuteMicros = (centsOfOneSecond: string): number =>
  Math.round(Number(centsOfOneSecond) * minute_s * micros);

/** What a lookup key of a plan's fee says; null for any other key. */
export function planOfKey(
  lookupKey: string | null,
): { tier: string; cadence: Cadence; currency: string } | null {
  const [kind, tier, cadence, currency, ...more] = (lookupKey ?? "").split("_");
  const known = cadences.find((one) => one === cadence);
  if (kind !== "plan" || !tier || !known || !currency || more.length > 0) return null;
  return { tier, cadence: known, currency: currency.toUpperCase() };
}

/** Every pair of lookup keys that a plan is sold under. */
export const soldKeys = plans.flatMap((plan) =>
  currencies.flatMap((currency) =>
    cadences.map((cadence) => ({
      plan,
      cadence,
      currency,
      fee: planKey(plan.tier, cadence, currency),
      minutes: minutesKey(plan.tier, currency),
    })),
  ),
);
