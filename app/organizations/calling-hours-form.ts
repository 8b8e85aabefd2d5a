/** The calling hours of an organization as their form on /settings begins. */
import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import type { Weekday } from "#app/hours/week.schema.ts";

const workday = { from: "09:00", to: "17:00" };

/** A weekday as its row of the form begins: a closed one with hours that a tick is enough for. */
function rowOf(hours: CallingHours | null, day: Weekday) {
  const [stretch] = hours?.[day] ?? [];
  if (stretch === undefined) return { open: false, ...workday };
  return { open: true, from: stretch.opens, to: stretch.closes === "24:00" ? "00:00" : stretch.closes };
}

/** The week as its form begins. */
export const weekOf = (hours: CallingHours | null) => ({
  mon: rowOf(hours, "mon"),
  tue: rowOf(hours, "tue"),
  wed: rowOf(hours, "wed"),
  thu: rowOf(hours, "thu"),
  fri: rowOf(hours, "fri"),
  sat: rowOf(hours, "sat"),
  sun: rowOf(hours, "sun"),
});
