/** Who is told of which fact: for each subscriber, the function that handles each kind of fact. */
import { auditRollBack } from "#app/agents/versions/rolled-back.server.ts";
import { noteAgent, noteArchivedAgent } from "#app/billing/agent-index.server.ts";
import { addClientCall } from "#app/billing/resale/client-months.server.ts";
import { tellSubscription } from "#app/billing/stripe/subscription-news.server.ts";
import { wakeMeterEvents } from "#app/billing/usage/due-meter-events.server.ts";
import { meterCall } from "#app/billing/usage/meter.server.ts";
import { copyCap } from "#app/billing/usage/spending-cap.server.ts";
import { warnOfSpending } from "#app/billing/usage/spending-warnings.server.ts";
import { addCallUsage } from "#app/billing/usage.server.ts";
import { publishClientHosts } from "#app/branding/host-tenants.server.ts";
import { mailFinishedCall } from "#app/calls/notices/call-notices.server.ts";
import { mailDueCallBack } from "#app/calls/notices/due-call-back.server.ts";
import { mailEndedCampaign } from "#app/campaigns/campaign-notices.server.ts";
import { syncBooking } from "#app/integrations/calendar-sync.server.ts";
import { tellProviders } from "#app/integrations/told.server.ts";
import { sendFact } from "#app/object/control-outbox.server.ts";
import { type FactKind, type Payloads, payloadOf } from "#app/object/events.schema.ts";
import { copySettings } from "#app/object/settings-copy.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditDisabled } from "#app/webhooks/audit-disabled.server.ts";
import { toldFacts } from "#app/webhooks/catalogue.ts";
import { tellEndpoints } from "#app/webhooks/deliver.server.ts";
import { mailFailingWebhook } from "#app/webhooks/webhook-notices.server.ts";
import { followZone } from "#app/workflows/schedule-zone.server.ts";
import { analyzeCall } from "./analyze-call.ts";
import { tellWorkflows } from "./workflows/begin-run.ts";

/** A fact on its way to one subscriber. */
type Delivery<K extends FactKind> = {
  /** Of the fact, and when it happened, ms UTC. */
  id: string;
  at: number;
  organization_id: string;
  /** Of this fact and this subscriber: written with what the subscriber does, so that it is done once. */
  mark: string;
  /** The organization's own. What is told in one tick travels together. */
  store: Store;
  payload: Payloads[K];
};

/** The facts that one subscriber hears. A second delivery with the same mark changes nothing. */
type Hears = { [K in FactKind]?: (env: Env, delivery: Delivery<K>) => Promise<void> };

/** Every kind that the outside can hear of, to one function. */
const webhooks: Hears = Object.fromEntries(
  toldFacts.map((kind) => [
    kind,
    (_: Env, delivery: Delivery<typeof kind>) => tellEndpoints(delivery.store, kind, delivery),
  ]),
);

