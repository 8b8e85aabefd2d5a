/** Parallel purchases never take more numbers than a plan includes, and numbers beyond it are not included forever: a smaller plan is refused until they are gone, and where it was not chosen here they are charged, or given back, after a dated notice. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { endNumbers } from "#app/telephony/sale/ended-numbers.server.ts";
import { settleExcess } from "#app/telephony/sale/excess-numbers.server.ts";
import { healRents } from "#app/telephony/sale/heal-rents.server.ts";
import { kindOfNumber } from "#app/telephony/sale/number-kind.ts";
import { cronCursors, numberClaims, numberRents, organizations } from "#drizzle/control/schema.ts";
import { priceOf, sellPlans } from "../billing/subscribing.ts";
import { stripe } from "../sandbox/stripe.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { bought, rows } from "./buyer.ts";
import { fault, numberForSale, soldAs } from "./carrier.ts";
import { database, numberItems, press, rentsOf, type Subscriber, subscriber } from "./sale.ts";

const local = { country: "US", kind: "local" };

beforeAll(async () => {
  await deliver({ mode: "held" });
  // The runner fetches a module when it is first asked for, and another request that asks meanwhile may wait for ever:
  // what purchases need is fetched by two that come one after the other.
  const first = await subscriber();
  for (const area of ["907", "808"]) await press(first, await numberForSale(area), "", local);
});

const day_ms = 86_400_000;

async function buyEach(person: Person, areas: readonly string[]): Promise<string[]> {
  const numbers = [];
  for (const area of areas) {
    const number = await numberForSale(area);
    await bought(person, number);
    numbers.push(number);
  }
  return numbers;
}

/** The plan changes without a choice made here, as Stripe's dashboard or an admin changes it. */
const becomes = ({ organizationId }: Person, changes: Partial<typeof organizations.$inferInsert>) =>
  controlPlane().update(organizations).set(changes).where(eq(organizations.id, organizationId));

const walk = async () => {
  await controlPlane().delete(cronCursors).where(eq(cronCursors.name, "excess_numbers"));
  await settleExcess(env, Date.now());
};

const prices = async (person: Person) =>
  (await rows(person)).map(({ phone_number, monthly }) => [phone_number, (monthly?.micros ?? 0) / 1_000_000]);

const living = (rents: Awaited<ReturnType<typeof rentsOf>>) =>
  rents.filter(({ ended_at }) => ended_at === null);

