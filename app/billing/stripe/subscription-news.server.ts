/** Who learns of a subscription's change: its organization's hosts, the copy at the edge, and the organization's object. */
import { eq } from "drizzle-orm";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { publishState } from "./subscription-cache.server.ts";
import { latestTerms } from "./subscription-rows.server.ts";

/** The present period, the one before it, and those of a plan that changed meanwhile. */
const mostTerms = 6;

/**
 * Tells everyone. The fact `subscription.changed` does it again until it has worked, so a failure is only noted.
 * @param now ms UTC
 */
export async function publishSubscription(
  env: Env,
  db: Database,
  organization_id: string,
  now: number,
): Promise<void> {
  try {
    await tellSubscription(env, db, organization_id, now);
  } catch (error) {
    log("warn", "subscription_not_published", { organization_id, message: String(error) });
  }
}

/** @throws when the organization's object doesn't answer */
export async function tellSubscription(
  env: Env,
  db: Database,
  organization_id: string,
  now: number,
): Promise<void> {
  await publishState(env, db, organization_id, now);
  await publishHostsOf(env, db, organization_id, now);
  const read_at = Date.now();
  const terms = await latestTerms(db, organization_id, mostTerms);
  if (terms.length === 0) return;
  const place = await platform(db)
    .select({ id: organizations.id, region: organizations.region })
    .from(organizations)
    .where(eq(organizations.id, organization_id))
    .get();
  if (!place) return;
  const told = terms.map(({ organization_id: _, created_at: __, ...one }) => one);
  await storeOf(organizationObject(place, env)).usage.setTerms(told, read_at);
}
