/** The plan on /subscription: shown, changed, canceled, resumed, and paid through Stripe's portal. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { bought, paying } from "./buying.ts";
import { newDatabase, planOf, priceOf, sellPlans, stripe, told } from "./subscribing.ts";

const prices: Record<string, string> = {};

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
  for (const tier of ["starter", "growth", "scale"]) {
    prices[tier] = (await priceOf(tier)).price_id;
    prices[`${tier} yearly`] = (await priceOf(tier, "yearly")).price_id;
  }
});

const priceFor = (plan: string): string => prices[plan] ?? "";
const rowOf = async (person: Person) => {
  const row = await currentSubscription(newDatabase(), person.organizationId);
  if (!row) throw new Error("no subscription");
  return row;
};
const page = async (person: Person, query = "") =>
  pageText(await (await person.get(`/subscription${query}`)).text());
const at = () => String(Math.floor(Date.now() / 1000));

const change = (person: Person, from: string, to: string, more: Record<string, string> = {}) =>
  person.post("/subscription", {
    intent: "change",
    price: priceFor(to),
    shown: priceFor(from),
    at: at(),
    ...more,
  });

const keep = (person: Person, shown: string) =>
  person.post("/subscription", { intent: "keep", shown: priceFor(shown) });

/** Where a form leads, or what it says. */
async function met(answer: Response): Promise<string> {
  const to = answer.headers.get("location");
  return to ?? `${answer.status} ${await pageText(await answer.text())}`;
}

