/** Whose an object of Stripe is. */
import { sql } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";

type Ids = {
  readonly customer: string | null;
  readonly subscription: string | null;
  readonly account: string | null;
  /** As we wrote it into the object's metadata. */
  readonly organization: string | null;
};

/** The organization behind an object: its customer's, its subscription's, its account's, or the one in its metadata; null: none of ours. */
export async function organizationBehind(
  db: Database,
  { customer, subscription, account, organization }: Ids,
): Promise<string | null> {
  const found = await platform(db).get<{ id: string | null }>(sql`select coalesce(
    (select organization_id from billing_customers where customer_id = ${customer}),
    (select organization_id from subscriptions where subscription_id = ${subscription}),
    (select organization_id from connected_accounts where account_id = ${account}),
    (select id from organizations where id = ${organization})) as id`);
  return found?.id ?? null;
}
