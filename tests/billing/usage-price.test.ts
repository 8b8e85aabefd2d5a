/** What a call costs of its period: exact, and the same total in whatever order calls come. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { callPrice, periodPrice, priceLines } from "#app/billing/usage/usage-price.ts";

const terms = fc.record({
  included_seconds: fc.nat({ max: 500_000 }),
  minute_micros: fc.nat({ max: 5_000_000 }),
});
const calls = fc.array(fc.nat({ max: 40_000 }), { maxLength: 60 });

/** A period's calls, priced one after the other. */
function pricedInOrder(by: { included_seconds: number; minute_micros: number }, seconds: readonly number[]) {
  let used = 0;
  return seconds.map((one) => {
    const price = callPrice(by, used, one);
    used += one;
    return price;
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test("the calls of a period add up to its price, to the micro-unit, in any order", () => {
  fc.assert(
    fc.property(terms, calls, (by, seconds) => {
      for (const order of [seconds, seconds.toReversed(), seconds.toSorted((a, b) => a - b)]) {
        const priced = pricedInOrder(by, order);
        expect({
          included_seconds: sum(priced.map((one) => one.included_seconds)),
          overage_seconds: sum(priced.map((one) => one.overage_seconds)),
          amount_micros: sum(priced.map((one) => one.amount_micros)),
        }).toEqual(periodPrice(by, sum(seconds)));
      }
    }),
  );
});

test("each call is whole micro-units, costs nothing within the included time, and splits into its seconds", () => {
  fc.assert(
    fc.property(terms, calls, (by, seconds) => {
      const priced = pricedInOrder(by, seconds);
      for (const [at, price] of priced.entries()) {
        expect(price.included_seconds + price.overage_seconds).toBe(seconds[at]);
        expect(Number.isSafeInteger(price.amount_micros) && price.amount_micros >= 0).toBe(true);
        if (price.overage_seconds === 0) expect(price.amount_micros).toBe(0);
      }
    }),
  );
});

test("a call across the end of the included time has two lines", () => {
  const by = { included_seconds: 60_000, minute_micros: 150_000 };
  const price = callPrice(by, 59_900, 156);
  expect(priceLines(by, price)).toEqual([
    { what: "included", seconds: 100 },
    { what: "overage", seconds: 56, minute_micros: 150_000, amount_micros: 140_000 },
  ]);
});

test("prices that no second divides lose less than a micro-unit in a period, not in each call", () => {
  const by = { included_seconds: 0, minute_micros: 100_000 };
  const thousand = pricedInOrder(
    by,
    Array.from({ length: 1_000 }, () => 1),
  );
  expect(sum(thousand.map((one) => one.amount_micros))).toBe(1_666_666);
});
