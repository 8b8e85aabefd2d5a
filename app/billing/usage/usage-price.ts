/** What a call costs of its period: included seconds first, then seconds beyond them. Pure, in exact micro-units. */

/** A period's terms, as far as they decide a price. */
export type PriceTerms = {
  included_seconds: number;
  /** Price of one more minute, in micro-units. */
  minute_micros: number;
};

export type UsagePrice = {
  included_seconds: number;
  overage_seconds: number;
  amount_micros: number;
};

/** The price of all seconds beyond the included ones. Whole micro-units: a fraction of one is not charged. */
function overageMicros(seconds: number, minute_micros: number): number {
  const sixtieths = seconds * minute_micros;
  return (sixtieths - (sixtieths % 60)) / 60;
}

/** What a period's seconds cost altogether. */
export function periodPrice(terms: PriceTerms, seconds: number): UsagePrice {
  const overage_seconds = Math.max(0, seconds - terms.included_seconds);
  return {
    included_seconds: seconds - overage_seconds,
    overage_seconds,
    amount_micros: overageMicros(overage_seconds, terms.minute_micros),
  };
}

/**
 * What one call adds to its period: the price after it less the price before it. So the calls of a period add up to the
 * period's price exactly, in whatever order they come.
 * @param used_before the period's seconds before this call
 */
export function callPrice(terms: PriceTerms, used_before: number, seconds: number): UsagePrice {
  const before = periodPrice(terms, used_before);
  const after = periodPrice(terms, used_before + seconds);
  return {
    included_seconds: after.included_seconds - before.included_seconds,
    overage_seconds: after.overage_seconds - before.overage_seconds,
    amount_micros: after.amount_micros - before.amount_micros,
  };
}

/** One line of a call's price, as its record keeps it. */
export type PriceLine =
  | { what: "included"; seconds: number }
  | { what: "overage"; seconds: number; minute_micros: number; amount_micros: number };

/** A call's price, line by line; a call without a second has none. */
export function priceLines({ minute_micros }: PriceTerms, price: UsagePrice): PriceLine[] {
  const { included_seconds, overage_seconds, amount_micros } = price;
  return [
    ...(included_seconds > 0 ? [{ what: "included" as const, seconds: included_seconds }] : []),
    ...(overage_seconds > 0
      ? [{ what: "overage" as const, seconds: overage_seconds, minute_micros, amount_micros }]
      : []),
  ];
}

/** The seconds of a call that count: the talk of an answered phone call. Calls in the browser and test calls are free. */
export const billableSeconds = (call: {
  type: "phone" | "web" | "test";
  answered_at: number | null;
  talk_seconds: number;
}): number => (call.type === "phone" && call.answered_at !== null ? call.talk_seconds : 0);
