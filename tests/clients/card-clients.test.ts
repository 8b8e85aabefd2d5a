/** What an agency sees and may change of a client that pays it by card: the subscription decides, and pages say so. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { bought } from "../billing/buying.ts";
import { planOf, sellPlans } from "../billing/subscribing.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { press, rowOf } from "./arrange.ts";
import { called, price } from "./pricing.ts";
import { offers, shopOf, subscribed } from "./selling.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const htmlOf = async (by: Person, path: string) => (await by.get(path)).text();
const textOf = async (by: Person, path: string) => pageText(await htmlOf(by, path));

const limits = { lines: "", numbers: "", agents: "" };

test("an agency can't give a client that pays by card another plan or status, and its name can be changed", async () => {
  const { owner, shop } = await shopOf();
  await subscribed(shop);
  const page = `/clients/${shop.organizationId}`;
  const html = await htmlOf(owner, page);
  expect(html).not.toMatch(/<select[^>]*name="(?:tier|status)"/);
  expect(await pageText(html)).toContain("It pays by card, so its subscription decides its plan and status.");
  for (const wrong of [{ status: "pending" }, { tier: "starter" }, { tier: "scale", status: "active" }]) {
    const answer = await press(owner, shop, "details", { name: "Harborview", ...limits, ...wrong });
    expect([wrong, answer.status]).toEqual([wrong, 409]);
    expect(await pageText(await answer.text())).toContain("It pays by card");
  }
  expect(await planOf(shop.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  const saved = await press(owner, shop, "details", { name: "Harborview & Sons", ...limits, numbers: "2" });
  expect(saved.headers.get("location")).toContain("done=details");
  expect(await rowOf(shop.organizationId)).toMatchObject({
    name: "Harborview & Sons",
    subscription_tier: "growth",
    subscription_status: "active",
    client_limits: { numbers: 2 },
  });
});

test("the form of a client shows the status that it has, and saving a name keeps it", async () => {
  const { owner, shop } = await shopOf();
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_status: "past_due", past_due_since: Date.now() })
    .where(eq(control.organizations.id, shop.organizationId));
  const html = await htmlOf(owner, `/clients/${shop.organizationId}`);
  const select = /<select[^>]*name="status"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "";
  expect(select).toMatch(/<option value="kept"[^>]*>Payment overdue/);
  expect(select).not.toContain("Trial");
  await press(owner, shop, "details", { name: "Harborview", tier: "growth", status: "kept", ...limits });
  expect(await rowOf(shop.organizationId)).toMatchObject({
    name: "Harborview",
    subscription_status: "past_due",
  });
  await press(owner, shop, "details", { name: "Harborview", tier: "growth", status: "active", ...limits });
  expect(await rowOf(shop.organizationId)).toMatchObject({ subscription_status: "active" });
});

test("a client's page names what it really pays, also after its plan's price was changed", async () => {
  const { owner, shop } = await shopOf();
  await subscribed(shop);
  await price(owner, { fee_amount: "249" });
  const text = await textOf(owner, `/clients/${shop.organizationId}`);
  expect(text).toContain("It pays $199.00 a month with 500 minutes, then $0.35 a minute, by card.");
  expect(text).not.toContain("It pays $249.00");
});

test("the page after a client's checkout tells the minutes that its agency includes, and no numbers of a plan", async () => {
  const { shop } = await shopOf();
  const [offer] = await offers(shop);
  const text = await pageText(await (await bought(shop, offer?.price_id ?? "")).text());
  expect(text).toContain("You're on the Growth plan");
  expect(text).toContain("500 minutes a month");
  expect(text).not.toMatch(/ 0 minutes|\d included/);
});

test("a changed price says who keeps an earlier one, and how to move them", async () => {
  const { owner, shop } = await shopOf();
  await subscribed(shop);
  expect(await textOf(owner, "/clients/prices")).not.toContain("earlier price");
  await price(owner, { fee_amount: "249" });
  const prices = await textOf(owner, "/clients/prices?done=priced");
  expect(prices).toContain("Harborview Plumbing subscribed by card at an earlier price and keeps it.");
  expect(prices).toContain("when that ends, it subscribes at this price.");
  expect(prices).toContain("Clients that pay by card keep the price they subscribed at.");
  // A price of its own that is what it pays keeps nothing.
  await price(owner, {}, shop);
  expect(await textOf(owner, "/clients/prices")).not.toContain("earlier price");
});

test("a client that moved from statement to card has a spending cap, and can save one", async () => {
  const { shop } = await shopOf({ subscription_status: "active" });
  expect(await textOf(shop, "/subscription")).not.toContain("Spending cap");
  await subscribed(shop);
  expect(await textOf(shop, "/subscription")).toContain("Spending cap");
  const cap = { intent: "spending-cap", amount: "50", currency: "USD", action: "stop_outbound" };
  expect((await shop.post("/subscription", cap)).headers.get("location")).toBe("/subscription?done=cap");
  expect(await textOf(shop, "/subscription")).toContain("$0.00 of $50.00 spent");
});

test("margins take the platform's fee off card payments, mark what is overdue, and say that usage isn't invoices", async () => {
  const { owner, shop } = await shopOf();
  const { subscription_id } = await subscribed(shop);
  const line = async () => {
    const csv = await (await owner.get("/clients/margins/export")).text();
    return csv.split("\r\n").find((one) => one.includes("Harborview")) ?? "";
  };
  // 2% of 199.00 are 3.98.
  expect((await line()).split(",").slice(6)).toEqual([
    "199",
    "0",
    "199",
    "0",
    "195.02",
    "3.98",
    "card",
    "no",
  ]);
  const text = await textOf(owner, "/clients/margins");
  expect(text).toContain("Clients that pay by card are invoiced by their own billing periods");
  expect(text).toContain("2% of each of their payments is the platform's fee");
  expect(text).toContain("Margin $195.02 after $3.98 platform fee");
  expect(text).toContain("Growth, by card");
  expect(text).not.toContain("overdue");
  await controlPlane()
    .update(control.subscriptions)
    .set({ status: "past_due", past_due_since: Date.now() })
    .where(eq(control.subscriptions.subscription_id, subscription_id));
  expect(await line()).toMatch(/,card,yes$/);
  const overdue = await textOf(owner, "/clients/margins");
  expect(overdue).toContain("$199.00 of it overdue");
  expect(overdue).toContain("Growth, by card, payment overdue");
});

test("a client that is billed by statement reads that it may pay by card instead, and one count of its minutes", async () => {
  const { shop } = await shopOf({ subscription_status: "active" });
  await called(shop, [61], Date.now());
  await textOf(shop, "/subscription");
  const text = await textOf(shop, "/subscription");
  expect(text).toContain("Northwind Voice provides your plan and bills you for it.");
  expect(text.indexOf("provides your plan")).toBeLessThan(text.indexOf("Pay by card instead"));
  expect(text).toContain("Pay by card");
  expect(text).not.toContain("Choose Growth");
  expect(text.match(/Minutes [\d,]+ /g)).toEqual(["Minutes 2 "]);
});
