/** An invitation as the invited person uses it: found by the mailed token or by its id, and accepted (R21, R22). */

import { and, eq, exists, gt, isNull, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { livesOn } from "#app/branding/residence.server.ts";
import { lookingAt } from "#app/membership/active-organization.server.ts";
import { grantable, roles } from "#app/membership/permissions.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import {
  assertOk,
  auditEvents,
  organizationMembers,
  organizations,
  userInvitations,
  users,
} from "#drizzle/control/schema.ts";

export type Invitation = {
  id: string;
  organization_id: string;
  /** The organization's name. */
  organization: string;
  /** Case-folded, for comparison. */
  email: string;
  role: string;
  /** Whether the address has a proven account: then the form asks for its password. */
  isKnown: boolean;
};

/** Each role with each role that it may give. */
const reaches = JSON.stringify(roles.flatMap((by) => grantable(by).map((role) => `${by} ${role}`)));

/** R21, checked when the link is used: its sender is still a member, with a role that may give the invitation's. */
const isVouchedFor = sql`exists (select 1 from organization_members i
  where i.organization_id = user_invitations.organization_id and i.user_id = user_invitations.created_by
  and i.role || ' ' || user_invitations.role in (select value from json_each(${reaches})))`;

/** Valid only if unaccepted, unexpired and not revoked, with a sender who may still give its role, and an organization that still exists. */
const isValid = (now: number) =>
  and(
    isNull(userInvitations.accepted_at),
    isNull(userInvitations.revoked_at),
    gt(userInvitations.expires_at, now),
    isNull(organizations.archived_at),
    isVouchedFor,
  );

const selected = (db: PlatformDb) =>
  db
    .select({
      id: userInvitations.id,
      organization_id: userInvitations.organization_id,
      organization: organizations.name,
      email: userInvitations.email,
      role: userInvitations.role,
      known_id: sql<string | null>`${users.id}`.as("known_id"),
    })
    .from(userInvitations)
    .innerJoin(organizations, eq(organizations.id, userInvitations.organization_id))
    .leftJoin(
      users,
      and(
        eq(users.email_folded, userInvitations.email),
        sql`${users.email_confirmed_at} is not null`,
        isNull(users.deleted_at),
      ),
    );

type Row = Omit<Invitation, "isKnown"> & { known_id: string | null };
const invitationIn = (row: Row | undefined): Invitation | null => {
  if (!row) return null;
  const { known_id, ...invitation } = row;
  return { ...invitation, isKnown: known_id !== null };
};

/** On a tenant's host an invitation is valid only for organizations that live there; on the main host (null) for all. */
const isGoodOn = (host: string | null) =>
  host === null ? undefined : livesOn(sql`user_invitations.organization_id`, host);

/**
 * The invitation of a mailed token; null when it is used, revoked, too old or unknown.
 * @param now ms UTC
 * @param host where the link is opened, from `sessionHostOf`
 */
export async function invitationByToken(
  context: Context,
  token: string,
  now: number,
  host: string | null,
): Promise<Invitation | null> {
  const db = platform(context.get(database));
  const hash = await sha256(token);
  return invitationIn(
    await selected(db)
      .where(and(eq(userInvitations.token, hash), isValid(now), isGoodOn(host)))
      .get(),
  );
}

/** The organization that this person joined by a mailed token; null when the token is unused or was used by another person. */
export async function joinedByToken(context: Context, token: string, userId: string): Promise<string | null> {
  const hash = await sha256(token);
  const found = await platform(context.get(database))
    .select({ organization_id: userInvitations.organization_id })
    .from(userInvitations)
    .where(and(eq(userInvitations.token, hash), eq(userInvitations.accepted_by, userId)))
    .get();
  return found?.organization_id ?? null;
}

/** The invitation whose token is in a request's address, if it is for this email. `now`: ms UTC */
export async function invitationOf(
  request: Request,
  context: Context,
  email: string,
  now: number,
): Promise<Invitation | null> {
  const token = new URL(request.url).searchParams.get("token");
  const host = sessionHostOf(request, context);
  const found = token === null ? null : await invitationByToken(context, token, now, host);
  return found?.email === folded(email) ? found : null;
}

/** `foreign`: no such invitation, or another person's. `invalid`: the person's own, used, revoked or too old. */
export type Accepted = { ok: true; organizationId: string } | { ok: false; reason: "foreign" | "invalid" };

/**
 * Makes the person with a proven address a member, with the invitation's role, and the organization their active one.
 * One batch: of parallel tries exactly one accepts (R34). A person who is already a member keeps their role.
 * @param user whose address is proven
 * @param now ms UTC
 * @throws the database's error when it does not answer; nothing is written then
 */
export async function acceptInvitation(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  invitationId: string,
  now: number,
): Promise<Accepted> {
  const db = platform(context.get(database));
  const own = and(
    eq(userInvitations.id, invitationId),
    eq(userInvitations.email, folded(user.email)),
    isGoodOn(sessionHostOf(request, context)),
  );
  const found = await db
    .select({ organization_id: userInvitations.organization_id, role: userInvitations.role })
    .from(userInvitations)
    .where(own)
    .get();
  if (!found) return { ok: false, reason: "foreign" };
  const { organization_id, role } = found;
  const living = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, organization_id), isNull(organizations.archived_at)));
  const event = {
    action: "invitation.accepted",
    actor_id: user.id,
    organization_id,
    target: invitationId,
    changes: { role },
  };
  const { env, ctx } = context.get(cloudflare);
  const joined = enqueueFact(env, db, organization_id, {
    kind: "member.joined",
    at: now,
    payload: { v: 1, user_id: user.id, role, invitation_id: invitationId },
  });
  try {
    const [, , , , written] = await db.batch([
      db
        .update(userInvitations)
        .set({ accepted_at: now, accepted_by: user.id })
        .where(
          and(
            own,
            isNull(userInvitations.accepted_at),
            isNull(userInvitations.revoked_at),
            gt(userInvitations.expires_at, now),
            exists(living),
            isVouchedFor,
          ),
        ),
      // A guard that matches no row does not stop a batch; this row does (R34).
      db.run(sql`insert into assert_ok (ok) select case when changes() = 1 then 1 end`),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
      db
        .insert(organizationMembers)
        .values({ organization_id, user_id: user.id, role, created_at: now })
        .onConflictDoNothing(),
      joined.statement,
      lookingAt(db, user.id, organization_id, now),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
    ]);
    ctx.waitUntil(joined.send(written));
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "invalid" };
    throw error;
  }
  return { ok: true, organizationId: organization_id };
}
