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

/** What the organization chooses from; empty: a client whose agency does not take cards. */
export async function offersFor({ organization, isClient }: Asking, { db, env }: Needs): Promise<Offer[]> {
  const offers = await offersOf(env, db, organization);
  if (offers.length > 0 || isClient) return offers;
  return (await offeredPrices(db, usualCurrency)).map(byPlatform);
}

/** The plan of one price (R30); null: it is not offered to this organization. */
export async function offeredTo(asking: Asking, deps: Needs, priceId: string): Promise<Offer | null> {
  const found = (await offersFor(asking, deps)).find(({ price_id }) => price_id === priceId);
  if (found || asking.isClient) return found ?? null;
  // A trial may have been chosen in another currency, before there was an organization.
  const price = await planPriceOf(deps.db, priceId);
  return price?.is_active ? byPlatform(price) : null;
}
