/** What of a plan's fee is given back when a larger plan takes its place. Pure. */

/** Moments are seconds UTC, as Stripe counts. */
export type Paid = {
  /** Minor units. */
  readonly fee: number;
  /** What the fee was paid for. */
  readonly starts: number;
  readonly ends: number;
  /** The minutes' own period: a yearly fee has twelve of them. Null: the plan has no minutes. */
  readonly minutes: { readonly starts: number; readonly ends: number } | null;
  /** Null: nothing is known of the minutes, so time alone counts. */
  readonly usage: { readonly used_seconds: number; readonly included_seconds: number } | null;
};

/** The part of a period's included minutes that was not used; a plan without any has no such limit. */
const unusedShare = (usage: Paid["usage"]): number =>
  usage === null || usage.included_seconds === 0
    ? 1
    : Math.max(0, usage.included_seconds - usage.used_seconds) / usage.included_seconds;

/**
 * The fee of the unused time, but of the minutes' running period no more than the unused share of its included minutes:
 * the larger plan brings its own in full. Months of a yearly fee that have not begun are given back whole.
 */
export function unusedFee({ fee, starts, ends, minutes, usage }: Paid, at: number): number {
  const left = Math.max(0, ends - at);
  if (minutes === null) return Math.round((fee * left) / (ends - starts));
  const running = Math.max(0, Math.min(ends, minutes.ends) - at);
  const unused = Math.min(running, (minutes.ends - minutes.starts) * unusedShare(usage));
  return Math.round((fee * (left - running + unused)) / (ends - starts));
}
