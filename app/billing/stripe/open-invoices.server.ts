/** Whether an organization owes the platform something: asked before it buys anything more. */

import type { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { storedCustomer } from "./customers.server.ts";
import { stripeOf, stripeProblem } from "./stripe.server.ts";

/**
 * Whether one of its invoices is open, or was given up as uncollectible.
 * @throws what Stripe's client throws
 */
export async function owesInvoices(env: Env, db: Database, organization_id: string): Promise<boolean> {
  const known = await storedCustomer(db, organization_id);
  if (known === null) return false;
  const stripe = await stripeOf(settings(env));
  const { customer_id: customer } = known;
  try {
    const found = await Promise.all(
      (["open", "uncollectible"] as const).map((status) =>
        stripe.invoices.list({ customer, status, limit: 1 }),
      ),
    );
    return found.some(({ data }) => data.length > 0);
  } catch (error) {
    // A customer that was deleted at Stripe owes nothing there; a new one takes its place.
    if (stripeProblem(error)?.is === "gone") return false;
    throw error;
  }
}
