/** An organization's invoices, as Stripe has them. */
import type Stripe from "stripe";
import { storedCustomer } from "#app/billing/stripe/customers.server.ts";
import { ofPresentPayee } from "#app/billing/stripe/payee-invoices.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import { money, shortDate } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { within } from "#app/platform/within.ts";
import { type InvoiceRow, overdue, shownInvoiceStatus } from "./invoice-words.ts";
import type { PlanDeps } from "./running-plan.server.ts";

/** The page does not wait longer for its list of invoices. */
const patience_ms = 4 * second_ms;
const mostShown = 24;

/** Minor units in micro-units. */
const micros = 10_000;

/** A charge of it failed. The first one of a plan is not finished rather than overdue. */
const isOverdue = ({ status, attempt_count, billing_reason }: Stripe.Invoice): boolean =>
  status === "open" && attempt_count > 0 && billing_reason !== "subscription_create";

function rowOf(invoice: Stripe.Invoice, at: { locale: string; timeZone: string; now: number }): InvoiceRow {
  const { id, number, created, total, currency, status, invoice_pdf, hosted_invoice_url } = invoice;
  const date = shortDate(created * 1000, at.now, at);
  return {
    id,
    name: number ?? date,
    date,
    amount: money(total * micros, currency.toUpperCase(), at.locale),
    status: isOverdue(invoice) ? overdue : shownInvoiceStatus(status),
    pdf: invoice_pdf ?? null,
    hasCalls: !!invoice.parent?.subscription_details && invoice.billing_reason !== "subscription_create",
    pay: status === "open" || status === "uncollectible" ? (hosted_invoice_url ?? null) : null,
  };
}

/** The newest invoices; null: Stripe does not answer now. A draft is no invoice yet. `now`: ms UTC */
export async function invoicesOf(
  actor: Actor,
  { db, env }: PlanDeps,
  now: number,
): Promise<InvoiceRow[] | null> {
  const { id, locale, timeZone } = actor.organization;
  const customer = await storedCustomer(db, id);
  if (customer === null) return [];
  try {
    const stripe = await stripeOf(settings(env));
    const { data } = await within(
      patience_ms,
      stripe.invoices.list({ customer: customer.customer_id, limit: mostShown }),
      () => new Fault("unavailable", "invoices took too long"),
    );
    const own = await ofPresentPayee(db, id);
    return data
      .filter((invoice) => invoice.status !== "draft" && invoice.status !== null && own(invoice))
      .map((invoice) => rowOf(invoice, { locale, timeZone, now }));
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem?.is === "gone") return [];
    if (problem === null && !(error instanceof Fault)) throw error;
    log("warn", "invoices_not_read", { organization_id: id, is: problem?.is ?? "late" });
    return null;
  }
}
