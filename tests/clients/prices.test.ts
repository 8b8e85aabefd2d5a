/** What an agency charges its clients: the prices of plans, of single clients and of templates, and from when they count. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { monthName } from "#app/billing/resale/client-months.ts";
import { fixClientTerms } from "#app/billing/resale/client-terms.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress } from "../support/people.ts";
import { agencyOwner, audited, clientOf } from "./arrange.ts";
import { figures, houseOf, inNextMonth, price, pricesOf, termsOf, versionOf, zone } from "./pricing.ts";

test("an agency sets a fee, included minutes and a price per minute for each of its plans", async () => {
  const { owner } = await houseOf();
  const answer = await price(owner);
  expect(answer.headers.get("location")).toBe("/clients/prices?done=priced");
  expect(await pricesOf(owner)).toMatchObject([
    {
      tier: "growth",
      client_id: "",
      fee_amount: 19_900,
      included_minutes: 500,
      minute_micros: 350_000,
      currency: "USD",
    },
  ]);
  const page = await (await owner.get("/clients/prices?done=priced")).text();
  for (const value of ["199", "500", "0.35"]) expect(page).toContain(`value="${value}"`);
  expect(await pageText(page)).toContain("Price saved. It counts from next month");
  expect(await audited(owner.organizationId, "client_price.set")).toHaveLength(1);
});

test.each([
  ["fee_amount", "-1"],
  ["fee_amount", ""],
  ["fee_amount", "1000000.01"],
  ["fee_amount", "9.999"],
  ["fee_amount", "1e3"],
  ["fee_amount", "=1+1"],
  ["included_minutes", "1.5"],
  ["included_minutes", "1000001"],
  ["minute_micros", "0.12345"],
  ["minute_micros", "NaN"],
  ["minute_micros", "10000.01"],
  ["fee_amount", "1,0000"],
])("a %s of %j is refused at its field, and nothing is saved", async (field, typed) => {
  const { owner } = await houseOf();
  const answer = await price(owner, { [field]: typed });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('aria-invalid="true"');
  expect(await pricesOf(owner)).toEqual([]);
});

test("fees have the decimals of the currency, and the price of a minute up to four", async () => {
  const owner = await agencyOwner({ subscription_tier: "agency", currency: "JPY" });
  expect((await price(owner, { fee_amount: "9900.5" })).status).toBe(422);
  await price(owner, { fee_amount: "1000000", minute_micros: "0,2375", included_minutes: "0" });
  expect(await pricesOf(owner)).toMatchObject([
    { fee_amount: 1_000_000, minute_micros: 237_500, included_minutes: 0, currency: "JPY" },
  ]);
});

test("thousands may be typed in groups", async () => {
  const { owner } = await houseOf();
  await price(owner, { fee_amount: "1,234.50", included_minutes: "1,000,000" });
  expect(await pricesOf(owner)).toMatchObject([{ fee_amount: 123_450, included_minutes: 1_000_000 }]);
});

test("a price below the agency's own cost is saved with a warning", async () => {
  const { owner } = await houseOf();
  await controlPlane()
    .insert(control.subscriptionTerms)
    .values({
      organization_id: owner.organizationId,
      subscription_id: `sub_${newId()}`,
      period_start: Date.now() - 1000,
      period_end: Date.now() + 1000,
      tier: "agency",
      included_seconds: 480_000,
      minute_micros: 100_000,
      currency: "USD",
      created_at: Date.now(),
    });
  await price(owner, { minute_micros: "0.0999" });
  expect(await pageText(await (await owner.get("/clients/prices")).text())).toContain(
    "A minute costs you $0.10 once your plan's minutes are used, which is more than you charge.",
  );
  await price(owner, { minute_micros: "0.2", fee_amount: "40" });
  expect(await pageText(await (await owner.get("/clients/prices")).text())).toContain(
    "The included minutes can cost you $50.00, which is more than the fee.",
  );
});

test("no price is set for a plan above the agency's own, nor for a client of another agency", async () => {
  const owner = await agencyOwner({ subscription_tier: "scale" });
  expect((await price(owner, { tier: "agency" })).status).toBe(422);
  expect((await price(owner, { tier: "huge" })).status).toBe(422);
  const foreign = await clientOf(await agencyOwner());
  expect((await price(owner, {}, foreign)).status).toBe(404);
  expect((await price(owner, {}, { organizationId: newId() })).status).toBe(404);
  expect(await pricesOf(owner)).toEqual([]);
});

test.each(["member", "viewer", "billing"] as const)(
  "a %s of an agency sees no prices or margins, and payouts only who pays",
  async (role) => {
    const owner = await agencyOwner();
    await clientOf(owner);
    const person = await memberOf({ role, organizationId: owner.organizationId });
    for (const page of ["prices", "margins", "margins/export"])
      expect((await person.get(`/clients/${page}`)).status, page).toBe(403);
    expect((await person.get("/clients/payouts")).status).toBe(role === "billing" ? 200 : 403);
    expect(
      (await person.post("/clients/prices", { intent: "price", tier: "starter", version: "0", ...figures }))
        .status,
    ).toBe(403);
  },
);

test("of two people who change a price at once one is told, and sees what the other saved", async () => {
  const { owner } = await houseOf();
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await price(owner);
  const version = String(await versionOf(owner, "growth"));
  const saved = { intent: "price", tier: "growth", version, ...figures };
  const answers = await Promise.all([
    owner.post("/clients/prices", { ...saved, fee_amount: "210" }),
    other.post("/clients/prices", { ...saved, fee_amount: "220" }),
  ]);
  const places = answers.map((answer) => answer.headers.get("location")).sort();
  expect(places).toEqual(["/clients/prices?done=meanwhile", "/clients/prices?done=priced"]);
  const [kept] = await pricesOf(owner);
  const page = await (await owner.get("/clients/prices?done=meanwhile")).text();
  expect(await pageText(page)).toContain("Someone else changed this price");
  expect(page).toContain(`value="${(kept?.fee_amount ?? 0) / 100}"`);
  // A first price that another person saved meanwhile is no different.
  expect((await price(owner, { tier: "scale" })).headers.get("location")).toContain("done=priced");
  const late = await other.post("/clients/prices", { ...saved, tier: "scale", version: "0" });
  expect(late.headers.get("location")).toContain("done=meanwhile");
});

test("a client's own price comes before its plan's, and goes again", async () => {
  const { owner, shop } = await houseOf();
  await price(owner);
  const own = { fee_amount: "99.50", minute_micros: "0.3" };
  expect((await price(owner, own, shop)).headers.get("location")).toContain("done=priced");
  const page = () =>
    owner.get(`/clients/${shop.organizationId}`).then(async (answer) => pageText(await answer.text()));
  expect(await page()).toContain("It pays $99.50 a month with 500 minutes, then $0.30 a minute.");
  expect(await audited(shop.organizationId, "client_price.set")).toMatchObject([
    { changes: { tier: "growth" } },
  ]);
  await fixClientTerms(env, inNextMonth());
  expect((await termsOf(shop)).at(-1)).toMatchObject({ fee_amount: 9_950, minute_micros: 300_000 });
  const version = String(await versionOf(owner, "growth", shop.organizationId));
  const removed = await owner.post(`/clients/${shop.organizationId}`, {
    intent: "unprice",
    tier: "growth",
    version,
  });
  expect(removed.headers.get("location")).toContain("done=unpriced");
  expect(await page()).toContain("It pays $199.00 a month with 500 minutes, then $0.35 a minute.");
});

test("a changed price, plan or client's price counts from the next month; the month that runs keeps its terms", async () => {
  const { owner, shop } = await houseOf();
  const month = monthName(Date.now(), zone);
  await price(owner);
  await price(owner, { tier: "starter", fee_amount: "49" });
  expect(await termsOf(shop)).toMatchObject([{ month, tier: "growth", fee_amount: 19_900 }]);
  await price(owner, { fee_amount: "299" });
  await price(owner, { fee_amount: "399" }, shop);
  const details = {
    name: "Harborview",
    tier: "starter",
    status: "active",
    lines: "",
    numbers: "",
    agents: "",
  };
  await owner.post(`/clients/${shop.organizationId}`, { intent: "details", ...details });
  await fixClientTerms(env, Date.now());
  expect(await termsOf(shop)).toMatchObject([{ month, tier: "growth", fee_amount: 19_900 }]);
  await fixClientTerms(env, inNextMonth());
  await fixClientTerms(env, inNextMonth() + 1);
  expect(await termsOf(shop)).toMatchObject([
    { tier: "growth", fee_amount: 19_900 },
    { tier: "starter", fee_amount: 4_900, currency: "USD" },
  ]);
});

test("clients on trial, suspended or archived ones owe nothing; one that is activated owes from then on", async () => {
  const { owner, shop: onTrial } = await houseOf({ subscription_status: "pending" });
  const suspended = await clientOf(owner, {
    subscription_tier: "growth",
    subscription_status: "active",
    suspended_at: 1,
  });
  await price(owner);
  await fixClientTerms(env, Date.now());
  expect(await termsOf(onTrial)).toEqual([]);
  expect(await termsOf(suspended)).toEqual([]);
  const details = {
    name: "Harborview",
    tier: "growth",
    status: "active",
    lines: "",
    numbers: "",
    agents: "",
  };
  const before = Date.now();
  await owner.post(`/clients/${onTrial.organizationId}`, { intent: "details", ...details });
  const [terms] = await termsOf(onTrial);
  expect(terms).toMatchObject({ tier: "growth", fee_amount: 19_900 });
  expect(terms?.starts_at).toBeGreaterThanOrEqual(before);
});

test("cron fixes the terms of every agency, some in each run, and goes on where it stopped", async () => {
  const houses = [await houseOf(), await houseOf(), await houseOf()];
  for (const { owner } of houses) await price(owner);
  const later = inNextMonth(inNextMonth());
  const fixed = async () => {
    const all = await Promise.all(houses.map(({ shop }) => termsOf(shop)));
    return all.every((terms) => terms.length === 2);
  };
  // However many agencies other tests of this file left behind.
  for (let run = 0; run < 20 && !(await fixed()); run++) await fixClientTerms(env, later);
  expect(await fixed()).toBe(true);
});

test("a template carries a price to the clients made from it, and their first month begins with them", async () => {
  const { owner } = await houseOf();
  await price(owner);
  const form = { intent: "create", from: owner.organizationId, ...figures, fee_amount: "149" };
  expect(
    (await owner.post("/clients/templates", { ...form, name: "Clinics" })).headers.get("location"),
  ).toContain("created");
  expect(await pageText(await (await owner.get("/clients/templates")).text())).toContain(
    "$149.00 a month with 500 minutes, then $0.35 a minute",
  );
  const half = await owner.post("/clients/templates", { ...form, name: "Half", minute_micros: "" });
  expect(half.status).toBe(422);
  const [template] = await controlPlane()
    .select()
    .from(control.clientTemplates)
    .where(eq(control.clientTemplates.organization_id, owner.organizationId));
  const made = await owner.post("/clients/new", {
    name: "Lakeside",
    owner: newAddress(),
    tier: "growth",
    status: "active",
    template: template?.id ?? "",
  });
  const [, id = ""] = /^\/clients\/([\w-]+)\?/.exec(made.headers.get("location") ?? "") ?? [];
  expect(await termsOf({ organizationId: id })).toMatchObject([{ fee_amount: 14_900, tier: "growth" }]);
  const plain = await owner.post("/clients/templates", {
    intent: "create",
    from: owner.organizationId,
    name: "Plain",
    fee_amount: "",
    included_minutes: "",
    minute_micros: "",
  });
  expect(plain.headers.get("location")).toContain("created");
});

test("after the currency was changed, an old price says so until it is saved again", async () => {
  const { owner } = await houseOf();
  await price(owner);
  await controlPlane()
    .update(control.organizations)
    .set({ currency: "EUR" })
    .where(eq(control.organizations.id, owner.organizationId));
  const text = async () => pageText(await (await owner.get("/clients/prices")).text());
  expect(await text()).toContain("This price is in USD. Save it again to charge in EUR.");
  await price(owner);
  expect(await text()).not.toContain("This price is in USD");
  expect(await pricesOf(owner)).toMatchObject([{ currency: "EUR" }]);
});
