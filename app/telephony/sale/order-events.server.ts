/** What events of Stripe cause for orders: a payment that is finished, and a refund that the bank did not take. */
import type { StripeEvent } from "#app/billing/stripe/stripe-event.schema.ts";
import type { EventDeps } from "#app/billing/stripe/subscription-events.server.ts";
import { continueOrder } from "./continue-order.server.ts";
import { change, type Order, orderById } from "./orders.server.ts";

/** The order that an event is about; null: it is about none of ours. */
async function orderOfEvent({ db }: EventDeps, { object }: StripeEvent): Promise<Order | null> {
  const { order_id } = object.metadata;
  return order_id === undefined ? null : orderById(db, order_id);
}

/** A checkout session was completed or has expired: its order goes on. */
export async function continueOrderOf(deps: EventDeps, event: StripeEvent): Promise<void> {
  const order = await orderOfEvent(deps, event);
  if (order) await continueOrder(deps.env, deps.db, order, deps.now);
}

/** A refund that looked good has failed: it is tried again until it works. */
export async function reopenRefundOf(deps: EventDeps, event: StripeEvent): Promise<void> {
  const order = await orderOfEvent(deps, event);
  if (order?.refund_id !== event.object.id || order === null) return;
  await change(
    deps.db,
    order.id,
    "refunded",
    { state: "refund_failed", due_at: deps.now, attempts: 1 },
    deps.now,
  );
}
