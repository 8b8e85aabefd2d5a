/** Where a period's usage leads at its present rate: pure, so that the words beside it are tested without a clock. */
import { day_ms } from "#app/platform/durations.ts";
import { type PriceTerms, periodPrice } from "./usage-price.ts";

export type Forecast = { seconds: number; amount_micros: number };

/**
 * The usage at the period's end if it goes on at this rate; null on the first day, which says nothing of a month, and
 * while there is no usage.
 * @param now ms UTC
 */
export function forecastOf(
  terms: PriceTerms & { period_start: number; period_end: number },
  seconds: number,
  now: number,
): Forecast | null {
  const elapsed = Math.min(now, terms.period_end) - terms.period_start;
  if (elapsed < day_ms || seconds === 0) return null;
  const whole = Math.round((seconds * (terms.period_end - terms.period_start)) / elapsed);
  return { seconds: whole, amount_micros: periodPrice(terms, whole).amount_micros };
}
