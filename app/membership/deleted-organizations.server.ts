/** Deleted organizations: an owner can restore one for 30 days, and members are told (R48). */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { guardFailed, innermostMessage, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { shortDate } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { assertOk, auditEvents, organizations } from "#drizzle/control/schema.ts";
import { lookingAt } from "./active-organization.server.ts";
import { askListenersAgain } from "./live-listeners.server.ts";
import { may } from "./permissions.ts";

/** Where an organization lives. */
export type Place = { id: string; region: string | null };

/** R48: how long a deleted organization can be restored. */
const grace_ms = 30 * day_ms;

/** Evaluated at write time: only an owner deletes and restores, whatever the page showed before. */
const isOwnedBy = (id: string, userId: string) => sql`exists (select 1 from organization_members o
  where o.organization_id = ${id} and o.user_id = ${userId} and o.role = 'owner')`;

/**
 * The statement that deletes an organization, for the caller's batch; it changes nothing when the organization is
 * already deleted. Call `closeOrganization` after the batch. Deleting an account uses it for each organization whose
 * only member the account is.
 * @param owner the id of the member who asks, who must own it; left out, ownership is not checked
 * @param now ms UTC
 */
export const deletingOrganization = (db: PlatformDb, id: string, now: number, owner?: string) =>
  [
    db
      .update(organizations)
      .set({ archived_at: now, purge_at: now + grace_ms, updated_at: now })
      .where(
        and(
          eq(organizations.id, id),
          isNull(organizations.archived_at),
          owner === undefined ? undefined : isOwnedBy(id, owner),
        ),
      ),
  ] as const;

/**
 * Tells an organization's object that it is closed, so that running calls book nothing more, and closes open live
 * feeds. Never throws: D1 has the truth, and every new call checks it.
 */
export async function closeOrganization(env: Env, place: Place): Promise<void> {
  await Promise.all([tell(env, place, true), askListenersAgain(env, place)]);
}

async function tell(env: Env, place: Place, isClosed: boolean): Promise<void> {
  try {
    await storeOf(organizationObject(place, env)).settings.setClosed(isClosed);
  } catch (error) {
    log("warn", "organization_not_told", { organization_id: place.id, message: innermostMessage(error) });
  }
}

/** Deletes the member's organization. False, with nothing changed, when they no longer own it or it is already deleted. */
export async function deleteOrganization(
  request: Request,
  context: Context,
  { id, region, user }: Place & { user: { id: string } },
  now: number,
): Promise<boolean> {
  const db = platform(context.get(database));
  const event = { action: "organization.deleted", actor_id: user.id, organization_id: id, target: id };
  const isDone = await guarded(db, [
    ...deletingOrganization(db, id, now, user.id),
    db.run(sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  if (isDone) await closeOrganization(context.get(cloudflare).env, { id, region });
  return isDone;
}

/**
 * Restores a deleted organization and makes it its owner's active one.
 * @returns it, or null when the person may not restore it or it is too late
 */
export async function restoreOrganization(
  request: Request,
  context: Context,
  { user, deleted }: SignedIn,
  id: string,
  now: number,
): Promise<Membership | null> {
  const found = deleted.find((one) => one.id === id);
  if (!found || !canRestore(found)) return null;
  const db = platform(context.get(database));
  const event = { action: "organization.restored", actor_id: user.id, organization_id: id, target: id };
  const isDone = await guarded(db, [
    db
      .update(organizations)
      .set({ archived_at: null, purge_at: null, updated_at: now })
      .where(and(eq(organizations.id, id), gt(organizations.purge_at, now), isOwnedBy(id, user.id))),
    db.run(sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
    lookingAt(db, user.id, id, now),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  if (!isDone) return null;
  await tell(context.get(cloudflare).env, found, false);
  return found;
}

/** Runs a batch whose guard may match no row (R34): false when it did, and nothing was changed. */
export async function guarded(
  db: PlatformDb,
  statements: Parameters<PlatformDb["batch"]>[0],
): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (violates(error, guardFailed)) return false;
    throw error;
  }
}

const canRestore = ({ role }: Membership): boolean => may(role, "organization.own");

/** What a person sees of a deleted organization of theirs. */
export type DeletedOrganization = { id: string; name: string; until: string; can_restore: boolean };

const describeDeleted = (one: Membership, now: number): DeletedOrganization => ({
  id: one.id,
  name: one.name,
  until: shortDate(one.purge_at ?? now, now, { timeZone: one.time_zone, locale: one.locale }),
  can_restore: canRestore(one),
});

/** The organizations that the person may restore, as /organizations lists them. */
export const restorable = ({ deleted }: SignedIn, now: number): DeletedOrganization[] =>
  deleted.filter(canRestore).map((one) => describeDeleted(one, now));

/** 410: which organization was deleted, until when it can be restored, and which others the person can go to. */
export function deletedAnswer({ memberships }: SignedIn, one: Membership, now: number): Response {
  const deleted = describeDeleted(one, now);
  const message = `${one.name} was deleted. It can be restored until ${deleted.until}. Nothing was changed.`;
  const others = memberships.map(({ id, name }) => ({ id, name }));
  return Response.json({ code: "organization_deleted", message, deleted, others }, { status: 410 });
}
