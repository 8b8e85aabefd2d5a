import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Calendar, durationOf, freeSlots, lastDay, slotsOf, whyNot } from "#app/bookings/calendar.ts";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";

const ZONE = "America/New_York";
const MINUTE = 60_000;
const day = [{ from: "08:00", to: "18:00" }];
const clinic: Calendar = {
  hours: {
    weekly: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] },
    holidays: ["2026-11-26"],
  },
  time_zone: ZONE,
  step_minutes: 15,
  notice_minutes: 60,
  horizon_days: 60,
  busy: [],
};
const at = (date: string, clock: string, zone = ZONE) => instantOf(date, clock, zone);
const now = at("2026-11-20", "10:00");
const clocks = (slots: number[], zone = ZONE) => slots.map((slot) => localClock(slot, zone));

describe("what can be booked", () => {
  it("start times lie on the steps, and the last one ends at closing", () => {
    const slots = slotsOf(clinic, "2026-11-23", 30);
    expect(slots).toHaveLength(39);
    expect(localClock(slots[0]?.starts_at ?? 0, ZONE)).toBe("08:00");
    expect(localClock(slots[38]?.starts_at ?? 0, ZONE)).toBe("17:30");
  });

  it("nothing runs through a lunch break", () => {
    const lunch = {
      ...clinic,
      hours: {
        ...clinic.hours,
        weekly: {
          ...clinic.hours.weekly,
          mon: [
            { from: "11:00", to: "12:00" },
            { from: "13:00", to: "14:00" },
          ],
        },
      },
    };
    expect(clocks(freeSlots(lunch, "2026-11-23", 30, now))).toEqual([
      "11:00",
      "11:15",
      "11:30",
      "13:00",
      "13:15",
      "13:30",
    ]);
    expect(whyNot(lunch, at("2026-11-23", "12:15"), 30, now)).toBe("closed_hour");
    expect(whyNot(lunch, at("2026-11-23", "11:45"), 30, now)).toBe("too_long");
  });

  it("a stretch that opens off the step starts at the next step", () => {
    const odd = {
      ...clinic,
      hours: { ...clinic.hours, weekly: { ...clinic.hours.weekly, mon: [{ from: "08:10", to: "09:00" }] } },
    };
    expect(clocks(freeSlots(odd, "2026-11-23", 15, now))).toEqual(["08:15", "08:30", "08:45"]);
  });

  it("a taken stretch rules out every start that would run into it, and none beside it", () => {
    const taken = { ...clinic, busy: [{ from: at("2026-11-23", "09:00"), to: at("2026-11-23", "09:30") }] };
    const free = clocks(freeSlots(taken, "2026-11-23", 30, now));
    expect(free).toContain("08:30");
    expect(free).toContain("09:30");
    expect(free).not.toContain("08:45");
    expect(free).not.toContain("09:15");
    expect(whyNot(taken, at("2026-11-23", "09:15"), 30, now)).toBe("taken");
    expect(whyNot(taken, at("2026-11-23", "09:30"), 30, now)).toBeNull();
  });

  it("notice and the past rule out the start of today", () => {
    expect(clocks(freeSlots(clinic, "2026-11-20", 30, now))[0]).toBe("11:00");
    expect(whyNot(clinic, at("2026-11-20", "10:30"), 30, now)).toBe("too_soon");
    expect(whyNot(clinic, at("2026-11-20", "09:30"), 30, now)).toBe("past");
    expect(freeSlots({ ...clinic, notice_minutes: 0 }, "2026-11-20", 30, now)).not.toContain(now);
  });

  it("the last bookable day is the horizon, counted by calendar", () => {
    expect(lastDay(clinic, now)).toBe("2027-01-19");
    expect(freeSlots(clinic, "2027-01-19", 30, now)).not.toEqual([]);
    expect(freeSlots(clinic, "2027-01-20", 30, now)).toEqual([]);
    expect(whyNot(clinic, at("2027-01-20", "09:00"), 30, now)).toBe("beyond_horizon");
  });

  it("closed days, closed hours and times between the steps are named as such", () => {
    expect(whyNot(clinic, at("2026-11-21", "09:00"), 30, now)).toBe("closed_day");
    expect(whyNot(clinic, at("2026-11-26", "09:00"), 30, now)).toBe("closed_day");
    expect(whyNot(clinic, at("2026-11-23", "18:00"), 30, now)).toBe("closed_hour");
    expect(whyNot(clinic, at("2026-11-23", "09:10"), 30, now)).toBe("off_step");
    expect(whyNot(clinic, at("2026-11-23", "09:00") + 1, 30, now)).toBe("off_step");
  });
});

