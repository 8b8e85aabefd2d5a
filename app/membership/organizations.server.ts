/** Founding organizations in the control plane. */

import type { PlatformDb } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { organizationMembers, organizations, profiles } from "#drizzle/control/schema.ts";
import { organizationNameFor, regionFor, timeZoneOf, type Whereabouts } from "./first-organization.ts";

export type Founder = {
  userId: string;
  email: string;
  /** What the browser says its time zone is, unchecked. */
  timeZone: unknown;
  whereabouts: Whereabouts;
  /** The agency whose client it becomes; null: it stands alone. */
  agencyId?: string | null;
};

const defaultTimeZone = "America/New_York";

/** Where an organization works, as far as the first visit tells. */
export const placeOf = (timeZone: unknown, whereabouts: Whereabouts) => ({
  time_zone: timeZoneOf(timeZone) ?? timeZoneOf(whereabouts.timezone) ?? defaultTimeZone,
  country: whereabouts.country ?? usualCountry,
});

/** Statements, for the caller's batch, that give a newcomer an organization of which they are the owner. */
export function foundOrganization(db: PlatformDb, founder: Founder, now: number) {
  const { userId, email, timeZone, whereabouts, agencyId = null } = founder;
  const id = newId(now);
  return {
    id,
    statements: [
      db.insert(organizations).values({
        id,
        name: organizationNameFor(email),
        ...placeOf(timeZone, whereabouts),
        region: regionFor(whereabouts),
        parent_organization_id: agencyId,
        created_by: userId,
        created_at: now,
        updated_at: now,
      }),
      db
        .insert(organizationMembers)
        .values({ organization_id: id, user_id: userId, role: "owner", created_at: now }),
      db.insert(profiles).values({ id: userId, organization_id: id, updated_at: now }),
    ] as const,
  };
}
