import { expect, test } from "vitest";
import { Remembered } from "#app/platform/remembered.ts";

test("a value is remembered until its time is over", () => {
  const known = new Remembered<string>({ most: 10, for_ms: 60_000 });
  known.set("a", "one", 1000);
  expect(known.get("a", 60_999)).toBe("one");
  expect(known.get("a", 61_000)).toBeUndefined();
  expect(known.get("b", 1000)).toBeUndefined();
});

test("what is set again is remembered anew", () => {
  const known = new Remembered<string>({ most: 10, for_ms: 60_000 });
  known.set("a", "one", 0);
  known.set("a", "two", 30_000);
  expect(known.get("a", 80_000)).toBe("two");
});

test("of too many values the oldest is forgotten", () => {
  const known = new Remembered<number>({ most: 3, for_ms: 60_000 });
  for (const [at, key] of ["a", "b", "a", "c", "d"].entries()) known.set(key, at, 0);
  expect(["a", "b", "c", "d"].map((key) => known.get(key, 1))).toEqual([2, undefined, 3, 4]);
});
