import { describe, expect, it } from "vitest";
import type { Calendar } from "#app/bookings/calendar.ts";
import { instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import { asksOfOwn, wantsToHearMore } from "#workers/conversation/english/openings.ts";
import { findOpening, type Search, soonest } from "#workers/conversation/time/openings.ts";
import type { WhenOption } from "#workers/conversation/words/acts.ts";

const ZONE = "America/New_York";
const day = [{ from: "08:00", to: "18:00" }];
const at = (date: string, clock: string) => instantOf(date, clock, ZONE);
const taken = (date: string, from: string, to: string) => ({ from: at(date, from), to: at(date, to) });
const calendar: Calendar = {
  hours: {
    weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] },
    holidays: ["2026-11-26"],
  },
  time_zone: ZONE,
  step_minutes: 15,
  notice_minutes: 60,
  horizon_days: 60,
  busy: [taken("2026-12-03", "16:00", "16:30"), taken("2026-11-25", "08:00", "18:00")],
};
const search: Search = {
  calendar,
  duration_minutes: 30,
  now: at("2026-11-20", "10:00"),
  except: [],
  refused: [],
  lost: [],
};
const said = (slot: number) => `${localDate(slot, ZONE).slice(5)} ${localClock(slot, ZONE)}`;

/** A finding in one line: what was found, why not, and the start times. */
function found(options: WhenOption[], more: Partial<Search> = {}): string {
  const finding = findOpening({ ...search, ...more }, options);
  switch (finding.found) {
    case "slot":
      return `slot ${said(finding.slot)}${finding.moved ? " moved" : ""}`;
    case "day":
      return `day ${finding.date.slice(5)}`;
    case "either_half":
      return `either ${finding.at.join(" ")}`;
    case "offer":
      return `offer${finding.obstacle ? ` (${finding.obstacle})` : ""} ${finding.slots.map(said).join(", ")}`;
    case "no_day":
      return "no day";
    case "nothing":
      return `nothing (${finding.obstacle})`;
  }
}

