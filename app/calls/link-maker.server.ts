/** Who made a secret address by which calls or appointments are read, and whether they still may. */
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { isWithheld } from "#app/branding/hidden-sections.ts";
import { may, type Permission } from "#app/membership/permissions.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizationMembers, organizations } from "#drizzle/control/schema.ts";

const withheldSections = z.record(z.string(), z.array(z.string())).nullable().catch(null);

/** `created_at`: ms UTC. */
type SecretLink = { organization_id: string; user_id: string; created_at: number };

/**
 * The organization of a link, while its maker may do what the link does. Someone who left and came back needs a new link,
 * and one who lacks a second factor that is asked for sets it up first.
 * @returns null when they may not; `readsPersons`: whether they may read who called
 */
export async function makerOf(
  db: Database,
  { organization_id, user_id, created_at }: SecretLink,
  permission: Permission,
) {
  const agencies = alias(organizations, "agencies");
  const row = await platform(db)
    .select({
      id: organizations.id,
      region: organizations.region,
      name: organizations.name,
      time_zone: organizations.time_zone,
      locale: organizations.locale,
      withheld: organizations.withheld_sections,
      role: organizationMembers.role,
    })
    .from(organizations)
    .innerJoin(
      organizationMembers,
      and(
        eq(organizationMembers.organization_id, organizations.id),
        eq(organizationMembers.user_id, user_id),
        lte(organizationMembers.created_at, created_at),
      ),
    )
    .leftJoin(agencies, eq(agencies.id, organizations.parent_organization_id))
    .where(
      and(
        eq(organizations.id, organization_id),
        isNull(organizations.archived_at),
        isNull(organizations.suspended_at),
        isNull(organizations.platform_suspended_at),
        isNull(agencies.suspended_at),
        isNull(agencies.platform_suspended_at),
        sql`(${organizations.require_two_factor} = 0
          or exists (select 1 from user_factors f where f.user_id = ${user_id} and f.verified_at is not null)
          or exists (select 1 from passkeys p where p.user_id = ${user_id}))`,
      ),
    )
    .get();
  if (!row || !may(row.role, permission)) return null;
  const { withheld, role, ...organization } = row;
  if (isWithheld(withheldSections.parse(withheld), "calls", role)) return null;
  return { organization, readsPersons: may(role, "calls.read_persons") };
}
