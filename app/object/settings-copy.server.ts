/** Carries the settings that calls go by from D1, their home, to the copy in the organization's object. */
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { callingHoursIn } from "#app/hours/calling-hours.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { organizationSettings, organizations } from "#drizzle/control/schema.ts";

/**
 * Reads the settings as they are now, and has the object apply them: called late, twice or out of order, it leaves the
 * newest there. An organization without a row, and one that is purged, has none to carry.
 * @throws when the object cannot be reached
 */
export async function copySettings(
  env: Pick<Env, "ORGANIZATION">,
  db: Database,
  organizationId: string,
): Promise<void> {
  const at = Date.now();
  const row = await tenant(db, organizationId)
    .select({
      region: organizations.region,
      closed_days: organizationSettings.holidays,
      retention_days: organizationSettings.retention_days,
      retention: organizationSettings.retention,
      redaction: organizationSettings.redaction,
      calling_hours: organizationSettings.calling_hours,
      updated_at: organizationSettings.updated_at,
    })
    .from(organizationSettings)
    .innerJoin(organizations, eq(organizations.id, organizationSettings.organization_id))
    .where(
      and(
        eq(organizationSettings.organization_id, organizationId),
        // The object of an organization whose purge is due is not created anew.
        or(isNull(organizations.archived_at), gt(organizations.purge_at, at)),
      ),
    )
    .get();
  if (!row) return;
  const { region, updated_at, calling_hours, ...rest } = row;
  const copied = { ...rest, calling_hours: callingHoursIn(calling_hours) };
  await storeOf(organizationObject({ id: organizationId, region }, env)).settings.apply(
    copied,
    updated_at,
    at,
  );
}
