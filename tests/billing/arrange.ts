/** Periods and calls for tests of usage. */
import type { UsageTerms } from "#app/billing/usage/usage-terms.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { finishedCall } from "../calls/arrange.ts";

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

/** An answered phone call of so many seconds that ended then. */
export const callOf = (seconds: number, ended_at: number, wanted: Partial<FinishedCall> = {}): FinishedCall =>
  finishedCall({
    started_at: ended_at - seconds * second_ms - second_ms,
    answered_at: ended_at - seconds * second_ms,
    ended_at,
    talk_seconds: seconds,
    ...wanted,
  });

/** So many minutes into the period. */
export const minuteOf = (minutes: number): number => periodStart + minutes * minute_ms;
