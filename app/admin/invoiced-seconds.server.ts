/** The seconds that Stripe's invoices billed for a period of a subscription that is over. */
import { stripeOf, stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { planPricesAmong } from "#app/billing/usage/invoice-period.server.ts";
import type { Database } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";

/** Stripe leaves a renewal's invoice a draft for about an hour. */
const invoicedAfter_ms = 2 * hour_ms;

type Billed = {
  subscription_id: string;
  /** ms UTC */
  period_start: number;
  /** When the period was over, by its end or by a change of the plan. */
  ended_at: number;
};

/** The seconds on the invoices; null: the period is not over, its invoice is not final, or there is no Stripe. */
export async function invoicedSeconds(
  env: Env,
  db: Database,
  { subscription_id, period_start, ended_at }: Billed,
  now: number,
): Promise<number | null> {
  const known = settings(env);
  if (!takesPayments(known) || ended_at > now - invoicedAfter_ms) return null;
  const stripe = await stripeOf(known);
  const created = { gte: Math.floor(ended_at / 1000) };
  try {
    const { data } = await stripe.invoices.list({ subscription: subscription_id, created, limit: 100 });
    if (data.some(({ status }) => status === "draft")) return null;
    const billing = data.filter(({ status }) => status !== "void");
    const lines = await Promise.all(
      billing.map(async ({ id, lines: first }) =>
        // An invoice brings its first ten lines.
        first.has_more ? (await stripe.invoices.listLineItems(id, { limit: 100 })).data : first.data,
      ),
    );
    const ofPeriod = lines
      .flat()
      .flatMap(({ period, pricing, quantity }) =>
        period.start * 1000 === period_start
          ? [{ price: String(pricing?.price_details?.price ?? ""), seconds: quantity ?? 0 }]
          : [],
      );
    const prices = await planPricesAmong(
      db,
      ofPeriod.map(({ price }) => price),
    );
    return ofPeriod.reduce(
      (sum, { price, seconds }) => (prices.get(price) === true ? sum + seconds : sum),
      0,
    );
  } catch (error) {
    if (stripeProblem(error)?.is === "gone") return null;
    throw error;
  }
}
