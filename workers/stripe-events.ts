/** What Stripe's events cause: the one table from an event's type to the functions that handle it. Handling an event twice changes nothing, because each reads the object's present state. */

import { readAccountOf } from "#app/billing/resale/connect.server.ts";
import { readDisputeOf } from "#app/billing/stripe/disputes.server.ts";
import {
  claimEvent,
  dueEvents,
  failEvent,
  finishEvent,
  forgetEvents,
} from "#app/billing/stripe/events.server.ts";
import { recoverEvents } from "#app/billing/stripe/recover-events.server.ts";
import type { StripeEvent } from "#app/billing/stripe/stripe-event.schema.ts";
import {
  type EventDeps,
  readCatalogue,
  readSubscriptionOf,
} from "#app/billing/stripe/subscription-events.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { continueOrderOf, reopenRefundOf } from "#app/telephony/sale/order-events.server.ts";

type Handle = (deps: EventDeps, event: StripeEvent) => Promise<void>;

/** What an event of a connected account causes: nothing that an agency does there changes what the platform bills. */
const accountHandlers: Record<string, readonly Handle[]> = {
  "account.updated": [readAccountOf],
  "account.application.deauthorized": [readAccountOf],
};

/** All handlers of a type must succeed; one that fails is tried again with the others. */
const handlers: Record<string, readonly Handle[]> = {
  "customer.subscription.created": [readSubscriptionOf],
  "customer.subscription.updated": [readSubscriptionOf],
  "customer.subscription.deleted": [readSubscriptionOf],
  "customer.subscription.paused": [readSubscriptionOf],
  "customer.subscription.resumed": [readSubscriptionOf],
  "customer.subscription.trial_will_end": [readSubscriptionOf],
  "subscription_schedule.created": [readSubscriptionOf],
  "subscription_schedule.updated": [readSubscriptionOf],
  "subscription_schedule.released": [readSubscriptionOf],
  "subscription_schedule.canceled": [readSubscriptionOf],
  "subscription_schedule.completed": [readSubscriptionOf],
  "subscription_schedule.aborted": [readSubscriptionOf],
  "invoice.paid": [readSubscriptionOf],
  "invoice.payment_failed": [readSubscriptionOf],
  "invoice.payment_action_required": [readSubscriptionOf],
  "invoice.voided": [readSubscriptionOf],
  "invoice.marked_uncollectible": [readSubscriptionOf],
  "checkout.session.completed": [readSubscriptionOf, continueOrderOf],
  "checkout.session.async_payment_succeeded": [continueOrderOf],
  "checkout.session.async_payment_failed": [continueOrderOf],
  "checkout.session.expired": [continueOrderOf],
  "refund.failed": [reopenRefundOf],
  "charge.dispute.created": [readDisputeOf],
  "charge.dispute.closed": [readDisputeOf],
  ...accountHandlers,
  "price.created": [readCatalogue],
  "price.updated": [readCatalogue],
  "price.deleted": [readCatalogue],
};

const handlersOf = ({ type, account_id }: StripeEvent): readonly Handle[] =>
  (account_id === null ? handlers : accountHandlers)[type] ?? [];

/** The types that Stripe must send here (docs/billing.md). */
export const usedEvents = Object.keys(handlers);

export const isUsedEvent = (type: string): boolean => Object.hasOwn(handlers, type);

/**
 * Processes a stored event once. One that fails is tried again later, and set aside in the end.
 * @param now ms UTC
 * @throws when D1 does not answer
 */
export async function processEvent(env: Env, id: string, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const event = await claimEvent(db, id, now);
  if (event === null) return;
  try {
    for (const handle of handlersOf(event)) await handle({ env, db, now }, event);
    await finishEvent(db, event, now);
  } catch (error) {
    await failEvent(env, db, event, error, now);
    return;
  }
  if (event.organization_id === null && event.account_id === null && event.object.customer !== null)
    await reportStranger(env, event);
}

/** How many events one run of cron processes: each takes a request to Stripe and about fifteen statements. */
const oneRun = 20;

/** Processes events that the queue lost, or that failed and are due again; forgets old ones. For cron. */
export async function processDueEvents(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  for (const id of await dueEvents(db, oneRun, now)) await processEvent(env, id, now);
  await forgetEvents(db, now);
}

/** Asks Stripe for events that it could not deliver. For cron. */
export const recoverLostEvents = (env: Env, now: number): Promise<number> =>
  recoverEvents(env, usedEvents, now);

/** An event of a customer that we don't know: perhaps another system shares the account (B32). */
const reportStranger = (env: Env, { id, type }: StripeEvent): Promise<void> =>
  recordError(env, {
    error: new Error(`an event of an unknown customer: ${type}`),
    url: `/stripe/${type}`,
    route: `stripe/${type}`,
    request_id: id,
    severity: "warning",
  });
