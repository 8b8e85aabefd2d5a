/** The invitation that a mailed link leads to, and whether it is still valid (R21, R22). */

import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { livesOn } from "#app/branding/residence.server.ts";
import { grantable, may, roles } from "#app/membership/permissions.ts";
import type { Context } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { organizations, userInvitations, users } from "#drizzle/control/schema.ts";

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

/** The roles of an agency that invite people to its clients. */
const invitersForClients = JSON.stringify(roles.filter((role) => may(role, "clients.write")));

/**
 * R21, checked when the link is used: its sender is still a member, with a role that may give the invitation's; or still
 * looks after the organization as its agency's owner or admin. Where a client has an owner, its switch for support keeps
 * its agency's invitations out too: they would open more than a visit does.
 */
export const isVouchedFor = sql`(exists (select 1 from organization_members i
  where i.organization_id = user_invitations.organization_id and i.user_id = user_invitations.created_by
  and i.role || ' ' || user_invitations.role in (select value from json_each(${reaches})))
  or exists (select 1 from organizations client
    join organizations agency on agency.id = client.parent_organization_id and agency.archived_at is null
    join organization_members a on a.organization_id = agency.id and a.user_id = user_invitations.created_by
    where client.id = user_invitations.organization_id
    and a.role in (select value from json_each(${invitersForClients}))
    and (client.allows_support = 1 or not exists (select 1 from organization_members o
      where o.organization_id = client.id and o.role = 'owner'))))`;

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
export const isGoodOn = (host: string | null) =>
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
