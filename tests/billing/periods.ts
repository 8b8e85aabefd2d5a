/** A period and its terms for tests of usage. */
import type { UsageTerms } from "#app/billing/usage/usage-terms.schema.ts";
import { minute_ms } from "#app/platform/durations.ts";

export const periodStart = Date.parse("2026-11-01T00:00:00Z");
export const periodEnd = Date.parse("2026-12-01T00:00:00Z");

/** A month of the plan growth, with two minutes included unless told otherwise. */
export const terms = (wanted: Partial<UsageTerms> = {}): UsageTerms => ({
  subscription_id: "sub_test",
  tier: "growth",
  period_start: periodStart,
  period_end: periodEnd,
  included_seconds: 120,
  minute_micros: 150_000,
  currency: "USD",
  is_trial: false,
  ...wanted,
});

/** So many minutes into the period. */
export const minuteOf = (minutes: number): number => periodStart + minutes * minute_ms;
