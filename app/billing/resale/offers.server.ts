/** What an organization can buy by card, and who is paid: the platform, or the agency whose client it is. */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { offeredPrices, type PlanPrice } from "#app/billing/stripe/catalogue.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { readinessFacts } from "./readiness.server.ts";
import { missingOf } from "./readiness.ts";

/** Who is paid. */
export type Payee =
  | { readonly kind: "platform" }
  | {
      readonly kind: "agency";
      readonly agency_id: string;
      /** Stripe's `acct_…`, to which the payments go. */
      readonly account_id: string;
      /** The agency as its brand calls it. */
      readonly name: string;
      /** What the platform keeps of each payment. */
      readonly application_fee_percent: number;
    };

/** A plan at a price. Money is integer minor units, or micro-units where the name says so. */
export type Offer = {
  /** Stripe's `price_…` of the fee, and of the minutes. */
  readonly price_id: string;
  readonly minutes_price_id: string;
  readonly tier: string;
  readonly cadence: "monthly" | "yearly";
  readonly unit_amount: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly included_seconds: number;
  readonly minute_micros: number;
  readonly payee: Payee;
};

const retailRow = z.object({
  price_id: z.string(),
  minutes_price_id: z.string(),
  fee_amount: z.number(),
  included_minutes: z.number(),
  minute_micros: z.number(),
  currency: z.string(),
  agency_name: z.string(),
});

const organizationRow = z.object({
  agency_id: z.string().nullable(),
  tier: z.string(),
  currency: z.string(),
});

/**
 * What an organization can choose from: the platform's plans in its currency; for an agency's client its agency's price
 * of the plan that the agency gave it, once the agency is ready to be paid, and until then nothing.
 */
export async function offersOf(env: Env, db: Database, { id }: { id: string }): Promise<Offer[]> {
  const { data: found } = organizationRow.safeParse(
    await platform(db).get<unknown>(sql`
      select parent_organization_id as agency_id, subscription_tier as tier, currency
      from organizations where id = ${id}`),
  );
  if (!found) return [];
  const { agency_id, tier, currency } = found;
  if (agency_id === null) return (await offeredPrices(db, currency)).map(byPlatform);
  return retailOffers(env, db, { id, agency_id, tier });
}

const byPlatform = (price: PlanPrice): Offer => ({ ...price, payee: { kind: "platform" } });

type Client = { readonly id: string; readonly agency_id: string; readonly tier: string };

async function retailOffers(env: Env, db: Database, { id, agency_id, tier }: Client): Promise<Offer[]> {
  const facts = await readinessFacts(env, db, agency_id);
  if (facts.account === null || missingOf(facts).length > 0) return [];
  // The client's own price, if it has one, comes before that of everyone on the plan.
  const sold = await platform(db).get<unknown>(sql`
    select r.price_id, r.minutes_price_id, r.fee_amount, r.included_minutes, r.minute_micros, r.currency,
      coalesce((select company_name from organization_branding where organization_id = ${agency_id}),
        (select name from organizations where id = ${agency_id})) as agency_name
    from client_prices p join retail_prices r on r.agency_id = p.agency_id and r.tier = p.tier
      and r.fee_amount = p.fee_amount and r.included_minutes = p.included_minutes
      and r.minute_micros = p.minute_micros and r.currency = p.currency
    where p.agency_id = ${agency_id} and p.tier = ${tier} and p.client_id in ('', ${id})
    order by p.client_id desc limit 1`);
  const { data: price } = retailRow.safeParse(sold);
  if (!price) return [];
  const payee = {
    kind: "agency",
    agency_id,
    account_id: facts.account.account_id,
    name: price.agency_name,
    application_fee_percent: settings(env).AGENCY_FEE_PERCENT,
  } as const;
  return [
    {
      price_id: price.price_id,
      minutes_price_id: price.minutes_price_id,
      tier,
      cadence: "monthly",
      unit_amount: price.fee_amount,
      currency: price.currency,
      included_seconds: price.included_minutes * 60,
      minute_micros: price.minute_micros,
      payee,
    },
  ];
}

type SubscriptionData = NonNullable<Stripe.Checkout.SessionCreateParams["subscription_data"]>;

/** What a checkout of an offer adds to `subscription_data`: to whom the payments go, and in whose name. */
export function checkoutTermsOf({
  payee,
}: Pick<Offer, "payee">): Pick<
  SubscriptionData,
  "on_behalf_of" | "transfer_data" | "application_fee_percent"
> {
  if (payee.kind === "platform") return {};
  return {
    // The client's card statement and Stripe's receipts show the agency, not the platform.
    on_behalf_of: payee.account_id,
    transfer_data: { destination: payee.account_id },
    application_fee_percent: payee.application_fee_percent,
  };
}
