/** A week in one line, as /settings shows the agents' hours. */
import { expect, test } from "vitest";
import { isSameWeek, weekWords } from "#app/hours/week-words.ts";

const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const day = [{ from: "09:00", to: "17:00" }];
const lunch = [
  { from: "13:00", to: "17:00" },
  { from: "08:30", to: "12:00" },
];
const always = [{ from: "00:00", to: "24:00" }];
const workdays = { ...closed, mon: day, tue: day, wed: day, thu: day, fri: day };

test.each([
  [closed, "Closed every day"],
  [workdays, "Mon–Fri 9:00 am–5:00 pm"],
  [{ ...workdays, sat: [{ from: "10:00", to: "24:00" }] }, "Mon–Fri 9:00 am–5:00 pm, Sat 10:00 am–midnight"],
  [{ ...workdays, wed: [] }, "Mon–Tue 9:00 am–5:00 pm, Thu–Fri 9:00 am–5:00 pm"],
  [{ ...closed, tue: lunch }, "Tue 8:30 am–12:00 pm and 1:00 pm–5:00 pm"],
  [
    { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always },
    "Every day around the clock",
  ],
])("%j is “%s”", (week, words) => {
  expect(weekWords(week, "en-US")).toBe(words);
});

test("clocks follow the organization's language", () => {
  expect(weekWords(workdays, "en-GB")).toBe("Mon–Fri 9:00–17:00");
});

test("weeks are the same whatever the order of a day's hours", () => {
  expect(isSameWeek({ ...closed, tue: lunch }, { ...closed, tue: lunch.toReversed() })).toBe(true);
  expect(isSameWeek(workdays, { ...workdays, sun: day })).toBe(false);
});
