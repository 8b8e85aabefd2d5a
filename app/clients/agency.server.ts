/** The agency of a request to the pages about clients, and one of its clients. */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AuditRow, Changes } from "#app/accounts/audit-event.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Member, organization, permitted } from "#app/membership/membership.server.ts";
import type { Permission } from "#app/membership/permissions.ts";
import { hasClients } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { organizationMembers, organizations, users } from "#drizzle/control/schema.ts";

/**
 * The member of an agency, for a page about clients.
 * @throws a 404 answer where the organization has none and its plan has no room for any; 403 without the permission
 */
export function agency(context: Context, permission: Permission): Member {
  if (!hasClients(organization(context).membership)) throw faultResponse("not_found");
  return permitted(context, permission);
}

/** One client of an agency, archived or not, unless it is purged; null: the id is no client's of this agency. */
export async function clientOf(db: Database, agencyId: string, id: string) {
  const found = await tenant(db, agencyId)
    .select()
    .from(organizations)
    .where(
      and(
        eq(organizations.id, id),
        eq(organizations.parent_organization_id, agencyId),
        or(isNull(organizations.archived_at), sql`${organizations.purge_at} is not null`),
      ),
    )
    .get();
  return found ?? null;
}

export type Client = NonNullable<Awaited<ReturnType<typeof clientOf>>>;

/** How many owners of a client are told by mail. */
const mostTold = 20;

/** A client's owners, who are told what its agency does to it. */
export const ownersOf = (db: Database, id: string) =>
  tenant(db, id)
    .select({ email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(and(eq(organizationMembers.organization_id, id), eq(organizationMembers.role, "owner")))
    .limit(mostTold);

/** Evaluated at write time: the organization is a client of the agency. */
export const isClientOf = (id: string, agencyId: string) =>
  and(eq(organizations.id, id), eq(organizations.parent_organization_id, agencyId));

/** The audit rows of what an agency does to a client, one for each side's trail. */
export async function noteBoth(
  actor: Actor,
  clientId: string,
  action: string,
  changes: Changes = {},
): Promise<[AuditRow, AuditRow]> {
  const own = await actor.note(action, clientId, changes);
  const theirs = { ...changes, agency: actor.organization.name };
  return [own, { ...own, id: newId(), organization_id: clientId, changes: theirs }];
}
