/** What people do on Stripe's pages: pay an invoice, change the card or the address, cancel, go through onboarding. */
import { z } from "zod";
import { methodNotAllowed, readJson } from "#workers/sandbox/json.ts";
import type { PortalSession } from "./checkout-shapes.ts";
import { onboard, onboarding } from "./connect.ts";
import { invoicePage, invoicePdf, onboardingPage, portalPage } from "./customer-pages.ts";
import { updateCustomer } from "./customers.ts";
import type { Asked, Desk } from "./desk.ts";
import { payInvoice } from "./invoices.ts";
import { attach, newCard } from "./payment-methods.ts";
import { offeredIn } from "./portal.ts";
import { invalid } from "./refusals.ts";
import type { PaymentMethod } from "./shapes-base.ts";
import type { StripeWorld } from "./stripe-world.ts";
import { updateSubscription } from "./subscription-changes.ts";

const cardOrder = z.strictObject({ card: z.string() });
const address = z.strictObject({
  name: z.string().max(200).optional(),
  line1: z.string().max(200).default(""),
  city: z.string().max(200).default(""),
  postal_code: z.string().max(20).default(""),
});

/** The page's script goes where this header says. */
const going = (to: string | null): Response =>
  Response.json({ done: true }, { headers: to === null ? {} : { "x-go-to": to } });

const saved = (desk: Desk, number: string, customer: string): PaymentMethod =>
  attach(desk, { ...newCard(desk, { number }), _isAuthenticated: true }, customer);

export async function invoiceAct(
  request: Request,
  stripe: StripeWorld,
  asked: Asked,
  [named = "", act]: readonly string[],
): Promise<Response> {
  const id = named.replace(/\.pdf$/, "");
  const invoice = stripe.desk(asked).need("invoice", id);
  if (request.method === "GET") return named === id ? invoicePage(invoice) : invoicePdf(invoice);
  if (act !== "pay") return methodNotAllowed("GET");
  const order = await readJson(request, cardOrder);
  if (!order.ok) return order.response;
  stripe.act(asked, (desk) =>
    payInvoice(desk, id, { payment_method: saved(desk, order.value.card, invoice.customer).id }),
  );
  return going(null);
}

export async function portalAct(
  request: Request,
  stripe: StripeWorld,
  asked: Asked,
  [id = "", act]: readonly string[],
): Promise<Response> {
  const session = stripe.desk(asked).need("billing_portal.session", id);
  if (request.method === "GET") return stripe.act(asked, (desk) => portalPage(desk, session));
  if (act === "card") {
    const order = await readJson(request, cardOrder);
    if (!order.ok) return order.response;
    stripe.act(asked, (desk) => useCard(desk, session.customer, order.value.card));
    return going(afterwards(session));
  }
  if (act === "address") {
    const order = await readJson(request, address);
    if (!order.ok) return order.response;
    const { name, ...place } = order.value;
    stripe.act(asked, (desk) =>
      updateCustomer(desk, session.customer, { ...(name && { name }), address: place }),
    );
    return going(null);
  }
  const subscription = new URL(request.url).searchParams.get("subscription") ?? "";
  const ends = act === "cancel";
  if (!ends && act !== "resume") return methodNotAllowed("GET");
  if (!stripe.act(asked, (desk) => offeredIn(desk, session).subscription_cancel.enabled))
    throw invalid("This portal doesn't offer to cancel plans.");
  stripe.act(asked, (desk) => {
    if (desk.need("subscription", subscription).customer !== session.customer)
      throw invalid("This plan belongs to another customer.");
    updateSubscription(desk, subscription, { cancel_at_period_end: String(ends) });
  });
  return going(null);
}

/** The card pays from now on: the customer's, and that of each plan. */
function useCard(desk: Desk, customer: string, number: string): void {
  const { id } = saved(desk, number, customer);
  updateCustomer(desk, customer, { invoice_settings: { default_payment_method: id } });
  for (const one of desk.objects.list("subscription", { customer }))
    if (!["canceled", "incomplete_expired"].includes(one.status))
      desk.put({ ...one, default_payment_method: id }, "customer.subscription.updated");
}

const flow = z.object({
  after_completion: z.object({ type: z.string(), redirect: z.object({ return_url: z.string() }).optional() }),
});
const afterwards = (session: PortalSession): string | null =>
  flow.safeParse(session.flow).data?.after_completion.redirect?.return_url ?? null;

export async function onboardingAct(
  request: Request,
  stripe: StripeWorld,
  asked: Asked,
  [id = ""]: readonly string[],
): Promise<Response> {
  const returnUrl = new URL(request.url).searchParams.get("return_url");
  if (request.method === "GET") return onboardingPage(stripe.desk(asked).need("account", id), returnUrl);
  const order = await readJson(request, onboarding);
  if (!order.ok) return order.response;
  stripe.act(asked, (desk) => onboard(desk, id, order.value));
  return going(returnUrl);
}
