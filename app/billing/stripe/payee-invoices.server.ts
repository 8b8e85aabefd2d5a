/** Which of an organization's invoices are its own affair: those of the agency that it has now, or of none. */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";

const ids = z.array(z.object({ id: z.string() }));

/**
 * Tells whether an invoice was billed in the name of the organization's present payee. What a former agency charged, or
 * the platform before there was an agency, is shown to no later one. One without a subscription, such as a bought
 * number's, is the platform's.
 */
export async function ofPresentPayee(
  db: Database,
  organization_id: string,
): Promise<(invoice: Stripe.Invoice) => boolean> {
  const rows = await tenant(
    db,
    organization_id,
  ).all<unknown>(sql`select subscription_id as id from subscriptions
    where organization_id = ${organization_id}
      and payee_id is not (select parent_organization_id from organizations where id = ${organization_id})`);
  const foreign = new Set(ids.parse(rows).map(({ id }) => id));
  return ({ parent }) => {
    const billed = parent?.subscription_details?.subscription;
    return !billed || !foreign.has(typeof billed === "string" ? billed : billed.id);
  };
}
