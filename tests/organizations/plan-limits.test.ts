import { expect, test } from "vitest";
import { isTrialOver, limitsOf } from "#app/organizations/plan-limits.ts";

test("the starter plan has 25 lines, 5 numbers and 10 agents, and so has a plan that nobody knows", () => {
  const starter = { lines: 25, numbers: 5, agents: 10 };
  for (const tier of ["starter", "no-such-plan", "constructor", "__proto__", ""])
    expect(limitsOf(tier), tier).toEqual(starter);
});

test("a trial is over with its thirtieth minute, and only for who never subscribed", () => {
  expect(isTrialOver("pending", 1799)).toBe(false);
  expect(isTrialOver("pending", 1800)).toBe(true);
  expect(isTrialOver("active", 100_000)).toBe(false);
});
