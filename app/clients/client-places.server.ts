/** How many of an agency's places are taken. */

import { and, count, eq, isNull } from "drizzle-orm";
import { orLargerPlan } from "#app/billing/upgrade.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizations } from "#drizzle/control/schema.ts";

/** Archived clients take no place. */
export async function placesOf(db: Database, agencyId: string): Promise<number> {
  const found = await platform(db)
    .select({ taken: count() })
    .from(organizations)
    .where(and(eq(organizations.parent_organization_id, agencyId), isNull(organizations.archived_at)))
    .get();
  return found?.taken ?? 0;
}

/** Why no client is taken on, and what can be done. */
export const clientsFullWords = (actor: Actor): string =>
  `Your plan has no room for another client. Archive one first, ${orLargerPlan(actor, "clients")}.`;
