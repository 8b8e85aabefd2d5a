/** What ended calls leave as usage, and by which terms it is priced. */
import { expect, test } from "vitest";
import { minute_ms } from "#app/platform/durations.ts";
import { ended, inObject } from "../calls/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";
import { callOf } from "./arrange.ts";
import { minuteOf, periodEnd, periodStart, terms } from "./periods.ts";

type Row = Record<string, string | number | null>;

/** The records of an organization in the order of their periods. */
const records = (person: Person): Promise<Row[]> =>
  inObject(person, (sql) =>
    sql
      .exec<Row>(
        `select period_start, position, used_before, billable_seconds as seconds, included_seconds as included,
          overage_seconds as overage, json(price_lines) as lines
        from usage_records order by period_start, position, at`,
      )
      .toArray(),
  );

const shape = (rows: Row[]) =>
  rows.map(({ position, used_before, included, overage }) => [position, used_before, included, overage]);

test("calls use the included seconds first, and each leaves one record, however often it ends", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms()], periodStart);
  const calls = [callOf(100, minuteOf(10)), callOf(50, minuteOf(20)), callOf(30, minuteOf(30))];
  await ended(owner, ...calls, ...calls);
  expect(shape(await records(owner))).toEqual([
    [1, 0, 100, 0],
    [2, 100, 20, 30],
    [3, 150, 0, 30],
  ]);
});

test("calls in the browser leave no record, and a call that was not answered leaves one of no seconds", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms()], periodStart);
  const missed = { answered_at: null, outcome: "missed" as const, talk_seconds: 0 };
  await ended(
    owner,
    callOf(100, minuteOf(1), { type: "test" }),
    callOf(100, minuteOf(2), { type: "web" }),
    callOf(0, minuteOf(3), missed),
  );
  expect(await records(owner)).toMatchObject([{ seconds: 0, included: 0, overage: 0, lines: "[]" }]);
});

test("a call belongs to the period in which it ends", async () => {
  const owner = await memberOf();
  const next = terms({ period_start: periodEnd, period_end: periodEnd + 30 * 1440 * minute_ms });
  await owner.store.usage.setTerms([terms(), next], periodStart);
  await ended(owner, callOf(60, periodEnd - 1), callOf(60, periodEnd), callOf(60, periodEnd + 1));
  expect((await records(owner)).map(({ period_start, position }) => [period_start, position])).toEqual([
    [periodStart, 1],
    [periodEnd, 1],
    [periodEnd, 2],
  ]);
});

test("calls that end before their terms are known are priced once they are, and then stay", async () => {
  const owner = await memberOf();
  await ended(owner, callOf(100, minuteOf(20)), callOf(100, minuteOf(10)), callOf(100, periodStart - 1));
  expect((await records(owner)).map(({ period_start }) => period_start)).toEqual([null, null, null]);
  await owner.store.usage.setTerms([terms()], periodEnd);
  const priced = await records(owner);
  expect(shape(priced)).toEqual([
    [null, null, 0, 0],
    [1, 0, 100, 0],
    [2, 100, 20, 80],
  ]);
  await owner.store.usage.setTerms([terms({ included_seconds: 9_000, minute_micros: 1 })], periodEnd + 1);
  expect(await records(owner)).toEqual(priced);
});

test("an older message about a period changes nothing, a newer one does while no call used it", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms({ included_seconds: 30 })], 2_000);
  await owner.store.usage.setTerms([terms({ included_seconds: 10 })], 1_000);
  await owner.store.usage.setTerms([terms({ included_seconds: 60 })], 3_000);
  await ended(owner, callOf(100, minuteOf(1)));
  expect(shape(await records(owner))).toEqual([[1, 0, 60, 40]]);
});

test("a plan that changes within a period takes the calls that ended since, and the old period keeps no gap", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms()], periodStart);
  await ended(
    owner,
    callOf(50, minuteOf(10)),
    callOf(70, minuteOf(31)),
    // Handed over late: it ended before the change.
    callOf(90, minuteOf(20)),
  );
  const upgraded = terms({ period_start: minuteOf(30), tier: "scale", included_seconds: 40 });
  await owner.store.usage.setTerms([upgraded], minuteOf(32));
  expect((await records(owner)).map(({ period_start, ...row }) => [period_start, ...shape([row])])).toEqual([
    [periodStart, [1, 0, 50, 0]],
    [periodStart, [2, 50, 70, 20]],
    [minuteOf(30), [1, 0, 40, 30]],
  ]);
});

test("a period that was cut short covers no later call", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms()], periodStart);
  await ended(owner, callOf(50, minuteOf(10)));
  await owner.store.usage.setTerms([terms({ period_end: minuteOf(20) })], minuteOf(21));
  await ended(owner, callOf(50, minuteOf(30)));
  expect((await records(owner)).map(({ period_start }) => period_start)).toEqual([null, periodStart]);
});

test("a call that was given up as lost leaves its record only with its real end", async () => {
  const owner = await memberOf();
  await owner.store.usage.setTerms([terms()], periodStart);
  const call = callOf(50, minuteOf(10));
  await ended(owner, { ...call, end_reason: "lost", talk_seconds: 0, answered_at: null });
  expect(await records(owner)).toEqual([]);
  await ended(owner, call);
  expect(shape(await records(owner))).toEqual([[1, 0, 50, 0]]);
});
