/** What a larger plan costs within a period: the old fee comes back for unused time, and no more than for unused minutes. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { unusedFee } from "#app/billing/plan/unused-fee.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended } from "../calls/arrange.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { advance, deliver } from "../support/stripe.ts";
import { callOf } from "./arrange.ts";
import { paying } from "./buying.ts";
import { planOf, priceOf, sellPlans, stripe } from "./subscribing.ts";

const prices = new Map<string, string>();
const price = (tier: string): string => prices.get(tier) ?? "";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
  for (const tier of ["starter", "growth", "scale"]) prices.set(tier, (await priceOf(tier)).price_id);
});

/** So many minutes of the running period are used. */
async function use(owner: Person, minutes: number): Promise<void> {
  const { organizationId, store } = owner;
  const rows = await controlPlane()
    .select()
    .from(control.subscriptionTerms)
    .where(eq(control.subscriptionTerms.organization_id, organizationId));
  await store.usage.setTerms(
    rows.map(({ organization_id: _, created_at: __, ...terms }) => terms),
    Date.now(),
  );
  await ended(owner, callOf(minutes * 60, Date.now()));
}

const preview = async (owner: Person, to: string) =>
  (await owner.get(`/subscription?change=${price(to)}`)).text();

/** Confirms what a page showed. */
async function confirm(owner: Person, html: string): Promise<string> {
  const { values } = await pageForm(html, "change-plan");
  const answer = await owner.post("/subscription", { ...Object.fromEntries(values), intent: "change" });
  return answer.headers.get("location") ?? `${answer.status} ${await pageText(await answer.text())}`;
}

/** The totals of an organization's invoices in minor units, the newest first. */
async function billed({ organizationId }: Person): Promise<number[]> {
  const row = await controlPlane()
    .select({ customer: control.billingCustomers.customer_id })
    .from(control.billingCustomers)
    .where(eq(control.billingCustomers.organization_id, organizationId))
    .get();
  const { data } = await stripe.invoices.list({ customer: row?.customer ?? "" });
  return data.map(({ total }) => total);
}

test("who has used all included minutes gets nothing of the old fee back, however often they climb", async () => {
  const owner = await paying(price("starter"));
  await use(owner, 200);
  const first = await preview(owner, "growth");
  expect(await pageText(first)).toMatch(/Charged now \$99\.00/);
  expect(await pageText(first)).not.toContain("Unused part of the plan before");
  expect(await confirm(owner, first)).toBe("/subscription?done=changed");
  await use(owner, 1000);
  expect(await confirm(owner, await preview(owner, "scale"))).toBe("/subscription?done=changed");
  expect(await billed(owner)).toEqual([299_00, 99_00, 29_00]);
});

test("half of the minutes used: half of the fee comes back, on the page and on the invoice alike", async () => {
  const owner = await paying(price("starter"));
  await use(owner, 100);
  const shown = await preview(owner, "growth");
  expect(await pageText(shown)).toMatch(
    /Unused part of the plan before -\$14\.50 .*Charged now \$84\.50|\$99\.00 .*Unused part of the plan before -\$14\.50 Charged now \$84\.50/,
  );
  expect(await confirm(owner, shown)).toBe("/subscription?done=changed");
  expect(await billed(owner)).toEqual([84_50, 29_00]);
});

test("a sum that has changed since the page showed it is shown again, and nothing is charged", async () => {
  const owner = await paying(price("starter"));
  const { organizationId } = owner;
  await use(owner, 210);
  const customer = await controlPlane()
    .select({ id: control.billingCustomers.customer_id })
    .from(control.billingCustomers)
    .where(eq(control.billingCustomers.organization_id, organizationId))
    .get();
  // Stripe counts in whole seconds, and a period of none has no usage.
  await advance({ seconds: 5 }, customer?.id);
  const html = await preview(owner, "growth");
  await stripe.billing.meterEvents.create({
    event_name: "call_seconds",
    identifier: `test:${organizationId}`,
    payload: { stripe_customer_id: customer?.id ?? "", value: String(210 * 60) },
  });
  await advance({ seconds: 5 }, customer?.id);
  // The page was drawn before these minutes reached Stripe.
  expect(await confirm(owner, html)).toMatch(/^409 .*The amounts have changed since they were shown/);
  expect(await planOf(organizationId)).toMatchObject({ tier: "starter" });
  const again = await preview(owner, "growth");
  expect(await pageText(again)).toMatch(/Charged now \$100\.80/);
  expect(await confirm(owner, again)).toBe("/subscription?done=changed");
  expect(await billed(owner)).toEqual([100_80, 29_00]);
});

describe("the part of a fee that comes back", () => {
  const day = 86_400;
  const month = { starts: 0, ends: 30 * day };
  const monthly = { fee: 30_00, ...month, minutes: month };
  const of = (used_seconds: number) => ({ used_seconds, included_seconds: 600 });
  test.each([
    ["a third of the time is over, nothing used", { ...monthly, usage: of(0) }, 10, 20_00],
    ["a third is over, all used", { ...monthly, usage: of(600) }, 10, 0],
    ["a third is over, more than all used", { ...monthly, usage: of(900) }, 10, 0],
    ["a third is over, a half used", { ...monthly, usage: of(300) }, 10, 15_00],
    ["most is over, a half used", { ...monthly, usage: of(300) }, 27, 3_00],
    ["nothing is known of its minutes", { ...monthly, usage: null }, 10, 20_00],
    ["the plan includes none", { ...monthly, usage: { used_seconds: 9, included_seconds: 0 } }, 10, 20_00],
    ["the period is over", { ...monthly, usage: of(0) }, 31, 0],
    [
      "a year whose first month is used up",
      { fee: 120_00, starts: 0, ends: 360 * day, minutes: month, usage: of(600) },
      10,
      110_00,
    ],
    [
      "a year in its last month",
      {
        fee: 120_00,
        starts: 0,
        ends: 360 * day,
        minutes: { starts: 330 * day, ends: 360 * day },
        usage: of(300),
      },
      330,
      5_00,
    ],
  ])("%s", (_, paid, days, amount) => {
    expect(unusedFee(paid, days * day)).toBe(amount);
  });
});
