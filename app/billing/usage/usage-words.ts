/** Usage as pages say it: bars with their shares, money, days, the forecast. Pure, with the locale given in. */
import { count, money, monthDay, percent, startedMinutes, weekdayName } from "#app/platform/format.ts";
import { addDays } from "#app/platform/zoned-time.ts";
import { type ChartGeometry, stackedBars } from "#app/ui/bar-geometry.ts";
import type { Forecast } from "./forecast.ts";
import type { PriceLine } from "./usage-price.ts";

/** From this share on a bar is amber. */
const nearlyFull = 0.9;

export type UsageBar = {
  label: string;
  /** "842 of 1,000". */
  words: string;
  /** 0 to 100, of the bar's width. */
  filled: number;
  tone: "usual" | "amber";
};

/** A bar of something that the plan counts. Without a limit (0) only what is used stands there. */
export const barOf = (label: string, used: number, most: number, locale: string): UsageBar => ({
  label,
  words: `${count(used, locale)} of ${count(most, locale)}`,
  filled: most === 0 ? 100 : Math.min(100, Math.round((used / most) * 100)),
  tone: used >= most * nearlyFull ? "amber" : "usual",
});

/** The bar of the minutes: started ones count as used, so that the bar is never kinder than the bill. */
export const minutesBar = (seconds: number, included_seconds: number, locale: string): UsageBar => ({
  ...barOf("Minutes", seconds, included_seconds, locale),
  words: `${startedMinutes(seconds, locale)} of ${count(Math.floor(included_seconds / 60), locale)} included`,
});

/** The panel beside a statement of the same minutes: what else the plan counts, and the days. */
export const withoutMinutes = <Panel extends { bars: UsageBar[]; notes: string[] }>(panel: Panel): Panel => ({
  ...panel,
  bars: panel.bars.slice(1),
  notes: [],
});

/** "1,234 s included", "56 s at $0.15/min". */
export const priceLineWords = (line: PriceLine, currency: string, locale: string): string =>
  line.what === "included"
    ? `${count(line.seconds, locale)} s included`
    : `${count(line.seconds, locale)} s at ${money(line.minute_micros, currency, locale)}/min`;

/** "At this rate: 1,240 minutes by Dec 1, $36.00 beyond the plan." */
export function forecastWords(
  { seconds, amount_micros }: Forecast,
  { currency, ends, isTrial }: { currency: string; ends: string; isTrial: boolean },
  locale: string,
): string {
  const minutes = `At this rate: ${startedMinutes(seconds, locale)} minutes by ${ends}`;
  return amount_micros === 0 || isTrial
    ? `${minutes}.`
    : `${minutes}, ${money(amount_micros, currency, locale)} beyond the plan.`;
}

export type UsageChart = ChartGeometry & { label: string };

/** The minutes of each day of a range; days without calls are bars of nothing. */
export function usageChart(
  days: readonly { day: string; calls: number; seconds: number }[],
  first: string,
  last: string,
  locale: string,
): UsageChart {
  const known = new Map(days.map((one) => [one.day, one]));
  const shown: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) shown.push(day);
  const bars = shown.map((day) => {
    const { calls, seconds } = known.get(day) ?? { calls: 0, seconds: 0 };
    return {
      label: monthDay(day, locale),
      title: `${weekdayName(day, locale)}, ${monthDay(day, locale)}: ${startedMinutes(seconds, locale)} min, ${count(calls, locale)} ${calls === 1 ? "call" : "calls"}`,
      strong: Math.ceil(seconds / 60),
      soft: 0,
      bad: 0,
    };
  });
  const all = days.reduce((sum, one) => sum + one.seconds, 0);
  return {
    label: `Minutes per day, ${monthDay(first, locale)} to ${monthDay(last, locale)}: ${startedMinutes(all, locale)} min in all`,
    ...stackedBars(bars),
  };
}

/** "40%" of a cap; "0%" when nothing is spent. */
export const shareOfCap = (spent_micros: number, cap_micros: number, locale: string): string =>
  percent(spent_micros, cap_micros, locale) ?? "100%";