describe("the places of a plan", () => {
  it("parallel presses never take more than a plan includes: the others lead to the payment", async () => {
    const owner = await subscriber();
    const areas = ["206", "303", "404", "512"];
    const numbers = await Promise.all(areas.map(numberForSale));
    const answers = await Promise.all(numbers.map((one) => press(owner, one, "", local)));
    const targets = answers.map((one) => one.headers.get("location")?.split("?")[0]);
    expect(targets.sort()).toEqual(["/checkout-number", "/checkout-number", "/checkout-number", "/numbers"]);
    expect(await rows(owner)).toHaveLength(1);
  });

  it("parallel presses of an agency's clients never take more than its plan includes", async () => {
    const agency = await subscriber({ tier: "starter" });
    const organization = { parent_organization_id: agency.organizationId, subscription_status: "active" };
    const clients = [await memberOf({ organization }), await memberOf({ organization })];
    const numbers = await Promise.all(["305", "615"].map(numberForSale));
    const answers = await Promise.all(clients.map((client, n) => press(client, numbers[n] ?? "", "", local)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect((await Promise.all(clients.map(rows))).flat()).toHaveLength(1);
  });

  it("a purchase that the carrier refuses gives its place back", async () => {
    const owner = await subscriber();
    const number = await numberForSale("213");
    await fault(owner, { path: "IncomingPhoneNumbers", status: 400 });
    expect((await press(owner, number, "", { country: "US", kind: "local" })).status).toBe(422);
    await bought(owner, await numberForSale("212"));
    const held = await controlPlane()
      .select()
      .from(numberClaims)
      .where(eq(numberClaims.organization_id, owner.organizationId));
    expect(held).toEqual([]);
  });
});

describe("numbers beyond what a plan includes", () => {
  it("must be given back before a smaller plan is chosen", async () => {
    await sellPlans();
    const owner = await subscriber({ tier: "growth" });
    const [growth, starter] = [await priceOf("growth"), await priceOf("starter")];
    const { items } = await stripe.subscriptions.retrieve(owner.subscription);
    const [fee, minutes] = items.data;
    await stripe.subscriptions.update(owner.subscription, {
      items: [
        { id: fee?.id ?? "", price: growth.price_id },
        { id: minutes?.id ?? "", price: growth.minutes_price_id },
      ],
      proration_behavior: "none",
    });
    const one = { organization_id: owner.organizationId, subscription_id: owner.subscription };
    await refreshSubscription(env, database(), one, Date.now());
    await buyEach(owner, ["206", "303", "404"]);
    const change = { intent: "change", price: starter.price_id, shown: growth.price_id };
    const refused = await owner.post("/subscription", change);
    expect(refused.status).toBe(409);
    expect(await pageText(await refused.text())).toContain("Remove 2 phone numbers first.");
    for (const { id } of (await rows(owner)).slice(1))
      await owner.post("/numbers", { do: "release", number: id });
    const answer = await owner.post("/subscription", change);
    expect(answer.headers.get("location")).toBe("/subscription?done=changed");
    // What is bought until then must have its place in the plan that follows.
    const text = await pageText(await (await owner.get("/numbers/search?area_code=312")).text());
    expect(text).toContain("$2 a month + $1 setup");
  });

  it("are charged after a month's notice when the plan shrank at Stripe, the newest first, and are told by mail", async () => {
    const owner = await subscriber({ tier: "growth" });
    const [oldest, second, newest] = await buyEach(owner, ["206", "303", "404"]);
    await becomes(owner, { subscription_tier: "starter" });
    await walk();
    await walk();
    const rents = living(await rentsOf(owner));
    expect(rents.map(({ phone_number }) => phone_number).sort()).toEqual([second, newest].sort());
    for (const { paid_until, monthly_amount } of rents) {
      expect(paid_until).toBeGreaterThan(Date.now() + 27 * day_ms);
      expect(monthly_amount).toBe(200);
    }
    expect(await prices(owner)).toEqual([
      [oldest, 0],
      [second, 2],
      [newest, 2],
    ]);
    const mails = await mailsTo(owner.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("2 phone numbers will be charged from");
    expect(mails[0]?.text).toContain("$2 a month");
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([]);
    const over = { paid_until: Date.now() - 60_000, due_at: Date.now() - 60_000 };
    await controlPlane()
      .update(numberRents)
      .set(over)
      .where(eq(numberRents.organization_id, owner.organizationId));
    await healRents(env, Date.now());
    expect(await numberItems(owner.subscription)).toEqual([[2, 200]]);
  });

  it("cost nothing when they are given back in time, and are included again when the plan has room", async () => {
    const owner = await subscriber({ tier: "growth" });
    await buyEach(owner, ["206", "303", "404"]);
    await becomes(owner, { subscription_tier: "starter" });
    await walk();
    const [last] = (await rows(owner)).slice(-1);
    await owner.post("/numbers", { do: "release", number: last?.id ?? "" });
    expect(living(await rentsOf(owner))).toHaveLength(1);
    await becomes(owner, { subscription_tier: "growth" });
    await walk();
    expect(living(await rentsOf(owner))).toEqual([]);
    expect((await prices(owner)).map(([, cost]) => cost)).toEqual([0, 0]);
    await becomes(owner, { subscription_tier: "starter" });
    await walk();
    expect(living(await rentsOf(owner))).toHaveLength(1);
  });

  it("of an agency's clients are charged to the agency, and end with the release or when the client leaves", async () => {
    const agency = await subscriber({ tier: "agency" });
    const organization = { parent_organization_id: agency.organizationId, subscription_status: "active" };
    const [client, leaving] = [await memberOf({ organization }), await memberOf({ organization })];
    await buyEach(agency, ["206"]);
    await buyEach(client, ["303"]);
    await buyEach(leaving, ["404"]);
    await becomes(agency, { subscription_tier: "starter" });
    await walk();
    expect(living(await rentsOf(agency))).toHaveLength(2);
    expect([...(await rentsOf(client)), ...(await rentsOf(leaving))]).toEqual([]);
    expect((await prices(client)).map(([, cost]) => cost)).toEqual([0]);
    expect(await mailsTo(client.email)).toEqual([]);
    const [held] = await rows(client);
    await client.post("/numbers", { do: "release", number: held?.id ?? "" });
    expect(living(await rentsOf(agency))).toHaveLength(1);
    await becomes(leaving, { parent_organization_id: null, subscription_status: "pending" });
    await controlPlane()
      .update(numberRents)
      .set({ started_at: 0 })
      .where(eq(numberRents.organization_id, agency.organizationId));
    await controlPlane().delete(cronCursors).where(eq(cronCursors.name, "rents"));
    for (let run = 0; run < 5; run++) await healRents(env, Date.now());
    expect(living(await rentsOf(agency))).toEqual([]);
  });

  it("of a client that left its agency are given back after 30 days and two mails, beyond the trial's", async () => {
    const agency: Subscriber = await subscriber({ tier: "agency" });
    const client = await memberOf({
      organization: {
        parent_organization_id: agency.organizationId,
        subscription_status: "active",
        subscription_tier: "growth",
      },
    });
    const numbers = await buyEach(client, ["206", "303", "404", "512", "212", "415"]);
    await becomes(client, {
      parent_organization_id: null,
      subscription_status: "pending",
      subscription_tier: "starter",
    });
    const start = Date.now();
    const end = async (days: number) => {
      await controlPlane().delete(cronCursors).where(eq(cronCursors.name, "number_endings"));
      await endNumbers(env, start + days * day_ms);
    };
    for (const day of [0, 16, 27]) await end(day);
    const mails = await mailsTo(client.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("will lose a phone number on"),
      expect.stringContaining("will lose a phone number on"),
    ]);
    expect(await soldAs(numbers[5] ?? "")).not.toBeNull();
    await end(30);
    expect((await rows(client)).map(({ phone_number }) => phone_number)).toEqual(numbers.slice(0, 5));
    expect(await soldAs(numbers[5] ?? "")).toBeNull();
  });
});

it.each([
  ["US", "+14155550100", "local"],
  ["CA", "+18005550100", "toll_free"],
  ["GB", "+447400123001", "mobile"],
  ["GB", "+448081570000", "toll_free"],
  ["GB", "+443301570000", "national"],
  ["DE", "+4930123456", "local"],
  ["AU", "+61400123456", "mobile"],
] as const)("a number of %s, %s, is %s", (country, number, kind) => {
  expect(kindOfNumber(country, number)).toBe(kind);
});
