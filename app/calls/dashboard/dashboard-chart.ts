/** The dashboard's chart: the calls of each day of a range, as the words and heights that a page draws. */
import { count, counted, dayLabel, weekdayName } from "#app/platform/format.ts";
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

/** The days of a range, stacked from booked to missed; each leads to its calls. */
export function chartOf(
  days: readonly Day[],
  range: DashboardRange,
  today: string,
  locale: string,
): DashboardChart {
  const first = chartBegins(range, today);
  const shown = daysShown(range);
  const bars = Array.from({ length: shown }, (_, place) => addDays(first, place)).map((day) => {
    const counts = added(days, day, day);
    const { calls, answered, booked } = counts;
    return {
      label: dayLabel(day, locale),
      title: `${weekdayName(day, locale)}, ${dayLabel(day, locale)}: ${callsSaid(counts, locale)}`,
      to: calls === 0 ? undefined : `/call-history?from=${day}&to=${day}`,
      strong: Math.min(booked, answered),
      soft: Math.max(0, answered - booked),
      bad: Math.max(0, calls - answered),
    };
  });
  const title = `Last ${shown} days`;
  return {
    title,
    label: `Calls per day, ${title.toLowerCase()}: ${callsSaid(added(days, first, today), locale)}`,
    ...stackedBars(bars),
  };
}
