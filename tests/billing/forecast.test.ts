/** Where usage leads, in figures and words. */
import { expect, test } from "vitest";
import { warningsReached } from "#app/billing/usage/cap-terms.schema.ts";
import { forecastOf } from "#app/billing/usage/forecast.ts";
import {
  barOf,
  forecastWords,
  minutesBar,
  priceLineWords,
  usageChart,
} from "#app/billing/usage/usage-words.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { periodEnd, periodStart, terms } from "./periods.ts";

const by = terms({ included_seconds: 60_000 });
const words = { currency: "USD", ends: "Dec 1", isTrial: false };

test("usage of ten days goes on at the same rate", () => {
  const forecast = forecastOf(by, 24_000, periodStart + 10 * day_ms);
  expect(forecast).toEqual({ seconds: 72_000, amount_micros: 30_000_000 });
  expect(forecast && forecastWords(forecast, words, "en-US")).toBe(
    "At this rate: 1,200 minutes by Dec 1, $30.00 beyond the plan.",
  );
});

test("within the plan, and in a trial, a forecast says no money", () => {
  const little = forecastOf(by, 600, periodStart + 10 * day_ms);
  expect(little && forecastWords(little, words, "en-US")).toBe("At this rate: 30 minutes by Dec 1.");
  const much = forecastOf(by, 60_000, periodStart + 10 * day_ms);
  expect(much && forecastWords(much, { ...words, isTrial: true }, "en-US")).toBe(
    "At this rate: 3,000 minutes by Dec 1.",
  );
});

test("the first day and a period without calls have no forecast, the end is what was used", () => {
  expect(forecastOf(by, 600, periodStart + day_ms - 1)).toBeNull();
  expect(forecastOf(by, 600, periodStart + day_ms)).not.toBeNull();
  expect(forecastOf(by, 0, periodStart + 9 * day_ms)).toBeNull();
  expect(forecastOf(by, 600, periodEnd + hour_ms)?.seconds).toBe(600);
});

test.each([
  [899, "usual", 90],
  [900, "amber", 90],
  [1_000, "amber", 100],
  [2_500, "amber", 100],
])("%s of 1,000 is a bar in %s", (used, tone, filled) => {
  expect(barOf("Agents", used, 1_000, "en-US")).toMatchObject({ tone, filled });
});

test("a started minute counts as used", () => {
  expect(minutesBar(61, 60_000, "en-US").words).toBe("2 of 1,000 included");
});

test("the price of a call is said line by line", () => {
  expect(priceLineWords({ what: "included", seconds: 1_234 }, "USD", "en-US")).toBe("1,234 s included");
  const line = { what: "overage", seconds: 56, minute_micros: 150_000, amount_micros: 140_000 } as const;
  expect(priceLineWords(line, "USD", "en-US")).toBe("56 s at $0.15/min");
});

test("the chart has a bar for each day, also for those without calls", () => {
  const chart = usageChart(
    [{ day: "2026-11-02", calls: 2, seconds: 130 }],
    "2026-11-01",
    "2026-11-03",
    "en-US",
  );
  expect(chart.bars.map(({ title }) => title)).toEqual([
    "Sunday, Nov 1: 0 min, 0 calls",
    "Monday, Nov 2: 3 min, 2 calls",
    "Tuesday, Nov 3: 0 min, 0 calls",
  ]);
  expect(chart.label).toBe("Minutes per day, Nov 1 to Nov 3: 3 min in all");
});

test("warnings are due at half, four fifths and all of a cap, to the micro-unit", () => {
  expect(warningsReached(24_999_999, 50_000_000)).toEqual([]);
  expect(warningsReached(25_000_000, 50_000_000)).toEqual([50]);
  expect(warningsReached(40_000_000, 50_000_000)).toEqual([50, 80]);
  expect(warningsReached(90_000_000, 50_000_000)).toEqual([50, 80, 100]);
});
