/** Every status of a subscription, reached as Stripe reaches it: the page's words, what is open, and how it is recovered. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { refreshSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { invite } from "../organizations/inviting.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, newAddress, type Person } from "../support/people.ts";
import { advance, afterRetries, deliver, invoices } from "../support/stripe.ts";
import { createCheckout } from "./buying.ts";
import { newDatabase, priceOf, sellPlans, stripe, subscribe } from "./subscribing.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

type Made = { id: string; customer: string };
const failing = "pm_card_chargeCustomerFail";

const idOf = (customer: string | { id: string }) => (typeof customer === "string" ? customer : customer.id);

/** A subscription with a card, which begins with a trial of some days, or with a payment. */
async function begun(person: Person, wanted: Parameters<typeof subscribe>[1] = {}, days = 0): Promise<Made> {
  const made = await subscribe(person, wanted);
  const customer = idOf(made.customer);
  if (days > 0) await advance({ days }, customer);
  return { id: made.id, customer };
}

/** A subscription that was paid once, and whose card fails at the next renewal. */
async function renewedInVain(person: Person): Promise<Made> {
  const made = await begun(person);
  const { id } = await stripe.paymentMethods.attach(failing, { customer: made.customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: id });
  await advance({ days: 32 }, made.customer);
  return made;
}

/** A subscription without a card. */
async function withoutCard(person: Person, more: object, days: number): Promise<Made> {
  const first = await begun(person);
  await stripe.subscriptions.cancel(first.id);
  const { customer } = first;
  const other = await stripe.customers.create({ metadata: { organization_id: person.organizationId } });
  // The newest subscription decides, and Stripe counts in seconds.
  await advance({ seconds: 2 }, other.id);
  const { price_id, minutes_price_id } = await priceOf("growth");
  const made = await stripe.subscriptions.create({
    customer: other.id,
    items: [{ price: price_id }, { price: minutes_price_id }],
    billing_mode: { type: "flexible" },
    metadata: { organization_id: person.organizationId },
    ...more,
  });
  if (days > 0) await advance({ days }, other.id);
  await told(person, { id: first.id, customer });
  return { id: made.id, customer: other.id };
}

const told = ({ organizationId: organization_id }: Person, { id }: Made) =>
  refreshSubscription(env, newDatabase(), { organization_id, subscription_id: id }, Date.now());

/** A good card, and everything owed is paid with it. */
async function pay({ id, customer }: Made): Promise<void> {
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.subscriptions.update(id, { default_payment_method: method.id });
  for (const one of await invoices(customer))
    if (one.status === "open" || one.status === "draft")
      await stripe.invoices.pay(one.id, { payment_method: method.id });
}

/** The owner adds a card and presses the button. */
async function resume({ customer }: Made, person: Person): Promise<void> {
  const press = () => person.post("/subscription", { intent: "resume" });
  expect(await page(person)).not.toContain("Resume plan");
  expect((await press()).status).toBe(402);
  const { id } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  expect(await page(person)).toContain("Resume plan");
  expect((await press()).headers.get("location")).toBe("/subscription?done=resumed");
}

const pauses = { trial_settings: { end_behavior: { missing_payment_method: "pause" as const } } };
const unfinished = { payment_behavior: "default_incomplete" as const };

type Case = {
  status: string;
  reach: (person: Person) => Promise<Made>;
  words: string;
  isOpen: boolean;
  /** "buys": a new plan can be bought. */
  recover: "nothing" | "buys" | ((made: Made, person: Person) => Promise<void>);
};

const cases: Case[] = [
  {
    status: "trialing",
    reach: (person) => begun(person, { trial_days: 14 }),
    words: "Your trial ends on",
    isOpen: true,
    recover: "nothing",
  },
  {
    status: "active",
    reach: (person) => begun(person),
    words: "Your plan renews on",
    isOpen: true,
    recover: "nothing",
  },
  {
    status: "past_due",
    reach: renewedInVain,
    words: "Everything works until",
    isOpen: true,
    recover: pay,
  },
  {
    // Nothing was ever paid, so there is no grace.
    status: "past_due",
    reach: (person) => begun(person, { card: failing, trial_days: 5 }, 6),
    words: "Until it's paid, everything can be read, but calls and changes are off.",
    isOpen: false,
    recover: pay,
  },
  {
    status: "unpaid",
    reach: async (person) => {
      await afterRetries("unpaid");
      return begun(person, { card: failing, trial_days: 5 }, 35);
    },
    words: "Several payments didn't go through.",
    isOpen: false,
    recover: pay,
  },
  {
    status: "paused",
    reach: (person) => withoutCard(person, { trial_period_days: 5, ...pauses }, 6),
    words: "Your plan is paused because it has no payment method.",
    isOpen: false,
    recover: resume,
  },
  {
    status: "incomplete",
    reach: (person) => withoutCard(person, unfinished, 0),
    words: "Your first payment isn't finished.",
    isOpen: false,
    recover: pay,
  },
  {
    status: "incomplete_expired",
    reach: (person) => withoutCard(person, unfinished, 2),
    words: "Your first payment was never finished",
    isOpen: false,
    recover: "buys",
  },
  {
    status: "canceled",
    reach: async (person) => {
      const made = await begun(person);
      await stripe.subscriptions.cancel(made.id);
      return made;
    },
    words: "Your plan ended on",
    isOpen: false,
    recover: "buys",
  },
];

const page = async (person: Person) => pageText(await (await person.get("/subscription")).text());
const isOpen = async (person: Person) => (await invite(person, newAddress(), "viewer")).status === 200;

test("on the plan's own page the bar of an overdue payment leads to the invoice, which is tagged and can be paid", async () => {
  const person = await memberOf();
  await told(person, await begun(person, { card: failing, trial_days: 5 }, 6));
  const html = await (await person.get("/subscription")).text();
  const bar = /<section aria-label="Payment"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  expect(bar).toMatch(/<a href="#invoices"[^>]*>Open invoices/);
  expect(html).toContain('id="invoices"');
  expect(await pageText(html)).toMatch(/Overdue Pay /);
  expect(await (await person.get("/numbers")).text()).toMatch(/href="\/subscription"[^>]*>Plan and usage/);
});

test.each(cases)("R31, B37: $status is shown, gated and recovered", async ({ reach, ...expected }) => {
  const person = await memberOf();
  const made = await reach(person);
  expect((await told(person, made))?.row.status).toBe(expected.status);
  expect(await page(person)).toContain(expected.words);
  expect(await isOpen(person)).toBe(expected.isOpen);
  const { recover } = expected;
  if (recover === "nothing") return;
  if (recover === "buys") {
    const { price_id } = await priceOf("starter");
    expect(await createCheckout(person, price_id)).toMatchObject({ status: 200 });
    return;
  }
  await recover(made, person);
  expect((await told(person, made))?.row.status).toBe("active");
  expect(await page(person)).toContain("Your plan renews on");
  expect(await isOpen(person)).toBe(true);
});

test("a paused plan is canceled at once, and another can be bought", async () => {
  const person = await memberOf();
  const made = await withoutCard(person, { trial_period_days: 5, ...pauses }, 6);
  await told(person, made);
  expect(await page(person)).not.toContain("Renews");
  const answer = await person.post("/subscription", { intent: "cancel" });
  expect(answer.headers.get("location")).toBe("/subscription?done=ended");
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({ status: "canceled" });
  expect(await page(person)).toContain("Your plan ended on");
  expect(await createCheckout(person, (await priceOf("starter")).price_id)).toMatchObject({ status: 200 });
});
