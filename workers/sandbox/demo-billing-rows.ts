/** What the product would have written while the demo's past was the present: customers, terms of past periods, metered calls. */
import { sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { z } from "zod";
import { monthAt } from "#app/billing/resale/client-months.ts";
import { day_ms, second_ms } from "#app/platform/durations.ts";
import { billingCustomers, clientTerms, subscriptions, subscriptionTerms } from "#drizzle/control/schema.ts";
import { agency } from "./demo-agency.ts";
import { periodAt } from "./stripe/periods.ts";

/** A subscription as Stripe tells it, as far as these rows need it. */
export const told = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.string(),
  created: z.number(),
  items: z.object({ data: z.array(z.object({ current_period_start: z.number() })) }),
});

export type Paid = {
  organization: { id: string; name: string; time_zone: string; currency: string };
  subscription: z.output<typeof told>;
  tier: string;
  terms: { included_minutes: number; minute_micros: number };
  /** What the agency charges for it; null: the platform is paid. */
  fee_amount: number | null;
};

/** The periods of a subscription from its beginning, without the present one, which the product reads itself. */
function pastPeriods({ subscription: { created, items } }: Paid) {
  const present = items.data[0]?.current_period_start ?? created;
  const found: { period_start: number; period_end: number }[] = [];
  for (let from = created; from < present; ) {
    const { end } = periodAt(created, { interval: "month", interval_count: 1 }, from);
    found.push({ period_start: from * second_ms, period_end: end * second_ms });
    from = end;
  }
  return found;
}

/** The calendar months since a client subscribed, with the present one. */
function monthsOf({ organization, subscription: { created } }: Paid, now: number) {
  const found = [monthAt(created * second_ms, organization.time_zone)];
  for (let last = found[0]; last && last.ends_at <= now; ) {
    last = monthAt(last.ends_at + day_ms, organization.time_zone);
    found.push(last);
  }
  return found;
}

/** The subscription's row says as little as can be: the product finds it due, and fills it from Stripe. */
export async function writePaid(db: DrizzleD1Database, paid: Paid, now: number): Promise<void> {
  const { organization, subscription, tier, terms, fee_amount } = paid;
  const { id: organization_id, currency } = organization;
  const { id: subscription_id, customer: customer_id, status } = subscription;
  const created_at = subscription.created * second_ms;
  const { included_minutes, minute_micros } = terms;
  await db.batch([
    db.insert(billingCustomers).values({ organization_id, customer_id, created_at }).onConflictDoNothing(),
    db
      .insert(subscriptions)
      .values({
        subscription_id,
        organization_id,
        customer_id,
        status,
        tier,
        currency,
        cadence: "monthly",
        price_id: "",
        unit_amount: 0,
        plan_item_id: "",
        period_start: 0,
        period_end: 0,
        stripe_created: created_at,
        refreshed_at: 0,
        created_at,
      })
      .onConflictDoNothing(),
    ...pastPeriods(paid).map((period) =>
      db
        .insert(subscriptionTerms)
        .values({
          ...period,
          organization_id,
          subscription_id,
          tier,
          included_seconds: included_minutes * 60,
          minute_micros,
          currency,
          created_at: period.period_start,
        })
        .onConflictDoNothing(),
    ),
    ...(fee_amount === null ? [] : monthsOf(paid, now)).map(({ month, starts_at, ends_at }) =>
      db
        .insert(clientTerms)
        .values({
          client_id: organization_id,
          month,
          agency_id: agency.id,
          subscription_id,
          tier,
          fee_amount: fee_amount ?? 0,
          included_minutes,
          minute_micros,
          currency,
          starts_at,
          ends_at,
          created_at: Math.max(starts_at, created_at),
        })
        .onConflictDoNothing(),
    ),
  ]);
}

export type MeteredCall = { call_id: string; seconds: number; at: number };

/** An organization's calls as they were metered for one payer when they ended: their facts, which come later, send none again. */
export const writeMetered = (
  db: DrizzleD1Database,
  calls: readonly MeteredCall[],
  to: "platform" | "agency",
  organization_id: string,
  { organization: payer, subscription: { customer } }: Paid,
) =>
  db.run(sql`
    insert into meter_events (identifier, organization_id, payer_id, customer_id, seconds, at, sent_at, attempts)
    select value ->> 'call_id' || ':' || ${to}, ${organization_id}, ${payer.id}, ${customer}, value ->> 'seconds',
      value ->> 'at', value ->> 'at', 1
    from json_each(${JSON.stringify(calls)}) where true
    on conflict do nothing`);
