/** A plan is checked out: who may, what is refused, and what the page after it says. */
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson } from "../accounts/arrange.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { begun, bought, checkoutsOf, createCheckout, pay, sessionIn } from "./buying.ts";
import { planOf, priceOf, sellPlans, stripe, subscribe, told } from "./subscribing.ts";

let growth = "";
let starter = "";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
  growth = (await priceOf("growth")).price_id;
  starter = (await priceOf("starter")).price_id;
});

const fails = (fault: object) => post("/faults", { host: "api.stripe.com", path: "/v1/checkout", ...fault });
const failed = (reason: string) => `Failed to start checkout: ${reason}`;

describe("B34: create-checkout refuses in words", () => {
  test("without a session, and with an unproven address", async () => {
    expect(await createCheckout(anonymous(), growth)).toEqual({
      status: 401,
      error: "Please sign in to continue with checkout",
    });
    const { browser } = await pendingPerson();
    expect(await createCheckout(browser, growth)).toEqual({
      status: 403,
      error: "Please verify your email before starting a trial",
    });
  });

  test("a price that is not offered", async () => {
    const owner = await memberOf();
    for (const price of ["price_unknown", (await priceOf("growth")).minutes_price_id])
      expect(await createCheckout(owner, price)).toEqual({
        status: 422,
        error: failed("This plan isn't offered anymore. Choose another one."),
      });
    expect((await createCheckout(owner, 7)).status).toBe(400);
    expect(await checkoutsOf(owner.organizationId)).toEqual([]);
  });

  test.each(["admin", "member", "viewer"] as const)("the role %s", async (role) => {
    const owner = await memberOf();
    const colleague = await memberOf({ role, organizationId: owner.organizationId });
    expect((await createCheckout(colleague, growth)).status).toBe(403);
  });

  test("the role billing may", async () => {
    const owner = await memberOf();
    const payer = await memberOf({ role: "billing", organizationId: owner.organizationId });
    expect((await createCheckout(payer, growth)).status).toBe(200);
  });

  test("another organization than the page was drawn for", async () => {
    const [owner, stranger] = [await memberOf(), await memberOf()];
    const asked = await createCheckout(owner, growth, { "x-organization": stranger.organizationId });
    expect(asked.status).toBe(403);
    expect(await checkoutsOf(stranger.organizationId)).toEqual([]);
  });

  test("a second subscription", async () => {
    const owner = await memberOf();
    await bought(owner, growth);
    expect(await createCheckout(owner, starter)).toEqual({
      status: 409,
      error: failed("Your organization already has a plan. You can change it under Plan and usage."),
    });
  });

  test("more people than the plan allows", async () => {
    const owner = await memberOf();
    for (let i = 0; i < 11; i++) await memberOf({ role: "viewer", organizationId: owner.organizationId });
    expect(await createCheckout(owner, starter)).toEqual({
      status: 409,
      error: failed("Starter is too small for what you have now. Remove 2 members first."),
    });
    expect((await createCheckout(owner, growth)).status).toBe(200);
  });

  test("while an invoice of an earlier plan is open", async () => {
    const owner = await memberOf();
    const before = await subscribe(owner, { card: "pm_card_chargeCustomerFail" });
    const customer = String(before.customer);
    await stripe.subscriptions.cancel(before.id);
    await told("customer.subscription.updated", await stripe.subscriptions.retrieve(before.id));
    const open = await stripe.invoices.list({ customer, status: "open" });
    expect(open.data.length).toBeGreaterThan(0);
    expect(await createCheckout(owner, growth)).toEqual({
      status: 402,
      error: failed("An invoice of your previous plan is still open. Pay it under Plan and usage first."),
    });
  });

  test("a client of an agency, whose plan its agency chooses", async () => {
    const agency = await memberOf({
      organization: { subscription_tier: "agency", subscription_status: "active" },
    });
    const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
    expect((await createCheckout(client, growth)).status).toBe(422);
  });
});

