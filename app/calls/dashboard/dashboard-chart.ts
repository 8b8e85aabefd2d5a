/** The dashboard's chart: the calls of each day of a range, as the words and heights that a page draws. */
import { count, counted, monthDay, weekdayName } from "#app/platform/format.ts";
import { addDays } from "#app/platform/zoned-time.ts";
import { type ChartGeometry, stackedBars } from "#app/ui/bar-geometry.ts";
import { added, type Counted, type DashboardRange, type Day } from "./dashboard-words.ts";

export type DashboardChart = ChartGeometry & { title: string; label: string };

/** One day alone says nothing, so today stands at the end of two weeks. */
const daysAroundToday = 14;

/** How many days the chart of a range shows. */
const daysShown = (range: DashboardRange): number => (range === "today" ? daysAroundToday : Number(range));

/** The first day that the chart shows. */
export const chartBegins = (range: DashboardRange, today: string): string =>
  addDays(today, 1 - daysShown(range));

/** "3 calls, 2 answered, 1 booked". */
function callsSaid({ calls, answered, booked }: Counted, locale: string): string {
  const all = counted(calls, "call", "calls", locale);
  return calls === 0 ? all : `${all}, ${count(answered, locale)} answered, ${count(booked, locale)} booked`;
}

/** Above this many days a bar is a week. */
const mostBars = 31;

/**
 * The days of a range, or its weeks, stacked from booked to missed; each leads to its calls.
 * @param callsIn the address of the calls of some days; null: they are in no list of the reader's
 */
export function chartOf(
  days: readonly Day[],
  range: DashboardRange,
  today: string,
  locale: string,
  callsIn: ((first: string, last: string) => string) | null,
): DashboardChart {
  const first = chartBegins(range, today);
  const shown = daysShown(range);
  const step = shown > mostBars ? 7 : 1;
  const starts = Array.from({ length: Math.ceil(shown / step) }, (_, back) =>
    addDays(today, 1 - step * (back + 1)),
  );
  const bars = starts.reverse().map((start) => {
    const day = start < first ? first : start;
    const last = addDays(start, step - 1);
    const counts = added(days, day, last);
    const { calls, answered, booked } = counts;
    const name =
      day === last
        ? `${weekdayName(day, locale)}, ${monthDay(day, locale)}`
        : `${monthDay(day, locale)} to ${monthDay(last, locale)}`;
    return {
      label: monthDay(day, locale),
      title: `${name}: ${callsSaid(counts, locale)}`,
      to: calls === 0 || callsIn === null ? undefined : callsIn(day, last),
      strong: Math.min(booked, answered),
      soft: Math.max(0, answered - booked),
      bad: Math.max(0, calls - answered),
    };
  });
  const title = `Last ${shown} days`;
  return {
    title,
    label: `Calls per ${step === 1 ? "day" : "week"}, ${title.toLowerCase()}: ${callsSaid(added(days, first, today), locale)}`,
    ...stackedBars(bars),
  };
}
