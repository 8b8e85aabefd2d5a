/** Amounts of a price list: typed by people, kept as integers, and what a month costs by them. Pure, for pages too. */
import { periodPrice } from "#app/billing/usage/usage-price.ts";

/** The largest fee in units of the currency, the most included minutes, and the largest price of a minute. */
export const mostUnits = 1_000_000;
/** The largest price of a minute, in units of the currency. */
const mostMinuteUnits = 10_000;
/** Digits after the point in the price of a minute. */
const minuteDigits = 4;

/** How many digits a currency has after its point: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Micro-units in one minor unit: 10,000 in a cent. */
const minorMicros = (currency: string): number => 10 ** (6 - digitsOf(currency));

/** An amount in minor units as micro-units, which pages format. */
export const microsOf = (amount: number, currency: string): number => amount * minorMicros(currency);

/** Thousands in groups, as in "1,000" and "1,234,567.50". */
const grouped = /^\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,6})?$/;

/**
 * What people type for an amount: digits, and at most `digits` of them after a point or comma. Commas between groups of
 * three are left out where an amount can't have three decimals. Null: it is no such amount, or too large.
 */
function scaled(typed: string, digits: number, scale: number, most = mostUnits): number | null {
  const said = typed.trim();
  const plain = digits < 3 && grouped.test(said) ? said.replaceAll(",", "") : said;
  const [, whole, part = ""] = /^(\d{1,7})(?:[.,](\d{1,6}))?$/.exec(plain) ?? [];
  if (whole === undefined || part.length > digits || Number(whole) > most) return null;
  const amount = Number(whole) * 10 ** scale + Number(part.padEnd(scale, "0").slice(0, scale) || "0");
  return amount > most * 10 ** scale ? null : amount;
}

/** Minor units of a typed fee: "49", "49.50", "49,50". */
export const typedFee = (typed: string, currency: string): number | null =>
  scaled(typed, digitsOf(currency), digitsOf(currency));

/** Micro-units of a typed price of a minute, with up to four digits: "0.2375". */
export const typedMinute = (typed: string): number | null => scaled(typed, minuteDigits, 6, mostMinuteUnits);

/** Whole minutes. */
export const typedMinutes = (typed: string): number | null => scaled(typed, 0, 0);

/** A fee as a field shows it: "49.50", and "49" without cents. */
export function feeField(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const units = amount / 10 ** digits;
  return Number.isInteger(units) ? String(units) : units.toFixed(digits);
}

/** The price of a minute as a field shows it: "0.25", "0.2375". */
export function minuteField(micros: number): string {
  const text = (micros / 1_000_000).toFixed(minuteDigits);
  return text.replace(/0{1,2}$/, "");
}

/** What a month goes by. */
export type Terms = {
  /** Minor units. */
  readonly fee_amount: number;
  readonly included_minutes: number;
  readonly minute_micros: number;
  readonly currency: string;
};

/** What an agency pays the platform for its and its clients' minutes: so many are included, and the others cost. */
export type OwnTerms = {
  readonly included_seconds: number;
  readonly minute_micros: number;
  readonly currency: string;
};

/**
 * What a client owes its agency for a month, in micro-units: the fee, and the minutes beyond those that it includes.
 * Seconds are priced as its calls are, so a statement is the sum of its lines.
 * @param seconds billable, of the month's calls
 */
export function monthOf(terms: Terms, seconds: number) {
  const { fee_amount, included_minutes, minute_micros, currency } = terms;
  const price = periodPrice({ included_seconds: included_minutes * 60, minute_micros }, seconds);
  const fee_micros = microsOf(fee_amount, currency);
  return {
    seconds,
    included_seconds: price.included_seconds,
    overage_seconds: price.overage_seconds,
    fee_micros,
    overage_micros: price.amount_micros,
    total_micros: fee_micros + price.amount_micros,
    currency,
  };
}

/**
 * The part that each of several uses has in an amount, by their seconds, to the last unit: the parts' sum is the amount.
 * The remainder goes to the largest fractions first.
 */
export function sharedBy(amount: number, seconds: readonly number[]): number[] {
  const whole = seconds.reduce((sum, one) => sum + one, 0);
  if (whole === 0) return seconds.map(() => 0);
  const exact = seconds.map((one) => (amount * one) / whole);
  const parts = exact.map(Math.floor);
  const left = amount - parts.reduce((sum, one) => sum + one, 0);
  const byFraction = exact
    .map((value, at) => ({ at, fraction: value - Math.floor(value) }))
    .toSorted((a, b) => b.fraction - a.fraction || a.at - b.at);
  for (const { at } of byFraction.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}