describe("B35: one checkout", () => {
  test("for a double click, and for pressing again while it is open", async () => {
    const owner = await memberOf();
    const [one, other] = await Promise.all([begun(owner, growth), begun(owner, growth)]);
    expect(other).toBe(one);
    expect(await begun(owner, growth)).toBe(one);
    expect(await checkoutsOf(owner.organizationId)).toMatchObject([
      { session_id: sessionIn(one), kind: "plan" },
    ]);
    expect(await begun(owner, starter)).not.toBe(one);
  });

  test.each([
    ["is busy", { status: 429, times: 1 }],
    ["fails", { status: 500, times: 3 }],
    ["breaks the connection off", { drop: true, times: 3 }],
  ])("when Stripe %s, the page says so and no half-made row stays", async (_, fault) => {
    const owner = await memberOf();
    await fails(fault);
    expect(await createCheckout(owner, growth)).toEqual({
      status: 502,
      error: failed("Our payment provider isn't responding. Nothing was charged. Please try again."),
    });
    expect(await checkoutsOf(owner.organizationId)).toEqual([]);
    expect((await createCheckout(owner, growth)).status).toBe(200);
  });

  test("a connection that breaks once is tried again by itself", async () => {
    const owner = await memberOf();
    await fails({ drop: true, times: 1 });
    expect((await createCheckout(owner, growth)).status).toBe(200);
  });
});

