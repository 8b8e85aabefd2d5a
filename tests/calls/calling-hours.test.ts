/** When people may be called, by where their number can be. */
import { describe, expect, test } from "vitest";
import { isZoneOfCountry, placeOfNumber } from "#app/calls/compliance/area-places.ts";
import { callingHours } from "#app/calls/compliance/calling-hours.ts";
import { instantOf } from "#app/platform/zoned-time.ts";

const at = (to: string, date: string, clock: string, zone: string) =>
  callingHours.mayCall({ to, now: instantOf(date, clock, zone), locale: "en-US" });
const monday = "2026-11-30";
const sunday = "2026-11-29";
const [ny, chicago] = ["America/New_York", "America/Chicago"];

describe("one zone", () => {
  test.each([
    ["07:59", false],
    ["08:00", true],
    ["20:59", true],
    ["21:00", false],
    ["00:00", false],
  ])("New York at %s: %s", (clock, ok) => expect(at("+12125550123", monday, clock, ny).ok).toBe(ok));

  test.each([
    ["+14055550123", "US-OK", chicago],
    ["+13055550123", "US-FL", ny],
    ["+13015550123", "US-MD", ny],
  ])("%s (%s) may be called until 20:00", (to, region, zone) => {
    expect(placeOfNumber(to)?.region).toBe(region);
    expect(at(to, monday, "19:59", zone).ok).toBe(true);
    expect(at(to, monday, "20:00", zone).ok).toBe(false);
  });

  test("Texas from 9:00, on Sundays from 12:00", () => {
    expect(at("+12145550123", monday, "08:59", chicago).ok).toBe(false);
    expect(at("+12145550123", monday, "09:00", chicago).ok).toBe(true);
    expect(at("+12145550123", sunday, "11:59", chicago).ok).toBe(false);
    expect(at("+12145550123", sunday, "12:00", chicago).ok).toBe(true);
  });

  test("Canada: its own hours at weekends", () => {
    expect(at("+14165550123", monday, "09:00", "America/Toronto").ok).toBe(true);
    expect(at("+14165550123", sunday, "09:30", "America/Toronto").ok).toBe(false);
    expect(at("+14165550123", sunday, "18:00", "America/Toronto").ok).toBe(false);
  });
});

describe("several zones", () => {
  test("a code that reaches two of them is called only within the hours of both", () => {
    // Florida's panhandle: until 20:00 in the east, from 8:00 in the west.
    expect(at("+18505550123", monday, "08:30", ny).ok).toBe(false);
    expect(at("+18505550123", monday, "09:00", ny).ok).toBe(true);
    expect(at("+18505550123", monday, "20:00", ny).ok).toBe(false);
    expect(at("+18505550123", monday, "19:30", ny)).toMatchObject({
      ok: true,
      words: expect.stringMatching(
        /7:30.pm in New York.*6:30.pm in Chicago|6:30.pm in Chicago.*7:30.pm in New York/,
      ),
    });
  });

  test("all of Australia", () => {
    expect(at("+61291234567", monday, "09:00", "Australia/Sydney").ok).toBe(false);
    expect(at("+61291234567", monday, "12:00", "Australia/Sydney").ok).toBe(true);
  });
});

test("a refusal says the time there, and when it may be called again", () => {
  const verdict = at("+12125550123", monday, "21:30", ny);
  expect(verdict).toEqual({
    ok: false,
    reason: "calling_hours",
    words: expect.stringMatching(
      /it is 9:30.pm in New York\. It may be called again tomorrow at 8:00.am \(New York time\)/,
    ),
    allowed_at: instantOf("2026-12-01", "08:00", ny),
  });
  // After a clock change the hours are those of the clocks: the night of November 1st has one hour more.
  expect(at("+12125550123", "2026-10-31", "22:00", ny)).toMatchObject({
    allowed_at: instantOf("2026-11-01", "08:00", ny),
  });
});

test.each(["+18005550123", "+19005550123", "+12684601234", "+88212345678", "+15005550123"])(
  "%s: its place is not known, so it is not called at any hour",
  (to) => {
    for (const clock of ["03:00", "12:00", "18:00"])
      expect(at(to, monday, clock, ny)).toMatchObject({
        ok: false,
        reason: "unknown_place",
        allowed_at: null,
      });
  },
);

test("every code of North America leads to one place, and every zone exists", () => {
  for (let code = 200; code <= 999; code += 1) {
    const place = placeOfNumber(`+1${code}5550123`);
    if (!place) continue;
    expect(place.region).toMatch(/^(US|CA)-[A-Z]{2}$/);
    expect(place.zones.length).toBeGreaterThan(0);
    for (const zone of place.zones) expect(() => at("+12125550123", monday, "12:00", zone)).not.toThrow();
  }
});

test("codes lead to the places that people know", () => {
  const known = ["212", "404", "512", "713", "808", "907", "416", "604", "787", "807"];
  expect(known.map((code) => placeOfNumber(`+1${code}5550123`)?.region)).toEqual([
    "US-NY",
    "US-GA",
    "US-TX",
    "US-TX",
    "US-HI",
    "US-AK",
    "CA-ON",
    "CA-BC",
    "US-PR",
    "CA-ON",
  ]);
});

test.each([
  ["America/Los_Angeles", "US-NY", true],
  ["US/Pacific", "US-NY", true],
  ["Asia/Kolkata", "IN", true],
  ["Asia/Calcutta", "IN", true],
  ["UTC", "US-NY", false],
  ["Europe/Kyiv", "DE", false],
])("%s is a zone of the country of %s: %s", (zone, region, expected) =>
  expect(isZoneOfCountry(zone, region)).toBe(expected),
);