describe("a wish for a time", () => {
  it.each<[string, WhenOption[], string]>([
    ["a free start time is taken", [{ date: "2026-11-23", at: ["09:00"] }], "slot 11-23 09:00"],
    [
      "of two readings the one inside opening hours is meant",
      [{ date: "2026-11-23", at: ["03:00", "15:00"] }],
      "slot 11-23 15:00",
    ],
    [
      "a taken one brings the nearest before and after",
      [{ date: "2026-12-03", at: ["16:00"] }],
      "offer (taken) 12-03 15:30, 12-03 16:30",
    ],
    [
      "a time before opening brings the first of the day, then another hour",
      [{ date: "2026-11-23", at: ["07:00"] }],
      "offer (closed_hour) 11-23 08:00, 11-23 09:00",
    ],
    [
      "a time after closing brings the last of the day",
      [{ date: "2026-11-23", at: ["19:00"] }],
      "offer (closed_hour) 11-23 16:45, 11-23 17:30",
    ],
    [
      "the weekend brings Friday's last and Monday's first",
      [{ date: "2026-11-21", at: ["10:00"] }],
      "offer (closed_day) 11-20 17:30, 11-23 08:00",
    ],
    [
      "a holiday brings the days around it",
      [{ date: "2026-11-26" }],
      "offer (closed_day) 11-24 17:30, 11-27 08:00",
    ],
    [
      "a full day brings the days around it",
      [{ date: "2026-11-25" }],
      "offer (full) 11-24 17:30, 11-27 08:00",
    ],
    [
      "the past brings what comes first now",
      [{ date: "2026-11-20", at: ["09:00"] }],
      "offer (past) 11-20 11:00, 11-20 12:00",
    ],
    [
      "too short notice brings what is possible",
      [{ date: "2026-11-20", at: ["10:30"] }],
      "offer (too_soon) 11-20 11:00, 11-20 12:00",
    ],
    [
      "beyond the horizon brings the last two bookable times",
      [{ date: "2027-03-01", at: ["10:00"] }],
      "offer (beyond_horizon) 01-19 16:45, 01-19 17:30",
    ],
    [
      "a time between the steps brings its neighbours",
      [{ date: "2026-11-23", at: ["09:10"] }],
      "offer (off_step) 11-23 09:00, 11-23 09:15",
    ],
    [
      "around a taken time takes the nearest",
      [{ date: "2026-12-03", at: ["16:00"], around: true }],
      "slot 12-03 15:30 moved",
    ],
    [
      "an early window offers its first two",
      [{ date: "2026-11-23", from: "08:00", to: "10:00" }],
      "offer 11-23 08:00, 11-23 08:15",
    ],
    [
      "an afternoon offers its earliest and a real choice",
      [{ date: "2026-11-23", from: "12:00", to: "17:00" }],
      "offer 11-23 12:00, 11-23 13:00",
    ],
    [
      "an evening after closing is named as such",
      [{ date: "2026-11-23", from: "18:00", to: "21:00" }],
      "offer (closed_hour) 11-23 16:45, 11-23 17:30",
    ],
    ["a whole free day asks for its half", [{ date: "2026-11-23" }], "day 11-23"],
    ["an hour without a day asks for the day", [{ at: ["15:00"] }], "no day"],
    [
      "two days offer the first of each",
      [
        { date: "2026-11-23", from: "08:00", to: "12:00" },
        { date: "2026-11-27", from: "08:00", to: "12:00" },
      ],
      "offer 11-23 08:00, 11-27 08:00",
    ],
    [
      "the weekend or Monday early is Monday early",
      [{ date: "2026-11-21" }, { date: "2026-11-22" }, { date: "2026-11-23", from: "08:00", to: "10:00" }],
      "offer (closed_day) 11-23 08:00, 11-23 08:15",
    ],
    ["no wish at all is the soonest", [], "offer 11-20 11:00, 11-20 12:00"],
  ])("%s", (_, options, expected) => {
    expect(found(options)).toBe(expected);
  });

  it("what was ruled out and what was turned down is not offered", () => {
    const morning = { date: "2026-11-23", from: "08:00", to: "10:00" };
    expect(found([morning], { refused: [at("2026-11-23", "08:00")] })).toBe("offer 11-23 08:15, 11-23 08:30");
    expect(found([{ date: "2026-11-23" }], { except: [{ from: "06:00", to: "12:00" }] })).toBe(
      "offer 11-23 12:00, 11-23 13:00",
    );
    expect(found([], { except: [{ date: "2026-11-20" }] })).toBe("offer 11-23 08:00, 11-23 09:00");
  });

  it("an hour that is open twice a day is asked about", () => {
    const long = {
      ...calendar,
      hours: {
        ...calendar.hours,
        weekly: { ...calendar.hours.weekly, mon: [{ from: "07:00", to: "21:00" }] },
      },
    };
    expect(found([{ date: "2026-11-23", at: ["08:00", "20:00"] }], { calendar: long })).toBe(
      "either 08:00 20:00",
    );
  });

  it("a calendar without one free hour offers nothing and says so", () => {
    const full = { ...calendar, busy: [{ from: search.now, to: at("2027-03-01", "00:00") }] };
    expect(found([{ date: "2026-11-23", at: ["09:00"] }], { calendar: full })).toBe("nothing (taken)");
    expect(soonest({ ...search, calendar: full }, {}).found).toBe("nothing");
  });
});

it.each([
  ["Hello, I'd like to know more", true],
  ["tell me more about your offer please", true],
  ["I'm interested", true],
  ["I'd like to know more about parking", false],
  ["what does a cleaning cost", false],
])("%s: only wants to hear more, %s", (words, only) => {
  expect(wantsToHearMore(words)).toBe(only);
});

it.each([
  "when is my appointment",
  "I just want to know when my appointment is",
  "what time’s my next appointment?",
  "can you tell me what day my cleaning appointment was",
  "I'm looking to find out when our visit is",
  "could you look up my appointment",
  "I'd like to confirm my appointment for Thursday",
  "just checking on my booking",
  "do I have an appointment tomorrow",
  "did I make an appointment for the 3rd",
  "have I got a cleaning appointment with you",
  "am I still booked for Tuesday",
  "am I on the schedule for today",
  "when am I supposed to come in",
  "what time do I have to be there",
  "is my appointment still on",
  "has my booking been confirmed",
  "did my booking go through",
  "my wife made an appointment for me, can you check when it is",
  "can you give me the time of my appointment",
])("%s: asks about an appointment that there is", (words) => {
  expect(asksOfOwn(words)).toBe(true);
});

it.each([
  "when can I make an appointment",
  "what day could I get an appointment",
  "which day would you have for my appointment",
  "I'd like an appointment on Tuesday",
  "do I have to make an appointment",
  "do I need an appointment",
  "can I come in tomorrow",
  "when can I come in",
  "I missed my appointment and want a new one",
  "how long does an appointment take",
  "I have an appointment on Friday, is there parking",
  "what does the appointment cost",
  "book me in for Tuesday",
  "are you open on Monday",
  "what time do you open",
  "I want to check if you have anything on Friday",
  "do you have an appointment free today",
  "I'm looking for an appointment",
])("%s: asks about none", (words) => {
  expect(asksOfOwn(words)).toBe(false);
});
