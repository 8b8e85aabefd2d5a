/** What a paid number adds to the subscription: from the second month on, for as long as it is held, and no longer. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { monthAfter } from "#app/telephony/sale/calendar-month.ts";
import { endNumbers } from "#app/telephony/sale/ended-numbers.server.ts";
import { healRents } from "#app/telephony/sale/heal-rents.server.ts";
import { stepsTo } from "#app/telephony/sale/item-steps.ts";
import {
  cronCursors,
  numberRents,
  organizations,
  phoneNumbers,
  subscriptions,
} from "#drizzle/control/schema.ts";
import { priceOf, sellPlans } from "../billing/subscribing.ts";
import { stripe } from "../sandbox/stripe.ts";
import { mailsTo } from "../support/inbox.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { advance, deliver } from "../support/stripe.ts";
import { bought, rows } from "./buyer.ts";
import { fault, numberForSale, soldAs } from "./carrier.ts";
import {
  database,
  numberItems,
  ordered,
  orderRow,
  paidFor,
  rentsOf,
  returned,
  type Subscriber,
  subscriber,
} from "./sale.ts";

beforeAll(() => deliver({ mode: "held" }));

const day_ms = 86_400_000;

/** A number that was ordered and paid. @returns its id */
async function paidNumber(owner: Subscriber): Promise<string> {
  const id = await ordered(owner);
  await paidFor(id);
  await returned(owner, id);
  return (await orderRow(id)).number_id;
}

/** As if the month that a number's order paid had ended so many minutes ago. */
const monthOver = (number_id: string, minutes = 1) => {
  const ended = Date.now() - minutes * 60_000;
  return controlPlane()
    .update(numberRents)
    .set({ paid_until: ended, due_at: ended })
    .where(eq(numberRents.number_id, number_id));
};

/** The owner chooses a smaller plan, which follows at the period's end. @returns the customer */
async function changesLater({ post, subscription, organizationId }: Subscriber): Promise<string> {
  await sellPlans();
  const [growth, starter] = [await priceOf("growth"), await priceOf("starter")];
  const { items, customer } = await stripe.subscriptions.retrieve(subscription);
  const [fee, minutes] = items.data;
  await stripe.subscriptions.update(subscription, {
    items: [
      { id: fee?.id ?? "", price: growth.price_id },
      { id: minutes?.id ?? "", price: growth.minutes_price_id },
    ],
    proration_behavior: "none",
  });
  const one = { organization_id: organizationId, subscription_id: subscription };
  await refreshSubscription(env, database(), one, Date.now());
  const change = { intent: "change", price: starter.price_id, shown: growth.price_id };
  const answer = await post("/subscription", change);
  expect(answer.headers.get("location")).toBe("/subscription?done=changed");
  return typeof customer === "string" ? customer : customer.id;
}