describe("on days when the clocks change", () => {
  const night = [{ from: "00:00", to: "06:00" }];
  const open = { mon: night, tue: night, wed: night, thu: night, fri: night, sat: night, sun: night };
  const nightly: Calendar = {
    ...clinic,
    hours: { weekly: open, holidays: [] },
    step_minutes: 60,
    horizon_days: 365,
  };
  const january = at("2026-01-05", "10:00");

  it("the hour that is skipped in spring does not exist", () => {
    expect(clocks(freeSlots(nightly, "2026-03-08", 30, january))).toEqual([
      "00:00",
      "01:00",
      "03:00",
      "04:00",
      "05:00",
    ]);
  });

  it("the hour that is repeated in autumn exists once, and its second showing is refused", () => {
    expect(clocks(freeSlots(nightly, "2026-11-01", 30, january))).toEqual([
      "00:00",
      "01:00",
      "02:00",
      "03:00",
      "04:00",
      "05:00",
    ]);
    expect(whyNot(nightly, at("2026-11-01", "01:00"), 30, january)).toBeNull();
    expect(whyNot(nightly, at("2026-11-01", "01:00") + 60 * MINUTE, 30, january)).toBe("off_step");
  });

  it("an ordinary day keeps its wall-clock hours on both sides of a change", () => {
    const march = at("2026-03-02", "10:00");
    expect(clocks(freeSlots(clinic, "2026-03-06", 30, march))[0]).toBe("08:00");
    expect(clocks(freeSlots(clinic, "2026-03-09", 30, march))[0]).toBe("08:00");
    expect(
      (freeSlots(clinic, "2026-03-09", 30, march)[0] ?? 0) -
        (freeSlots(clinic, "2026-03-06", 30, march)[0] ?? 0),
    ).toBe(71 * 60 * MINUTE);
  });
});

it("a slot is offered exactly when nothing speaks against booking it", () => {
  const stretches = fc
    .tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 144 }))
    .map(([start, length]) => ({ from: now + start * 5 * MINUTE, to: now + (start + length) * 5 * MINUTE }));
  fc.assert(
    fc.property(
      fc.array(stretches, { maxLength: 6 }),
      fc.constantFrom(15, 30, 45, 90),
      fc.constantFrom<(5 | 15 | 20 | 60)[]>(5, 15, 20, 60),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 4 }),
      (busy, duration, step_minutes, notice_minutes, ahead) => {
        const calendar = { ...clinic, busy, step_minutes, notice_minutes };
        const date = addDays(localDate(now, ZONE), ahead);
        const free = new Set(freeSlots(calendar, date, duration, now));
        for (let minute = 0; minute < 24 * 60; minute += 5) {
          const start = at(date, "00:00") + minute * MINUTE;
          expect(free.has(start)).toBe(whyNot(calendar, start, duration, now) === null);
        }
      },
    ),
    { numRuns: 60 },
  );
});

it("a kind of appointment that nobody named takes as long as the longest, and no kinds take nothing", () => {
  const kinds = [
    { name: "Cleaning", synonyms: [], duration_minutes: 30 },
    { name: "Filling", synonyms: [], duration_minutes: 60 },
  ];
  expect([durationOf(kinds, "Filling"), durationOf(kinds, "Crown"), durationOf([], "Cleaning")]).toEqual([
    60,
    60,
    null,
  ]);
});
