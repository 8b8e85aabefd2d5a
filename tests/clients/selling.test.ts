/** Agencies that sell by card: the account they connect, what they lack before, their clients' checkouts, and what ends them. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { makeMissingRetailPrices } from "#app/billing/resale/retail-prices.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { createCheckout } from "../billing/buying.ts";
import { planOf, sellPlans, stripe, subscriptionRow, told } from "../billing/subscribing.ts";
import { post } from "../sandbox/world.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { deliver, onboard } from "../support/stripe.ts";
import { branded, clientOf, press, rowOf } from "./arrange.ts";
import { houseOf, price } from "./pricing.ts";
import {
  accountOf,
  connect,
  connected,
  offers,
  payouts,
  priced,
  retailOf,
  shopOf,
  subscribed,
} from "./selling.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

test("the page names each thing that is missing, and until nothing is, a client sees no checkout", async () => {
  const { owner, shop } = await houseOf();
  const first = await payouts(owner);
  expect(first).toContain("Connect a Stripe account that your clients' payments go to.");
  expect(first).toContain("Set a price for the Growth plan: clients of yours are on it.");
  expect(await offers(shop)).toEqual([]);
  await connect(owner);
  const begun = await payouts(owner);
  for (const words of [
    "Finish Stripe's form: it was started but not submitted.",
    "Stripe asks for a bank account for payouts.",
    "Stripe asks for your agreement to its terms.",
    "Stripe doesn't accept payments for your account yet.",
    "Stripe doesn't pay out to your bank account yet.",
  ])
    expect(begun).toContain(words);
  await onboard((await accountOf(owner))?.account_id ?? "");
  await price(owner);
  await priced(owner);
  expect(await payouts(owner, "?stripe=returned")).toContain("Nothing is missing.");
  expect(await offers(shop)).toHaveLength(1);
  await clientOf(owner, { subscription_tier: "scale" });
  expect(await payouts(owner)).toContain("Set a price for the Scale plan");
  expect(await offers(shop)).toEqual([]);
});

test.each([
  ["trialing", "Your own plan must be paid for before you can sell."],
  ["pending", "Your own plan must be paid for before you can sell."],
  ["past_due", "Your own payment is overdue."],
])("an agency that is %s can't sell, and reads why", async (subscription_status, words) => {
  const { owner, shop } = await shopOf();
  expect(await offers(shop)).toHaveLength(1);
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_status, past_due_since: subscription_status === "past_due" ? Date.now() : null })
    .where(eq(control.organizations.id, owner.organizationId));
  expect(await payouts(owner)).toContain(words);
  expect(await offers(shop)).toEqual([]);
});

test("prices in another currency than the account's are named, and not sold", async () => {
  const { owner, shop } = await shopOf();
  await controlPlane()
    .update(control.connectedAccounts)
    .set({ currency: "EUR" })
    .where(eq(control.connectedAccounts.organization_id, owner.organizationId));
  expect(await payouts(owner)).toContain("Some prices are in USD, but your Stripe account is paid in EUR.");
  expect(await offers(shop)).toEqual([]);
});

test("a double click connects one account, and a link that is too old is asked for anew", async () => {
  const { owner } = await houseOf();
  const attempt = newId();
  const answers = await Promise.all([connect(owner, attempt), connect(owner, attempt)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const account = await accountOf(owner);
  for (const answer of answers)
    expect(answer.headers.get("location")).toContain(account?.account_id ?? "none");
  expect(await payouts(owner, "?stripe=expired")).toContain("That link to Stripe has expired.");
});

test("a client of a ready agency pays the agency, which gets all but the platform's fee", async () => {
  const { owner, shop, account } = await shopOf();
  await branded(owner, { company_name: "Northwind" });
  const [offer] = await offers(shop);
  expect(offer).toMatchObject({
    tier: "growth",
    cadence: "monthly",
    unit_amount: 19_900,
    included_seconds: 30_000,
    minute_micros: 350_000,
    payee: { kind: "agency", account_id: account, name: "Northwind", application_fee_percent: 2 },
  });
  const row = await subscribed(shop);
  expect(row).toMatchObject({
    payee_id: owner.organizationId,
    tier: "growth",
    status: "active",
    unit_amount: 19_900,
  });
  expect(await planOf(shop.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  expect(await pageText(await (await shop.get("/subscription")).text())).toContain("$199.00");
  const subscription = await stripe.subscriptions.retrieve(row.subscription_id);
  expect(subscription).toMatchObject({
    application_fee_percent: 2,
    transfer_data: { destination: account },
    on_behalf_of: account,
  });
  const price = await stripe.prices.retrieve(row.price_id, { expand: ["product"] });
  expect(JSON.stringify(price)).not.toContain("AI Voice Agents");
});

test("a client can't buy the platform's prices, another agency's, or those of another plan", async () => {
  const { shop } = await shopOf();
  const { shop: other } = await shopOf();
  const [foreign] = await offers(other);
  const platform = await controlPlane().select().from(control.planPrices).limit(1).get();
  for (const id of [foreign?.price_id, platform?.price_id, (await offers(shop))[0]?.minutes_price_id])
    expect((await createCheckout(shop, id)).status).toBe(422);
});

test("pages of a client that pays by card, and its checkout, never name the platform", async () => {
  const { owner, shop } = await shopOf();
  await branded(owner, { company_name: "Northwind" });
  const [offer] = await offers(shop);
  await controlPlane()
    .update(control.organizations)
    .set({ client_limits: { agents: 7 } })
    .where(eq(control.organizations.id, shop.organizationId));
  const promised = await pageText(await (await shop.get(`/checkout?price=${offer?.price_id}`)).text());
  expect(promised).toContain("7 agents");
  expect(promised).not.toMatch(/client organizations|Your own domain/);
  const pages = [await shop.get(`/checkout?price=${offer?.price_id}`)];
  await subscribed(shop);
  pages.push(await shop.get("/subscription"));
  for (const page of pages) {
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("AI Voice Agents");
  }
});

test("a price that is changed is a pair of its own at Stripe; the same price again is the same pair", async () => {
  const { owner, shop } = await shopOf();
  const [before] = await offers(shop);
  await price(owner, { fee_amount: "209" });
  await priced(owner);
  const [after] = await offers(shop);
  expect(after?.price_id).not.toBe(before?.price_id);
  await price(owner, { fee_amount: "199" });
  expect((await offers(shop))[0]?.price_id).toBe(before?.price_id);
});

test("prices that Stripe didn't take are made by cron, once", async () => {
  const { owner } = await houseOf();
  await connected(owner);
  await post("/faults", {
    host: "api.stripe.com",
    path: "/v1/prices",

    status: 500,
    times: 6,
  });
  await price(owner);
  await vi.waitFor(async () => expect(await retailOf(owner)).toHaveLength(1));
  await vi.waitFor(
    async () => {
      await makeMissingRetailPrices(env);
      expect((await retailOf(owner))[0]?.price_id).toMatch(/^price_/);
    },
    { timeout: 20_000 },
  );
  const [made] = await retailOf(owner);
  const all = await stripe.prices.list({ limit: 100 });
  expect(all.data.filter(({ metadata }) => metadata.retail_price_id === made?.id)).toHaveLength(2);
});

test("a restricted account stops new checkouts, lets subscriptions go on, and the agency is told", async () => {
  const { owner, shop, account } = await shopOf();
  const row = await subscribed(shop);
  await onboard(account, "rejected");
  await told("account.updated", { id: account, object: "account" });
  expect(await accountOf(owner)).toMatchObject({ charges_enabled: false, payouts_enabled: false });
  expect(await payouts(owner)).toContain("Stripe doesn't accept payments for your account yet.");
  expect(await offers(shop)).toEqual([]);
  expect((await mailTo(owner.email)).text).toContain("Your clients can't start new subscriptions for now");
  expect((await stripe.subscriptions.retrieve(row.subscription_id)).status).toBe("active");
  expect(await pageText(await (await shop.get("/subscription")).text())).toContain("Change payment method");
  const portal = await shop.post("/subscription", { intent: "portal", for: "card" });
  expect(portal.headers.get("location")).toMatch(/billing\.stripe\.com|\/sandbox\/stripe\/portal/);
  expect(await planOf(shop.organizationId)).toMatchObject({ status: "active" });
  await onboard(account);
  await told("account.updated", { id: account, object: "account" });
  expect(await offers(shop)).toHaveLength(1);
});

test("an account that is deleted, or taken from the platform, is forgotten, and can be connected again", async () => {
  const { owner, shop, account } = await shopOf();
  await stripe.accounts.del(account);
  await told("account.updated", { id: account, object: "account" });
  expect(await accountOf(owner)).toBeUndefined();
  expect(await offers(shop)).toEqual([]);
  expect((await mailTo(owner.email)).text).toContain("no longer connected");
  const again = await connected(owner);
  expect(again).not.toBe(account);
  await told("account.application.deauthorized", { id: again, object: "account" });
  expect(await accountOf(owner)).toBeUndefined();
});

test("a disconnected agency sells no more; connecting again uses the same account", async () => {
  const { owner, shop, account } = await shopOf();
  await owner.post("/clients/payouts", { intent: "disconnect" });
  expect(await offers(shop)).toEqual([]);
  expect(await payouts(owner)).toContain("Connect again");
  await connect(owner);
  expect((await accountOf(owner))?.account_id).toBe(account);
  expect(await offers(shop)).toHaveLength(1);
});

test("only those who pay decide where the income goes, and only with a recent proof of identity", async () => {
  const { owner, account } = await shopOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  expect(await payouts(admin)).toContain("Only owners and billing members can change where payments go.");
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: null })
    .where(eq(control.sessions.user_id, owner.userId));
  expect(await payouts(owner)).toContain("Confirm it's you");
  for (const person of [admin, owner])
    for (const intent of ["connect", "open", "disconnect"]) {
      const answer = await person.post("/clients/payouts", { intent, attempt: newId() });
      expect([intent, answer.status]).toEqual([intent, 403]);
    }
  expect(await accountOf(owner)).toMatchObject({ account_id: account, disconnected_at: null });
});

test("when Stripe doesn't answer, the page says so and no account is kept", async () => {
  const { owner } = await houseOf();
  await post("/faults", {
    host: "api.stripe.com",
    path: "/v1/accounts",

    status: 500,
    times: 3,
  });
  const answer = await connect(owner);
  expect(answer.status).toBe(502);
  expect(await pageText(await answer.text())).toContain("Stripe didn't respond.");
  expect(await accountOf(owner)).toBeUndefined();
});

test("a client that leaves its agency ends its subscription with it at once, without a refund", async () => {
  const { owner, shop } = await shopOf();
  const row = await subscribed(shop);
  expect((await press(owner, shop, "move")).headers.get("location")).toBe("/clients?done=moved");
  await vi.waitFor(async () =>
    expect((await stripe.subscriptions.retrieve(row.subscription_id)).status).toBe("canceled"),
  );
  expect((await stripe.refunds.list({ limit: 100 })).data).toEqual([]);
  await told("customer.subscription.deleted", await stripe.subscriptions.retrieve(row.subscription_id));
  expect(await subscriptionRow(row.subscription_id)).toMatchObject({ status: "canceled" });
  // It stands alone with a plan of its own to choose; the former agency's subscription says nothing about it.
  expect(await rowOf(shop.organizationId)).toMatchObject({
    parent_organization_id: null,
    subscription_status: "pending",
  });
  await endForeignSubscriptions(env, Date.now());
  // What the former agency charged is not shown anymore.
  expect(await pageText(await (await shop.get("/subscription")).text())).not.toContain("$199.00");
});

test("a subscription that ended does not close a client that its agency activated by hand", async () => {
  const { owner, shop } = await shopOf();
  const row = await subscribed(shop);
  await stripe.subscriptions.cancel(row.subscription_id);
  const ended = await stripe.subscriptions.retrieve(row.subscription_id);
  await told("customer.subscription.deleted", ended);
  expect(await planOf(shop.organizationId)).toMatchObject({ status: "canceled" });
  const details = {
    name: "Harborview",
    tier: "growth",
    status: "active",
    lines: "",
    numbers: "",
    agents: "",
  };
  await press(owner, shop, "details", details);
  expect(await planOf(shop.organizationId)).toMatchObject({ status: "active" });
  await told("customer.subscription.updated", ended);
  await told("customer.subscription.deleted", ended);
  expect(await planOf(shop.organizationId)).toMatchObject({ status: "active" });
});
