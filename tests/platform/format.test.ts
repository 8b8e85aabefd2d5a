/** What people read: the same instant in two zones, the edges between units, and money that is never rounded to nothing. */
import { describe, expect, test } from "vitest";
import {
  ago,
  clockDuration,
  count,
  counted,
  dayInWords,
  dayLabel,
  exactTime,
  leaf,
  longDate,
  money,
  monthDay,
  percent,
  shortDate,
  tenthsOfSeconds,
  timeOfDay,
  timeSpan,
  weekdayName,
  wordDuration,
} from "#app/platform/format.ts";

const newYork = { timeZone: "America/New_York", locale: "en-US" };
const berlin = { timeZone: "Europe/Berlin", locale: "de-DE" };
/** Friday 20 November 2026, 14:06:41 in New York. */
const now = Date.UTC(2026, 10, 20, 19, 6, 41);
const minute = 60_000;
const hour = 60 * minute;

describe("ago", () => {
  test.each([
    [0, "just now"],
    [59_999, "just now"],
    [minute, "1 min ago"],
    [59 * minute + 59_999, "59 min ago"],
    [hour, "1 h ago"],
    [14 * hour, "14 h ago"],
    [15 * hour, "yesterday at 11:06 pm"],
    [38 * hour, "yesterday at 12:06 am"],
    [39 * hour, "Nov 18, 11:06 pm"],
    [365 * 24 * hour, "Nov 20, 2025"],
  ])("%d ms before is %s", (age, words) => expect(ago(now - age, now, newYork)).toBe(words));

  test("a clock that runs behind says now, not a time to come", () =>
    expect(ago(now + 5000, now, newYork)).toBe("just now"));

  test("the day turns in the reader's zone, not in UTC", () => {
    const at = Date.UTC(2026, 10, 20, 4, 30);
    expect(ago(at, now, newYork)).toBe("yesterday at 11:30 pm");
    expect(ago(at, now, { ...newYork, timeZone: "UTC" })).toBe("14 h ago");
  });
});

describe("durations", () => {
  test.each([
    [0, "0:00", "0 s"],
    [6.9, "0:06", "6 s"],
    [60, "1:00", "1 min"],
    [161, "2:41", "2 min 41 s"],
    [3599, "59:59", "59 min 59 s"],
    [3600, "1:00:00", "1 h"],
    [3723, "1:02:03", "1 h 2 min"],
    [-4, "0:00", "0 s"],
  ])("%d s on a clock and in words", (seconds, clock, words) => {
    expect(clockDuration(seconds)).toBe(clock);
    expect(wordDuration(seconds)).toBe(words);
  });

  test("an answer time has one digit after the point", () => {
    expect(tenthsOfSeconds(812, "en-US")).toBe("0.8 s");
    expect(tenthsOfSeconds(1000, "de-DE")).toBe("1,0 s");
  });
});

describe("dates and times in a zone", () => {
  test("a time of day says am and pm quietly, or 24 hours where people count so", () => {
    expect(timeOfDay(now, newYork)).toBe("2:06 pm");
    expect(timeOfDay(now, berlin)).toBe("20:06");
  });

  test("an appointment's span says what both ends share once", () => {
    const start = Date.UTC(2026, 10, 24, 20);
    expect(timeSpan(start, start + 30 * minute, newYork)).toBe("3:00 to 3:30 pm");
    expect(timeSpan(Date.UTC(2026, 10, 24, 16, 45), Date.UTC(2026, 10, 24, 17, 15), newYork)).toBe(
      "11:45 am to 12:15 pm",
    );
  });

  test("a date carries its weekday, and its year only when it is another", () => {
    expect(longDate(Date.UTC(2026, 10, 24, 20), now, newYork)).toBe("Tuesday, November 24");
    expect(longDate(Date.UTC(2027, 0, 4, 20), now, newYork)).toBe("Monday, January 4, 2027");
    expect(shortDate(Date.UTC(2026, 10, 7, 20), now, newYork)).toBe("Nov 7");
    expect(monthDay("2031-11-07", "en-US")).toBe("Nov 7");
    expect(dayLabel("2026-11-07", "en-US", now)).toBe("Nov 7");
    expect(dayLabel("2099-12-30", "en-US", now)).toBe("Dec 30, 2099");
    expect(weekdayName("2026-11-20", "en-US")).toBe("Friday");
  });

  test("near days have names of their own", () => {
    expect(dayInWords(now, now, newYork)).toBe("today");
    expect(dayInWords(now + 10 * hour, now, newYork)).toBe("tomorrow");
    expect(dayInWords(now - 15 * hour, now, newYork)).toBe("yesterday");
    expect(dayInWords(now + 4 * 24 * hour, now, newYork)).toBe("Tuesday, November 24");
  });

  test("a calendar leaf shows the local day", () => {
    expect(leaf(Date.UTC(2026, 10, 25, 3), newYork)).toEqual({ month: "NOV", day: 24 });
    expect(leaf(Date.UTC(2026, 10, 25, 3), berlin)).toEqual({ month: "NOV", day: 25 });
  });

  test("the exact time names the zone", () =>
    expect(exactTime(now, newYork)).toBe("Friday, November 20, 2026 at 2:06:41 pm EST"));
});

describe("numbers", () => {
  test("counts are grouped, and agree with their noun", () => {
    expect(count(1204, "en-US")).toBe("1,204");
    expect(counted(0, "call", "calls", "en-US")).toBe("no calls");
    expect(counted(1, "call", "calls", "en-US")).toBe("1 call");
    expect(counted(1204, "call", "calls", "en-US")).toBe("1,204 calls");
  });

  test("a share of nothing is not a number", () => {
    expect(percent(38, 42, "en-US")).toBe("90%");
    expect(percent(0, 0, "en-US")).toBeNull();
  });

  test("money comes from micro-units, and a small cost is not shown as none", () => {
    expect(money(310_000, "USD", "en-US")).toBe("$0.31");
    expect(money(8_500, "USD", "en-US")).toBe("$0.01");
    expect(money(4_250, "USD", "en-US")).toBe("$0.0043");
    expect(money(0, "USD", "en-US")).toBe("$0.00");
    expect(money(1_500_000_000, "JPY", "ja-JP")).toBe("￥1,500");
  });
});
