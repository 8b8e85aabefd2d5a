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
    minute_micros: amount(typedMinute, "Enter an amount from 0 to 10,000, with up to 4 decimals"),
  });

/** Three fields that are all filled in, or none; `price` null: none is. */
export const optionalFigures = (currency: string) => {
  const figures = typedFigures(currency);
  const typed = z.string().max(20).optional().default("");
  return z
    .object({ fee_amount: typed, included_minutes: typed, minute_micros: typed })
    .transform((said, context) => {
      if (Object.values(said).every((one) => one.trim() === "")) return { price: null };
      const read = figures.safeParse(said);
      if (read.success) return { price: { ...read.data, currency } };
      for (const issue of read.error.issues)
        context.addIssue({ code: "custom", path: issue.path, message: issue.message });
      return z.NEVER;
    });
};

/** A price with its currency, as templates keep it. */
export const keptPrice = priceFigures.extend({ currency: z.string().length(3) });

/** A price as people type it. */
export const typedPrice = (currency: string) => priceChoice.extend(typedFigures(currency).shape);
