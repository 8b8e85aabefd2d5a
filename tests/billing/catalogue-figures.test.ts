/** The figures of the catalogue, on their way to Stripe and back. */
import { expect, test } from "vitest";
import { centsOfSecond, feeOf, minuteMicros, planOfKey, plans, soldKeys } from "#app/billing/stripe/plans.ts";
import { tiers } from "#app/membership/plan-limits.ts";

test("every plan has a price, in the order of the plans", () => {
  expect(plans.map(({ tier }) => tier)).toEqual(tiers);
  expect(soldKeys).toHaveLength(40);
});

test.each(plans)(
  "a minute of $tier costs the same after Stripe counted it in seconds",
  ({ minute_micros }) => {
    const cents = centsOfSecond(minute_micros);
    expect(minuteMicros(cents)).toBe(minute_micros);
    expect(cents.split(".")[1]?.length ?? 0).toBeLessThanOrEqual(12);
    // An hour, in minor units: Stripe rounds the sum, not the second.
    expect(Math.round(Number(cents) * 3600)).toBe((minute_micros * 60) / 10_000);
  },
);

test("a year costs ten months", () => {
  for (const plan of plans) expect(feeOf(plan, "yearly")).toBe(10 * feeOf(plan, "monthly"));
});

test.each([
  ["plan_growth_yearly_gbp", { tier: "growth", cadence: "yearly", currency: "GBP" }],
  ["minutes_growth_gbp", null],
  ["plan_growth_weekly_gbp", null],
  ["plan_growth_yearly_gbp_old", null],
  ["", null],
  [null, null],
])("the lookup key %s", (key, plan) => {
  expect(planOfKey(key)).toEqual(plan);
});
