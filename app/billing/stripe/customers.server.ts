/** The Stripe customer of an organization: one for each (R30), made when it is first needed. */
import { lt, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { billingCustomers } from "#drizzle/control/schema.ts";
import { stripeOf, stripeProblem } from "./stripe.server.ts";

type Payer = { organization_id: string; name: string; email: string };

/**
 * The organization's customer, with its present name and address of email. One that was deleted at Stripe is replaced by
 * a new one.
 * @throws what Stripe's client throws
 */
export async function customerOf(env: Env, db: Database, payer: Payer): Promise<string> {
  const stripe = await stripeOf(settings(env));
  const known = await storedCustomer(db, payer.organization_id);
  if (known && (await isRefreshed(stripe, known.customer_id, payer))) return known.customer_id;
  const generation = known ? known.generation + 1 : 0;
  // Names may change between two tries, and one idempotency key allows one body: so the name follows.
  const made = await stripe.customers.create(
    { metadata: { organization_id: payer.organization_id, generation } },
    { idempotencyKey: `customer:${payer.organization_id}:${generation}` },
  );
  await isRefreshed(stripe, made.id, payer);
  return storeCustomer(db, payer.organization_id, made.id, generation);
}

/** The row of an organization's customer; null: it has none yet. */
export const storedCustomer = async (
  db: Database,
  organization_id: string,
): Promise<typeof billingCustomers.$inferSelect | null> =>
  (await tenant(db, organization_id)
    .select()
    .from(billingCustomers)
    .where(sql`organization_id = ${organization_id}`)
    .get()) ?? null;

/** Writes name and address to the customer; false: it was deleted. */
async function isRefreshed(stripe: Stripe, id: string, { name, email }: Payer): Promise<boolean> {
  try {
    await stripe.customers.update(id, { name, email }, { idempotencyKey: `customer:${id}:${newId()}` });
    return true;
  } catch (error) {
    if (stripeProblem(error)?.is === "gone") return false;
    throw error;
  }
}

/** Of two requests that made one at once both have the same customer, by its idempotency key. */
async function storeCustomer(
  db: Database,
  organization_id: string,
  customer_id: string,
  generation: number,
): Promise<string> {
  await tenant(db, organization_id)
    .insert(billingCustomers)
    .values({ organization_id, customer_id, generation, created_at: Date.now() })
    .onConflictDoUpdate({
      target: billingCustomers.organization_id,
      set: { customer_id, generation },
      setWhere: lt(billingCustomers.generation, generation),
    });
  return (await storedCustomer(db, organization_id))?.customer_id ?? customer_id;
}
