/** How a larger plan is charged: a new period begins and is paid whole, and what was not used of the old one is taken off. */
import type Stripe from "stripe";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { unusedProduct } from "#app/billing/stripe/plans.ts";
import type { SubscriptionRow } from "#app/billing/stripe/subscription-state.server.ts";
import { paidSeconds, termsOf } from "#app/billing/usage/spent.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import type { PlanDeps } from "./running-plan.server.ts";
import { unusedFee } from "./unused-fee.ts";

type Items = Stripe.SubscriptionUpdateParams.Item[];

/** Both items at once: the fee, and the minutes that go with it. Other items, such as rented numbers, stay. */
export const itemsOf = (
  row: Pick<SubscriptionRow, "plan_item_id" | "minutes_item_id">,
  offer: Pick<Offer, "price_id" | "minutes_price_id">,
): Items => [
  { id: row.plan_item_id, price: offer.price_id },
  row.minutes_item_id === null
    ? { price: offer.minutes_price_id }
    : { id: row.minutes_item_id, price: offer.minutes_price_id },
];

/** Stripe's proration knows time alone, so the credit is an item of our own. */
const wholeNewPeriod = {
  billing_cycle_anchor: { type: "now" },
  proration_behavior: "none",
} as const satisfies Stripe.SubscriptionUpdateParams;

export type Credit = { readonly amount: number; readonly product: string; readonly words: string };

/** What the organization has used of the minutes' running period until a moment (seconds UTC); null: its terms are not known. */
async function usageOf(actor: Actor, { db }: PlanDeps, row: SubscriptionRow, at: number) {
  const { id } = actor.organization;
  const terms = await termsOf(db, id, at * 1000);
  if (terms === null || terms.subscription_id !== row.subscription_id) return null;
  const { period_start, included_seconds } = terms;
  const [paid, own] = await Promise.all([
    paidSeconds(db, id, period_start, at * 1000),
    // Calls of this moment are still on their way to D1; those of clients are counted there alone.
    actor.store.usage.ofPeriod(period_start),
  ]);
  return { included_seconds, used_seconds: Math.max(paid.seconds, own?.seconds ?? 0) };
}

const feeOf = ({ price, quantity }: Stripe.SubscriptionItem): number =>
  (price.unit_amount ?? 0) * (quantity ?? 1);

const periodOf = ({ current_period_start: starts, current_period_end: ends }: Stripe.SubscriptionItem) => ({
  starts,
  ends,
});

/** What is taken off when a larger plan begins: of the plan, and of rented numbers, whose new period is paid whole too. */
export async function creditsOf(
  actor: Actor,
  deps: PlanDeps,
  row: SubscriptionRow,
  told: Stripe.Subscription,
  at: number,
): Promise<Credit[]> {
  const minutes = told.items.data.find(({ id }) => id === row.minutes_item_id);
  const usage = await usageOf(actor, deps, row, at);
  return told.items.data
    .filter(({ price }) => price.recurring?.usage_type !== "metered")
    .map((item): Credit => {
      const paid = { fee: feeOf(item), ...periodOf(item) };
      if (item.id === row.plan_item_id) {
        const whole = { ...paid, usage, minutes: minutes ? periodOf(minutes) : null };
        return {
          amount: unusedFee(whole, at),
          product: unusedProduct.id,
          words: unusedProduct.name,
        };
      }
      const { product } = item.price;
      return {
        amount: unusedFee({ ...paid, usage: null, minutes: null }, at),
        product: typeof product === "string" ? product : product.id,
        words: "Unused time of phone numbers",
      };
    })
    .filter(({ amount }) => amount > 0);
}

/** The change as it is made. */
export const chargedAtOnce = (
  { currency }: Stripe.Subscription,
  credits: readonly Credit[],
): Pick<
  Stripe.SubscriptionUpdateParams,
  "add_invoice_items" | "billing_cycle_anchor" | "proration_behavior"
> => ({
  ...wholeNewPeriod,
  ...(credits.length > 0 && {
    add_invoice_items: credits.map(({ amount, product }) => ({
      price_data: { currency, product, unit_amount: -amount },
    })),
  }),
});

/** The invoice that the change would make. @throws what Stripe's client throws */
export const previewedInvoice = (
  stripe: Stripe,
  row: SubscriptionRow,
  offer: Offer,
  { currency }: Stripe.Subscription,
  credits: readonly Credit[],
): Promise<Stripe.Invoice> =>
  stripe.invoices.createPreview({
    subscription: row.subscription_id,
    subscription_details: { items: itemsOf(row, offer), ...wholeNewPeriod },
    ...(credits.length > 0 && {
      invoice_items: credits.map(({ amount, words }) => ({ amount: -amount, currency, description: words })),
    }),
  });
