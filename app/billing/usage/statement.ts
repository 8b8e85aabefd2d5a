/**
 * A period's calls as a file from which its bill can be computed anew (docs/billing-usage.md, "The file"): a block with
 * the terms, then a line for each call. `npm run statement` reads it, so both change together.
 */
import { digitsOf } from "#app/billing/resale/retail-money.ts";
import { csvLine } from "#app/platform/csv.ts";
import { type PriceTerms, periodPrice } from "./usage-price.ts";

/** What a statement is about. */
export type StatementTerms = PriceTerms & {
  /** Whose calls are charged. */
  organization: string;
  /** ms UTC */
  period_start: number;
  period_end: number;
  /** ISO 4217 */
  currency: string;
  /** The plan's fee in minor units; less than nothing where a change gave more back than it cost. */
  fee_amount: number;
  /** What the invoice bills beside fee and minutes, in minor units: rented numbers, taxes. */
  other_amount: number;
};

/** A call of a statement. Empty where it is not known, or not for the reader. */
export type StatementCall = {
  position: number;
  call_id: string;
  /** Whose call it was. */
  organization: string;
  started_at: number | null;
  ended_at: number;
  direction: string;
  our_number: string;
  other_number: string;
  billable_seconds: number;
  used_before: number;
  included_seconds: number;
  overage_seconds: number;
};

const rfc3339 = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

/** A whole number of the smallest units as a decimal, exactly: "-191.50" of -19150 with two places, "500" of 500 with none. */
function decimal(amount: number, digits: number): string {
  const sign = amount < 0 ? "-" : "";
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** "0.150000": micro-units as a decimal, exactly. */
export const exactAmount = (micros: number): string => decimal(micros, 6);

/** The decimal places that Stripe keeps of a price, as a factor. */
const places = 1_000_000_000_000n;

/** The price of a second as Stripe keeps it: a sixtieth of the minute's, in minor units of so many digits, half up. */
function secondPrice(minute_micros: number, digits: number): bigint {
  const minute = 60n * 10n ** BigInt(6 - digits);
  return (BigInt(minute_micros) * places + minute / 2n) / minute;
}

/** What so many seconds come to on an invoice: minor units, half up, from Stripe's price of a second. */
const invoicedAmount = (seconds: number, minute_micros: number, digits: number): number =>
  Number((BigInt(seconds) * secondPrice(minute_micros, digits) + places / 2n) / places);

/** The first lines: what was agreed, and what it comes to. */
function head(terms: StatementTerms, total: { calls: number; seconds: number }): string {
  const { amount_micros, included_seconds, overage_seconds } = periodPrice(terms, total.seconds);
  const digits = digitsOf(terms.currency);
  const invoiced = invoicedAmount(overage_seconds, terms.minute_micros, digits);
  const lines: [string, string | number][] = [
    ["period_start", rfc3339(terms.period_start)],
    ["period_end", rfc3339(terms.period_end)],
    ["currency", terms.currency],
    ["decimals", digits],
    ["fee", decimal(terms.fee_amount, digits)],
    ["other_lines", decimal(terms.other_amount, digits)],
    ["included_minutes", terms.included_seconds / 60],
    ["price_per_minute", exactAmount(terms.minute_micros)],
    ["calls", total.calls],
    ["billable_seconds", total.seconds],
    ["included_seconds", included_seconds],
    ["overage_seconds", overage_seconds],
    ["minutes_amount", exactAmount(amount_micros)],
    ["total", decimal(terms.fee_amount + terms.other_amount + invoiced, digits)],
  ];
  // No one types these, so that an amount below zero is no formula.
  return csvLine(["organization", terms.organization]) + lines.map((row) => `${row.join(",")}\r\n`).join("");
}

const columns = [
  "position",
  "call_id",
  "organization",
  "started_at",
  "ended_at",
  "direction",
  "our_number",
  "other_number",
  "billable_seconds",
  "used_before_seconds",
  "included_seconds",
  "overage_seconds",
  "price_per_minute",
  "amount",
];

function line(terms: StatementTerms, call: StatementCall): string {
  const { used_before, billable_seconds } = call;
  const amount =
    periodPrice(terms, used_before + billable_seconds).amount_micros -
    periodPrice(terms, used_before).amount_micros;
  return csvLine([
    call.position,
    call.call_id,
    call.organization,
    rfc3339(call.started_at),
    rfc3339(call.ended_at),
    call.direction,
    call.our_number,
    call.other_number,
    billable_seconds,
    used_before,
    call.included_seconds,
    call.overage_seconds,
    exactAmount(terms.minute_micros),
    exactAmount(amount),
  ]);
}

/**
 * The file in parts, so that a month of many calls is never held whole.
 * @param total the calls that follow and their seconds
 * @param pages the calls in their order
 */
export async function* statementCsv(
  terms: StatementTerms,
  total: { calls: number; seconds: number },
  pages: AsyncIterable<readonly StatementCall[]>,
): AsyncGenerator<string> {
  yield `${head(terms, total)}\r\n${csvLine(columns)}`;
  for await (const page of pages) yield page.map((call) => line(terms, call)).join("");
}
