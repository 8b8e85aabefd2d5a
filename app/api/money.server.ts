/** Money as programs get and send it: minor units and their currency. Costs are fractions of a cent, so the units are a decimal text, which loses nothing. */
import { z } from "zod";
import { digitsOf } from "#app/billing/resale/retail-money.ts";

const shape = z.strictObject({
  minor_units: z
    .string()
    .regex(/^\d{1,12}(?:\.\d{1,6})?$/, 'Send minor units as a decimal in quotes, such as "5000"')
    .meta({ description: "A decimal: 123.45 are cents and a fraction", examples: ["123.45"] }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .meta({ description: "ISO 4217", examples: ["USD"] }),
});
type Money = z.output<typeof shape>;

/** Decimals of a minor unit that the millionths of a currency's unit leave: four of a cent. */
const decimalsOf = (currency: string): number => 6 - digitsOf(currency);

/** Millionths of the currency's unit as programs get them: a number of so few digits is written as it is meant. */
export const moneyOf = (micros: number, currency: string): Money => ({
  minor_units: String(micros / 10 ** decimalsOf(currency)),
  currency,
});

/** What a program sent, in millionths of the currency's unit. */
export const microsIn = ({ minor_units, currency }: Money): number =>
  Math.round(Number(minor_units) * 10 ** decimalsOf(currency));

export const money = shape.describe("In the currency's minor units, such as cents");

/** An amount that is set: at least one unit, and no more than can be counted. */
export const amount = money.refine(
  (set) => Number(set.minor_units) >= 1 && Number.isSafeInteger(microsIn(set)),
  "At least one minor unit, and not that many",
);
