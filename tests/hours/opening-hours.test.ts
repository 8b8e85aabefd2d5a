import { describe, expect, it } from "vitest";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { hoursSaid, isOpen, nextOpenDay, stretchesOf, stretchesSaid } from "#app/hours/opening-hours.ts";
import { clockSaid, dateSaid, listSaid, ordinalSaid } from "#app/hours/spoken-time.ts";

const ZONE = "America/New_York";
const day = [{ from: "08:00", to: "18:00" }];
const week: OpeningHours = {
  weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] },
  holidays: ["2026-11-26"],
};

describe("opening hours", () => {
  it("a holiday is closed although its weekday is open", () => {
    expect(stretchesOf(week, "2026-11-25")).toEqual(day);
    expect(stretchesOf(week, "2026-11-26")).toEqual([]);
  });

  it("stretches of a day come earliest first, whatever the order they were typed in", () => {
    const lunch = {
      ...week,
      weekly: {
        ...week.weekly,
        mon: [
          { from: "13:00", to: "18:00" },
          { from: "08:00", to: "12:00" },
        ],
      },
    };
    expect(stretchesOf(lunch, "2026-11-23").map(({ from }) => from)).toEqual(["08:00", "13:00"]);
  });

  it("opening is inclusive, closing is exclusive, in the organization's zone", () => {
    expect(isOpen(week, Date.parse("2026-11-20T13:00:00Z"), ZONE)).toBe(true);
    expect(isOpen(week, Date.parse("2026-11-20T12:59:59Z"), ZONE)).toBe(false);
    expect(isOpen(week, Date.parse("2026-11-20T23:00:00Z"), ZONE)).toBe(false);
    expect(isOpen(week, Date.parse("2026-11-20T22:59:00Z"), ZONE)).toBe(true);
  });

  it("opening hours keep their wall-clock time when the clocks change", () => {
    expect(isOpen(week, Date.parse("2026-10-30T12:00:00Z"), ZONE)).toBe(true);
    expect(isOpen(week, Date.parse("2026-11-02T12:30:00Z"), ZONE)).toBe(false);
  });

  it("the next open day skips the weekend and holidays", () => {
    expect(nextOpenDay(week, "2026-11-21")).toBe("2026-11-23");
    expect(nextOpenDay(week, "2026-11-26")).toBe("2026-11-27");
    expect(nextOpenDay(week, "2026-11-24")).toBe("2026-11-24");
  });

  it("hours that never open have no next open day", () => {
    const never = { weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }, holidays: [] };
    expect(nextOpenDay(never, "2026-11-21")).toBeNull();
  });

  it("the week is said in runs of days with the same hours", () => {
    expect(hoursSaid(week)).toBe("Monday to Friday from eight to six");
    const saturday = { ...week, weekly: { ...week.weekly, sat: [{ from: "09:00", to: "12:00" }] } };
    expect(hoursSaid(saturday)).toBe("Monday to Friday from eight to six, and Saturday from nine to noon");
    const always = [{ from: "00:00", to: "24:00" }];
    const weekly = {
      mon: always,
      tue: always,
      wed: always,
      thu: always,
      fri: always,
      sat: always,
      sun: always,
    };
    expect(hoursSaid({ weekly, holidays: [] })).toBe("every day around the clock");
  });

  it("a week that differs day by day is said by its bounds", () => {
    const until = (to: string) => [{ from: "09:00", to }];
    const weekly = {
      mon: until("17:00"),
      tue: until("18:00"),
      wed: until("19:00"),
      thu: until("13:00"),
      fri: [],
      sat: [],
      sun: [],
    };
    expect(hoursSaid({ weekly, holidays: [] })).toBe(
      "between nine in the morning and seven in the evening, depending on the day",
    );
  });

  it("hours that an ear could take for either half of the day say which half", () => {
    expect(stretchesSaid([{ from: "08:00", to: "20:00" }])).toBe(
      "from eight in the morning to eight in the evening",
    );
    expect(stretchesSaid([{ from: "14:00", to: "16:30" }])).toBe(
      "from two to half past four in the afternoon",
    );
    expect(
      stretchesSaid([
        { from: "08:00", to: "12:00" },
        { from: "13:00", to: "18:00" },
      ]),
    ).toBe("from eight to noon and one in the afternoon to six in the evening");
  });
});

describe("times said aloud", () => {
  it.each([
    ["08:00", "eight"],
    ["12:00", "noon"],
    ["00:00", "midnight"],
    ["24:00", "midnight"],
    ["14:30", "half past two"],
    ["08:15", "a quarter past eight"],
    ["08:45", "a quarter to nine"],
    ["11:45", "a quarter to twelve"],
    ["12:30", "half past twelve"],
    ["16:40", "twenty to five"],
    ["16:35", "twenty-five to five"],
    ["09:05", "five past nine"],
    ["09:07", "nine oh seven"],
    ["21:17", "nine seventeen"],
    ["23:50", "ten to twelve"],
  ])("%s is said as %s", (clock, words) => {
    expect(clockSaid(clock)).toBe(words);
  });

  it("a date is always said with its weekday, and with its month when that is not the current one", () => {
    expect(dateSaid("2026-11-24", "2026-11-20")).toBe("Tuesday the 24th");
    expect(dateSaid("2026-12-03", "2026-11-20")).toBe("Thursday, December third");
    expect(dateSaid("2026-11-20", "2026-11-20")).toBe("today, Friday the 20th");
    expect(dateSaid("2026-11-21", "2026-11-20")).toBe("tomorrow, Saturday the 21st");
    expect(dateSaid("2027-11-19", "2026-11-20")).toBe("Friday, November 19th 2027");
  });

  it("ordinals end as English has them", () => {
    expect([1, 2, 3, 11, 12, 13, 21, 22, 23, 31].map(ordinalSaid)).toEqual([
      "first",
      "second",
      "third",
      "eleventh",
      "twelfth",
      "13th",
      "21st",
      "22nd",
      "23rd",
      "31st",
    ]);
  });

  it("lists have one joining word, at their end", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => listSaid(items, "or"))).toEqual([
      "",
      "a",
      "a or b",
      "a, b or c",
    ]);
  });
});
