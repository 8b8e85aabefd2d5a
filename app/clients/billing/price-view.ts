/** What the forms of prices show, as the server prepares it. */
import {
  feeField,
  microsOf,
  minuteField,
  type OwnTerms,
  type Terms,
} from "#app/billing/resale/retail-money.ts";
import { count, counted, money } from "#app/platform/format.ts";

/** `updated_at`: of its last change. */
type Price = Terms & { readonly updated_at: number };

export interface PriceView {
  /** The figures as fields show them; empty: no price is set. */
  readonly fee: string;
  readonly included: string;
  readonly minute: string;
  readonly version: number;
  /** What is lost at this price, or null. */
  readonly warning: string | null;
  /** The price was set in another currency than the organization has now. */
  readonly foreign: string | null;
}

/** "$99.00 a month with 500 minutes, then $0.25 a minute" */
export const priceWords = (price: Terms, locale: string): string =>
  `${money(microsOf(price.fee_amount, price.currency), price.currency, locale)} a month with ${count(price.included_minutes, locale)} minutes, then ${money(price.minute_micros, price.currency, locale)} a minute`;

/** Clients that are named one by one. */
const mostNamed = 3;

/** Who goes on paying an earlier price by card, and how it ends; null: everyone pays what the list says. */
export function keepersWords(names: readonly string[], locale: string): string | null {
  if (names.length === 0) return null;
  const more = names.length - mostNamed;
  const shown = [
    ...names.slice(0, mostNamed),
    ...(more > 0 ? [counted(more, "other client", "other clients", locale)] : []),
  ];
  const who = new Intl.ListFormat(locale, { type: "conjunction" }).format(shown);
  return names.length === 1
    ? `${who} subscribed by card at an earlier price and keeps it. To move it, have it cancel its plan; when that ends, it subscribes at this price.`
    : `${who} subscribed by card at earlier prices and keep them. To move one, have it cancel its plan; when that ends, it subscribes at this price.`;
}

/** What a minute costs the agency itself, and where a price is below that. */
function warningOf(price: Price, own: OwnTerms | null, locale: string): string | null {
  if (own === null || own.currency !== price.currency) return null;
  const cost = money(own.minute_micros, own.currency, locale);
  if (price.minute_micros < own.minute_micros)
    return `A minute costs you ${cost} once your plan's minutes are used, which is more than you charge.`;
  const included = price.included_minutes * own.minute_micros;
  const fee = microsOf(price.fee_amount, price.currency);
  if (included > fee)
    return `The included minutes can cost you ${money(included, own.currency, locale)}, which is more than the fee.`;
  return null;
}

/** A price in a form, or an empty form. `currency`: the organization's. */
export function priceView(
  price: Price | null,
  own: OwnTerms | null,
  { currency, locale }: { currency: string; locale: string },
): PriceView {
  if (price === null) return { fee: "", included: "", minute: "", version: 0, warning: null, foreign: null };
  return {
    fee: feeField(price.fee_amount, price.currency),
    included: String(price.included_minutes),
    minute: minuteField(price.minute_micros),
    version: price.updated_at,
    warning: warningOf(price, own, locale),
    foreign:
      price.currency === currency
        ? null
        : `This price is in ${price.currency}. Save it again to charge in ${currency}.`,
  };
}
