/** What events of Stripe cause here: a subscription or the catalogue is read anew. */
import type { Database } from "#app/platform/d1.server.ts";
import { syncCatalogue } from "./catalogue.server.ts";
import type { StripeEvent } from "./stripe-event.schema.ts";
import { refreshSubscription } from "./subscription-state.server.ts";

/** What a handler of events works with. `now`: ms UTC */
export type EventDeps = { readonly env: Env; readonly db: Database; readonly now: number };

/** Reads the subscription that an event is about. An event about none, or of a stranger, changes nothing. */
export async function readSubscriptionOf({ env, db, now }: EventDeps, event: StripeEvent): Promise<void> {
  const { organization_id, object } = event;
  if (organization_id === null || object.subscription === null) return;
  const which = { organization_id, subscription_id: object.subscription };
  await refreshSubscription(env, db, which, now, event);
}

/** A price changed: the catalogue is read anew. */
export async function readCatalogue({ env, now }: EventDeps): Promise<void> {
  await syncCatalogue(env, now);
}
