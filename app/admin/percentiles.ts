/** Percentiles of a few measured values, by the nearest rank. */

/** The smallest value that this share of all does not exceed; null: there are none. `share`: 0 to 1 */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
