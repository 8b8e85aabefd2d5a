/** Which period an invoice bills the minutes of, the plan's fee on it, and what it bills beside both. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { ofPresentPayee } from "#app/billing/stripe/payee-invoices.server.ts";
import { unusedProduct } from "#app/billing/stripe/plans.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { billingCustomers } from "#drizzle/control/schema.ts";

export type InvoicePeriod = {
  /** The invoice's own number, in letters, digits and hyphens; null: it has none. */
  number: string | null;
  /** ms UTC */
  period_start: number;
  fee_amount: number;
  /** Minor units: rented numbers, taxes, less discounts. */
  other_amount: number;
  /** False: the first invoice of a plan, which bills the fee ahead and no minutes yet. */
  hasMinutes: boolean;
};

const priceRow = z.object({ price_id: z.string(), is_minutes: z.number() });

/** Of some prices at Stripe, those that are a plan's fee (false) or its minutes (true). */
export async function planPricesAmong(db: Database, ids: readonly string[]) {
  const asked = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await platform(db).all<unknown>(sql`
    select price_id, 0 as is_minutes from plan_prices where price_id in ${asked}
    union select minutes_price_id, 1 from plan_prices where minutes_price_id in ${asked}
    union select price_id, 0 from retail_prices where price_id in ${asked}
    union select minutes_price_id, 1 from retail_prices where minutes_price_id in ${asked}`);
  return new Map(
    z
      .array(priceRow)
      .parse(rows)
      .map((row) => [row.price_id, row.is_minutes === 1]),
  );
}

/** The organization's own customer; null: it has none. */
async function customerIdOf(db: Database, organization_id: string): Promise<string | null> {
  const row = await tenant(db, organization_id)
    .select({ customer_id: billingCustomers.customer_id })
    .from(billingCustomers)
    .where(eq(billingCustomers.organization_id, organization_id))
    .get();
  return row?.customer_id ?? null;
}

const sum = (lines: readonly { amount: number }[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0);

/** A number that can stand in a file's name as it is. */
const plainNumber = /^[\w-]{1,60}$/;

/** More than eight years of monthly invoices. */
const mostInvoices = 100;

/**
 * The customer's invoice of this id with all its lines; null: it has none such. Pages' addresses have no capitals and Stripe's
 * ids do, so it is found among the customer's own, which no other customer's can be.
 */
async function invoiceOf(
  settings: Settings,
  db: Database,
  { organization_id, customer, id }: { organization_id: string; customer: string; id: string },
) {
  const stripe = await stripeOf(settings);
  try {
    const { data } = await stripe.invoices.list({ customer, limit: mostInvoices });
    const found = data.find((one) => one.id.toLowerCase() === id.toLowerCase());
    if (!found || !(await ofPresentPayee(db, organization_id))(found)) return null;
    // An invoice brings its first ten lines; each number's rent is one.
    const { total, number } = found;
    if (!found.lines.has_more) return { total, number, data: found.lines.data };
    const { data: lines } = await stripe.invoices.listLineItems(found.id, { limit: 100 });
    return { total, number, data: lines };
  } catch (error) {
    if (stripeProblem(error)?.is === "gone") return null;
    throw error;
  }
}

/**
 * The period whose minutes an invoice bills; null: the invoice is not the organization's, or not of a plan.
 * @throws what Stripe's client throws
 */
export async function invoicePeriod(
  settings: Settings,
  db: Database,
  organization_id: string,
  invoice_id: string,
): Promise<InvoicePeriod | null> {
  const customer_id = await customerIdOf(db, organization_id);
  if (customer_id === null) return null;
  const billed = await invoiceOf(settings, db, { organization_id, customer: customer_id, id: invoice_id });
  if (billed === null) return null;
  const lines = billed.data.map((line) => ({
    price: String(line.pricing?.price_details?.price ?? ""),
    isUnusedPlan: line.pricing?.price_details?.product === unusedProduct.id,
    amount: line.amount,
    starts: line.period.start * 1000,
  }));
  const known = await planPricesAmong(
    db,
    lines.map(({ price }) => price),
  );
  const minutes = lines.filter(({ price }) => known.get(price) === true);
  const fees = lines.filter(({ price, isUnusedPlan }) => isUnusedPlan || known.get(price) === false);
  const period_start = minutes[0]?.starts ?? fees.find(({ isUnusedPlan }) => !isUnusedPlan)?.starts;
  if (period_start === undefined) return null;
  return {
    number: billed.number !== null && plainNumber.test(billed.number) ? billed.number : null,
    period_start,
    hasMinutes: minutes.length > 0,
    fee_amount: sum(fees),
    other_amount: billed.total - sum(fees) - sum(minutes),
  };
}
