/** What an organization can buy by card, and who is paid: the platform, or the agency whose client it is. */
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { offeredPrices } from "#app/billing/stripe/catalogue.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { retailPrices, subscriptions } from "#drizzle/control/schema.ts";
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

const row = z.object({ agency_id: z.string().nullable(), tier: z.string(), currency: z.string() });

/**
 * What an organization may choose from: the platform's plans in its currency; for a client of an agency that is ready
 * to sell, its agency's price of the plan that the agency gave it; for any other client nothing.
 */
export async function offersOf(env: Env, db: Database, organization: { id: string }): Promise<Offer[]> {
  const found = await platform(db).get<unknown>(sql`
    select parent_organization_id as agency_id, subscription_tier as tier, currency
    from organizations where id = ${organization.id}`);
  const { data: own } = row.safeParse(found);
  if (!own) return [];
  if (own.agency_id === null) return platformOffers(db, own.currency);
  return agencyOffers(env, db, { id: organization.id, agency_id: own.agency_id, tier: own.tier });
}

async function platformOffers(db: Database, currency: string): Promise<Offer[]> {
  const offered = await offeredPrices(db, currency);
  return offered.map(
    ({ price_id, minutes_price_id, tier, cadence, unit_amount, included_seconds, minute_micros }) => ({
      price_id,
      minutes_price_id,
      tier,
      cadence,
      unit_amount,
      currency,
      included_seconds,
      minute_micros,
      payee: { kind: "platform" },
    }),
  );
}

const retailRow = z.object({
  price_id: z.string(),
  minutes_price_id: z.string(),
  fee_amount: z.number(),
  included_minutes: z.number(),
  minute_micros: z.number(),
  currency: z.string(),
  agency_name: z.string(),
});

type Client = { readonly id: string; readonly agency_id: string; readonly tier: string };

async function agencyOffers(env: Env, db: Database, { id, agency_id, tier }: Client): Promise<Offer[]> {
  const facts = await readinessFacts(env, db, agency_id);
  if (facts.account === null || missingOf(facts).length > 0) return [];
  // The client's own price, if it has one, comes before that of everyone on the plan.
  const found = await platform(db).get<unknown>(sql`
    select r.price_id, r.minutes_price_id, r.fee_amount, r.included_minutes, r.minute_micros, r.currency,
      coalesce((select company_name from organization_branding where organization_id = ${agency_id}),
        (select name from organizations where id = ${agency_id})) as agency_name
    from client_prices p join retail_prices r on r.agency_id = p.agency_id and r.tier = p.tier
      and r.fee_amount = p.fee_amount and r.included_minutes = p.included_minutes
      and r.minute_micros = p.minute_micros and r.currency = p.currency
    where p.agency_id = ${agency_id} and p.tier = ${tier} and p.client_id in ('', ${id})
    order by p.client_id desc limit 1`);
  const { data: price } = retailRow.safeParse(found);
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

/** A price that an agency sells at, also one that it has changed since. */
export type RetailPrice = Omit<Offer, "payee"> & { readonly agency_id: string };

/** The agency's price that a subscription goes by; null: it is not an agency's. */
export async function retailPriceOf(db: Database, price_id: string): Promise<RetailPrice | null> {
  const found = await platform(db)
    .select()
    .from(retailPrices)
    .where(eq(retailPrices.price_id, price_id))
    .get();
  if (!found?.price_id || !found.minutes_price_id) return null;
  return {
    price_id: found.price_id,
    minutes_price_id: found.minutes_price_id,
    tier: found.tier,
    cadence: "monthly",
    unit_amount: found.fee_amount,
    currency: found.currency,
    included_seconds: found.included_minutes * 60,
    minute_micros: found.minute_micros,
    agency_id: found.agency_id,
  };
}

/** The organization that is paid for a subscription at this price; null: the platform. */
export const payeeOf = async (db: Database, price_id: string): Promise<string | null> =>
  (await retailPriceOf(db, price_id))?.agency_id ?? null;

/** The Stripe customer of a client that pays its agency by card: its calls are metered for it too; null: it doesn't. */
export async function retailCustomerOf(db: Database, client_id: string): Promise<string | null> {
  const found = await tenant(db, client_id)
    .select({ customer_id: subscriptions.customer_id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.organization_id, client_id),
        isNotNull(subscriptions.payee_id),
        isNull(subscriptions.ended_at),
      ),
    )
    .orderBy(desc(subscriptions.stripe_created))
    .limit(1)
    .get();
  return found?.customer_id ?? null;
}
