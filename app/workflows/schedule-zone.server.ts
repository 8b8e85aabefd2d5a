/** Tells an organization's schedules in which time zone it is now. */
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { organizations } from "#drizzle/control/schema.ts";

/** Called late, twice or out of order, it leaves the newest zone there. */
export async function followZone(env: Env, db: Database, id: string): Promise<void> {
  const now = Date.now();
  const row = await tenant(db, id)
    .select({ zone: organizations.time_zone, region: organizations.region })
    .from(organizations)
    .where(
      and(
        eq(organizations.id, id),
        // The object of an organization whose purge is due is not created anew.
        or(isNull(organizations.archived_at), gt(organizations.purge_at, now)),
      ),
    )
    .get();
  if (row)
    await storeOf(organizationObject({ id, region: row.region }, env)).workflowSchedules.inZone(
      row.zone,
      now,
    );
}
