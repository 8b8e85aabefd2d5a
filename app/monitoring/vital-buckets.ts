/** Values as counts in buckets, each 5 % wider than the one before: sums of days still tell a percentile, within 2.5 %. */
import type { VitalName } from "./vitals.ts";

export type Buckets = Readonly<Record<string, number>>;

const growth = Math.log(1.05);

/** CLS has no unit; its thousandths are what milliseconds are to the others. */
const scaleOf = (name: VitalName): number => (name === "CLS" ? 1000 : 1);

/** The bucket of a value. */
export const bucketOf = (name: VitalName, value: number): number =>
  Math.round(Math.log1p(value * scaleOf(name)) / growth);

const middleOf = (name: VitalName, bucket: number): number => Math.expm1(bucket * growth) / scaleOf(name);

/** Adds counts to those of the same buckets. */
export function addBuckets(sum: Map<number, number>, buckets: Buckets): void {
  for (const [bucket, count] of Object.entries(buckets))
    sum.set(Number(bucket), (sum.get(Number(bucket)) ?? 0) + count);
}

export const countOf = (sum: ReadonlyMap<number, number>): number =>
  [...sum.values()].reduce((all, count) => all + count, 0);

/** The value that three quarters do not exceed; null: there is none. */
export function p75Of(name: VitalName, sum: ReadonlyMap<number, number>): number | null {
  const rank = Math.ceil(countOf(sum) * 0.75);
  let passed = 0;
  for (const [bucket, count] of [...sum].toSorted(([one], [other]) => one - other)) {
    passed += count;
    if (passed >= rank) return middleOf(name, bucket);
  }
  return null;
}
