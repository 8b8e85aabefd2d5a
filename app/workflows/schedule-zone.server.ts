/** Tells an organization's schedules in which time zone it is now. */
import { eq } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { organizations } from "#drizzle/control/schema.ts";

export async function followZone(env: Env, db: Database, id: string): Promise<void> {
  const row = await tenant(db, id)
    .select({ zone: organizations.time_zone, region: organizations.region })
    .from(organizations)
    .where(eq(organizations.id, id))
    .get();
  if (row)
    await storeOf(organizationObject({ id, region: row.region }, env)).workflowSchedules.inZone(
      row.zone,
      Date.now(),
    );
}
