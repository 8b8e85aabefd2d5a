/** The plans that an organization can choose from, and who is paid for them. */
import type Stripe from "stripe";
import { offeredPrices, type PlanPrice, planPriceOf } from "#app/billing/stripe/catalogue.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";

type Payee =
  | { readonly kind: "platform" }
  | {
      readonly kind: "agency";
      readonly agency_id: string;
      readonly account_id: string;
      readonly name: string;
      readonly application_fee_percent: number;
    };

export type Offer = Pick<
  PlanPrice,
  | "price_id"
  | "minutes_price_id"
  | "tier"
  | "cadence"
  | "unit_amount"
  | "currency"
  | "included_seconds"
  | "minute_micros"
> & { readonly payee: Payee };

type Needs = Pick<Deps, "db" | "env">;
type Asking = Pick<Actor, "organization" | "isClient">;

/** For organizations whose currency no plan is priced in. */
const usualCurrency = "USD";

const byPlatform = (price: PlanPrice): Offer => ({ ...price, payee: { kind: "platform" } });

/** What the organization chooses from; empty: a client whose agency does not take cards. */
export async function offersFor({ organization, isClient }: Asking, { db }: Needs): Promise<Offer[]> {
  if (isClient) return [];
  const own = await offeredPrices(db, organization.currency);
  const offers = own.length > 0 ? own : await offeredPrices(db, usualCurrency);
  return offers.map(byPlatform);
}

/** The plan of one price (R30); null: it is not offered to this organization. */
export async function offeredTo(asking: Asking, deps: Needs, priceId: string): Promise<Offer | null> {
  const found = (await offersFor(asking, deps)).find(({ price_id }) => price_id === priceId);
  if (found || asking.isClient) return found ?? null;
  // A trial may have been chosen in another currency, before there was an organization.
  const price = await planPriceOf(deps.db, priceId);
  return price?.is_active ? byPlatform(price) : null;
}

type SubscriptionData = NonNullable<Stripe.Checkout.SessionCreateParams["subscription_data"]>;

/** What a checkout adds to `subscription_data`: to whom the payments go, and in whose name. */
export const checkoutTermsOf = ({
  payee,
}: Pick<Offer, "payee">): Pick<
  SubscriptionData,
  "on_behalf_of" | "transfer_data" | "application_fee_percent"
> =>
  payee.kind === "platform"
    ? {}
    : {
        on_behalf_of: payee.account_id,
        transfer_data: { destination: payee.account_id },
        application_fee_percent: payee.application_fee_percent,
      };
