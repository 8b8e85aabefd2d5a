/** What billing costs: a look at the plan, an event of Stripe, and cron over ten thousand organizations. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { answerStripe } from "#workers/stripe-webhook.ts";
import {
  eventOf,
  newDatabase,
  priceOf,
  sellPlans,
  stripe,
  subscribe,
  webhook,
} from "../billing/subscribing.ts";
import { costOf } from "../calls/arrange.ts";
import { memberOf } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";

const organizations = 10_000;
const page = 100;

const print = (figure: string, value: number, unit: string, budget?: string) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget })}`);

/** A database that counts its statements and its trips. */
function counted() {
  const spent = { statements: 0, trips: 0 };
  const one = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => one(target.bind(...values));
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== "function") return found;
        return (...values: unknown[]) => {
          spent.statements += 1;
          spent.trips += 1;
          return Reflect.apply(found, target, values);
        };
      },
    });
  const plain = new WeakMap<object, D1PreparedStatement>();
  const door = <Door extends D1Database | D1DatabaseSession>(database: Door): Door =>
    new Proxy(database, {
      get(target, name) {
        if (name === "withSession")
          return () => ("withSession" in target ? door(target.withSession()) : target);
        if (name === "prepare")
          return (sql: string) => {
            const made = target.prepare(sql);
            return remembered(made);
          };
        if (name === "batch")
          return (list: D1PreparedStatement[]) => {
            spent.statements += list.length;
            spent.trips += 1;
            return target.batch(list.map((each) => plain.get(each) ?? each));
          };
        const found: unknown = Reflect.get(target, name);
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
  /** A statement whose own run counts; a batch takes what is behind it. */
  function remembered(made: D1PreparedStatement): D1PreparedStatement {
    const shown = one(made);
    const bound = new Proxy(shown, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => remembered(made.bind(...values));
        return Reflect.get(target, name);
      },
    });
    plain.set(bound, made);
    return bound;
  }
  return { spent, database: door(env.DB) };
}

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("a look at the plan", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const which = { organization_id: person.organizationId, subscription_id: made.id };
  await refreshSubscription(env, newDatabase(), which, Date.now());
  const { kv = 0, d1 = 0 } = costOf(await person.post("/functions/check-subscription"));
  print("check-subscription, fresh: KV reads", kv, "reads", "≤ 1");
  print("check-subscription, fresh: D1 trips, with the session's", d1, "trips");
});

test("an event of Stripe until it is answered", async () => {
  const person = await memberOf();
  const made = await subscribe(person);
  const times: number[] = [];
  let most = 0;
  for (let n = 0; n < 50; n++) {
    const { spent, database } = counted();
    const ctx = createExecutionContext();
    const request = await webhook(eventOf("customer.subscription.updated", made));
    const start = performance.now();
    const answer = await answerStripe(request, { ...env, DB: database }, ctx);
    times.push(performance.now() - start);
    most = Math.max(most, spent.trips);
    expect(answer.status).toBe(200);
    await waitOnExecutionContext(ctx);
  }
  print("webhook: trips to D1 until the answer", most, "trips", "= 1");
  print("webhook: time until the answer, median", times.sort((a, b) => a - b)[25] ?? 0, "ms");
});

/** A Stripe that has ten thousand subscriptions, of which our rows say the same, and knows nothing else. */
function listing(template: object, ids: readonly string[]) {
  const real = globalThis.fetch;
  const asked = { requests: 0 };
  globalThis.fetch = async (input, init) => {
    const { searchParams } = new URL(new Request(input, init).url);
    asked.requests += 1;
    const isSearch = [...searchParams.keys()].some((name) => name.startsWith("created"));
    const from = ids.indexOf(searchParams.get("starting_after") ?? "") + 1;
    const some = isSearch ? [] : ids.slice(from, from + page);
    const data = some.map((id) => ({ ...template, id, latest_invoice: null }));
    return Response.json({
      object: "list",
      url: "/v1/subscriptions",
      data,
      has_more: from + page < ids.length,
    });
  };
  return { asked, end: () => (globalThis.fetch = real) };
}

test("cron over ten thousand organizations", async () => {
  const person = await memberOf();
  const template = await subscribe(person);
  const which = { organization_id: person.organizationId, subscription_id: template.id };
  await refreshSubscription(env, newDatabase(), which, Date.now());
  const { price_id } = await priceOf("growth");
  expect(template.items.data.some(({ price }) => price.id === price_id)).toBe(true);
  const ids = Array.from({ length: organizations }, () => `sub_${newId().replaceAll("-", "")}`);
  await copyRows(template.id, ids);
  const { spent, database } = counted();
  const { asked, end } = listing(template, [template.id, ...ids]);
  // Another key, so that another client is made, which speaks to the list alone.
  const key = { STRIPE_SECRET_KEY: "sk_test_listing" };
  const start = performance.now();
  const counts = await refreshDue(Object.assign({ ...env, DB: database }, key), Date.now());
  const took = performance.now() - start;
  end();
  expect(counts?.failed).toBe(0);
  print("cron: subscriptions compared in one run", counts?.read ?? 0, "", `≥ ${organizations}`);
  print("cron: D1 statements of that run", spent.statements, "statements", "≤ 1000");
  print(
    "cron: trips to D1 and requests to Stripe of that run",
    spent.trips + asked.requests,
    "trips",
    "≤ 1000",
  );
  print("cron: time of that run, with its processor time", took / 1000, "s", "≤ 30");
});

/** Rows of as many organizations with the same plan, read an hour ago. */
async function copyRows(from: string, ids: string[]): Promise<void> {
  const listed = JSON.stringify(ids);
  const read_at = Date.now() - day_ms;
  const columns = async (table: string, instead: Record<string, string>) => {
    const { results } = await env.DB.prepare(`select name from pragma_table_info('${table}')`).all<{
      name: string;
    }>();
    const names = results.map(({ name }) => name);
    return { names: names.join(), values: names.map((name) => instead[name] ?? `t.${name}`).join() };
  };
  const copy = async (table: string, where: string, instead: Record<string, string>) => {
    const { names, values } = await columns(table, instead);
    await env.DB.prepare(
      `insert into ${table} (${names}) select ${values} from json_each(?1) j join ${table} t on ${where}`,
    )
      .bind(listed, from)
      .run();
  };
  const own = { subscription_id: "j.value", organization_id: "'o-' || j.value" };
  await copy(
    "organizations",
    "t.id = (select organization_id from subscriptions where subscription_id = ?2)",
    {
      id: "'o-' || j.value",
      slug: "null",
    },
  );
  await copy("subscriptions", "t.subscription_id = ?2", { ...own, refreshed_at: String(read_at) });
  await copy("subscription_terms", "t.subscription_id = ?2", own);
  expect((await stripe.subscriptions.list({ limit: 1 })).data).toHaveLength(1);
}
