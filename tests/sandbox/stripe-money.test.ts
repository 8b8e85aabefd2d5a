/** The simulated Stripe's payments: once, refunded, shared with connected accounts, and the pages that customers see. */
import { beforeAll, expect, test } from "vitest";
import { deliver, events, onboard, pay, subscriptions } from "../support/stripe.ts";
import { plan, stripe } from "./stripe.ts";
import { post, sandbox } from "./world.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
});

async function bought(more: object = {}) {
  const session = await stripe.checkout.sessions.create({
    mode: "payment",
    ui_mode: "embedded_page",
    customer: (await stripe.customers.create({ email: "ada@example.com" })).id,
    line_items: [
      {
        quantity: 2,
        price_data: { currency: "usd", unit_amount: 500, product_data: { name: "Number setup" } },
      },
    ],
    return_url: "https://app.test/back",
    ...more,
  });
  await pay(session.id);
  return stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge", "line_items"],
  });
}

test("a payment is made once, and refunded in part and in whole, never beyond", async () => {
  const session = await bought({ payment_intent_data: { metadata: { order: "1" } } });
  expect(session).toMatchObject({
    payment_status: "paid",
    amount_total: 1000,
    line_items: { data: [{ quantity: 2, amount_total: 1000 }] },
    payment_intent: { status: "succeeded", metadata: { order: "1" }, latest_charge: { paid: true } },
  });
  const intent = typeof session.payment_intent === "object" ? (session.payment_intent?.id ?? "") : "";
  expect(await stripe.refunds.create({ payment_intent: intent, amount: 400 })).toMatchObject({
    status: "succeeded",
    amount: 400,
  });
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 600 });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: "charge_already_refunded",
  });
});

test("an express account is onboarded; a destination charge pays it less the fee, and a refund takes both back", async () => {
  const account = await stripe.accounts.create({
    type: "express",
    country: "US",
    email: "agency@example.com",
  });
  expect(account).toMatchObject({
    charges_enabled: false,
    requirements: { currently_due: expect.arrayContaining(["external_account"]) },
  });
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: "account_onboarding",
    refresh_url: "https://app.test/again",
    return_url: "https://app.test/done",
  });
  expect(await (await sandbox(new URL(link.url).pathname.replace("/sandbox", ""))).text()).toContain(
    account.id,
  );
  await onboard(account.id);
  expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
  });
  expect((await events()).at(-1)).toMatchObject({ type: "account.updated", event: { account: account.id } });
  const session = await bought({
    payment_intent_data: {
      application_fee_amount: 100,
      on_behalf_of: account.id,
      transfer_data: { destination: account.id },
    },
  });
  const balance = async () =>
    (await stripe.balance.retrieve({}, { stripeAccount: account.id })).available[0]?.amount;
  expect(await balance()).toBe(900);
  const intent = typeof session.payment_intent === "object" ? (session.payment_intent?.id ?? "") : "";
  await stripe.refunds.create({
    payment_intent: intent,
    reverse_transfer: true,
    refund_application_fee: true,
  });
  expect(await balance()).toBe(0);
});

test("an invoice has a page and a PDF; the portal changes the card, ends the plan, and leads back", async () => {
  const { fee } = await plan("Portal", 2900);
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    ui_mode: "embedded_page",
    customer: customer.id,
    line_items: [{ price: fee.id, quantity: 1 }],
    return_url: "https://app.test/back",
  });
  await pay(session.id);
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  const local = (url: string | null | undefined) =>
    sandbox(new URL(url ?? "").pathname.replace("/sandbox", ""));
  const pdf = await local(invoice?.invoice_pdf);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
  expect(await (await local(invoice?.hosted_invoice_url)).text()).toContain("$29.00");
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "https://app.test/subscription",
  });
  const path = new URL(portal.url).pathname.replace("/sandbox", "");
  expect(await (await sandbox(path)).text()).toContain('href="https://app.test/subscription"');
  expect((await post(`${path}/card`, { card: "5555555555554444" })).status).toBe(200);
  const [subscription] = await subscriptions(customer.id);
  expect((await post(`${path}/card`, { card: "4000000000000002" })).status).toBe(402);
  await post(`${path}/cancel?subscription=${subscription?.id}`, {});
  expect(
    await stripe.subscriptions.retrieve(subscription?.id ?? "", { expand: ["default_payment_method"] }),
  ).toMatchObject({
    cancel_at_period_end: true,
    default_payment_method: { card: { last4: "4444" } },
  });
  expect(await (await sandbox("/stripe", { headers: { accept: "text/html" } })).text()).toContain(
    "checkout.session.completed",
  );
});

test("a deleted customer's subscription ends, and the customer can be read as deleted", async () => {
  const { fee } = await plan("Deleted", 2900);
  const customer = await stripe.customers.create({});
  const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: fee.id }],
    default_payment_method: method.id,
  });
  await stripe.customers.del(customer.id);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe("canceled");
  await expect(stripe.customers.update(customer.id, { name: "B" })).rejects.toMatchObject({
    code: "resource_missing",
  });
});
