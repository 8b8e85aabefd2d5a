/** Finds the organization of a called number: the number index in D1, the first thing that a carrier's webhook asks. */
import { eq } from "drizzle-orm";
import type { CallOrganization } from "#app/calls/live/live-calls.schema.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizations, phoneNumbers } from "#drizzle/control/schema.ts";

export type NumberOwner = {
  organization: CallOrganization;
  tier: string;
  subscription_status: string;
  /** The organization was deleted: its callers hear that no one can answer. */
  is_deleted: boolean;
};

/** The organization that holds a number (E.164), or null. One statement. */
export async function ownerOf(db: Database, phone_number: string): Promise<NumberOwner | null> {
  const row = await platform(db)
    .select({
      id: organizations.id,
      region: organizations.region,
      name: organizations.name,
      time_zone: organizations.time_zone,
      locale: organizations.locale,
      country: organizations.country,
      address: organizations.address,
      tier: organizations.subscription_tier,
      subscription_status: organizations.subscription_status,
      archived_at: organizations.archived_at,
    })
    .from(phoneNumbers)
    .innerJoin(organizations, eq(organizations.id, phoneNumbers.organization_id))
    .where(eq(phoneNumbers.phone_number, phone_number))
    .get();
  if (!row) return null;
  const { tier, subscription_status, archived_at, ...organization } = row;
  return { organization, tier, subscription_status, is_deleted: archived_at !== null };
}
