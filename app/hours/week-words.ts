/** A week of opening hours in one line: "Mon–Fri 9:00 am–5:00 pm, Sat 10:00 am–2:00 pm". */
import { timeOfDay } from "#app/platform/format.ts";
import { type Weekday, weekdays } from "./week.schema.ts";

/** One open time range, HH:MM; "24:00" is the end of the day. */
type Stretch = { readonly from: string; readonly to: string };
type Week = Readonly<Record<Weekday, readonly Stretch[]>>;

const shortNames: Readonly<Record<Weekday, string>> = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
};

function stretchWords({ from, to }: Stretch, locale: string): string {
  if (from === "00:00" && to === "24:00") return "around the clock";
  const clock = (time: string) =>
    time === "24:00"
      ? "midnight"
      : timeOfDay(Date.parse(`1970-01-01T${time}:00Z`), { timeZone: "UTC", locale });
  return `${clock(from)}–${clock(to)}`;
}

const dayWords = (stretches: readonly Stretch[], locale: string): string =>
  [...stretches]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map((stretch) => stretchWords(stretch, locale))
    .join(" and ");

/** Neighbouring days with the same hours are named together; "Closed every day" without an open one. */
export function weekWords(week: Week, locale: string): string {
  const runs: { first: Weekday; last: Weekday; words: string }[] = [];
  for (const day of weekdays) {
    const words = dayWords(week[day], locale);
    const run = runs.at(-1);
    if (run && run.words === words) run.last = day;
    else runs.push({ first: day, last: day, words });
  }
  const open = runs.filter(({ words }) => words !== "");
  if (open.length === 0) return "Closed every day";
  return open
    .map(({ first, last, words }) => {
      if (first === "mon" && last === "sun") return `Every day ${words}`;
      const days = first === last ? shortNames[first] : `${shortNames[first]}–${shortNames[last]}`;
      return `${days} ${words}`;
    })
    .join(", ");
}

/** Whether two weeks are open at the same times. */
export const isSameWeek = (one: Week, other: Week): boolean =>
  weekdays.every((day) => dayWords(one[day], "en-GB") === dayWords(other[day], "en-GB"));
