/** Payments that a card's holder disputes with the bank: reported at once, because evidence is taken for some days only, and listed for platform admins until they are decided. */
import { isNull, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { disputes } from "#drizzle/control/schema.ts";
import { organizationBehind } from "./event-owner.server.ts";
import { stripeOf } from "./stripe.server.ts";
import type { StripeEvent } from "./stripe-event.schema.ts";
import type { EventDeps } from "./subscription-events.server.ts";

export type DisputeRow = typeof disputes.$inferSelect;

/** Statuses after which nothing more is asked of us. */
const decided: readonly string[] = ["won", "lost", "warning_closed", "prevented"];

/** Reads a dispute anew, whatever the event says of it; the first reading and a loss are reported. */
export async function readDisputeOf({ env, db, now }: EventDeps, event: StripeEvent): Promise<void> {
  const { id } = event.object;
  if (id === null) return;
  const stripe = await stripeOf(settings(env));
  const told = await stripe.disputes.retrieve(id, { expand: ["charge"] });
  const organization_id = event.organization_id ?? (await ownerOf(db, told));
  const row = rowOf(told, organization_id, now);
  const all = platform(db);
  const before = await all
    .select({ status: disputes.status })
    .from(disputes)
    .where(sql`dispute_id = ${id}`)
    .get();
  await all
    .insert(disputes)
    .values(row)
    .onConflictDoUpdate({
      target: disputes.dispute_id,
      set: { ...row, closed_at: sql`coalesce(closed_at, excluded.closed_at)` },
      setWhere: sql`excluded.refreshed_at >= refreshed_at`,
    });
  if (before === undefined || (row.status === "lost" && before.status !== "lost"))
    await report(env, row, event.id);
}

/** A dispute names its charge alone, and the charge its customer. */
const ownerOf = (db: Database, { charge }: Stripe.Dispute): Promise<string | null> => {
  const { customer, metadata } = typeof charge === "string" ? { customer: null, metadata: null } : charge;
  return organizationBehind(db, {
    customer: typeof customer === "string" ? customer : (customer?.id ?? null),
    subscription: null,
    account: null,
    organization: metadata?.organization_id ?? null,
  });
};

function rowOf(told: Stripe.Dispute, organization_id: string | null, now: number): DisputeRow {
  const { id, amount, currency, charge, reason, status, evidence_details, created } = told;
  return {
    dispute_id: id,
    organization_id,
    charge_id: typeof charge === "string" ? charge : charge.id,
    amount,
    currency: currency.toUpperCase(),
    reason,
    status,
    due_by: evidence_details.due_by === null ? null : evidence_details.due_by * second_ms,
    stripe_created: created * second_ms,
    closed_at: decided.includes(status) ? now : null,
    refreshed_at: now,
  };
}

const report = (
  env: Env,
  { reason, status, amount, currency, organization_id, dispute_id }: DisputeRow,
  id: string,
) =>
  recordError(env, {
    error: new Error(`a payment of ${amount} ${currency} is disputed (${reason}): ${status}, ${dispute_id}`),
    ...{ url: "/stripe/disputes", route: "stripe/disputes", request_id: id, severity: "critical" },
    organization_id,
  });

/** Disputes that are not decided, those with the earliest deadline first. */
export const openDisputes = (db: Database, most: number): Promise<DisputeRow[]> =>
  platform(db)
    .select()
    .from(disputes)
    .where(isNull(disputes.closed_at))
    .orderBy(sql`due_by is null, due_by, stripe_created`)
    .limit(most)
    .all();
