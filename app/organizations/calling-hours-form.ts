/** The calling hours of an organization as their form on /settings begins. */
import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import type { Weekday } from "#app/hours/week.schema.ts";

/** A weekday's time ranges, earliest first; time fields have no 24:00. */
const rowsOf = (hours: CallingHours | null, day: Weekday) =>
  [...(hours?.[day] ?? [])]
    .sort((a, b) => (a.opens < b.opens ? -1 : 1))
    .map(({ opens, closes }) => ({ from: opens, to: closes === "24:00" ? "00:00" : closes }));

/** The week as its form begins. */
export const weekOf = (hours: CallingHours | null) => ({
  mon: rowsOf(hours, "mon"),
  tue: rowsOf(hours, "tue"),
  wed: rowsOf(hours, "wed"),
  thu: rowsOf(hours, "thu"),
  fri: rowsOf(hours, "fri"),
  sat: rowsOf(hours, "sat"),
  sun: rowsOf(hours, "sun"),
});
