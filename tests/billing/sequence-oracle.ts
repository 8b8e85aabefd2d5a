/** What must be true after a sequence, written from Stripe's own objects and from the calls that were made. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { inObject } from "../calls/arrange.ts";
import { controlPlane } from "../support/people.ts";
import { objects } from "../support/stripe.ts";
import type { Life } from "./sequence-life.ts";
import { stripe } from "./subscribing.ts";

const price = z.looseObject({
  id: z.string(),
  lookup_key: z.string().nullable(),
  recurring: z.object({ usage_type: z.string(), interval: z.string() }).nullable(),
});
const item = z.looseObject({
  price,
  current_period_start: z.number(),
  current_period_end: z.number(),
});
const subscription = z.looseObject({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  customer: z.string(),
  ended_at: z.number().nullable(),
  cancel_at: z.number().nullable(),
  trial_end: z.number().nullable(),
  schedule: z.string().nullable(),
  items: z.object({ data: z.array(item) }),
});
export type Told = z.output<typeof subscription>;

const s = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
const isLive = ({ status }: Told) => !["canceled", "incomplete_expired"].includes(status);
const isGood = ({ status }: Told) => ["trialing", "active", "past_due"].includes(status);
const isMetered = (one: z.output<typeof item>) => one.price.recurring?.usage_type === "metered";
const feeOf = ({ items }: Told) => items.data.find((one) => !isMetered(one));
const minutesOf = ({ items }: Told) => items.data.find(isMetered);
const tierOf = (one: Told): string => feeOf(one)?.price.lookup_key?.split("_")[1] ?? "";

/** Everything of an organization's customers at Stripe, the newest first. */
async function subscriptionsOf({ customers }: Life): Promise<Told[]> {
  const all = await Promise.all(customers.map((customer) => objects("subscription", customer)));
  return z.array(subscription).parse(all.reverse().flat());
}

/** The one that decides, by the words of docs/billing.md: one that lives, one that is paid, the newest. */
const decides = (all: Told[]): Told | undefined =>
  all.find((one) => isLive(one) && isGood(one)) ?? all.find(isLive) ?? all[0];

const state = z.object({ tier: z.string(), status: z.string() });
const checked = z.object({ subscribed: z.boolean(), tier: z.string(), status: z.string() });

/** What is wrong with what we say of an organization's plan; empty: nothing. */
export async function wrongPlan(life: Life): Promise<string[]> {
  const all = await subscriptionsOf(life);
  const wrong: string[] = [];
  const same = (what: string, ours: unknown, theirs: unknown) => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      wrong.push(`${what}: we say ${JSON.stringify(ours)}, Stripe ${JSON.stringify(theirs)}`);
  };
  const db = controlPlane();
  const rows = await db
    .select()
    .from(control.subscriptions)
    .where(eq(control.subscriptions.organization_id, life.id));
  same("subscriptions", rows.map((row) => row.subscription_id).sort(), all.map(({ id }) => id).sort());
  for (const one of all) {
    const row = rows.find(({ subscription_id }) => subscription_id === one.id);
    if (!row) continue;
    same(`status of ${one.id}`, row.status, one.status);
    same(`tier of ${one.id}`, row.tier, tierOf(one));
    same(`price of ${one.id}`, row.price_id, feeOf(one)?.price.id);
    same(`period of ${one.id}`, s(row.period_end), feeOf(one)?.current_period_end);
    same(`end of ${one.id}`, s(row.ended_at), one.ended_at);
    same(`trial of ${one.id}`, s(row.trial_end), one.trial_end);
    if (isLive(one)) same(`cancellation of ${one.id}`, s(row.cancel_at), one.cancel_at);
    if (isLive(one)) same(`schedule of ${one.id}`, row.schedule_id, one.schedule);
    same(`overdue ${one.id}`, row.past_due_since !== null, ["past_due", "unpaid"].includes(one.status));
  }
  const now = decides(all);
  const plan = now ? { tier: tierOf(now), status: now.status } : { tier: "starter", status: "pending" };
  const [organization] = await db
    .select({
      tier: control.organizations.subscription_tier,
      status: control.organizations.subscription_status,
    })
    .from(control.organizations)
    .where(eq(control.organizations.id, life.id));
  same("the organization", organization, plan);
  const edge = await env.HOSTS.get(`subscription:${life.id}`, "json");
  // A copy at the edge is kept for a minute.
  if (edge !== null) same("the edge", state.parse(edge), plan);
  const answer = await life.person.fetch("/functions/check-subscription", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const subscribed = now !== undefined && isGood(now);
  same("check-subscription", checked.parse(await answer.json()), { subscribed, ...plan });
  if (all.filter((one) => isLive(one) && isGood(one)).length > 1)
    wrong.push("billed twice: two subscriptions are paid at once");
  return wrong;
}

const line = z.looseObject({
  amount: z.number(),
  quantity: z.number().nullable(),
  period: z.object({ start: z.number() }),
  pricing: z.object({
    price_details: z.object({ price: z.string() }),
    unit_amount_decimal: z.string().nullable(),
  }),
  parent: z
    .object({ subscription_item_details: z.object({ subscription: z.string() }).nullable() })
    .nullable(),
});
const invoice = z.looseObject({ lines: z.object({ data: z.array(line) }) });

type Record = {
  at: number;
  seconds: number;
  included: number;
  overage: number;
  subscription_id: string | null;
  period_start: number | null;
  is_trial: number | null;
  amount: number;
};

