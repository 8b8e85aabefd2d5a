/** The shapes of what a platform admin says about a customer. */
import { z } from "zod";
import { digitsOf, typedFee } from "#app/billing/resale/retail-money.ts";
import { currencies } from "#app/billing/stripe/plans.ts";
import { tiers } from "#app/membership/plan-limits.ts";
import { oneLine } from "#app/platform/one-line.ts";

/** Why: asked for with every change (R46). */
const reason = oneLine(300, "Enter a reason").refine((line) => line.length >= 5, "At least 5 characters");

/** What the form was filled with: the customer's version. */
const version = z.coerce.number().int().min(0);

export const plainReason = z.object({ reason });
export const plainChange = plainReason.extend({ version });

const tier = z.string().refine((name) => tiers.includes(name), "Choose a plan from the list");

export const planForm = plainChange.extend({
  tier,
  /** Absent where a subscription decides. */
  status: z.enum(["pending", "active"], "Choose one from the list").optional(),
});

/** Empty: as many as the plan allows. */
const limit = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (typed === undefined || typed === "") return null;
    if (/^\d{1,5}$/.test(typed)) return Number(typed);
    context.addIssue({ code: "custom", message: "Enter a whole number or leave blank" });
    return null;
  });

export const limitsForm = plainChange.extend({
  lines: limit,
  numbers: limit,
  agents: limit,
  members: limit,
  clients: limit,
  calls_a_day: limit,
  calls_a_minute: limit,
});

const whole = (most: number, words: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, words)
    .transform(Number)
    .refine((n) => n >= 1 && n <= most, words);

/** Days of a plan's trial, or minutes of the trial before one. */
export const trialForm = plainChange.extend({ more: whole(1000, "Enter a number from 1 to 1000") });

/** The most that one credit gives, in units of its currency. */
const mostCredit = 100_000;

/** In units of the currency that the form named, as people write money. */
export const creditForm = plainChange
  .extend({ amount: z.string(), currency: z.enum(currencies, "Load the page again") })
  .transform(({ amount: typed, ...rest }, context) => {
    const amount = typedFee(typed, rest.currency);
    if (amount !== null && amount > 0 && amount <= mostCredit * 10 ** digitsOf(rest.currency))
      return { ...rest, amount };
    const message = "Enter an amount such as 25 or 12.50";
    context.addIssue({ code: "custom", path: ["amount"], message });
    return z.NEVER;
  });

export const openForm = plainChange.extend({
  may_write: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

/** "id:version": a row of the list as it was shown. */
const pick = z.string().transform((text, context) => {
  const [id = "", shown = ""] = text.split(":");
  if (/^[0-9a-f-]{36}$/.test(id) && /^\d{1,9}$/.test(shown)) return { id, version: Number(shown) };
  context.addIssue({ code: "custom", message: "Choose from the list" });
  return z.NEVER;
});

/** As many as a page of the list holds; each takes about twelve statements of the thousand of a request (R33). */
const mostAtOnce = 50;

export const bulkForm = z.object({
  reason,
  customers: z
    .union([
      z.array(pick).max(mostAtOnce, `Select at most ${mostAtOnce} customers`),
      pick.transform((one) => [one]),
    ])
    .optional()
    .default([])
    .refine((all) => all.length > 0, "Select at least one customer"),
  /** For the plan's change alone. */
  tier: tier.optional(),
});
