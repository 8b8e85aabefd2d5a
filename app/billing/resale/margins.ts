/**
 * What an agency earns with each client in a month. Pure. An agency pays the platform for the minutes that all its
 * clients and it itself use together beyond those of its plan, at its plan's price of a minute; each client's share in
 * that cost is its share in the seconds. The plan's fee is not part of it: it is the same with one client and with a
 * hundred. Of what clients pay by card the platform keeps a part, which is taken off. Everything is what the calls of
 * the month come to: a card's invoices follow the subscription's own periods.
 */
import { monthOf, type OwnTerms, sharedBy, type Terms } from "./retail-money.ts";

/** A client's month. `terms` null: it owed nothing, on trial or without a price. */
export type ClientMonth = {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly calls: number;
  readonly seconds: number;
  readonly terms: Terms | null;
  /** It pays this part of the month by card. */
  readonly by_card: boolean;
  /** Its card could not be charged, and still is not. */
  readonly is_overdue: boolean;
};

export type Margin = Omit<ClientMonth, "terms"> & {
  readonly currency: string;
  readonly fee_micros: number;
  readonly overage_micros: number;
  readonly revenue_micros: number;
  /** What the platform keeps of payments by card. */
  readonly platform_fee_micros: number;
  /** In the agency's currency; null: what its minutes cost isn't known. */
  readonly cost_micros: number | null;
  /** Null: cost and revenue are in different currencies, or the cost isn't known. */
  readonly margin_micros: number | null;
};

/** What the minutes of a month cost the agency altogether; null: its terms aren't known. */
const costOf = (own: OwnTerms | null, seconds: number): number | null =>
  own === null ? null : Math.floor((Math.max(0, seconds - own.included_seconds) * own.minute_micros) / 60);

/** Each month's margin, in the order of the months. `feePercent`: what the platform keeps of payments by card. */
export function marginsOf(
  months: readonly ClientMonth[],
  own: OwnTerms | null,
  currency: string,
  feePercent: number,
): Margin[] {
  const seconds = months.map((one) => one.seconds);
  const cost = costOf(
    own,
    seconds.reduce((sum, one) => sum + one, 0),
  );
  const shares = cost === null ? null : sharedBy(cost, seconds);
  return months.map(({ terms, ...one }, at) => {
    const owed = terms === null ? null : monthOf(terms, one.seconds);
    const itsCurrency = owed?.currency ?? currency;
    const cost_micros = shares?.[at] ?? null;
    const revenue_micros = owed?.total_micros ?? 0;
    const platform_fee_micros = one.by_card ? Math.round((revenue_micros * feePercent) / 100) : 0;
    return {
      ...one,
      currency: itsCurrency,
      fee_micros: owed?.fee_micros ?? 0,
      overage_micros: owed?.overage_micros ?? 0,
      revenue_micros,
      platform_fee_micros,
      cost_micros,
      margin_micros:
        cost_micros === null || (own !== null && own.currency !== itsCurrency)
          ? null
          : revenue_micros - platform_fee_micros - cost_micros,
    };
  });
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** The parts of each client's month together: it has several when it begins to pay by card, or leaves and comes back. */
export function byClient(margins: readonly Margin[]): Margin[] {
  const found = new Map<string, Margin>();
  for (const one of margins) {
    const key = `${one.id} ${one.currency}`;
    const before = found.get(key);
    found.set(key, before === undefined ? one : together(before, one));
  }
  return [...found.values()];
}

const together = (one: Margin, other: Margin): Margin => ({
  ...one,
  by_card: one.by_card || other.by_card,
  is_overdue: one.is_overdue || other.is_overdue,
  calls: one.calls + other.calls,
  seconds: one.seconds + other.seconds,
  fee_micros: one.fee_micros + other.fee_micros,
  overage_micros: one.overage_micros + other.overage_micros,
  revenue_micros: one.revenue_micros + other.revenue_micros,
  platform_fee_micros: one.platform_fee_micros + other.platform_fee_micros,
  cost_micros: plus(one.cost_micros, other.cost_micros),
  margin_micros: plus(one.margin_micros, other.margin_micros),
});

/** The sums of a month, of the rows in the agency's currency; `others`: how many rows are in another one. */
export function totalsOf(margins: readonly Margin[], currency: string) {
  const same = margins.filter((one) => one.currency === currency);
  const sum = (of: (one: Margin) => number) => same.reduce((total, one) => total + of(one), 0);
  const isCostKnown = margins.every(({ cost_micros }) => cost_micros !== null);
  const cost_micros = isCostKnown ? margins.reduce((total, one) => total + (one.cost_micros ?? 0), 0) : null;
  const revenue_micros = sum((one) => one.revenue_micros);
  const platform_fee_micros = sum((one) => one.platform_fee_micros);
  const others = margins.length - same.length;
  return {
    seconds: margins.reduce((total, one) => total + one.seconds, 0),
    revenue_micros,
    platform_fee_micros,
    /** Of clients whose payment is overdue. */
    overdue_micros: sum((one) => (one.is_overdue ? one.revenue_micros : 0)),
    cost_micros,
    margin_micros:
      cost_micros === null || others > 0 ? null : revenue_micros - platform_fee_micros - cost_micros,
    others,
  };
}
