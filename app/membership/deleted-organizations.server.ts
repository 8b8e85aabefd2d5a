/** Deleted organizations: an owner can restore one for 30 days, and members are told (R48). */

import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { shortDate } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { auditEvents, organizations } from "#drizzle/control/schema.ts";
import { lookingAt } from "./active-organization.server.ts";
import type { Deps } from "./actor.server.ts";
import { isProven, personOf } from "./actor.ts";
import { hasMatched, runGuarded } from "./guarded-batch.server.ts";
import { askListenersAgain } from "./live-listeners.server.ts";
import { may } from "./permissions.ts";
import { verb } from "./verb.ts";

/** Where an organization lives. */
export type Place = { id: string; region: string | null };

/** R48: how long a deleted organization can be restored. */
const grace_ms = 30 * day_ms;

/** Evaluated at write time: only an owner deletes and restores, whatever the page showed before. */
const isOwnedBy = (id: string, userId: string) => sql`exists (select 1 from organization_members o
  where o.organization_id = ${id} and o.user_id = ${userId} and o.role = 'owner')`;

/** The clients of an agency that it has not archived. */
async function livingClients(db: PlatformDb, id: string): Promise<number> {
  const found = await db
    .select({ clients: count() })
    .from(organizations)
    .where(and(eq(organizations.parent_organization_id, id), isNull(organizations.archived_at)))
    .get();
  return found?.clients ?? 0;
}

/** Evaluated at write time: no client is left behind without its agency. */
const hasNoClients = (id: string) => sql`not exists (select 1 from organizations c
  where c.parent_organization_id = ${id} and c.archived_at is null)`;

/**
 * The statement that deletes an organization, for the caller's batch; it changes nothing when the organization is
 * already deleted. Call `closeOrganization` after the batch. Deleting an account uses it for each organization whose
 * only member the account is.
 * @param by the id of the member who asks, who must own it, and it must have no client, or of the agency whose client it must be; left out, neither
 * is checked
 * @param now ms UTC
 */
export const deletingOrganization = (
  db: PlatformDb,
  id: string,
  now: number,
  by: { owner?: string; agency?: string } = {},
) =>
  [
    db
      .update(organizations)
      .set({ archived_at: now, purge_at: now + grace_ms, updated_at: now })
      .where(
        and(
          eq(organizations.id, id),
          isNull(organizations.archived_at),
          by.owner === undefined ? undefined : and(isOwnedBy(id, by.owner), hasNoClients(id)),
          by.agency === undefined ? undefined : eq(organizations.parent_organization_id, by.agency),
        ),
      ),
  ] as const;

/**
 * Tells an organization's object that it is deleted, so that running calls book nothing more, and closes open live
 * feeds. Never throws: D1 has the truth, and every new call checks it.
 */
export async function closeOrganization(env: Env, place: Place): Promise<void> {
  await Promise.all([tell(env, place, true), askListenersAgain(env, place)]);
}

async function tell(env: Env, place: Place, isDeleted: boolean): Promise<void> {
  try {
    await storeOf(organizationObject(place, env)).settings.setDeleted(isDeleted);
  } catch (error) {
    log("warn", "organization_not_told", { organization_id: place.id, message: innermostMessage(error) });
  }
}

/**
 * `unproven`: who asks has not proven lately who they are. `not_owned`: they do not own it any more, or it is deleted
 * already. `has_clients`: it is the agency of this many clients.
 */
type Deleted =
  | { ok: true }
  | { ok: false; reason: "unproven" | "not_owned" }
  | { ok: false; reason: "has_clients"; clients: number };

/** Deletes the organization; an owner can have it back for 30 days. Needs a recent proof of identity (R3). */
export const deleteOrganization = verb(
  {
    verb: "organizations.delete",
    permission: "organization.own",
    isPersonal: true,
    section: "settings",
    worksUnpaid: true,
    input: z.object({}),
  },
  async (actor, _, { db: d1, env }: Pick<Deps, "db" | "env">): Promise<Deleted> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { id, region } = actor.organization;
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      ...deletingOrganization(db, id, now, { owner: personOf(actor).id }),
      ...hasMatched(db),
      db.insert(auditEvents).values(await actor.note("organization.deleted", id)),
    ]);
    if (!isDone) {
      const clients = await livingClients(db, id);
      return clients > 0 ? { ok: false, reason: "has_clients", clients } : { ok: false, reason: "not_owned" };
    }
    await closeOrganization(env, { id, region });
    await publishHostsOf(env, d1, id, now);
    return { ok: true };
  },
);

/** `gone`: it is purged already, lives again, or has another owner. */
type Restored = { ok: true } | { ok: false; reason: "gone" };

/** Gives a deleted organization back as it was, and makes it the one that its owner looks at. */
export const restoreOrganization = verb(
  {
    verb: "organizations.restore",
    permission: "organization.own",
    isPersonal: true,
    worksUnpaid: true,
    input: z.object({}),
  },
  async (actor, _, { db: d1, env }: Pick<Deps, "db" | "env">): Promise<Restored> => {
    const now = Date.now();
    const { id } = actor.organization;
    const owner = personOf(actor).id;
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({ archived_at: null, purge_at: null, updated_at: now })
        .where(
          and(
            eq(organizations.id, id),
            isNull(organizations.parent_organization_id),
            gt(organizations.purge_at, now),
            isOwnedBy(id, owner),
          ),
        ),
      ...hasMatched(db),
      lookingAt(db, owner, id, now),
      db.insert(auditEvents).values(await actor.note("organization.restored", id)),
    ]);
    if (!isDone) return { ok: false, reason: "gone" };
    await tell(env, actor.organization, false);
    await publishHostsOf(env, d1, id, now);
    return { ok: true };
  },
);

/** Tells the object of a suspended organization that it takes calls again. Never throws, like `closeOrganization`. */
export const reopenOrganization = (env: Env, place: Place): Promise<void> => tell(env, place, false);

/** A client counts in its agency's plan, so its agency restores it. */
const canRestore = ({ role, agency }: Membership): boolean =>
  agency === null && may(role, "organization.own");

/** What a person sees of a deleted organization of theirs. */
export type DeletedOrganization = {
  id: string;
  name: string;
  until: string;
  can_restore: boolean;
  agency: string | null;
};

const describeDeleted = (one: Membership, now: number): DeletedOrganization => ({
  id: one.id,
  name: one.name,
  until: shortDate(one.purge_at ?? now, now, { timeZone: one.time_zone, locale: one.locale }),
  can_restore: canRestore(one),
  /** Who restores it, where it is an agency's client. */
  agency: one.agency?.name ?? null,
});

/** The organizations that the person may restore, as /organizations lists them. */
export const restorable = ({ deleted }: SignedIn, now: number): DeletedOrganization[] =>
  deleted.filter(canRestore).map((one) => describeDeleted(one, now));

/** 410: which organization was deleted, until when it can be restored, and which others the person can go to. */
export function deletedAnswer({ memberships }: SignedIn, one: Membership, now: number): Response {
  const deleted = describeDeleted(one, now);
  const message = `${one.name} was deleted. It can be restored until ${deleted.until}. Your last change wasn't saved.`;
  const others = memberships.map(({ id, name }) => ({ id, name }));
  return Response.json({ code: "organization_deleted", message, deleted, others }, { status: 410 });
}
