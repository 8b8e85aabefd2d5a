/** A plan as people choose it: what it costs and what it includes, from its price and its limits. */
import { tierWords } from "#app/billing/plan-words.ts";
import { includedNumbersOf, type LowerLimits, limitsOf } from "#app/membership/plan-limits.ts";
import { count, money, price } from "#app/platform/format.ts";

/** What a price says of itself: a row of `plan_prices`. */
export type Priced = {
  readonly price_id: string;
  readonly tier: string;
  readonly cadence: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly included_seconds: number;
  readonly minute_micros: number;
};

export type Offer = {
  readonly priceId: string;
  readonly tier: string;
  /** "Growth" */
  readonly plan: string;
  readonly cadence: "monthly" | "yearly";
  /** "$99" */
  readonly price: string;
  /** "$0.15" */
  readonly minute: string;
  /** "1,000 minutes a month", "50 concurrent calls", … */
  readonly includes: readonly string[];
};

/** "month" or "year": after "a" or "per". */
export const cadenceNoun = (cadence: string): string => (cadence === "yearly" ? "year" : "month");

/** "$99 a month" */
export const feeWords = (
  { unit_amount, currency, cadence }: Pick<Priced, "unit_amount" | "currency" | "cadence">,
  locale: string,
): string => `${price(unit_amount, currency, locale)} a ${cadenceNoun(cadence)}`;

/** What a plan includes besides its price, the minutes first. */
export function includedIn(
  tier: string,
  included_seconds: number,
  locale: string,
  lower: LowerLimits | null = null,
): string[] {
  const { lines, agents, numbers, members, clients, whiteLabel } = limitsOf(tier, lower);
  const many = (n: number, noun: string) => `${count(n, locale)} ${noun}`;
  return [
    many(included_seconds / 60, "minutes a month"),
    many(lines, "concurrent calls"),
    many(agents, "agents"),
    // A client's included ones are its agency's, which shares them among its clients.
    lower === null
      ? `Up to ${many(numbers, "phone numbers")}, ${count(Math.min(numbers, includedNumbersOf(tier)), locale)} included`
      : `Up to ${many(numbers, "phone numbers")}`,
    many(members, "members"),
    ...(clients > 0 ? [many(clients, "client organizations")] : []),
    ...(whiteLabel && lower === null ? ["Your own domain and brand"] : []),
  ];
}

/** @param lower what its agency allows a client, where that is less than the plan does; null: it is no client */
export const offerOf = (priced: Priced, locale: string, lower: LowerLimits | null = null): Offer => ({
  priceId: priced.price_id,
  tier: priced.tier,
  plan: tierWords(priced.tier),
  cadence: priced.cadence === "yearly" ? "yearly" : "monthly",
  price: price(priced.unit_amount, priced.currency, locale),
  minute: money(priced.minute_micros, priced.currency, locale),
  includes: includedIn(priced.tier, priced.included_seconds, locale, lower),
});
