/** Stripe's own client, as product code makes it, speaking to the sandbox. */
import Stripe from "stripe";
// The entry that answers outside hosts by the sandbox, as it does for product code.
import "#workers/local.ts";
import { localSettings } from "#workers/sandbox/local-bindings.ts";

export const stripe = new Stripe(localSettings("8787").STRIPE_SECRET_KEY, {
  httpClient: Stripe.createFetchHttpClient(),
  maxNetworkRetries: 0,
  telemetry: false,
});

type Terms = { per_second?: string; interval?: "month" | "year"; included?: number };

/** A plan as the catalogue has it: a yearly or monthly fee, and minutes on the meter `call_seconds`. */
export async function plan(
  name: string,
  fee: number,
  { per_second = "0.3", interval = "month", included = 12_000 }: Terms = {},
) {
  const product = await stripe.products.create({ name });
  const meters = await stripe.billing.meters.list();
  const meter =
    meters.data[0] ??
    (await stripe.billing.meters.create({
      display_name: "Call seconds",
      event_name: "call_seconds",
      default_aggregation: { formula: "sum" },
    }));
  const [licensed, metered] = await Promise.all([
    stripe.prices.create({ product: product.id, currency: "usd", unit_amount: fee, recurring: { interval } }),
    stripe.prices.create({
      product: product.id,
      currency: "usd",
      recurring: { interval: "month", usage_type: "metered", meter: meter.id },
      billing_scheme: "tiered",
      tiers_mode: "graduated",
      tiers: [
        { up_to: included, unit_amount: 0 },
        { up_to: "inf", unit_amount_decimal: Stripe.Decimal.from(per_second) },
      ],
    }),
  ]);
  return { product, meter, fee: licensed, minutes: metered };
}