describe("a rent", () => {
  it("adds nothing while the month of its order runs, and is charged from then on", async () => {
    const owner = await subscriber();
    const first = await paidNumber(owner);
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([]);
    await monthOver(first);
    await healRents(env, Date.now());
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([[1, 400]]);
    expect(await rentsOf(owner)).toMatchObject([{ subscription_id: owner.subscription, due_at: null }]);
    const second = await paidNumber(owner);
    await monthOver(second);
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([[2, 400]]);
  });

  it("is charged for the rest of the running period: the next invoice has the remaining days", async () => {
    const owner = await subscriber();
    const number = await paidNumber(owner);
    await monthOver(number, 0);
    await healRents(env, Date.now() + 1000);
    const preview = await stripe.invoices.createPreview({ subscription: owner.subscription });
    const remaining = preview.lines.data.filter(
      ({ parent }) => parent?.subscription_item_details?.proration === true,
    );
    expect(remaining.map(({ amount }) => amount)).toEqual([expect.any(Number)]);
    expect(remaining[0]?.amount).toBeGreaterThan(390);
    expect(remaining[0]?.amount).toBeLessThanOrEqual(400);
  });

  it("ends with the release, at once, and the other numbers of its price go on", async () => {
    const owner = await subscriber();
    const [first, second] = [await paidNumber(owner), await paidNumber(owner)];
    await monthOver(first);
    await monthOver(second);
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([[2, 400]]);
    await owner.post("/numbers", { do: "release", number: first });
    expect(await numberItems(owner.subscription)).toEqual([[1, 400]]);
    await owner.post("/numbers", { do: "release", number: second });
    expect(await numberItems(owner.subscription)).toEqual([]);
    expect((await rentsOf(owner)).every(({ ended_at, due_at }) => ended_at !== null && due_at === null)).toBe(
      true,
    );
  });

  it("ends with the release also in a smaller plan that was to follow", async () => {
    const owner = await subscriber({ tier: "growth" });
    const [first, second] = [await paidNumber(owner), await paidNumber(owner)];
    await monthOver(first);
    await monthOver(second);
    await healRents(env, Date.now());
    const customer = await changesLater(owner);
    await owner.post("/numbers", { do: "release", number: first });
    await advance({ days: 32 }, customer);
    expect(await numberItems(owner.subscription)).toEqual([[1, 400]]);
    const [newest] = (await stripe.invoices.list({ customer })).data;
    const rents = newest?.lines.data.filter(
      ({ description, parent }) =>
        description?.includes("Phone number") && parent?.subscription_item_details?.proration === false,
    );
    expect(rents?.map(({ quantity, amount }) => [quantity, amount])).toEqual([[1, 400]]);
  });

  it("ends also when Stripe is down at the release: cron does it", async () => {
    const owner = await subscriber();
    const number = await paidNumber(owner);
    await monthOver(number);
    await healRents(env, Date.now());
    await fault(owner, { host: "api.stripe.com", path: "/v1/subscriptions", status: 500, times: 3 });
    expect((await owner.post("/numbers", { do: "release", number })).status).toBe(200);
    expect(await numberItems(owner.subscription)).toEqual([[1, 400]]);
    await healRents(env, Date.now() + 1000);
    expect(await numberItems(owner.subscription)).toEqual([]);
  });

  it("is healed when Stripe lost its item, and ended when the number is gone", async () => {
    const owner = await subscriber();
    const number = await paidNumber(owner);
    await monthOver(number);
    await healRents(env, Date.now());
    const { items } = await stripe.subscriptions.retrieve(owner.subscription);
    const item = items.data.find(({ price }) => price.unit_amount === 400);
    await stripe.subscriptions.update(owner.subscription, { items: [{ id: item?.id ?? "", deleted: true }] });
    const walk = async () => {
      await controlPlane().delete(cronCursors).where(eq(cronCursors.name, "rents"));
      for (let run = 0; run < 10; run++) await healRents(env, Date.now());
    };
    await walk();
    expect(await numberItems(owner.subscription)).toEqual([[1, 400]]);
    await controlPlane().delete(phoneNumbers).where(eq(phoneNumbers.number_id, number));
    await controlPlane().update(numberRents).set({ started_at: 0 }).where(eq(numberRents.number_id, number));
    await walk();
    expect(await numberItems(owner.subscription)).toEqual([]);
  });

  it("costs nothing for a number that the plan includes", async () => {
    const owner = await subscriber();
    await bought(owner, await numberForSale("415"));
    await healRents(env, Date.now());
    expect(await rentsOf(owner)).toEqual([]);
    expect(await numberItems(owner.subscription)).toEqual([]);
  });
});

