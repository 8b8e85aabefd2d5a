/** The active organization of a person: how it is chosen, its cookie, and how it is changed. */
import { auditRow } from "#app/accounts/audit.server.ts";
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import type { Context } from "#app/platform/context.ts";
import { cookie, readCookie } from "#app/platform/cookies.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { day_s } from "#app/platform/durations.ts";
import { auditEvents, profiles } from "#drizzle/control/schema.ts";

const activeCookie = "active_organization_id";

/** The id in the browser's cookie, unchecked; null when there is none. */
export const storedOrganization = (request: Request): string | null => readCookie(request, activeCookie);

/** The `set-cookie` line with which the browser keeps an organization's id. */
export const storingCookie = (request: Request, id: string): string =>
  cookie(request, activeCookie, id, { maxAge: 400 * day_s });

/** The stored id, then the profile's, then the first membership; always one of the person's own. */
export function activeMembership(
  request: Request,
  { memberships, activeOrganizationId }: SignedIn,
): Membership | undefined {
  const stored = storedOrganization(request);
  return (
    memberships.find((m) => m.id === stored) ??
    memberships.find((m) => m.id === activeOrganizationId) ??
    memberships[0]
  );
}

/**
 * The deleted organization that the person was looking at, or the only kind that they have. Null when a living one
 * can be shown.
 */
export function deletedOneLookedAt(
  request: Request,
  { memberships, deleted, activeOrganizationId }: SignedIn,
): Membership | null {
  const stored = storedOrganization(request);
  const looked = deleted.find(({ id }) => id === stored);
  if (looked || memberships.length > 0) return looked ?? null;
  return deleted.find(({ id }) => id === activeOrganizationId) ?? deleted[0] ?? null;
}

/** The statement that makes an organization a person's active one, for the caller's batch. `now`: ms UTC */
export const lookingAt = (
  db: ReturnType<typeof platform>,
  userId: string,
  organizationId: string,
  now: number,
) =>
  db
    .insert(profiles)
    .values({ id: userId, organization_id: organizationId, updated_at: now })
    .onConflictDoUpdate({ target: profiles.id, set: { organization_id: organizationId, updated_at: now } });

/**
 * Switches to another organization of one's own and updates the profile (docs/product.md, "Active organization"). A
 * request for a foreign one is audited (R26, R46).
 * @returns the organization, or null when the person does not belong to it
 */
export async function switchOrganization(
  request: Request,
  context: Context,
  who: SignedIn,
  wanted: string,
): Promise<Membership | null> {
  const db = platform(context.get(database));
  const to = who.memberships.find(({ id }) => id === wanted);
  if (!to) {
    // The value is unchecked; no id is longer than this.
    const event = {
      actor_id: who.user.id,
      action: "organization.foreign_asked_for",
      target: wanted.slice(0, 64),
    };
    await db.insert(auditEvents).values(await auditRow(request, context, event));
    return null;
  }
  const event = {
    actor_id: who.user.id,
    organization_id: to.id,
    action: "organization.switched",
    target: to.id,
  };
  await db.batch([
    lookingAt(db, who.user.id, to.id, Date.now()),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return to;
}
