/** Calendar arithmetic in zones, through clock changes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  clockOf,
  dateOf,
  daysBetween,
  instantOf,
  isDate,
  localClock,
  localDate,
  minutesOf,
  weekdayOf,
  zoneOffset,
} from "#app/platform/zoned-time.ts";

const at = (iso: string) => Date.parse(iso);
const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "America/St_Johns",
  "UTC",
];
const instants = fc.integer({ min: at("2000-01-01T00:00Z"), max: at("2060-01-01T00:00Z") });
const days = fc.integer({ min: 0, max: 21_900 }).map((ahead) => addDays("2000-01-01", ahead));

describe("an instant on the clocks of a zone", () => {
  it.each([
    ["2026-11-20T15:00:00Z", "America/New_York", "2026-11-20", "10:00"],
    ["2026-11-20T04:59:59Z", "America/New_York", "2026-11-19", "23:59"],
    ["2026-07-01T03:30:00Z", "America/New_York", "2026-06-30", "23:30"],
    ["2026-11-20T20:00:00Z", "Asia/Kolkata", "2026-11-21", "01:30"],
    ["2026-12-31T10:00:00Z", "Pacific/Kiritimati", "2027-01-01", "00:00"],
  ])("%s in %s is %s %s", (iso, zone, date, clock) => {
    expect(localDate(at(iso), zone)).toBe(date);
    expect(localClock(at(iso), zone)).toBe(clock);
  });

  it("knows how far a zone is ahead", () => {
    expect(zoneOffset(at("2026-11-20T15:00Z"), "America/New_York")).toBe(-5 * 3_600_000);
    expect(zoneOffset(at("2026-06-20T15:00Z"), "America/New_York")).toBe(-4 * 3_600_000);
    expect(zoneOffset(at("2026-06-20T15:00Z"), "Asia/Kathmandu")).toBe(5.75 * 3_600_000);
  });

  it("refuses a zone that there is none of", () => {
    expect(() => localDate(0, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("a date and time become an instant", () => {
  it.each([
    ["2026-11-20", "10:00", "America/New_York", "2026-11-20T15:00:00Z"],
    ["2026-11-20", "24:00", "America/New_York", "2026-11-21T05:00:00Z"],
    ["2026-07-01", "09:30", "Europe/Berlin", "2026-07-01T07:30:00Z"],
  ])("%s %s in %s is %s", (date, clock, zone, iso) => {
    expect(instantOf(date, clock, zone)).toBe(at(iso));
  });

  it("a time that the clocks skip in spring is meant an hour later", () => {
    expect(instantOf("2026-03-08", "02:30", "America/New_York")).toBe(at("2026-03-08T03:30:00-04:00"));
    expect(instantOf("2026-03-29", "02:00", "Europe/Berlin")).toBe(at("2026-03-29T03:00:00+02:00"));
  });

  it("a time that comes twice in autumn is meant the first time", () => {
    expect(instantOf("2026-11-01", "01:30", "America/New_York")).toBe(at("2026-11-01T01:30:00-04:00"));
    expect(instantOf("2026-10-25", "02:30", "Europe/Berlin")).toBe(at("2026-10-25T02:30:00+02:00"));
    expect(instantOf("2027-04-04", "01:45", "Australia/Lord_Howe")).toBe(at("2027-04-04T01:45:00+11:00"));
  });

  it("the day of a clock change has 23 or 25 hours", () => {
    const hours = (date: string) =>
      (instantOf(addDays(date, 1), "00:00", "America/New_York") -
        instantOf(date, "00:00", "America/New_York")) /
      3_600_000;
    expect([hours("2026-03-08"), hours("2026-11-01"), hours("2026-11-02")]).toEqual([23, 25, 24]);
  });

  it("and back again, in any zone, is the same minute or its twin an hour apart", () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (ms, zone) => {
        const minute = Math.floor(ms / 60_000) * 60_000;
        const back = instantOf(localDate(minute, zone), localClock(minute, zone), zone);
        expect([0, 1_800_000, 3_600_000]).toContain(minute - back);
      }),
    );
  });
});

describe("counting days and months", () => {
  it.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-03-01", -1, "2026-02-28"],
  ])("%s and %i days is %s", (date, count, expected) => {
    expect(addDays(date, count)).toBe(expected);
  });

  it("a month after the 31st is the shorter month's last day", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2026-11-20", 14)).toBe("2028-01-20");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  });

  it("days between two dates undo adding them", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (date, count) => {
        expect(daysBetween(date, addDays(date, count))).toBe(count);
      }),
    );
  });

  it("weekdays run from Monday, 1, to Sunday, 7, one after the other", () => {
    expect(weekdayOf("2026-11-20")).toBe(5);
    expect(weekdayOf("2026-11-22")).toBe(7);
    fc.assert(fc.property(days, (date) => weekdayOf(addDays(date, 1)) === (weekdayOf(date) % 7) + 1));
  });

  it("only dates that the calendar has are dates", () => {
    expect(dateOf(2028, 2, 29)).toBe("2028-02-29");
    expect(dateOf(2026, 2, 29)).toBeNull();
    expect(dateOf(2026, 13, 1)).toBeNull();
    expect(isDate("2026-02-30")).toBe(false);
    expect(isDate("2026-2-3")).toBe(false);
    expect(isDate("2026-12-03")).toBe(true);
  });

  it("minutes since midnight and clock times are one another's inverse", () => {
    expect(minutesOf("24:00")).toBe(1440);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => minutesOf(clockOf(minutes)) === minutes),
    );
  });
});
