/** Organizations with two subscriptions that both live, as rows for platform admins. */
import { inArray, sql } from "drizzle-orm";
import { doublesOf } from "#app/billing/stripe/one-plan.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizations } from "#drizzle/control/schema.ts";

/** The later subscription, and the one beside which it lives. */
export type DoublePlan = {
  id: string;
  organization: string | null;
  status: string;
  kept: string;
};

export async function doublePlans(db: Database): Promise<DoublePlan[]> {
  const doubles = await doublesOf(db, null);
  const ids = JSON.stringify(doubles.map(({ organization_id }) => organization_id));
  const rows = await platform(db)
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(inArray(organizations.id, sql`(select value from json_each(${ids}))`));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return doubles.map(({ organization_id, subscription_id, status, kept_id, kept_status }) => ({
    id: subscription_id,
    organization: names.get(organization_id) ?? null,
    status: status.replaceAll("_", " "),
    kept: `${kept_id} (${kept_status.replaceAll("_", " ")})`,
  }));
}
