/** What a client that left its agency still owes it by statement. */
import { expect, test } from "vitest";
import { monthName } from "#app/billing/resale/client-months.ts";
import { recomputed } from "../../scripts/statement.mjs";
import { pageText } from "../support/page-form.ts";
import type { Person } from "../support/people.ts";
import { press } from "./arrange.ts";
import { called, houseOf, price, termsOf, zone } from "./pricing.ts";
import { accept, offered, otherAgency } from "./transfers.ts";

const page = async (shop: Person) => pageText(await (await shop.get("/subscription")).text());

const csv = async (shop: Person, since?: number | undefined) =>
  (
    await shop.get(
      `/subscription/statements/${monthName(Date.now(), zone)}/calls.csv${since ? `?since=${since}` : ""}`,
    )
  ).text();

/** A client with a call in this month. */
async function charged() {
  const { owner, shop } = await houseOf();
  await price(owner);
  const [terms] = await termsOf(shop);
  await called(shop, [61], (terms?.starts_at ?? 0) + 1);
  return { owner, shop };
}

test("a client that stands alone keeps its former agency's statement, with its name and its calls", async () => {
  const { owner, shop } = await charged();
  await press(owner, shop, "move");
  const text = await page(shop);
  expect(text).toMatch(/2 min · until \w+ \d+ · Northwind Voice/);
  expect(text).toContain("$199.00");
  expect(recomputed(await csv(shop))).toMatchObject({ wrong: [], calls: 1, total: "199.00" });
});

test("a client that moves to another agency and back within a month pays each its fee once, and each call once", async () => {
  const { owner, shop } = await charged();
  const other = await otherAgency({ subscription_tier: "agency", time_zone: zone });
  await price(other, { fee_amount: "100", included_minutes: "0", minute_micros: "0.6" });
  await accept(other, await offered(owner, shop, other));
  await called(shop, [30], Date.now());
  await accept(owner, await offered(other, shop, owner));
  await called(shop, [40], Date.now());
  const rows = (await termsOf(shop)).toSorted((a, b) => a.starts_at - b.starts_at);
  expect(rows.map((row) => [row.agency_id, row.fee_amount])).toEqual([
    [owner.organizationId, 19_900],
    [other.organizationId, 10_000],
    [owner.organizationId, 0],
  ]);
  const text = await page(shop);
  expect(text).toMatch(/1 min · until \w+ \d+ · Lakeside Calls/);
  const files = await Promise.all(rows.map(async ({ starts_at }) => recomputed(await csv(shop, starts_at))));
  expect(files).toMatchObject([
    { wrong: [], calls: 1, total: "199.00" },
    { wrong: [], calls: 1, total: "100.30" },
    { wrong: [], calls: 1, total: "0.00" },
  ]);
});
