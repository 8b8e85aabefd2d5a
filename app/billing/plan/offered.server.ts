/** The plans that an organization can choose from, and who is paid for them. */

import { type Offer, offersOf } from "#app/billing/resale/offers.server.ts";
import { offeredPrices, type PlanPrice, planPriceOf } from "#app/billing/stripe/catalogue.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";

type Needs = Pick<Deps, "db" | "env">;
type Asking = Pick<Actor, "organization" | "isClient">;

/** For organizations whose currency no plan is priced in. */
const usualCurrency = "USD";

const byPlatform = (price: PlanPrice): Offer => ({ ...price, payee: { kind: "platform" } });

/** What the organization chooses from: a client, the one plan that its agency sells it, if the agency is ready to be paid. */
export async function offersFor({ organization, isClient }: Asking, { env, db }: Needs): Promise<Offer[]> {
  if (isClient) return offersOf(env, db, organization);
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