describe("the steps to a quantity", () => {
  const period_start = 1000;
  const steps = (wanted: Partial<Parameters<typeof stepsTo>[0]>) =>
    stepsTo({ has: 0, wants: 0, begins: [], period_start, now: 9000, ...wanted });

  it("charge each new rent from the end of its paid month, never before the period or after now", () => {
    expect(steps({ wants: 2, begins: [4000, 2000] })).toEqual([
      { quantity: 1, from: 2000 },
      { quantity: 2, from: 4000 },
    ]);
    expect(steps({ has: 1, wants: 2, begins: [500] })).toEqual([{ quantity: 2, from: 1000 }]);
    expect(steps({ wants: 1, begins: [99_000] })).toEqual([{ quantity: 1, from: 9000 }]);
  });

  it("charge what Stripe lost from the period's beginning, and give nothing back for what ended", () => {
    expect(steps({ wants: 2, begins: [3000] })).toEqual([
      { quantity: 1, from: 1000 },
      { quantity: 2, from: 3000 },
    ]);
    expect(steps({ has: 3, wants: 1 })).toEqual([{ quantity: 1, from: null }]);
    expect(steps({ has: 2, wants: 2, begins: [3000] })).toEqual([]);
  });
});

it.each([
  ["2026-01-15T10:00:00Z", "2026-02-15T10:00:00Z"],
  ["2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"],
  ["2028-01-31T23:59:59Z", "2028-02-29T23:59:59Z"],
  ["2026-12-31T00:00:00Z", "2027-01-31T00:00:00Z"],
])("a month after %s is %s", (from, to) => {
  expect(new Date(monthAfter(Date.parse(from))).toISOString()).toBe(to.replace("Z", ".000Z"));
});

describe("the numbers of an organization whose plan is not paid", () => {
  const walk = async (now: number) => {
    await controlPlane().delete(cronCursors).where(eq(cronCursors.name, "number_endings"));
    await endNumbers(env, now);
  };
  const setStatus = (organizationId: string, subscription_status: string) =>
    controlPlane()
      .update(organizations)
      .set({ subscription_status })
      .where(eq(organizations.id, organizationId));

  it("are given back after 30 days and two warnings, its clients' too", async () => {
    const agency = await memberOf({
      organization: { subscription_status: "active", subscription_tier: "agency" },
    });
    const parent_organization_id = agency.organizationId;
    const client = await memberOf({
      organization: { parent_organization_id, subscription_status: "active" },
    });
    const [own, clients] = [await numberForSale("503"), await numberForSale("504")];
    await bought(agency, own);
    await controlPlane().insert(subscriptions).values(livingSubscription(agency.organizationId));
    await bought(client, clients);
    await setStatus(agency.organizationId, "canceled");
    const start = Date.now();
    await walk(start);
    await walk(start + 15 * day_ms);
    expect(await mailsTo(agency.email)).toEqual([]);
    await walk(start + 16 * day_ms);
    await walk(start + 17 * day_ms);
    await walk(start + 27 * day_ms);
    expect((await mailsTo(agency.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("will lose its phone number on"),
      expect.stringContaining("will lose its phone number on"),
    ]);
    expect(await mailsTo(client.email)).toHaveLength(2);
    expect(await soldAs(own)).not.toBeNull();
    await walk(start + 30 * day_ms);
    expect([await soldAs(own), await soldAs(clients)]).toEqual([null, null]);
    expect([await rows(agency), await rows(client)]).toEqual([[], []]);
  });

  it("stay when it pays again in time", async () => {
    const owner = await memberOf({ organization: { subscription_status: "active" } });
    const number = await numberForSale("505");
    await bought(owner, number);
    await setStatus(owner.organizationId, "unpaid");
    const start = Date.now();
    await walk(start);
    await setStatus(owner.organizationId, "active");
    await walk(start + 31 * day_ms);
    await walk(start + 62 * day_ms);
    expect(await soldAs(number)).not.toBeNull();
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  const livingSubscription = (organization_id: string) => ({
    ...{ subscription_id: `sub_${organization_id}`, organization_id, customer_id: `cus_${organization_id}` },
    ...{ status: "active", tier: "agency", cadence: "monthly", price_id: "price_x", currency: "USD" },
    ...{ unit_amount: 49_900, plan_item_id: "si_x", period_start: 0, period_end: Date.now() + day_ms },
    ...{ stripe_created: 0, refreshed_at: Date.now(), created_at: Date.now() },
  });
});
