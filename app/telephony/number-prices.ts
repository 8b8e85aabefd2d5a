/** The monthly price of a number, which the carrier's search does not return. Sources: docs/decisions/013-number-prices.md. */
import type { NumberKind } from "./number-terms.schema.ts";
import type { MonthlyPrice } from "./numbers.schema.ts";

const unitedStates: Record<NumberKind, MonthlyPrice> = {
  local: { micros: 1_150_000, currency: "USD" },
  toll_free: { micros: 2_150_000, currency: "USD" },
};

const tollFreeCodes = new Set(["800", "833", "844", "855", "866", "877", "888"]);

/** The kind of a number of the North American plan (E.164), by its area code. */
export const kindOf = (phone_number: string): NumberKind =>
  tollFreeCodes.has(phone_number.slice(2, 5)) ? "toll_free" : "local";

/** The price of a number (E.164) of the United States. */
export const monthlyPriceOf = (phone_number: string): MonthlyPrice => unitedStates[kindOf(phone_number)];
