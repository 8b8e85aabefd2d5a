/** How a subscription's item for numbers is brought to its quantity: pure arithmetic over moments. */

export type Step = {
  readonly quantity: number;
  /** From when the rest of the period is charged; null: nothing is charged or given back. */
  readonly from: number | null;
};

type Wanted = {
  /** The quantity that Stripe has. */
  readonly has: number;
  /** The rents that are charged from now on. */
  readonly wants: number;
  /** Of those, when the paid month of each ended that this subscription does not charge yet. */
  readonly begins: readonly number[];
  readonly period_start: number;
  readonly now: number;
};

/**
 * The updates, in order. Each new rent is charged from the end of its paid month, so that no day is paid twice or
 * free. One that Stripe lost is charged from the period's beginning. A rent that ended lowers the quantity at the next
 * renewal's expense only: the running month was paid and is not given back.
 */
export function stepsTo({ has, wants, begins, period_start, now }: Wanted): Step[] {
  if (wants === has) return [];
  if (wants < has) return [{ quantity: wants, from: null }];
  const missing = wants - has;
  const latest = [...begins].sort((one, other) => one - other).slice(-missing);
  const moments = [...Array<number>(missing - latest.length).fill(period_start), ...latest];
  return moments.map((moment, i) => ({
    quantity: has + i + 1,
    from: Math.min(now, Math.max(period_start, moment)),
  }));
}
