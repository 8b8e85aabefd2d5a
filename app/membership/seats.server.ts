/** How many people an organization's plan has room for: asked in the same batch that invites one, so that two at once cannot share the last place. */
import { eq, sql } from "drizzle-orm";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { assertOk } from "#drizzle/control/schema.ts";

/**
 * Statements, for the end of the batch that writes an invitation, that stop it (`guardFailed`) when members and pending
 * invitations are more than the plan allows. An invitation that is too old still counts: its link can be renewed.
 * @param most `PlanLimits.members`
 */
export const withinSeats = (db: PlatformDb, organizationId: string, most: number) => [
  db.insert(assertOk).select(sql`select case when
    (select count(*) from organization_members m where m.organization_id = ${organizationId}) +
    (select count(*) from user_invitations i where i.organization_id = ${organizationId}
      and i.accepted_at is null and i.revoked_at is null) <= ${most} then 1 end as ok`),
  db.delete(assertOk).where(eq(assertOk.ok, 1)),
];
