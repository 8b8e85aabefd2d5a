/** Clients that owed their agency by statement and begin to pay it by card: nothing is charged twice. */
import { beforeAll, expect, test } from "vitest";
import { monthAt, monthName } from "#app/billing/resale/client-months.ts";
import { recomputed } from "../../scripts/statement.mjs";
import { sellPlans } from "../billing/subscribing.ts";
import { pageText } from "../support/page-form.ts";
import { deliver } from "../support/stripe.ts";
import { called, termsOf, zone } from "./pricing.ts";
import { shopOf, subscribed } from "./selling.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("the statement ends where the card subscription begins, with its share of the fee, and each call is on one bill", async () => {
  const { owner, shop } = await shopOf({ subscription_status: "active" });
  const { month, starts_at, ends_at } = monthAt(Date.now(), zone);
  // The month's terms are fixed before the first call.
  await shop.get("/subscription");
  const [before] = await termsOf(shop);
  const begun = before?.starts_at ?? 0;
  expect(before).toMatchObject({ month, ends_at, fee_amount: 19_900, subscription_id: null });
  await called(shop, [61], begun + 1);
  const row = await subscribed(shop);
  const card = row.stripe_created;
  await called(shop, [120, 30], card + 1500);

  const fee = Math.floor((19_900 * (card - begun)) / (ends_at - begun) + 0.5);
  const [owed, paid, ...more] = (await termsOf(shop)).toSorted((a, b) => a.starts_at - b.starts_at);
  expect(owed).toMatchObject({ starts_at: begun, ends_at: card, fee_amount: fee, subscription_id: null });
  expect(paid).toMatchObject({
    starts_at: card,
    ends_at,
    fee_amount: 19_900,
    subscription_id: row.subscription_id,
  });
  expect(more).toEqual([]);
  expect(begun).toBeGreaterThanOrEqual(starts_at);

  const text = await pageText(await (await shop.get("/subscription")).text());
  expect(text).not.toContain("so far as CSV");
  expect(text).toMatch(/2 min · until /);
  expect(text).toContain(`$${(fee / 100).toFixed(2)}`);
  const statement = await (await shop.get(`/subscription/statements/${month}/calls.csv`)).text();
  expect(recomputed(statement)).toMatchObject({ wrong: [], calls: 1, total: (fee / 100).toFixed(2) });
  expect(statement).toContain("billable_seconds,61\r\n");
  const invoiced = await (await shop.get("/subscription/invoices/current/calls.csv")).text();
  expect(recomputed(invoiced)).toMatchObject({ wrong: [], calls: 2, fee: "199.00" });
  expect(invoiced).toContain("billable_seconds,150\r\n");

  const margins = await (await owner.get(`/clients/margins/export?month=${month}`)).text();
  const line = margins.split("\r\n").filter((one) => one.includes("Harborview"));
  expect(line.map((one) => one.split(",").slice(3, 7))).toEqual([
    ["3", "211", "USD", String((19_900 + fee) / 100)],
  ]);
  expect(monthName(card, zone)).toBe(month);
});
