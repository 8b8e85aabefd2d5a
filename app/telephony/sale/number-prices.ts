/** What a number costs that no plan includes: our own list (docs/decisions/013-number-prices.md). */
import type { NumberKind } from "#app/telephony/number-terms.schema.ts";
import { countries, type SoldCountry } from "./sold-countries.schema.ts";

/** Integer minor units of the currency. */
export type NumberPrice = { readonly monthly: number; readonly setup: number; readonly currency: string };

/** As the plans: the same figures in each currency. */
const currencies = ["USD", "GBP", "EUR", "CAD", "AUD"] as const;

type Figures = { readonly monthly: number; readonly setup: number };

const northAmerica: Partial<Record<NumberKind, Figures>> = {
  local: { monthly: 200, setup: 100 },
  toll_free: { monthly: 400, setup: 100 },
};

const list: Record<SoldCountry, Partial<Record<NumberKind, Figures>>> = {
  US: northAmerica,
  CA: northAmerica,
  GB: {
    local: { monthly: 300, setup: 200 },
    national: { monthly: 300, setup: 200 },
    mobile: { monthly: 400, setup: 200 },
    toll_free: { monthly: 600, setup: 200 },
  },
  DE: { local: { monthly: 400, setup: 300 }, mobile: { monthly: 1200, setup: 300 } },
  AU: {
    local: { monthly: 600, setup: 300 },
    mobile: { monthly: 1200, setup: 300 },
    toll_free: { monthly: 2400, setup: 300 },
  },
};

/** The currency in which an organization sees prices: its own if the list has it, US dollars otherwise. */
export const priceCurrency = (own: string): string =>
  currencies.find((currency) => currency === own.toUpperCase()) ?? "USD";

/** The price of a number; null: that kind is not for sale in that country. */
export function numberPrice(country: SoldCountry, kind: NumberKind, currency: string): NumberPrice | null {
  const figures = countries[country].kinds.includes(kind) ? list[country][kind] : undefined;
  return figures ? { ...figures, currency: priceCurrency(currency) } : null;
}
