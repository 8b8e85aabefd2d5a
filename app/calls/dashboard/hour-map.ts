/** The hours of a week in which calls come, as a map that a page draws: which cells, how strong, and in words. Pure. */
import { count, counted, weekdayName } from "#app/platform/format.ts";

/** Calls that began in one hour of the week. `weekday`: 0 is Sunday. */
export type CountedHour = { weekday: number; hour: number; calls: number };

export type HourCell = { hour: number; row: number; title: string; strength: number };
export type HourMap = {
  /** The weekdays from Monday, short. */
  rows: string[];
  cells: HourCell[];
  /** The map in one sentence. */
  label: string;
};

/** A Monday. */
const monday = "2026-11-23";
const dayOf = (row: number): string => `2026-11-${String(Number(monday.slice(8)) + row).padStart(2, "0")}`;

/** The names of the hours of a day: "9 AM". */
function hourNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", timeZone: "UTC" });
  return Array.from({ length: 24 }, (_, hour) => format.format(Date.UTC(2026, 0, 1, hour)));
}

/** Null: there were no calls. */
export function hourMapOf(hours: readonly CountedHour[], locale: string): HourMap | null {
  const most = Math.max(0, ...hours.map(({ calls }) => calls));
  if (most === 0) return null;
  const names = hourNames(locale);
  const days = Array.from({ length: 7 }, (_, row) => weekdayName(dayOf(row), locale));
  const titled = hours.map(({ weekday, hour, calls }) => {
    const row = (weekday + 6) % 7;
    const when = `${days[row]}, ${names[hour]} to ${names[(hour + 1) % 24]}`;
    const strength = Math.max(0.12, Math.round((calls / most) * 100) / 100);
    return { row, hour, calls, strength, title: `${when}: ${counted(calls, "call", "calls", locale)}` };
  });
  const busiest = titled.find(({ calls }) => calls === most);
  return {
    rows: days.map((name) => name.slice(0, 3)),
    cells: titled.map(({ row, hour, strength, title }) => ({ row, hour, strength, title })),
    label: `Calls by weekday and hour, ${count(
      hours.reduce((sum, { calls }) => sum + calls, 0),
      locale,
    )} in all. Busiest: ${busiest?.title ?? ""}`,
  };
}

/** The hours that stand below the map. */
export function hourMarks(locale: string): string[] {
  const names = hourNames(locale);
  return [0, 6, 12, 18].map((hour) => names[hour] ?? "");
}
