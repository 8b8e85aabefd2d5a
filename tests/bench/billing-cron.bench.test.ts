/**
 * What cron spends on 10,000 subscriptions that are all due: requests to Stripe, statements of D1, time. Stripe's list is
 * made here, because the simulated Stripe would take minutes to hold so many. Prints what it measures and judges nothing
 * but the limits of one invocation.
 */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";

const many = 10_000;
/** Seconds, as Stripe counts. */
const start = Math.floor((Date.now() - 10 * day_ms) / 1000);
const end = start + 30 * 86_400;
/** What Stripe takes for a page of a hundred; a guess on the slow side. */
const page_ms = 800;

const id = (n: number) => `sub_${String(n).padStart(6, "0")}`;
const price = (of: string, usage_type: string) => ({
  id: `price_${of}`,
  object: "price",
  lookup_key: of === "fee" ? "plan_growth_monthly_usd" : "minutes_growth_usd",
  unit_amount: of === "fee" ? 9900 : null,
  recurring: { interval: "month", usage_type },
});
const item = (n: number, of: string, usage_type: string) => ({
  id: `si_${of}_${n}`,
  object: "subscription_item",
  current_period_start: start,
  current_period_end: end,
  price: price(of, usage_type),
});
const told = (n: number, status = "active") => ({
  id: id(n),
  object: "subscription",
  status,
  customer: `cus_${n}`,
  currency: "usd",
  created: start,
  metadata: { organization_id: `org-${n}` },
  items: { object: "list", data: [item(n, "fee", "licensed"), item(n, "minutes", "metered")] },
  schedule: null,
  latest_invoice: null,
  trial_end: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
});

let requests = 0;
let statements = 0;
let trips = 0;
/** Subscriptions whose state is another one at Stripe. */
const changed = new Set<number>();

/** Stripe's answers to a list, newest first, and to one subscription. */
function answer(url: URL): unknown {
  const one = /\/v1\/subscriptions\/sub_(\d+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) return told(Number(one), changed.has(Number(one)) ? "past_due" : "active");
  if (url.searchParams.has("created[gte]")) return { object: "list", data: [], has_more: false };
  const after = url.searchParams.get("starting_after");
  const first = after === null ? 0 : Number(after.slice(4)) + 1;
  const data = Array.from({ length: Math.min(100, many - first) }, (_, i) =>
    told(first + i, changed.has(first + i) ? "past_due" : "active"),
  );
  return { object: "list", data, has_more: first + 100 < many };
}

/** The database, counted: every statement is prepared once, every trip is a batch or a statement alone. */
function counted(database: D1Database): D1Database {
  const session = (from?: D1SessionConstraint): D1DatabaseSession => {
    const real = database.withSession(from);
    return new Proxy(real, {
      get(_, key) {
        if (key === "prepare")
          return (sql: string) => {
            statements += 1;
            return real.prepare(sql);
          };
        if (key === "batch")
          return (all: D1PreparedStatement[]) => {
            trips += 1;
            return real.batch(all);
          };
        return () => real.getBookmark();
      },
    });
  };
  return new Proxy(database, { get: () => session });
}

beforeAll(async () => {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.hostname !== "api.stripe.com") return real(input, init);
    requests += 1;
    return Response.json(answer(url));
  };
  const past = Date.now() - hour_ms;
  await env.DB.batch([
    env.DB.prepare(
      `insert into plan_prices values ('price_fee', 'plan_growth_monthly_usd', 'plan_growth', 'growth', 'monthly', 'USD',
        9900, 'price_minutes', 60000, 150000, 1, ?)`,
    ).bind(past),
    env.DB.prepare(
      `insert into organizations (id, name, subscription_tier, subscription_status, created_at, updated_at)
       with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${many})
       select 'org-' || i, 'Clinic', 'growth', 'active', 0, 0 from n`,
    ),
    env.DB.prepare(
      `insert into subscriptions (subscription_id, organization_id, customer_id, status, tier, cadence, price_id, currency,
         unit_amount, plan_item_id, minutes_item_id, period_start, period_end, stripe_created, refreshed_at, created_at)
       with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${many})
       select printf('sub_%06d', i), 'org-' || i, 'cus_' || i, 'active', 'growth', 'monthly', 'price_fee', 'USD', 9900,
         'si_fee_' || i, 'si_minutes_' || i, ?1, ?2, ?1, ?3, ?3 from n`,
    ).bind(start * 1000, end * 1000, past),
    env.DB.prepare(
      `insert into subscription_terms (organization_id, subscription_id, period_start, period_end, tier, included_seconds,
         minute_micros, currency, is_trial, created_at)
       with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${many})
       select 'org-' || i, printf('sub_%06d', i), ?1, ?2, 'growth', 60000, 150000, 'USD', 0, ?3 from n`,
    ).bind(start * 1000, end * 1000, past),
  ]);
}, 300_000);

async function measured(what: string) {
  requests = 0;
  statements = 0;
  trips = 0;
  const began = performance.now();
  const counts = await refreshDue({ ...env, DB: counted(env.DB) }, Date.now());
  const ms = Math.round(performance.now() - began);
  const waited_s = Math.round((requests * page_ms + ms) / 1000);
  console.log(
    `${what}: ${counts?.read} read, ${counts?.changed} changed; ${requests} requests to Stripe, ${statements} statements (of 1,000) in ${trips} batches; ${ms} ms here, about ${waited_s} s (of 900) with Stripe's own time`,
  );
  // The limits of one invocation: 1,000 queries of D1, 1,000 subrequests.
  expect(statements).toBeLessThan(1000);
  expect(requests + trips).toBeLessThan(1000);
  return counts;
}

test("10,000 subscriptions that are due, unchanged", async () => {
  expect(await measured("10,000 unchanged")).toMatchObject({ read: many, changed: 0 });
}, 300_000);

test("10,000 of which 100 changed: forty in a run, the rest in the next ones", async () => {
  for (let n = 0; n < many; n += 100) changed.add(n);
  await env.DB.prepare("update subscriptions set refreshed_at = ? where ended_at is null")
    .bind(Date.now() - hour_ms)
    .run();
  let written = 0;
  for (let run = 1; written < 100; run++)
    written += (await measured(`100 changed, run ${run}`))?.changed ?? 0;
}, 300_000);