export const subscribers: Record<string, Hears> = {
  // First: what others do takes longer, and an endpoint is told within two seconds.
  webhooks,
  usage: {
    "call.finished": (env, delivery) =>
      addCallUsage(new Database(env.DB, new Timing()), delivery, delivery.payload, Date.now()),
  },
  meter: {
    "call.finished": async (env, { organization_id, payload }) => {
      const db = new Database(env.DB, new Timing());
      const payers = await meterCall(env, db, organization_id, payload, Date.now());
      for (const payer of payers) await warnOfSpending(env, db, payer, payload.ended_at, Date.now());
    },
    // What waited for a customer is due now; cron sends it.
    "subscription.changed": async (env, { organization_id }) => {
      await wakeMeterEvents(new Database(env.DB, new Timing()), organization_id, Date.now());
    },
  },
  client_months: {
    "call.finished": (env, delivery) =>
      addClientCall(new Database(env.DB, new Timing()), delivery, delivery.payload, Date.now()),
  },
  agents: {
    "agent.published": (env, { organization_id, payload }) =>
      noteAgent(new Database(env.DB, new Timing()), organization_id, payload.agent_id),
    "agent.archived": (env, { organization_id, payload }) =>
      noteArchivedAgent(new Database(env.DB, new Timing()), organization_id, payload.agent_id, Date.now()),
  },
  audit: {
    "agent.rolled_back": (env, delivery) =>
      auditRollBack(new Database(env.DB, new Timing()), delivery, Date.now()),
    "webhook.failing": (env, delivery) =>
      auditDisabled(new Database(env.DB, new Timing()), delivery, Date.now()),
  },
  hosts: {
    "brand.changed": async (env, { organization_id, payload }) => {
      const db = new Database(env.DB, new Timing());
      const now = Date.now();
      const after_host = await publishClientHosts(env, db, organization_id, payload.after_host, now);
      // Publishing twice changes nothing, so the rest travels as the same fact, further on.
      if (after_host !== null)
        await sendFact(env, organization_id, {
          kind: "brand.changed",
          payload: { ...payload, after_host },
          at: now,
        });
    },
  },
  settings: {
    "settings.changed": async (env, { organization_id }) => {
      const db = new Database(env.DB, new Timing());
      await copySettings(env, db, organization_id);
      await copyCap(env, db, organization_id, Date.now());
      await followZone(env, db, organization_id);
    },
  },
  subscription: {
    "subscription.changed": (env, { organization_id }) =>
      tellSubscription(env, new Database(env.DB, new Timing()), organization_id, Date.now()),
  },
  analysis: {
    "call.finished": (env, { organization_id, payload }) =>
      analyzeCall(env, organization_id, payload.call_id, Date.now()),
  },
  calendar: {
    "booking.made": (env, { organization_id, payload }) =>
      syncBooking(env, organization_id, payload.booking_id),
    "booking.moved": (env, { organization_id, payload }) =>
      syncBooking(env, organization_id, payload.booking_id),
    "booking.canceled": (env, { organization_id, payload }) =>
      syncBooking(env, organization_id, payload.booking_id),
    "booking.no_show": (env, { organization_id, payload }) =>
      syncBooking(env, organization_id, payload.booking_id),
    "booking.restored": (env, { organization_id, payload }) =>
      syncBooking(env, organization_id, payload.booking_id),
  },
  integrations: {
    "call.finished": (env, delivery) => tellProviders(env, "call.finished", delivery),
    "booking.made": (env, delivery) => tellProviders(env, "booking.made", delivery),
    "booking.moved": (env, delivery) => tellProviders(env, "booking.moved", delivery),
    "booking.canceled": (env, delivery) => tellProviders(env, "booking.canceled", delivery),
    "booking.no_show": (env, delivery) => tellProviders(env, "booking.no_show", delivery),
    "lead.saved": (env, delivery) => tellProviders(env, "lead.saved", delivery),
    "message.left": (env, delivery) => tellProviders(env, "message.left", delivery),
    "campaign.ended": (env, delivery) => tellProviders(env, "campaign.ended", delivery),
  },
  workflows: {
    "call.finished": (_, delivery) => tellWorkflows(delivery.store, "call.finished", delivery),
    "call.analyzed": (_, delivery) => tellWorkflows(delivery.store, "call.analyzed", delivery),
    "booking.made": (_, delivery) => tellWorkflows(delivery.store, "booking.made", delivery),
    "booking.moved": (_, delivery) => tellWorkflows(delivery.store, "booking.moved", delivery),
    "booking.canceled": (_, delivery) => tellWorkflows(delivery.store, "booking.canceled", delivery),
    "booking.no_show": (_, delivery) => tellWorkflows(delivery.store, "booking.no_show", delivery),
    "lead.saved": (_, delivery) => tellWorkflows(delivery.store, "lead.saved", delivery),
    "message.left": (_, delivery) => tellWorkflows(delivery.store, "message.left", delivery),
    "call_back.due": (_, delivery) => tellWorkflows(delivery.store, "call_back.due", delivery),
    "contact.created": (_, delivery) => tellWorkflows(delivery.store, "contact.created", delivery),
    "contact.tagged": (_, delivery) => tellWorkflows(delivery.store, "contact.tagged", delivery),
    "contact.opted_out": (_, delivery) => tellWorkflows(delivery.store, "contact.opted_out", delivery),
    "message.received": (_, delivery) => tellWorkflows(delivery.store, "message.received", delivery),
    "campaign.ended": (_, delivery) => tellWorkflows(delivery.store, "campaign.ended", delivery),
  },
  notices: {
    // The mail describes the whole call, with its bookings and messages: so it waits until the call has ended.
    "call.finished": (env, delivery) => mailFinishedCall(env, delivery, delivery.payload, Date.now()),
    "call_back.due": (env, delivery) => mailDueCallBack(env, delivery, delivery.payload, Date.now()),
    "campaign.ended": (env, delivery) => mailEndedCampaign(env, delivery, delivery.payload, Date.now()),
    "webhook.failing": (env, delivery) => mailFailingWebhook(env, delivery, delivery.payload, Date.now()),
  },
};

type Event = { id: string; organization_id: string; payload: unknown; created_at: number };
export type Failure = { subscriber: string; error: unknown };

/** The subscribers that hear of a kind. */
export const hearing = (kind: string): string[] =>
  Object.keys(subscribers).filter((name) => Object.hasOwn(subscribers[name] ?? {}, kind));

/**
 * Tells a fact's subscribers side by side: one that takes long or fails keeps none of the others from being told.
 * @param who which subscribers
 * @returns which failed: the fact has to come again for them
 * @throws ZodError when the fact is of a version that this code does not know
 */
export async function tellSubscribers<K extends FactKind>(
  env: Env,
  kind: K,
  { id, organization_id, payload: unread, created_at: at }: Event,
  store: Store,
  who: (subscriber: string) => boolean,
): Promise<Failure[]> {
  const payload = payloadOf(kind, unread);
  const told = Object.entries(subscribers).filter(([subscriber]) => who(subscriber));
  const failures = await Promise.all(
    told.map(async ([subscriber, hears]): Promise<Failure[]> => {
      try {
        await hears[kind]?.(env, { id, at, organization_id, mark: `${id}/${subscriber}`, store, payload });
        return [];
      } catch (error) {
        return [{ subscriber, error }];
      }
    }),
  );
  return failures.flat();
}
