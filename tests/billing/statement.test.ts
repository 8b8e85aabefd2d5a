/** A period's file: written by the product, computed anew by `npm run statement` from the file alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type StatementCall, type StatementTerms, statementCsv } from "#app/billing/usage/statement.ts";
import { callPrice } from "#app/billing/usage/usage-price.ts";
import { recomputed } from "../../scripts/statement.mjs";
import { periodEnd, periodStart } from "./periods.ts";

const growth: StatementTerms = {
  organization: "Brightsmile Dental",
  period_start: periodStart,
  period_end: periodEnd,
  included_seconds: 60_000,
  minute_micros: 150_000,
  currency: "USD",
  fee_amount: 99_00,
  other_amount: 0,
};

/** Calls of so many seconds, priced in their order. */
function callsOf(terms: StatementTerms, seconds: readonly number[], more: Partial<StatementCall> = {}) {
  let used = 0;
  return seconds.map((billable_seconds, place): StatementCall => {
    const { included_seconds, overage_seconds } = callPrice(terms, used, billable_seconds);
    used += billable_seconds;
    return {
      position: place + 1,
      call_id: `call-${place}`,
      organization: terms.organization,
      started_at: periodStart,
      ended_at: periodStart + 1000,
      direction: "inbound",
      our_number: "+14155550100",
      other_number: "+14155550142",
      billable_seconds,
      used_before: used - billable_seconds,
      included_seconds,
      overage_seconds,
      ...more,
    };
  });
}

async function* inPages<Item>(items: readonly Item[], size = 7): AsyncGenerator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

async function written(terms: StatementTerms, calls: readonly StatementCall[]): Promise<string> {
  const seconds = calls.reduce((sum, one) => sum + one.billable_seconds, 0);
  let text = "";
  for await (const part of statementCsv(terms, { calls: calls.length, seconds }, inPages(calls)))
    text += part;
  return text;
}

test("the example of docs/billing-usage.md: 1,040 minutes on growth cost 99.00 and 40 minutes at 0.15", async () => {
  const text = await written(
    growth,
    callsOf(
      growth,
      Array.from({ length: 104 }, () => 600),
    ),
  );
  expect(recomputed(text)).toEqual({
    wrong: [],
    calls: 104,
    minutes: "6.000000",
    fee: "99.00",
    other: "0.00",
    total: "105.00",
    currency: "USD",
  });
});

test("a file of any period agrees with its own computation", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 9_000 }), { maxLength: 40 }),
      fc.nat({ max: 400 }),
      fc.nat({ max: 2_000_000 }),
      async (seconds, minutes, minute_micros) => {
        const terms = { ...growth, included_seconds: minutes * 60, minute_micros };
        expect(recomputed(await written(terms, callsOf(terms, seconds))).wrong).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  [
    "seconds that were made more",
    "600,0,600,0,0.150000,0.000000",
    "601,0,601,0,0.150000,0.000000",
    /line 19 .*used_before_seconds 600 should be 601/,
  ],
  ["a price that was raised", "0.150000,1.500000", "0.200000,2.000000", /price_per_minute 0\.200000/],
  [
    "an amount that was raised",
    "0.150000,1.500000",
    "0.150000,1.500001",
    /amount 1\.500001 should be 1\.500000/,
  ],
  ["a total that was raised", "total,106.50", "total,106.51", /total 106\.51 should be 106\.50/],
])("%s is found", async (_, from, to, words) => {
  const text = await written(
    growth,
    callsOf(
      growth,
      Array.from({ length: 105 }, () => 600),
    ),
  );
  expect(text).toContain(from);
  expect(recomputed(text.replace(from, to)).wrong.join("\n")).toMatch(words);
});

test("a call that is left out or charged twice is found", async () => {
  const text = await written(growth, callsOf(growth, [60, 70, 80]));
  const lines = text.split("\r\n");
  const without = lines.filter((one) => !one.includes("call-1")).join("\r\n");
  expect(recomputed(without).wrong).not.toEqual([]);
  const twice = lines.flatMap((one) => (one.includes("call-1") ? [one, one] : [one])).join("\r\n");
  expect(recomputed(twice).wrong.join("\n")).toMatch(/charged twice/);
});

test("R48: a name that a spreadsheet would take for a formula is text, and comes back whole", async () => {
  const organization = '=HYPERLINK("https://evil.test","Pay, now")';
  const terms = { ...growth, organization };
  const text = await written(terms, callsOf(terms, [60], { other_number: "+14155550142" }));
  expect(text).toContain(`"'=HYPERLINK(""https://evil.test"",""Pay, now"")"`);
  expect(recomputed(text).wrong).toEqual([]);
});

test("a file that is none says what is missing", () => {
  expect(recomputed("hello").wrong.join("\n")).toMatch(/price_per_minute is missing/);
});

test.each([
  // 91 seconds at 12 yen a minute are 18.2 yen.
  ["JPY", 5_000, 300, 12_000_000, "5000", "300", "5318"],
  // At 0.25 a minute they are 0.379 to the last of three places.
  ["KWD", 49_500, 0, 250_000, "49.500", "0.000", "49.879"],
  ["USD", -191_50, 10_00, 600_000, "-191.50", "10.00", "-180.59"],
  ["USD", 99_00, -5, 0, "99.00", "-0.05", "98.95"],
])(
  "in %s a fee of %d and %d beside it are written with the currency's digits, also below zero",
  async (currency, fee_amount, other_amount, minute_micros, fee, other, total) => {
    const terms = { ...growth, currency, fee_amount, other_amount, minute_micros, included_seconds: 0 };
    const text = await written(terms, callsOf(terms, [91]));
    expect(text).toContain(`\r\nfee,${fee}\r\nother_lines,${other}\r\n`);
    expect(text).toContain(`\r\ntotal,${total}\r\n`);
    expect(recomputed(text)).toMatchObject({ wrong: [], fee, other, total, currency });
  },
);

test.each([
  [350_000, 6, "99.03"],
  [100_000, 3, "99.01"],
  [150_000, 2, "99.01"],
])(
  "at %d micro-units a minute, %d seconds end on half a cent and come to %s, as Stripe's twelve places have it",
  async (minute_micros, seconds, total) => {
    const terms = { ...growth, included_seconds: 0, minute_micros };
    const text = await written(terms, callsOf(terms, [seconds]));
    expect(text).toContain(`total,${total}`);
    expect(recomputed(text)).toMatchObject({ wrong: [], total });
  },
);
