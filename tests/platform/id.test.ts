/** Ids ascend as they are made, and follow a clock that is set back. */
import { afterEach, expect, test, vi } from "vitest";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { bornAt, firstIdAt, newId } from "#app/platform/id.ts";

afterEach(() => vi.useRealTimers());

test("ids ascend, within a moment and over a small correction of the clock", () => {
  const now = Date.now();
  vi.setSystemTime(now);
  const made = Array.from({ length: 1000 }, () => newId());
  vi.setSystemTime(now - second_ms);
  made.push(newId());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(1001);
});

test("after a clock was far ahead, ids are of now again", () => {
  const now = Date.now();
  vi.setSystemTime(now + hour_ms);
  expect(bornAt(newId())).toBe(now + hour_ms);
  vi.setSystemTime(now);
  expect(newId() < firstIdAt(now + minute_ms)).toBe(true);
});

test("an id of a given moment is of that moment", () => {
  expect(bornAt(newId(1_700_000_000_000))).toBe(1_700_000_000_000);
});