const recordsOf = (life: Life): Promise<Record[]> =>
  inObject(life.person, (sql) =>
    sql
      .exec<Record>(
        `select at, billable_seconds as seconds, included_seconds as included, overage_seconds as overage,
          json_extract(json(terms), '$.subscription_id') as subscription_id, period_start,
          json_extract(json(terms), '$.is_trial') as is_trial,
          coalesce((select sum(json_extract(value, '$.amount_micros')) from json_each(json(price_lines))), 0) as amount
        from usage_records order by at`,
      )
      .toArray(),
  );

type Billed = { included: number; overage: number; cents: number };

/** Adds up lines of minutes by subscription and the start of their period. */
function addLines(
  sums: Map<string, Billed>,
  lines: z.output<typeof line>[],
  metered: ReadonlySet<string>,
): void {
  for (const one of lines) {
    const { price } = one.pricing.price_details;
    const id = one.parent?.subscription_item_details?.subscription;
    if (!metered.has(price) || !id) continue;
    const key = `${id} ${one.period.start}`;
    const sum = sums.get(key) ?? { included: 0, overage: 0, cents: 0 };
    const seconds = one.quantity ?? 0;
    const isFree = Number(one.pricing.unit_amount_decimal ?? 0) === 0;
    sums.set(key, {
      included: sum.included + (isFree ? seconds : 0),
      overage: sum.overage + (isFree ? 0 : seconds),
      cents: sum.cents + one.amount,
    });
  }
}

/** What the meter has counted of a period. */
async function usedSince(customer: string, start_time: number, end_time: number): Promise<number> {
  const { data } = await stripe.billing.meters.list();
  const { id = "" } = data[0] ?? {};
  const found = await stripe.billing.meters.listEventSummaries(id, { customer, start_time, end_time });
  return found.data.reduce((total, one) => total + one.aggregated_value, 0);
}

/** What so many seconds cost by the tiers of a price. */
async function costOf(id: string, seconds: number): Promise<Billed> {
  const { tiers = [] } = await stripe.prices.retrieve(id, { expand: ["tiers"] });
  const included = Math.min(seconds, tiers[0]?.up_to ?? 0);
  const overage = seconds - included;
  return { included, overage, cents: Math.round(overage * Number(tiers[1]?.unit_amount_decimal ?? 0)) };
}

/** Minutes on invoices, and of the periods that are not over. */
async function billedBy(all: Told[], life: Life): Promise<Map<string, Billed>> {
  const prices = await controlPlane()
    .select({ id: control.planPrices.minutes_price_id })
    .from(control.planPrices);
  const metered = new Set(prices.map(({ id }) => id));
  const sums = new Map<string, Billed>();
  for (const customer of life.customers)
    for (const one of z.array(invoice).parse(await objects("invoice", customer)))
      addLines(sums, one.lines.data, metered);
  for (const one of all) {
    const open = minutesOf(one);
    if (!open || !["active", "past_due", "unpaid"].includes(one.status)) continue;
    const start = open.current_period_start;
    const used = await usedSince(one.customer, start, open.current_period_end);
    if (used > 0) sums.set(`${one.id} ${start}`, await costOf(open.price.id, used));
  }
  return sums;
}

/** What is wrong with what was billed; empty: nothing. */
export async function wrongUsage(life: Life): Promise<string[]> {
  if (life.calls.length === 0) return [];
  const wrong: string[] = [];
  const records = await recordsOf(life);
  const made = life.calls.map(({ at, seconds }) => `${at} ${seconds}`).sort();
  const kept = records.map(({ at, seconds }) => `${at} ${seconds}`).sort();
  if (made.join() !== kept.join()) wrong.push(`calls ${made.join()} left the records ${kept.join()}`);
  const all = await subscriptionsOf(life);
  const billed = await billedBy(all, life);
  const ours = Map.groupBy(
    records.filter(({ period_start, is_trial }) => period_start !== null && !is_trial),
    ({ subscription_id, period_start }) => `${subscription_id} ${(period_start ?? 0) / 1000}`,
  );
  for (const key of new Set([...billed.keys(), ...ours.keys()])) {
    const of = ours.get(key) ?? [];
    const sum = (pick: (one: Record) => number) => of.reduce((total, one) => total + pick(one), 0);
    const told = billed.get(key) ?? { included: 0, overage: 0, cents: 0 };
    const own = { included: sum((one) => one.included), overage: sum((one) => one.overage) };
    if (!billed.has(key) && (own.overage === 0 || isForgone(key, all))) continue;
    if (own.included !== told.included || own.overage !== told.overage)
      wrong.push(`period ${key}: recorded ${JSON.stringify(own)}, billed ${JSON.stringify(told)}`);
    else if (Math.abs(sum((one) => one.amount) / 10_000 - told.cents) > 0.5 + 1e-3)
      wrong.push(`period ${key}: recorded ${sum((one) => one.amount)} micro-units, billed ${told.cents}`);
  }
  return wrong;
}

/** The last period of a subscription that was ended at once: Stripe bills nothing of it. */
function isForgone(key: string, all: Told[]): boolean {
  const [id, start] = key.split(" ");
  const one = all.find((told) => told.id === id);
  const minutes = one && minutesOf(one);
  return (
    one?.ended_at != null &&
    minutes?.current_period_start === Number(start) &&
    one.ended_at < minutes.current_period_end
  );
}
