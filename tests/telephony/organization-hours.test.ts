/** Which way a call goes by the organization's hours: lunch breaks, closed days, midnight, and the nights when clocks change. */
import { expect, test } from "vitest";
import { organizationHours, type Route, routeAt } from "#app/hours/organization-hours.ts";

const workday = [
  { opens: "08:00", closes: "12:00" },
  { opens: "13:00", closes: "17:00" },
];
const week = {
  mon: workday,
  tue: workday,
  wed: workday,
  thu: workday,
  fri: workday,
  sat: [],
  sun: [{ opens: "00:00", closes: "24:00" }],
};
const zone = "America/New_York";
const hours = organizationHours(week, ["2026-12-25"]);

test.each<[at: string, route: Route]>([
  ["2026-11-30T07:59-05:00", "fallback"],
  ["2026-11-30T08:00-05:00", "agent"],
  ["2026-11-30T12:00-05:00", "fallback"],
  ["2026-11-30T12:59-05:00", "fallback"],
  ["2026-11-30T13:00-05:00", "agent"],
  ["2026-11-30T17:00-05:00", "fallback"],
  ["2026-11-28T10:00-05:00", "fallback"],
  // A holiday ends with its local day, not with UTC's.
  ["2026-12-25T10:00-05:00", "fallback"],
  ["2026-12-25T23:59-05:00", "fallback"],
  ["2026-12-24T23:30-05:00", "fallback"],
  ["2026-12-28T09:00-05:00", "agent"],
  // Sunday around the clock: the hour that comes twice, and the one that is missing.
  ["2026-11-01T01:30-04:00", "agent"],
  ["2026-11-01T01:30-05:00", "agent"],
  ["2026-03-08T03:00-04:00", "agent"],
  // Monday after each change opens by the wall clock.
  ["2026-11-02T08:00-05:00", "agent"],
  ["2026-03-09T08:00-04:00", "agent"],
  ["2026-03-09T07:59-04:00", "fallback"],
])("at %s goes to the %s", (at, route) => {
  expect(routeAt(hours, "fallback", Date.parse(at), zone)).toBe(route);
});

test("without hours only closed days are closed, and the same agent may answer then too", () => {
  const open = organizationHours(null, ["2026-12-25"]);
  const [day, holiday] = [Date.parse("2026-12-24T03:00-05:00"), Date.parse("2026-12-25T03:00-05:00")];
  expect(routeAt(open, "message", day, zone)).toBe("agent");
  expect(routeAt(open, "message", holiday, zone)).toBe("message");
  expect(routeAt(open, "agent", holiday, zone)).toBe("agent");
});