describe("/checkout", () => {
  test("asks a stranger to sign in, and keeps what they came for", async () => {
    const browser = anonymous();
    const answer = await browser.get(`/checkout?price=${growth}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth?intent=trial"]);
    expect(browser.cookieValue("trial_intent")).toBeDefined();
    expect(await pageText(await (await browser.get("/auth?intent=trial")).text())).toContain(
      "Please sign in to continue with checkout",
    );
  });

  test("asks an unproven person to verify first", async () => {
    const { browser } = await pendingPerson();
    const answer = await browser.get(`/checkout?price=${growth}`);
    expect(answer.status).toBe(403);
    expect(await pageText(await answer.text())).toContain("Please verify your email before starting a trial");
  });

  test("shows the plan and its trial, under a policy that lets Stripe's form in", async () => {
    const owner = await memberOf();
    const answer = await owner.get(`/checkout?price=${growth}`);
    const words = await pageText(await answer.text());
    expect(words).toContain("Start your 14-day trial");
    expect(words).toContain("Due today");
    expect(words).toContain("1,000 minutes a month");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/frame-src .*https:\/\/js\.stripe\.com .*https:\/\/hooks\.stripe\.com/);
    expect(policy).toContain("connect-src 'self' https://api.stripe.com");
    const other = await owner.get("/subscription");
    expect(other.headers.get("content-security-policy")).not.toContain("js.stripe.com");
  });

  test("is opened as a document, also from inside the dashboard", async () => {
    const owner = await memberOf();
    const answer = await owner.get(`/checkout.data?price=${growth}`);
    expect(await answer.text()).toContain(`/checkout?price=${growth}`);
    expect(answer.headers.get("content-security-policy")).not.toContain("js.stripe.com");
  });

  test("without a price it says so", async () => {
    const owner = await memberOf();
    const answer = await owner.get("/checkout");
    expect(answer.status).toBe(400);
    expect(await pageText(await answer.text())).toContain(
      "Checkout Error: Unable to start checkout. Please try again from the subscription page.",
    );
  });

  test("a brand that hides the subscription has no checkout", async () => {
    const owner = await memberOf();
    const payer = await memberOf({ role: "billing", organizationId: owner.organizationId });
    await controlPlane().insert(control.organizationBranding).values({
      organization_id: owner.organizationId,
      hide_subscription_section: true,
      updated_at: Date.now(),
    });
    expect((await payer.get(`/checkout?price=${growth}`)).status).toBe(404);
    expect((await createCheckout(payer, growth)).status).toBe(404);
  });
});

describe("/checkout/return", () => {
  test("R28: before any webhook it reads the plan by itself, and says that a trial cost nothing", async () => {
    const owner = await memberOf();
    const answer = await bought(owner, growth);
    const words = await pageText(await answer.text());
    expect(words).toContain("Your Growth trial has started");
    expect(words).toContain("Nothing was charged.");
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "growth", status: "trialing" });
  });

  test("R31: a trial is given once, to an organization and to its owner", async () => {
    const owner = await memberOf();
    await bought(owner, growth);
    const { organizationId } = owner;
    const grants = await controlPlane()
      .select()
      .from(control.trialGrants)
      .where(eq(control.trialGrants.organization_id, organizationId));
    expect(grants.map(({ holder }) => holder.split(":")[0]).sort()).toEqual(["organization", "person"]);
    const again = await memberOf({ email: owner.email.replace("@", "+again@") });
    const words = await pageText(await (await again.get(`/checkout?price=${growth}`)).text());
    expect(words).toContain("Subscribe to Growth");
    expect(await pageText(await (await bought(again, growth)).text())).toContain("We charged $99");
    expect(await planOf(again.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  });

  test("R31: of several checkouts that an owner pays at once, one has a trial", async () => {
    const owner = await memberOf();
    const alias = (word: string) => memberOf({ email: owner.email.replace("@", `+${word}@`) });
    const people = [owner, await alias("two"), await alias("three")];
    const secrets: string[] = [];
    for (const person of people) secrets.push(await begun(person, growth));
    const pages = await Promise.all(people.map(async (one, i) => one.get(await pay(secrets[i] ?? ""))));
    const words = await Promise.all(pages.map(async (one) => pageText(await one.text())));
    const count = (part: string) => words.filter((one) => one.includes(part)).length;
    expect([count("Your Growth trial has started"), count("You had your trial already")]).toEqual([1, 2]);
    const plans = await Promise.all(people.map(({ organizationId }) => planOf(organizationId)));
    expect(plans.map((plan) => plan?.status).sort()).toEqual(["active", "active", "trialing"]);
    const paid = await controlPlane()
      .select()
      .from(control.billingCustomers)
      .where(
        inArray(
          control.billingCustomers.organization_id,
          people.map((one) => one.organizationId),
        ),
      );
    const invoices = await Promise.all(
      paid.map(({ customer_id: customer }) => stripe.invoices.list({ customer })),
    );
    const sums = invoices.map(({ data }) => data.reduce((sum, { amount_paid }) => sum + amount_paid, 0));
    expect(sums.sort()).toEqual([0, 99_00, 99_00]);
  });

  test("a plan that is not paid leads to its page, which says how it is mended", async () => {
    const owner = await memberOf();
    const address = await pay(await begun(owner, growth));
    await owner.get(address);
    const { subscription } = await stripe.checkout.sessions.retrieve(
      new URL(address, "https://app.test").searchParams.get("session_id") ?? "",
    );
    await stripe.subscriptions.cancel(typeof subscription === "string" ? subscription : "");
    const answer = await owner.get(address);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/subscription"]);
  });

  test("a brand that hides the subscription hides this page too", async () => {
    const owner = await memberOf();
    const payer = await memberOf({ role: "billing", organizationId: owner.organizationId });
    const address = await pay(await begun(payer, growth));
    await controlPlane().insert(control.organizationBranding).values({
      organization_id: owner.organizationId,
      hide_subscription_section: true,
      updated_at: Date.now(),
    });
    expect((await payer.get(address)).status).toBe(404);
  });

  test("B36: a foreign session, or one that does not exist, is 404 and grants nothing", async () => {
    const [owner, stranger] = [await memberOf(), await memberOf()];
    const address = await pay(await begun(owner, growth));
    expect((await stranger.get(address)).status).toBe(404);
    expect((await stranger.get("/checkout/return?session_id=cs_test_none")).status).toBe(404);
    expect((await stranger.get("/checkout/return")).status).toBe(404);
    expect(await planOf(stranger.organizationId)).toMatchObject({ status: "pending" });
  });

  test("B36: an unpaid session leads back to its form and grants nothing", async () => {
    const owner = await memberOf();
    const id = sessionIn(await begun(owner, growth));
    const answer = await owner.get(`/checkout/return?session_id=${id}`);
    expect(answer.headers.get("location")).toBe(`/checkout?price=${growth}&done=unfinished`);
    expect(await planOf(owner.organizationId)).toMatchObject({ status: "pending" });
    await stripe.checkout.sessions.expire(id);
    expect(await pageText(await (await owner.get(`/checkout/return?session_id=${id}`)).text())).toContain(
      "This checkout has expired",
    );
  });

  test("while Stripe keeps silent it waits, and shows the plan once it answers", async () => {
    const owner = await memberOf();
    const address = await pay(await begun(owner, growth));
    await fails({ status: 500, times: 3 });
    expect(await pageText(await (await owner.get(address)).text())).toContain(
      "We're confirming your payment",
    );
    expect(await pageText(await (await owner.get(address)).text())).toContain(
      "Your Growth trial has started",
    );
  });

  test("a stranger signs in first", async () => {
    const answer = await anonymous().get("/checkout/return?session_id=cs_1");
    expect(answer.headers.get("location")).toMatch(/^\/auth\?returnPath=/);
  });
});
