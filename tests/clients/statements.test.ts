/** What clients owe by statement, and what their agency earns with them. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { monthAt, monthName, monthsBefore } from "#app/billing/resale/client-months.ts";
import { tellClientTerms } from "#app/billing/resale/client-terms.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { recomputed } from "../../scripts/statement.mjs";
import { callOf } from "../billing/arrange.ts";
import { costOf, ended } from "../calls/arrange.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { agencyOwner, branded, clientOf } from "./arrange.ts";
import { called, figures, houseOf, price, termsOf, used, zone } from "./pricing.ts";

const month = () => monthName(Date.now(), zone);

const monthRow = (id: string) =>
  controlPlane().select().from(control.clientMonths).where(eq(control.clientMonths.client_id, id));

const csv = (person: Person, of = month()) => person.get(`/subscription/statements/${of}/calls.csv`);

test("a client's month is its fee and the minutes beyond, and its file says the same line by line", async () => {
  const { owner, shop } = await houseOf();
  await price(owner, { fee_amount: "49", included_minutes: "2", minute_micros: "0.2375" });
  await called(shop, [100, 50, 61], Math.max(Date.now() - 5000, monthAt(Date.now(), zone).starts_at));
  expect(await monthRow(shop.organizationId)).toMatchObject([
    { month: month(), agency_id: owner.organizationId, calls: 3, seconds: 211 },
  ]);
  const text = await pageText(await (await shop.get("/subscription")).text());
  expect(text).toContain("so far");
  expect(text).toContain("4 of 2 included");
  // 91 s at 0.2375 a minute are 0.36.
  expect(text).toContain("2 at $0.24: $0.36");
  expect(text).toContain("$49.36");
  const answer = await csv(shop);
  expect(answer.headers.get("content-disposition")).toContain(`statement-${month()}.csv`);
  const file = await answer.text();
  expect(recomputed(file)).toEqual({
    wrong: [],
    calls: 3,
    minutes: "0.360208",
    fee: "49.00",
    other: "0.00",
    total: "49.36",
    currency: "USD",
  });
  for (const line of [
    "fee,49.00",
    "included_minutes,2",
    "billable_seconds,211",
    "overage_seconds,91",
    "total,49.36",
  ])
    expect(file).toContain(line);
});

test("the roll-up of a month and the records of the client's object agree, whatever happens to the calls' facts", async () => {
  const { owner, shop } = await houseOf();
  await price(owner);
  const start = monthAt(Date.now(), zone).starts_at;
  await called(shop, [30, 61, 90], start + 1000);
  const missed = { answered_at: null, outcome: "missed" as const, talk_seconds: 0 };
  await ended(
    shop,
    callOf(70, start + 9000, { type: "test" }),
    callOf(80, start + 9500, { type: "web" }),
    callOf(0, start + 9900, missed),
  );
  await called(shop, [], start);
  await tellClientTerms(env, Date.now());
  const [rolled] = await monthRow(shop.organizationId);
  const [terms] = await termsOf(shop);
  const kept = await shop.store.usage.ofPeriod(terms?.starts_at ?? 0);
  expect(kept).toMatchObject({ calls: rolled?.calls, seconds: rolled?.seconds });
  expect(rolled).toMatchObject({ calls: 4, seconds: 181 });
});

test("a statement of a month is there when it is over, and stays with the terms it had", async () => {
  const { owner, shop } = await houseOf();
  await price(owner, { included_minutes: "0", minute_micros: "1", fee_amount: "10" });
  const [before = ""] = monthsBefore(month(), 1);
  const earlier = monthAt(monthAt(Date.now(), zone).starts_at - 1, zone);
  const [terms] = await termsOf(shop);
  if (terms === undefined) throw new Error("no terms");
  await controlPlane()
    .insert(control.clientTerms)
    .values({ ...terms, ...earlier, fee_amount: 1_200, told_at: null })
    .onConflictDoNothing();
  await called(shop, [60], earlier.ends_at - 10_000);
  expect(await monthRow(shop.organizationId)).toMatchObject([{ month: before, seconds: 60 }]);
  const text = await pageText(await (await shop.get("/subscription")).text());
  expect(text).toMatch(/Statements .*1 min/);
  expect(await (await csv(shop, before)).text()).toContain("billable_seconds,60");
  for (const wrong of ["2019-01", "2026-13", "latest"]) expect((await csv(shop, wrong)).status).toBe(404);
});

test("a client sees its statements under its agency's brand alone, and never what it costs the agency", async () => {
  const { owner, shop } = await houseOf();
  await branded(owner, { company_name: "Northwind" });
  await price(owner);
  await called(shop, [90], monthAt(Date.now(), zone).starts_at + 1000);
  const page = await (await shop.get("/subscription")).text();
  const text = await pageText(page);
  expect(text).toContain("$199.00");
  expect(text).not.toContain("AI Voice Agents");
  expect(text).not.toMatch(/margin|cost of minutes/i);
  expect(await (await csv(shop)).text()).not.toContain("AI Voice Agents");
});

test("where the section is hidden there is no statement, and only those who may see the plan see one", async () => {
  const { owner, shop } = await houseOf();
  await price(owner);
  await called(shop, [90], monthAt(Date.now(), zone).starts_at + 1000);
  const viewer = await memberOf({ role: "viewer", organizationId: shop.organizationId });
  expect((await csv(viewer)).status).toBe(403);
  const payer = await memberOf({ role: "billing", organizationId: shop.organizationId });
  expect((await csv(payer)).status).toBe(200);
  const other = await clientOf(owner);
  expect((await csv(other)).status).toBe(404);
  await branded(shop, { hide_subscription_section: true, custom_domain: null });
  expect((await csv(shop)).status).toBe(404);
  expect((await shop.get("/subscription")).status).toBe(404);
});

const agencyTerms = (owner: Person, included_seconds: number) =>
  controlPlane()
    .insert(control.subscriptionTerms)
    .values({
      organization_id: owner.organizationId,
      subscription_id: `sub_${newId()}`,
      period_start: monthAt(Date.now(), zone).starts_at - 1000,
      period_end: monthAt(Date.now(), zone).ends_at,
      tier: "agency",
      included_seconds,
      minute_micros: 100_000,
      currency: "USD",
      created_at: Date.now(),
    });

const rowsOf = async (owner: Person, query = "") =>
  (await (await owner.get(`/clients/margins/export${query}`)).text())
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));

test("a margin is fee and extra minutes, less the client's share of the minutes beyond the agency's plan", async () => {
  const { owner, shop } = await houseOf();
  const second = await clientOf(owner, {
    name: "Lakeside",
    subscription_tier: "growth",
    subscription_status: "active",
    time_zone: zone,
  });
  await price(owner, { fee_amount: "100", included_minutes: "100", minute_micros: "0.3" });
  await agencyTerms(owner, 6000);
  await used(owner, shop, month(), 9000, 7);
  await used(owner, second, month(), 3000, 2);
  // 12,000 s, of which 6,000 are included: 100 minutes at 0.10 are 10.00, shared three to one.
  expect(await rowsOf(owner)).toEqual([
    [
      month(),
      "Harborview Plumbing",
      "Growth",
      "7",
      "9000",
      "USD",
      "100",
      "15",
      "115",
      "7.5",
      "107.5",
      "0",
      "statement",
      "no",
    ],
    [
      month(),
      "Lakeside",
      "Growth",
      "2",
      "3000",
      "USD",
      "100",
      "0",
      "100",
      "2.5",
      "97.5",
      "0",
      "statement",
      "no",
    ],
  ]);
  const text = await pageText(await (await owner.get("/clients/margins")).text());
  expect(text).toContain("Your plan includes 100 minutes for all clients together.");
  for (const total of ["Revenue $215.00", "Cost of minutes $10.00", "Margin $205.00"])
    expect(text).toContain(total);
});

test("the agency's own calls take part in the pool, and a month without calls costs nothing", async () => {
  const { owner, shop } = await houseOf();
  await price(owner, { fee_amount: "10", included_minutes: "0", minute_micros: "0.1" });
  await agencyTerms(owner, 0);
  const at = Date.now();
  const own = (id: string, seconds: number) =>
    callFinished(id, { started_at: at - 1000, ended_at: at, seconds });
  await delivered([own(owner.organizationId, 600), own(shop.organizationId, 600)]);
  expect((await rowsOf(owner)).map((row) => [row[1], ...row.slice(8, 11)])).toEqual([
    ["Harborview Plumbing", "11", "1", "10"],
    ["Northwind Voice", "0", "1", "-1"],
  ]);
  const [before = ""] = monthsBefore(month(), 1);
  expect(await rowsOf(owner, `?month=${before}`)).toEqual([]);
  // What is no month, or one to come, is this one.
  expect(await rowsOf(owner, "?month=2999-01")).toHaveLength(2);
});

test("calls that end around midnight of a month belong to the month of the client's zone", async () => {
  const owner = await agencyOwner({ subscription_tier: "agency" });
  const shop = await clientOf(owner, {
    time_zone: "Pacific/Auckland",
    subscription_status: "active",
    subscription_tier: "growth",
  });
  const ended_at = Date.parse("2026-10-31T12:00:00Z");
  await delivered([callFinished(shop.organizationId, { started_at: ended_at - 60_000, ended_at })]);
  expect(await monthRow(shop.organizationId)).toMatchObject([{ month: "2026-11" }]);
});

test("margins of a thousand clients are read from D1 in bounded reads, in pages of 50", async () => {
  const owner = await agencyOwner({ subscription_tier: "agency", time_zone: zone });
  const now = Date.now();
  await price(owner, { ...figures, tier: "starter" });
  await controlPlane().run(`insert into organizations (id, name, subscription_tier, subscription_status, time_zone, parent_organization_id, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    select 'm-${owner.organizationId}-' || i, 'Client ' || i, 'starter', 'active', '${zone}', '${owner.organizationId}', ${now}, ${now} from n`);
  await controlPlane().run(`insert into client_months (client_id, month, agency_id, starts_at, calls, seconds)
    select id, '${month()}', parent_organization_id, 0, 3, 600 from organizations where parent_organization_id = '${owner.organizationId}'`);
  const answer = await owner.get("/clients/margins");
  const { rows, d1 } = costOf(answer);
  expect(rows).toBeLessThan(30_000);
  expect(d1).toBeLessThan(12);
  const text = await answer.text();
  expect((text.match(/>Client \d+</g) ?? []).length).toBeLessThanOrEqual(100);
  expect(text).toContain("cursor=50");
  expect(await rowsOf(owner)).toHaveLength(1000);
  expect(await pageText(await (await owner.get("/clients/margins?cursor=950")).text())).not.toContain("Next");
});