describe("changing the plan", () => {
  test("the price of a larger plan is shown before it is confirmed, and then charged at once", async () => {
    const owner = await paying(priceFor("starter"));
    const shown = await page(owner, `?change=${priceFor("growth")}`);
    expect(shown).toContain("Change to Growth");
    expect(shown).toContain("Charged now");
    expect(shown).toContain("Up to 25 phone numbers, 3 included");
    expect(await met(await change(owner, "starter", "growth"))).toBe("/subscription?done=changed");
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "growth", status: "active" });
    const { customer_id: customer } = await rowOf(owner);
    const [newest] = (await stripe.invoices.list({ customer })).data;
    expect([newest?.status, newest?.billing_reason]).toEqual(["paid", "subscription_update"]);
    expect(newest?.total).toBeGreaterThan(60_00);
    expect(newest?.total).toBeLessThanOrEqual(99_00);
  });

  test("a smaller plan follows at the end of what was paid, and can be taken back", async () => {
    const owner = await paying(priceFor("growth"));
    expect(await page(owner, `?change=${priceFor("starter")}`)).toContain("Move to Starter on");
    expect(await met(await change(owner, "growth", "starter"))).toBe("/subscription?done=changed");
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "growth", status: "active" });
    expect((await rowOf(owner)).next_price_id).toBe(priceFor("starter"));
    expect(await page(owner)).toMatch(/your plan changes to Starter, \$29 a month/);
    expect(await met(await keep(owner, "growth"))).toBe("/subscription?done=kept");
    expect(await rowOf(owner)).toMatchObject({ next_price_id: null, schedule_id: null });
  });

  test("while a smaller plan waits, nothing grows beyond it", async () => {
    const owner = await paying(priceFor("growth"));
    await change(owner, "growth", "starter");
    const another = () => owner.post("/agents/new", { kind: "receptionist" });
    for (let i = 0; i < 10; i++) expect(await met(await another())).toMatch(/^\/agents\//);
    const refused = await another();
    expect(await met(refused)).toMatch(/^409 .*You've used all the agents in your plan/);
    await keep(owner, "growth");
    expect(await met(await another())).toMatch(/^\/agents\//);
  });

  test("from months to a year is a change at once", async () => {
    const owner = await paying(priceFor("starter"));
    expect(await page(owner, `?change=${priceFor("starter yearly")}`)).toContain(
      "Switch Starter to yearly billing",
    );
    expect(await met(await change(owner, "starter", "starter yearly"))).toBe("/subscription?done=changed");
    expect(await rowOf(owner)).toMatchObject({ cadence: "yearly", unit_amount: 290_00 });
    expect(await page(owner)).toContain("$290 a year");
  });

  test("in a trial nothing is charged, whichever way", async () => {
    const owner = await memberOf();
    await bought(owner, priceFor("growth"));
    for (const [from, to] of [
      ["growth", "scale"],
      ["scale", "starter"],
    ] as const)
      expect(await met(await change(owner, from, to))).toBe("/subscription?done=changed");
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter", status: "trialing" });
    const { customer_id: customer } = await rowOf(owner);
    expect((await stripe.invoices.list({ customer })).data.map(({ total }) => total)).toEqual([0]);
    const text = await page(owner, `?change=${priceFor("scale")}`);
    expect(text).toContain("Your trial keeps the minutes it began with");
    expect(text).toContain("No cap. Nothing is charged in the trial; after it,");
    await owner.post("/subscription", { intent: "cancel" });
    expect(await page(owner)).toContain("Bright Smile is on the Starter plan (trial, canceled).");
  });

  test("two owners who choose at once: one gets it, the other reads that it was changed", async () => {
    const owner = await paying(priceFor("starter"));
    const other = await memberOf({ role: "owner", organizationId: owner.organizationId });
    const met_ = await Promise.all([
      change(owner, "starter", "growth").then(met),
      change(other, "starter", "scale").then(met),
    ]);
    expect(met_.filter((one) => one === "/subscription?done=changed")).toHaveLength(1);
    expect(met_.find((one) => one.startsWith("409"))).toContain("The plan was changed in the meantime.");
    expect(await met(await change(other, "starter", "scale"))).toContain(
      "The plan was changed in the meantime.",
    );
  });

  test("a plan that is too small says what must go first", async () => {
    const owner = await paying(priceFor("growth"));
    for (let i = 0; i < 10; i++) await memberOf({ role: "viewer", organizationId: owner.organizationId });
    const words = "Starter is too small for what you have now. Remove 1 member first.";
    expect(await page(owner, `?change=${priceFor("starter")}`)).toContain(words);
    expect(await met(await change(owner, "growth", "starter"))).toContain(`409`);
    expect((await rowOf(owner)).next_price_id).toBeNull();
  });

  test("a card that is declined leaves the plan as it is", async () => {
    const owner = await paying(priceFor("starter"));
    const { customer_id: customer, subscription_id } = await rowOf(owner);
    const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await stripe.subscriptions.update(subscription_id, { default_payment_method: bad.id });
    const said = await met(await change(owner, "starter", "growth"));
    expect(said).toMatch(/^402 .*Your card was declined: /);
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter" });
  });

  test("a card that its bank asks about is confirmed on Stripe's page, and the plan changes when it is paid", async () => {
    const owner = await paying(priceFor("starter"));
    const { customer_id: customer, subscription_id } = await rowOf(owner);
    const asks = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
    await stripe.subscriptions.update(subscription_id, { default_payment_method: asks.id });
    const to = await met(await change(owner, "starter", "growth"));
    const [open] = (await stripe.invoices.list({ customer, status: "open" })).data;
    expect(to).toBe(open?.hosted_invoice_url);
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "starter", status: "active" });
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.invoices.pay(open?.id ?? "", { payment_method: good.id });
    await told("invoice.paid", await stripe.invoices.retrieve(open?.id ?? ""));
    expect(await planOf(owner.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  });

  test("a price that Stripe has no longer", async () => {
    const owner = await paying(priceFor("starter"));
    await controlPlane()
      .update(control.planPrices)
      .set({ is_active: false })
      .where(eq(control.planPrices.price_id, priceFor("scale")));
    expect(await met(await change(owner, "starter", "scale"))).toMatch(
      /^422 .*This plan isn't offered anymore/,
    );
    await controlPlane()
      .update(control.planPrices)
      .set({ is_active: true })
      .where(eq(control.planPrices.price_id, priceFor("scale")));
  });

  test("a preview that is too old is shown again", async () => {
    const owner = await paying(priceFor("starter"));
    const old = String(Math.floor(Date.now() / 1000) - 3600);
    expect(await met(await change(owner, "starter", "growth", { at: old }))).toMatch(/^409 /);
  });
});

describe("B37: canceling", () => {
  test("the plan lasts until the end of what was paid; resumed and canceled again at will", async () => {
    const owner = await paying(priceFor("growth"));
    for (const round of [1, 2]) {
      expect([round, await met(await owner.post("/subscription", { intent: "cancel" }))]).toEqual([
        round,
        "/subscription?done=canceled",
      ]);
      const { cancel_at, period_end } = await rowOf(owner);
      expect(cancel_at).toBe(period_end);
      expect(await planOf(owner.organizationId)).toMatchObject({ tier: "growth", status: "active" });
      expect(await page(owner)).toContain("Your plan ends on");
      expect(await met(await owner.post("/subscription", { intent: "resume" }))).toBe(
        "/subscription?done=resumed",
      );
      expect((await rowOf(owner)).cancel_at).toBeNull();
    }
  });

  test("canceling drops a smaller plan that was to follow", async () => {
    const owner = await paying(priceFor("growth"));
    await change(owner, "growth", "starter");
    await owner.post("/subscription", { intent: "cancel" });
    const { next_price_id, cancel_at, period_end } = await rowOf(owner);
    expect([next_price_id, cancel_at]).toEqual([null, period_end]);
  });

  test.each([
    ["growth", "Pay and go on with Growth"],
    ["starter yearly", "Pay and go on with Starter"],
  ])(
    "changing a canceled plan to %s takes the cancellation back, and the preview says so",
    async (to, button) => {
      const owner = await paying(priceFor("starter"));
      await owner.post("/subscription", { intent: "cancel" });
      const shown = await page(owner, `?change=${priceFor(to)}`);
      expect(shown).toContain("This takes back your cancellation: your plan goes on and renews.");
      expect(shown).toContain(button);
      expect(await met(await change(owner, "starter", to))).toBe("/subscription?done=changed");
      expect((await rowOf(owner)).cancel_at).toBeNull();
    },
  );

  test("so does a smaller plan that follows", async () => {
    const owner = await paying(priceFor("growth"));
    await owner.post("/subscription", { intent: "cancel" });
    const shown = await page(owner, `?change=${priceFor("starter")}`);
    expect(shown).toContain("This takes back your cancellation");
    expect(shown).toContain("Go on with Starter");
    expect(await met(await change(owner, "growth", "starter"))).toBe("/subscription?done=changed");
    expect(await rowOf(owner)).toMatchObject({ cancel_at: null, next_price_id: priceFor("starter") });
  });

  test("while Stripe fails nothing is changed, and the page says so", async () => {
    const owner = await paying(priceFor("growth"));
    await post("/faults", { host: "api.stripe.com", path: "/v1/subscriptions", status: 500, times: 6 });
    expect(await met(await owner.post("/subscription", { intent: "cancel" }))).toMatch(
      /^502 .*Our payment provider isn't responding. Nothing was changed./,
    );
    expect((await rowOf(owner)).cancel_at).toBeNull();
  });
});

describe("who may", () => {
  test.each(["admin", "member", "viewer"] as const)("the role %s changes nothing", async (role) => {
    const owner = await memberOf();
    const colleague = await memberOf({ role, organizationId: owner.organizationId });
    expect((await colleague.post("/subscription", { intent: "cancel" })).status).toBe(403);
  });

  test("a brand without upgrade buttons offers no plans and refuses changes", async () => {
    const owner = await paying(priceFor("starter"));
    const payer = await memberOf({ role: "billing", organizationId: owner.organizationId });
    expect(await page(payer)).toContain("Upgrade");
    await controlPlane()
      .insert(control.organizationBranding)
      .values({ organization_id: owner.organizationId, hide_upgrade_button: true, updated_at: Date.now() });
    expect(await page(payer)).not.toContain("Upgrade");
    expect((await change(payer, "starter", "growth")).status).toBe(404);
  });

  test("a client reads who provides its plan, and no price of the platform", async () => {
    const agency = await memberOf({
      organization: { name: "Northwind", subscription_tier: "agency", subscription_status: "active" },
    });
    const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
    const words = await page(client);
    expect(words).toContain("Northwind provides your plan and bills you for it.");
    expect(words).not.toMatch(/\$29|\$99|Change payment method/);
    expect((await client.post("/subscription", { intent: "portal", for: "card" })).status).toBe(409);
  });
});

test("invoices stand on the page, each with its PDF", async () => {
  const owner = await paying(priceFor("growth"));
  const html = await (await owner.get("/subscription")).text();
  expect(await pageText(html)).toMatch(/Invoices .*\$99\.00 Paid PDF/);
  // The first one bills the fee ahead: its calls would be another invoice's.
  expect(html).not.toMatch(/href="\/subscription\/invoices\/in_\w+\/calls\.csv"/);
});

describe("R31: every status is said in words", () => {
  test.each([
    ["trialing", "Your trial ends on"],
    ["active", "Your plan renews on"],
    ["past_due", "Your last payment didn't go through."],
    ["unpaid", "Several payments didn't go through."],
    ["paused", "Your plan is paused. Resume it, and it costs $99 a month from today."],
    ["incomplete", "Your first payment isn't finished."],
    ["incomplete_expired", "Your first payment was never finished"],
    ["canceled", "Your plan ended on"],
    ["a_new_one", "We don't know this status of your subscription"],
  ])("%s", async (status, words) => {
    const owner = await paying(priceFor("growth"));
    const { subscription_id } = await rowOf(owner);
    const db = controlPlane();
    const isOver = status === "canceled" || status === "incomplete_expired";
    await db
      .update(control.subscriptions)
      .set({ status, ended_at: isOver ? Date.now() : null })
      .where(eq(control.subscriptions.subscription_id, subscription_id));
    await db
      .update(control.organizations)
      .set({ subscription_status: status, past_due_since: status === "past_due" ? Date.now() : null })
      .where(eq(control.organizations.id, owner.organizationId));
    expect(await page(owner)).toContain(words);
    const bar = await pageText(await (await owner.get("/dashboard")).text());
    const isFine = status === "trialing" || status === "active";
    expect(/Everything works until|calls and changes are off/.test(bar)).toBe(!isFine);
  });
});
