/** The comparison that takes a version back: its arithmetic and its borders. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chanceOfSoFew, medianOf, rulingOf, type Watched } from "#app/agents/versions/version-guard.ts";

const of = (calls: number, succeeded: number, answer_ms: number[] = []): Watched => ({
  calls,
  succeeded,
  answer_ms,
});

test("the chance is that of Fisher's exact test", () => {
  // The table 1, 9 / 11, 3 of the literature has the one-sided p of 0.00138.
  expect(chanceOfSoFew(of(10, 1), of(14, 11))).toBeCloseTo(0.001379728, 8);
  expect(chanceOfSoFew(of(10, 10), of(10, 10))).toBeCloseTo(1, 10);
  // All ten successes of twenty calls on one side: one way of C(20, 10).
  expect(chanceOfSoFew(of(10, 0), of(10, 10))).toBeCloseTo(1 / 184_756, 12);
});

test("fewer than ten calls, or none to compare with, decide nothing", () => {
  expect(rulingOf(of(9, 0), of(100, 100), true)).toBeNull();
  expect(rulingOf(of(10, 0), of(9, 9), true)).toBeNull();
  expect(rulingOf(of(10, 0), of(10, 10), true)?.kind).toBe("take_back");
  expect(rulingOf(of(49, 40), of(100, 85), true)).toBeNull();
  expect(rulingOf(of(50, 40), of(100, 85), true)?.kind).toBe("settle");
});

test("an answer time counts when it doubles and can be heard", () => {
  const ms = (value: number) => Array.from({ length: 10 }, () => value);
  const ruled = (now: number, then: number, isSameBrain = true) =>
    rulingOf(of(10, 10, ms(now)), of(10, 10, ms(then)), isSameBrain)?.kind ?? null;
  expect(ruled(1000, 500)).toBe("take_back");
  expect(ruled(999, 500)).toBeNull();
  expect(ruled(90, 40)).toBeNull();
  // A model after the built-in brain: only what callers would not wait for.
  expect(ruled(900, 40, false)).toBeNull();
  expect(ruled(2501, 40, false)).toBe("take_back");
});

test("a version that does no worse is never taken back, whatever the numbers", () => {
  const counts = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }));
  fc.assert(
    fc.property(counts, counts, ([a, b], [c, d]) => {
      const [trial, before] = [of(Math.max(a, b), Math.min(a, b)), of(Math.max(c, d), Math.min(c, d))];
      const isWorse = trial.succeeded * before.calls < before.succeeded * trial.calls;
      const chance = chanceOfSoFew(trial, before);
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1);
      if (!isWorse) expect(rulingOf(trial, before, true)?.kind).not.toBe("take_back");
    }),
  );
});

test("the median is the middle", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([5, 1, 3])).toBe(3);
  expect(medianOf([1, 2, 3, 10])).toBe(2.5);
});
