/** The shapes of what an agency says about prices. */
import { z } from "zod";
import { mostUnits, typedFee, typedMinute, typedMinutes } from "#app/billing/resale/retail-money.ts";
import { tiers } from "#app/membership/plan-limits.ts";

const tier = z.string().refine((name) => tiers.includes(name), "Choose a plan from the list");
/** Empty: everyone on the plan. */
const client = z.string().max(64).optional().default("");
/** The `updated_at` of the price that a form was filled with; 0: there was none. */
const version = z.coerce.number().int().min(0);

/** A price in integers. The largest fee is that of a currency with three decimals. */
export const priceFigures = z.object({
  fee_amount: z
    .int()
    .min(0)
    .max(mostUnits * 1000),
  included_minutes: z.int().min(0).max(mostUnits),
  minute_micros: z
    .int()
    .min(0)
    .max(mostUnits * 1_000_000),
});

export const priceChoice = z.object({ tier, client, version });
export const newPrice = priceChoice.extend(priceFigures.shape);

const amount = (parse: (typed: string) => number | null, sentence: string) =>
  z
    .string({ error: sentence })
    .max(20, sentence)
    .transform((typed, context) => {
      const found = parse(typed);
      if (found !== null) return found;
      context.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    });

/** The three figures as people type them in a currency. */
export const typedFigures = (currency: string) =>
  z.object({
    fee_amount: amount((typed) => typedFee(typed, currency), "Enter an amount from 0 to 1,000,000"),
    included_minutes: amount(typedMinutes, "Enter a whole number from 0 to 1,000,000"),
    minute_micros: amount(typedMinute, "Enter an amount with up to 4 decimals"),
  });

/** A price as people type it. */
export const typedPrice = (currency: string) => priceChoice.extend(typedFigures(currency).shape);
