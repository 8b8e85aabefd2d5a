/** Compares what organizations used, place by place: their objects' records, the roll-ups in D1, the metered calls, Stripe's meter and its invoices. */
import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { stripeOf, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { meterName } from "#app/billing/usage/meter.server.ts";
import { paidSeconds } from "#app/billing/usage/spent.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { meterEvents, organizations, usageRollups } from "#drizzle/control/schema.ts";
import { invoicedSeconds } from "./invoiced-seconds.server.ts";

/** Organizations in one answer, and an agency's clients: each is a trip to an object. */
const atOnce = 10;
const mostClients = 200;
/** Periods that ended longer ago are invoiced and closed. */
const lookBack_ms = 35 * day_ms;
/** Facts on their way and Stripe's own counting take a moment. */
const settles_ms = 15 * minute_ms;
const quarter_ms = 15 * minute_ms;

export type Difference = {
  organization_id: string;
  name: string;
  /** RFC 3339: what was compared. */
  from: string;
  until: string;
  /** `metered`: calls of the objects and metered calls. `stripe`: metered calls and Stripe. `rolled_up`: all talk and its roll-ups. `unsent`: metered calls that Stripe has not got. `invoiced`: calls of a period that is over and its invoices. */
  what: "metered" | "stripe" | "rolled_up" | "unsent" | "invoiced";
  expected_seconds: number;
  found_seconds: number;
};

const period = z.object({
  organization_id: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  is_archived: z.number(),
  subscription_id: z.string(),
  is_trial: z.number(),
  period_start: z.number(),
  /** A change of the plan begins a new period within this one. */
  next_start: z.number().nullable(),
  period_end: z.number(),
  customer_id: z.string().nullable(),
  customer_since: z.number().nullable(),
});
type Period = z.infer<typeof period>;

/** The present and just ended periods of the next organizations. */
async function periodsAfter(db: Database, after: string, now: number): Promise<Period[]> {
  const rows = await platform(db).all<unknown>(sql`
    with next as (select distinct organization_id as id from subscription_terms
      where organization_id > ${after} and period_end > ${now - lookBack_ms} order by organization_id limit ${atOnce})
    select t.organization_id, o.name, o.region, o.archived_at is not null as is_archived,
      t.subscription_id, t.is_trial, t.period_start, t.period_end,
      (select min(n.period_start) from subscription_terms n
        where n.organization_id = t.organization_id and n.period_start > t.period_start) as next_start,
      c.customer_id, c.created_at as customer_since
    from next join subscription_terms t on t.organization_id = next.id
    join organizations o on o.id = t.organization_id
    left join billing_customers c on c.organization_id = t.organization_id
    where t.organization_id > ${after} and t.period_end > ${now - lookBack_ms} and t.period_start < ${now}
    order by t.organization_id, t.period_start`);
  return z.array(period).parse(rows);
}

const floored = (at: number, step: number): number => Math.floor(at / step) * step;

/** What is compared of a period: whole quarters of an hour since there is a customer, until a moment ago. */
function windowOf({ period_start, period_end, customer_since }: Period, now: number) {
  const from = floored(Math.max(period_start, customer_since ?? period_start) + quarter_ms - 1, quarter_ms);
  const until = floored(Math.min(period_end, now - settles_ms), quarter_ms);
  return from < until ? { from, until } : null;
}

type Place = { id: string; region: string | null };

/** Whose calls an organization pays for: its own, and its clients'. */
async function payersPlaces(db: Database, { organization_id, region }: Period): Promise<Place[]> {
  const clients = await platform(db)
    .select({ id: organizations.id, region: organizations.region })
    .from(organizations)
    .where(
      and(
        eq(organizations.parent_organization_id, organization_id),
        // The object of a purged one is not created anew.
        or(isNull(organizations.archived_at), isNotNull(organizations.purge_at)),
      ),
    )
    .limit(mostClients);
  return [{ id: organization_id, region }, ...clients];
}

/** What the organization's roll-ups have in whole quarters. */
async function rolledUp(db: Database, id: string, from: number, until: number): Promise<number> {
  const row = await tenant(db, id)
    .select({ seconds: sql<number>`coalesce(sum(${usageRollups.seconds}), 0)` })
    .from(usageRollups)
    .where(
      and(
        eq(usageRollups.organization_id, id),
        gte(usageRollups.quarter_start, from),
        lt(usageRollups.quarter_start, until),
      ),
    )
    .get();
  return row?.seconds ?? 0;
}

/** The metered seconds of a range that Stripe has not taken. */
async function unsent(db: Database, payer_id: string, from: number, until: number): Promise<number> {
  const row = await platform(db)
    .select({ seconds: sql<number>`coalesce(sum(${meterEvents.seconds}), 0)` })
    .from(meterEvents)
    .where(
      and(
        eq(meterEvents.payer_id, payer_id),
        gte(meterEvents.at, from),
        lt(meterEvents.at, until),
        isNull(meterEvents.sent_at),
      ),
    )
    .get();
  return row?.seconds ?? 0;
}

/** What Stripe's meter has of a customer in whole minutes; null: there is no Stripe, no meter, or no customer. */
async function atStripe(env: Env, customer: string | null, from: number, until: number) {
  const known = settings(env);
  if (customer === null || !takesPayments(known)) return null;
  const stripe = await stripeOf(known);
  const meters = await stripe.billing.meters.list({ status: "active", limit: 100 });
  const meter = meters.data.find(({ event_name }) => event_name === meterName);
  if (!meter) return null;
  const range = { start_time: from / 1000, end_time: until / 1000 };
  const sums = await stripe.billing.meters.listEventSummaries(meter.id, { customer, ...range });
  return sums.data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
}

type Pair = readonly [what: Difference["what"], expected_seconds: number, found_seconds: number];

const rangesOf = (env: Env, places: readonly Place[], from: number, until: number) =>
  Promise.all(places.map((place) => storeOf(organizationObject(place, env)).usage.range(from, until)));

const billableOf = (used: readonly { billable_seconds: number }[]): number =>
  used.reduce((sum, { billable_seconds }) => sum + billable_seconds, 0);

const different = (one: Period, from: number, until: number, pairs: readonly Pair[]): Difference[] =>
  pairs
    .filter(([, expected, found]) => expected !== found)
    .map(([what, expected_seconds, found_seconds]) => ({
      organization_id: one.organization_id,
      name: one.name,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      what,
      expected_seconds,
      found_seconds,
    }));

async function countedDifferences(env: Env, db: Database, one: Period, now: number): Promise<Difference[]> {
  const window = windowOf(one, now);
  if (window === null) return [];
  const { from, until } = window;
  const { organization_id } = one;
  const used = await rangesOf(env, await payersPlaces(db, one), from, until);
  const own = used[0] ?? { billable_seconds: 0, talk_seconds: 0 };
  const [metered, rolled, waiting, stripe] = await Promise.all([
    paidSeconds(db, organization_id, from, until),
    rolledUp(db, organization_id, from, until),
    unsent(db, organization_id, from, until),
    atStripe(env, one.customer_id, from, until),
  ]);
  return different(one, from, until, [
    ["metered", billableOf(used), metered.seconds],
    ["rolled_up", own.talk_seconds, rolled],
    ["unsent", 0, waiting],
    ["stripe", metered.seconds - waiting, stripe ?? metered.seconds - waiting],
  ]);
}

/** A period that is over, whole: its calls and what Stripe's invoices billed. A trial's minutes are not billed. */
async function invoicedDifferences(env: Env, db: Database, one: Period, now: number): Promise<Difference[]> {
  if (one.is_trial === 1) return [];
  const { subscription_id, period_start } = one;
  const ended_at = Math.min(one.period_end, one.next_start ?? one.period_end);
  const found = await invoicedSeconds(env, db, { subscription_id, period_start, ended_at }, now);
  if (found === null) return [];
  const used = await rangesOf(env, await payersPlaces(db, one), period_start, ended_at);
  return different(one, period_start, ended_at, [["invoiced", billableOf(used), found]]);
}

/**
 * The differences of the next organizations, in the order of their ids.
 * @param after the last id of the answer before; "" for the first
 * @param now ms UTC
 */
export async function usageDifferences(
  env: Env,
  db: Database,
  after: string,
  now: number,
): Promise<{ compared: number; differences: Difference[]; next: string | null }> {
  const periods = await periodsAfter(db, after, now);
  const differences: Difference[] = [];
  for (const one of periods) {
    differences.push(...(await countedDifferences(env, db, one, now)));
    differences.push(...(await invoicedDifferences(env, db, one, now)));
  }
  return { compared: periods.length, differences, next: periods.at(-1)?.organization_id ?? null };
}
