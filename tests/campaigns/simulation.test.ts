/** Attempts on a simulated clock, with faults: no one is called twice at a time, outside hours, or after asking for no calls. */
import { expect, test } from "vitest";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { type Plan, simulate } from "./simulated-dialer.ts";
import { simulatedPace } from "./simulated-pace.ts";

const wide = { per_day: 1_000_000, per_minute: 100_000, number_per_day: 20, number_in_14_days: 200 };
const quiet = { lost: 0, repeated: 0, optOut: 0, leave: 0, evict: 0, crash: 0, change: 0 };
const plan: Plan = {
  seed: 1,
  contacts: 500,
  most_attempts: 800,
  begin: instantOf("2026-10-31", "19:00", "America/New_York"),
  campaigns: 3,
  caps: wide,
  faults: quiet,
  downAfter: null,
  pauseEvery: null,
};

test.each([1, 2])("attempts over the end of summer time, with every fault (%i)", (seed) => {
  const outcome = simulate({
    ...plan,
    seed,
    faults: { lost: 0.02, repeated: 0.02, optOut: 0.02, leave: 0.05, evict: 0.05, crash: 0.01, change: 0.2 },
    downAfter: hour_ms,
    pauseEvery: 45 * minute_ms,
  });
  expect(outcome.violations).toEqual([]);
  expect(outcome.asked).toBeGreaterThan(600);
  expect(outcome.optOuts).toBeGreaterThan(20);
  expect(outcome.leases_lost).toBeGreaterThan(10);
  expect(outcome.changes).toBeGreaterThan(20);
});

test("an object that is evicted after every hundred calls makes each attempt once", () => {
  const outcome = simulate({ ...plan, evictEvery: 100, contacts: 600, most_attempts: 800 });
  expect(outcome.violations).toEqual([]);
  expect(outcome.asked).toBeGreaterThan(600);
  expect(outcome.evictions).toBeGreaterThan(4);
});

test.each([10, 60])("the pace of %i calls is the one that was set, over any minute", (per_minute) => {
  const { error, violations } = simulatedPace(per_minute, 8);
  expect(violations).toEqual([]);
  expect(error).toBeLessThan(0.05);
});

test("the usual caps hold: ten a minute, and one a day to a number", () => {
  const { askedAt, violations, asked } = simulate({
    ...plan,
    contacts: 60,
    most_attempts: 200,
    begin: instantOf("2026-11-04", "13:00", "America/New_York"),
    campaigns: 2,
    caps: { per_day: 1000, per_minute: 10, number_per_day: 1, number_in_14_days: 14 },
    faults: { ...quiet, lost: 0.05, change: 0.02 },
  });
  expect(violations).toEqual([]);
  expect(asked).toBeGreaterThan(60);
  // By when they leave, however long the queue takes for each.
  for (const at of askedAt)
    expect(askedAt.filter((one) => one > at - minute_ms && one <= at).length).toBeLessThanOrEqual(10);
});
